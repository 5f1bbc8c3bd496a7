"""What a change adds: the tree as it was, and the reports that were not there."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable
from dataclasses import replace

from .evaluate import Package
from .model import Diagnostic, Kind, Report
from .tree import ChangedTree, Tree, TreeError, run_git
from .world import World

FILES = ("100644", "100755")
LINK = "120000"
# What is larger is no build file, and no Python file that would be parsed.
LARGE = 64 << 20


def of_commit(tree: Tree, revision: str) -> ChangedTree:
    """The tree as it was where `revision` and the work tree's HEAD part. Raises TreeError."""
    base = _base(tree.root, revision)
    if not run_git(tree.root, "ls-files", "-z", "--cached"):
        raise TreeError(f"{tree.root}: git tracks nothing in it; compare with --base")
    words = ("--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--relative")
    fields = os.fsdecode(run_git(tree.root, "diff", *words, base, "--", ".")).split("\0")
    # :OLDMODE NEWMODE OLDDIGEST NEWDIGEST STATUS, then the path.
    old = {path: (head[1:7], head.split()[2]) for head, path in zip(fields[::2], fields[1::2], strict=False)}
    # What git does not know yet was not there.
    out = run_git(tree.root, "ls-files", "-z", "--others", "--exclude-standard")
    before: dict[str, bytes | None] = {path: None for path in os.fsdecode(out).split("\0") if path}
    before |= _blobs(tree.root, old)
    before |= {path: _behind(tree, path, before) for path, (mode, _) in old.items() if mode == LINK}
    return ChangedTree(tree, {path: data for path, data in before.items() if not tree.is_excluded(path)})


def _base(root: str, revision: str) -> str:
    name = revision + "^{commit}"
    try:
        commit = run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", name).decode().strip()
    except TreeError:
        run_git(root, "rev-parse", "--show-toplevel")
        raise TreeError(f"--since {revision}: git knows no such commit here; was it fetched?") from None
    try:
        return run_git(root, "merge-base", commit, "HEAD").decode().split()[0]
    except (TreeError, IndexError):
        # A shallow clone may not hold where they part.
        return commit


def _blobs(root: str, old: dict[str, tuple[str, str]]) -> dict[str, bytes | None]:
    """The contents of files by mode and digest; None of what was no file."""
    wanted = {path: digest for path, (mode, digest) in old.items() if mode in FILES or mode == LINK}
    found: dict[str, bytes | None] = dict.fromkeys(old)
    data = run_git(root, "cat-file", "--batch", data="".join(f"{one}\n" for one in wanted.values()).encode())
    at = 0
    for path in wanted:
        end = data.index(b"\n", at)
        head = data[at:end].split()
        if len(head) != 3:
            raise TreeError(f"git has not the content that {path} had; was the clone a partial one?")
        size = int(head[2])
        found[path] = data[end + 1 : end + 1 + size]
        at = end + size + 2
    return found


def _behind(tree: Tree, link: str, before: dict[str, bytes | None]) -> bytes | None:
    """What a symlink of before led to."""
    text = before[link]
    path = posixpath.normpath(posixpath.join(posixpath.dirname(link), os.fsdecode(text or b"")))
    if path in before:
        return before[path]
    return tree.read(path) if path in tree.files else None


def of_folder(tree: Tree, base: Tree) -> ChangedTree:
    """The tree as it is in another folder. Raises OSError."""
    before: dict[str, bytes | None] = dict.fromkeys(tree.files - base.files)
    for path in base.files:
        if path not in tree.files:
            before[path] = _content(base, path)
        elif (data := _content(base, path)) != _content(tree, path):
            before[path] = data
    return ChangedTree(tree, before)


def _content(tree: Tree, path: str) -> bytes:
    """Of what is never read only the size counts. Raises OSError."""
    stamp = tree.stamp(path)
    if path in tree.outside or stamp is None or stamp[0] > LARGE:
        return str(stamp and stamp[0]).encode()
    return tree.read(path)


def readable(before: list[Package], now: list[Package]) -> list[Package]:
    """What could not be read before is taken as it is now: that it is read does not make its faults new."""
    read = {package.path: package for package in now if not package.is_partial}
    return [replace(read.get(one.path, one), diagnostics=one.diagnostics) if one.is_partial else one for one in before]


def added(now: Iterable[Report], before: Iterable[Report], world: World) -> list[Report]:
    """The reports of now that are new, or that now break something. `world` is that of now."""
    known = {report.key(): report for report in before}
    # A target, file or folder that got another name keeps its faults.
    renamed = {(one.kind, one.file, one.missing) for one in known.values() if one.target not in world.targets}
    gone = [one for one in known.values() if _is_gone(one, world)]
    found = []
    for report in now:
        old = known.get(report.key())
        if old is None and (report.kind, report.file, report.missing) in renamed:
            continue
        if old is None and any(_is_moved(one, report) for one in gone):
            continue
        if old is None or (old.is_latent and not report.is_latent):
            found.append(report)
    return found


def _is_gone(report: Report, world: World) -> bool:
    """The file or the module of a report from before is not there any more."""
    if report.file not in world.tree.files:
        return True
    module = report.module
    is_ours = module is not None and report.kind is not Kind.GONE_MODULE and module.split(".")[0] in world.tops
    return module is not None and is_ours and not world.is_module(module)


def _is_moved(old: Report, new: Report) -> bool:
    """The same fault, but that one folder has another name, wherever it is spelled."""
    if old.kind is not new.kind:
        return False
    moves = set()
    for one, other in ((old.target or "", new.target or ""), (old.file, new.file), (old.missing, new.missing)):
        if one != other:
            moves.add(_difference(re.split(r"[/.:]", one), re.split(r"[/.:]", other)))
    # What is added or gone altogether is no folder with another name.
    return len(moves) == 1 and all(side for move in moves for side in move)


def _difference(parts: list[str], others: list[str]) -> tuple[str, str]:
    """What is left of two paths without what they begin and end with alike."""
    while parts and others and parts[-1] == others[-1]:
        parts, others = parts[:-1], others[:-1]
    while parts and others and parts[0] == others[0]:
        parts, others = parts[1:], others[1:]
    return "/".join(parts), "/".join(others)


def added_diagnostics(now: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> list[Diagnostic]:
    known = {(one.name, one.file, one.message) for one in before}
    return [one for one in now if (one.name, one.file, one.message) not in known]
