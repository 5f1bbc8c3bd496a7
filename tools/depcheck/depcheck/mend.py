"""Make the edits of reports, but for those that would not mend."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from . import fix
from .answer import Answer, again
from .config import Config
from .model import Edit, Report
from .tree import ChangedTree, Tree

GUESS = "it is a guess"
FAILS = "the build file would fail with it"
IDLE = "the target would not have it: a macro lies between"
OUTSIDE = "a link leads out of the tree"


@dataclass
class Mended:
    files: dict[str, bytes]
    done: list[Edit]
    by_hand: list[tuple[Edit, str]]
    # Reports that no edit would mend.
    left: list[Report] = field(default_factory=list)


def mend(found: Answer, tree: Tree, settings: Config, with_unused: bool) -> Mended:
    """Every edit is tried first: one by which a build file fails, or which changes nothing, is left to people."""
    edits = [edit for report in found.reports for edit in report.edits]
    refused = {edit: GUESS for edit in edits if edit.is_guess}
    refused |= {edit: OUTSIDE for edit in edits if _is_outside(tree, edit.file)}
    result = _apply(edits, refused, tree, settings)
    tried = again(ChangedTree(tree, dict(result.files)), settings, found.parsed, with_unused)
    said = {(one.name, one.file, one.message) for one in found.diagnostics}
    failing = {one.file for one in tried.diagnostics if (one.name, one.file, one.message) not in said}
    keys = {report.key() for report in tried.reports}
    made = set(result.done)
    for report in found.reports:
        for edit in report.edits:
            if edit not in made:
                continue
            if failing and (edit.file in failing or not failing & result.files.keys()):
                refused.setdefault(edit, FAILS)
            elif report.key() in keys:
                refused.setdefault(edit, IDLE)
    result = _apply(edits, refused, tree, settings)
    by_hand = [*result.by_hand, *((edit, reason) for edit, reason in refused.items())]
    return Mended(result.files, result.done, by_hand, [report for report in found.reports if not report.edits])


def _apply(edits: list[Edit], refused: dict[Edit, str], tree: Tree, settings: Config) -> fix.FixResult:
    wanted = [edit for edit in edits if edit not in refused]
    return fix.apply(wanted, tree.read, settings.label_prefix.strip("/"))


def _is_outside(tree: Tree, path: str) -> bool:
    return not Path(tree.root, path).resolve().is_relative_to(Path(tree.root).resolve())
