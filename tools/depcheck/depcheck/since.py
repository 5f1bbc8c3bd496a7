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

# Of other files only the name counts.
READ = (".py", ".bzl", ".toml", ".buckconfig", "BUCK", "TARGETS", "BUILD", "BUILD.bazel", ".v2", ".whl")


def of_commit(tree: Tree, revision: str) -> ChangedTree:
    """The tree as it was where `revision` and the work tree's HEAD part. Raises TreeError."""
    base = _base(tree.root, revision)
    prefix = run_git(tree.root, "rev-parse", "--show-prefix").decode("utf-8", "surrogateescape").rstrip("\n")
    out = run_git(tree.root, "diff", "--name-only", "--no-renames", "-z", "--relative", base, "--", ".")
    changed = {path for path in os.fsdecode(out).split("\0") if path}
    # What git does not know yet was not there.
    out = run_git(tree.root, "ls-files", "-z", "--others", "--exclude-standard")
    changed |= {path for path in os.fsdecode(out).split("\0") if path}
    changed = {path for path in changed if not tree.is_excluded(path)}
    return ChangedTree(tree, _blobs(tree.root, base, prefix, sorted(changed)))


def _base(root: str, revision: str) -> str:
    commit = (
        run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}").decode().strip()
    )
    try:
        return run_git(root, "merge-base", commit, "HEAD").decode().split()[0]
    except (TreeError, IndexError):
        # A shallow clone may not hold where they part.
        return commit


def _blobs(root: str, commit: str, prefix: str, paths: list[str]) -> dict[str, bytes | None]:
    found: dict[str, bytes | None] = {}
    names = "".join(f"{commit}:{prefix}{path}\n" for path in paths if "\n" not in path)
    data = run_git(root, "cat-file", "--batch", data=os.fsencode(names)) if names else b""
    at = 0
    for path in paths:
        if "\n" in path:
            continue
        end = data.index(b"\n", at)
        head = data[at:end].split()
        at = end + 1
        if len(head) != 3 or head[1] not in (b"blob", b"tree", b"commit"):
            found[path] = None
            continue
        size = int(head[2])
        body = data[at : at + size]
        at += size + 1
        found[path] = None if head[1] != b"blob" else body if path.endswith(READ) else b""
    return found


def of_folder(tree: Tree, base: Tree) -> ChangedTree:
    """The tree as it is in another folder. Raises OSError."""
    before: dict[str, bytes | None] = dict.fromkeys(tree.files - base.files)
    for path in base.files:
        if path not in tree.files:
            before[path] = base.read(path) if path.endswith(READ) else b""
        elif path.endswith(READ):
            data = base.read(path)
            if data != tree.read(path):
                before[path] = data
    return ChangedTree(tree, before)


def readable(before: list[Package], now: list[Package]) -> list[Package]:
    """What could not be read before is taken as it is now: that it is read does not make its faults new."""
    read = {package.path: package for package in now if not package.is_partial}
    return [replace(read.get(one.path, one), diagnostics=one.diagnostics) if one.is_partial else one for one in before]


def added(now: Iterable[Report], before: Iterable[Report], world: World) -> list[Report]:
    """The reports of now that are new, or that now break something. `world` is that of now."""
    known = {report.key(): report for report in before}
    # A target, file or module that got another name keeps its faults.
    renamed = {(one.kind, one.file, one.missing) for one in known.values() if one.target not in world.targets}
    moved = {_last_names(one) for one in known.values() if _is_gone(one, world)}
    found = []
    for report in now:
        old = known.get(report.key())
        if old is None and ((report.kind, report.file, report.missing) in renamed or _last_names(report) in moved):
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


def _last_names(report: Report) -> tuple[str, ...]:
    """What stays the same when folders get other names."""
    names = [re.split(r"[/.:]", text)[-1] for text in (report.target or "", report.missing)]
    return (report.kind.value, posixpath.basename(report.file), *names)


def added_diagnostics(now: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> list[Diagnostic]:
    known = {(one.name, one.file, one.message) for one in before}
    return [one for one in now if (one.name, one.file, one.message) not in known]
