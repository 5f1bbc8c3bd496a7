"""The command line."""

from __future__ import annotations

import argparse
import gc
import os
import posixpath
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from . import __version__, config, fix, since
from .answer import Answer, answer
from .cache import Cache, place
from .config import Config, ConfigError
from .formats import RENDERERS
from .formats.plain import number, plain
from .mend import mend
from .model import Kind, Report
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
    except Exception:
        traceback.print_exc()
        print("depcheck: a bug of depcheck; nothing is known of the tree", file=sys.stderr)
        return INCOMPLETE


def _run(args: argparse.Namespace) -> int:
    tree, settings = _open(args)
    cache = Cache(None if args.no_cache else place(tree.root), settings)
    found = answer(tree, settings, cache, _before(args, tree, settings), args.unused)
    cache.save()
    reports = found.reports
    if args.no_latent:
        reports = [one for one in reports if one.target is None or not one.is_latent or one.kind is Kind.UNUSED_DEP]
    if args.only:
        reports = [one for one in reports if _is_under(one, args.only, settings)]
    found = Answer(reports, found.diagnostics, found.parsed)
    if args.fix:
        return _fix(found, tree, settings, args.unused)
    _print(RENDERERS[args.format](found.reports, found.diagnostics, tree.root))
    return INCOMPLETE if found.diagnostics else FOUND if found.reports else CLEAN


def _open(args: argparse.Namespace) -> tuple[Tree, Config]:
    tree = Tree(args.tree)
    settings = config.read(tree, _config_of(args.config, tree), args.ready)
    for name in settings.guessed:
        print(f"depcheck: the tree looks like one for the ready-made config {name}", file=sys.stderr)
    for folder in args.only or ():
        if not tree.exists(posixpath.normpath(folder.strip("/"))):
            raise TreeError(f"--only {folder}: no such folder or file in {args.tree}")
    if settings.exclude:
        tree = Tree(args.tree, settings.exclude)
    return tree, settings


def _config_of(file: str | None, tree: Tree) -> str | None:
    """A path in the tree; one from here is taken too."""
    if file is None or file in tree.files or not Path(file).exists():
        return file
    return os.path.relpath(Path(file).resolve(), Path(tree.root).resolve()).replace(os.sep, "/")


def _before(args: argparse.Namespace, tree: Tree, settings: Config) -> ChangedTree | None:
    if args.since is not None:
        return since.of_commit(tree, args.since)
    if args.base is not None:
        return since.of_folder(tree, Tree(args.base, settings.exclude))
    return None


def _is_under(report: Report, folders: list[str], settings: Config) -> bool:
    prefix = settings.label_prefix.rstrip("/") + "/"
    label = (report.target or "").removeprefix(prefix).lstrip("/").replace(":", "/")
    wanted = [posixpath.normpath(folder.strip("/")) for folder in folders]
    return any(
        folder in (".", place) or place.startswith(folder + "/") for place in (report.file, label) for folder in wanted
    )


def _fix(found: Answer, tree: Tree, settings: Config, with_unused: bool) -> int:
    mended = mend(found, tree, settings, with_unused)
    fix.write(mended.files, tree.root)
    lines = [f"{edit.file}:{edit.line}: {edit.text()}" for edit in mended.done]
    lines += [f"{edit.file}:{edit.line}: by hand: {edit.text()} ({reason})" for edit, reason in mended.by_hand]
    lines += [f"{report.file}:{report.line}: by hand: {report.message}" for report in mended.left]
    lines += [one.text() for one in found.diagnostics]
    left = len(mended.by_hand) + len(mended.left)
    lines.append(f"{number(len(mended.done), 'edit')} in {number(len(mended.files), 'file')}, {left} left to hand")
    _print("\n".join(map(plain, lines)) + "\n")
    return INCOMPLETE if found.diagnostics else FOUND if left else CLEAN


def _print(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()
