"""The command line."""

from __future__ import annotations

import argparse
import gc
import os
import posixpath
import sys
from collections.abc import Sequence
from typing import NoReturn

from . import __version__, config, fix, read, since
from .cache import Cache, place
from .checks import check
from .config import Config, ConfigError
from .formats import RENDERERS
from .formats.plain import number, plain
from .imports import Parsed
from .model import Diagnostic, Report
from .parallel import parse_file
from .tree import ChangedTree, Tree, TreeError

CLEAN, FOUND, INCOMPLETE, USAGE = 0, 1, 2, 3

EPILOG = """\
exit codes: 0 nothing is found; 1 something is; 2 the answer is incomplete, since something could not be read or
understood (what was found is printed too); 3 the command or the config is wrong.
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"depcheck: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="depcheck",
        description="Does every Python import of a Buck or Bazel tree have its dep?",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "tree", metavar="TREE", help="the folder that the labels of the root cell or workspace begin in"
    )
    base = parser.add_mutually_exclusive_group()
    base.add_argument("--since", metavar="REV", help="only what the work tree adds since it left REV")
    base.add_argument("--base", metavar="DIR", help="only what TREE adds over the tree in DIR")
    parser.add_argument("--format", choices=sorted(RENDERERS), default="text")
    parser.add_argument("--config", metavar="FILE", help=f"a file of the tree (default: {config.FILE})")
    parser.add_argument(
        "--ready", action="append", choices=config.READY, help="a ready-made config (default: by the loads)"
    )
    parser.add_argument("--fix", action="store_true", help="make the edits in the build files")
    parser.add_argument("--unused", action="store_true", help="also deps that nothing imports")
    parser.add_argument("--no-latent", action="store_true", help="without faults that break nothing today")
    parser.add_argument(
        "--only", action="append", metavar="PATH", help="only reports of files and targets under this folder"
    )
    parser.add_argument("--no-cache", action="store_true", help="read everything anew, keep nothing")
    parser.add_argument("--version", action="version", version=f"depcheck {__version__}")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(words)
    # Much is made and nothing thrown away until the end.
    gc.disable()
    try:
        return _run(args)
    except (ConfigError, TreeError) as error:
        print(f"depcheck: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND


def _run(args: argparse.Namespace) -> int:
    tree, settings = _open(args)
    reports, diagnostics = _answer(args, tree, settings)
    if args.no_latent:
        reports = [report for report in reports if report.target is None or not report.is_latent]
    if args.only:
        reports = [report for report in reports if _is_under(report, args.only, settings)]
    if args.fix:
        return _fix(reports, diagnostics, tree, settings)
    _print(RENDERERS[args.format](reports, diagnostics, tree.root))
    return INCOMPLETE if diagnostics else FOUND if reports else CLEAN


def _open(args: argparse.Namespace) -> tuple[Tree, Config]:
    tree = Tree(args.tree)
    settings = config.read(tree, args.config, args.ready)
    if settings.exclude:
        tree = Tree(args.tree, settings.exclude)
    return tree, settings


def _answer(args: argparse.Namespace, tree: Tree, settings: Config) -> tuple[list[Report], list[Diagnostic]]:
    engines = read.engines(tree, settings)
    if not engines:
        raise TreeError(f"{args.tree}: no BUCK, TARGETS, BUILD.bazel or BUILD in it")
    before = _before(args, tree, settings)
    cache = Cache(None if args.no_cache else place(tree.root), settings)
    reading = read.Reading(tree, settings, cache)
    packages = [read.evaluate(tree, settings, names, cache) for names in engines.values()]
    parsed = reading.finish()
    reports: dict[tuple[str, ...], Report] = {}
    diagnostics: dict[Diagnostic, None] = {}
    for names, evaluated in zip(engines.values(), packages, strict=True):
        world = read.world(tree, settings, evaluated, parsed)
        found = check(world, args.unused)
        said = world.diagnostics
        if before is not None:
            evaluated = since.readable(read.evaluate(before, settings, names, Cache(None, settings)), evaluated)
            old = read.world(before, settings, evaluated, _parsed_before(before, settings, parsed))
            found = since.added(found, check(old, args.unused), world)
            said = since.added_diagnostics(said, old.diagnostics)
        for report in found:
            reports.setdefault(report.key(), report)
        diagnostics.update(dict.fromkeys(said))
    cache.save()
    return list(reports.values()), sorted(diagnostics, key=lambda one: (one.file, one.line, one.name))


def _before(args: argparse.Namespace, tree: Tree, settings: Config) -> ChangedTree | None:
    if args.since is not None:
        return since.of_commit(tree, args.since)
    if args.base is not None:
        return since.of_folder(tree, Tree(args.base, settings.exclude))
    return None


def _parsed_before(
    before: ChangedTree, settings: Config, now: dict[str, Parsed | Diagnostic]
) -> dict[str, Parsed | Diagnostic]:
    """Only what changed is parsed again."""
    found = {path: one for path, one in now.items() if path in before.files and not before.is_changed(path)}
    for path in before.paths:
        if path.endswith(".py") and path not in found:
            found[path] = parse_file(before, settings.max_python_bytes, path)[1]
    return found


def _is_under(report: Report, folders: list[str], settings: Config) -> bool:
    prefix = settings.label_prefix.rstrip("/") + "/"
    label = (report.target or "").removeprefix(prefix).lstrip("/").replace(":", "/")
    wanted = [posixpath.normpath(folder.strip("/")) for folder in folders]
    return any(
        folder in (".", place) or place.startswith(folder + "/") for place in (report.file, label) for folder in wanted
    )


def _fix(reports: list[Report], diagnostics: list[Diagnostic], tree: Tree, settings: Config) -> int:
    edits = [edit for report in reports for edit in report.edits]
    result = fix.apply(edits, tree.read, settings.label_prefix.strip("/"))
    fix.write(result.files, tree.root)
    lines = [f"{edit.file}:{edit.line}: {edit.text()}" for edit in result.done]
    lines += [f"{edit.file}:{edit.line}: by hand: {edit.text()} ({reason})" for edit, reason in result.by_hand]
    without = [report for report in reports if not report.edits]
    lines += [f"{report.file}:{report.line}: by hand: {report.message}" for report in without]
    lines += [one.text() for one in diagnostics]
    left = len(result.by_hand) + len(without)
    lines.append(f"{number(len(result.done), 'edit')} in {number(len(result.files), 'file')}, {left} left to hand")
    _print("\n".join(map(plain, lines)) + "\n")
    return INCOMPLETE if diagnostics else FOUND if left else CLEAN


def _print(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()
