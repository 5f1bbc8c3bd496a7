"""Reports for people, by file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model import Diagnostic, Kind, Report
from .plain import number, plain

MOST_BREAKS = 5


def render(reports: Sequence[Report], diagnostics: Sequence[Diagnostic], root: str) -> str:
    """A block for each report, sorted by file and line; then the diagnostics and the counts."""
    blocks = []
    for report in sorted(reports, key=lambda report: (report.file, report.line, report.kind.value, report.missing)):
        blocks.append("\n".join(map(plain, _lines(report))))
    for found in sorted(diagnostics, key=lambda found: (found.file, found.line, found.name)):
        blocks.append(plain(found.text()))
    return "\n".join([*blocks, _counts(reports, diagnostics)]) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.file}:{report.line}: {report.kind.value}: {report.message}"
    if report.target is not None:
        yield f"    target: {report.target}"
    if report.chain:
        yield f"    chain: {' -> '.join(report.chain)}"
    if report.breaks:
        more = len(report.breaks) - MOST_BREAKS
        tail = f" and {more} more" if more > 0 else ""
        yield f"    breaks: {', '.join(report.breaks[:MOST_BREAKS])}{tail}"
    elif report.kind is Kind.MISSING_DEP:
        yield "    latent: every consumer that runs it brings it"
    elif report.kind is not Kind.UNUSED_DEP:
        yield "    latent: no test, binary or top-level library lacks it"
    for edit in report.edits:
        yield f"    fix: {edit.text()}"


def _counts(reports: Sequence[Report], diagnostics: Sequence[Diagnostic]) -> str:
    latent = sum(report.is_latent for report in reports)
    counts = f"{number(len(reports), 'report')} ({latent} latent) in {number(len({r.file for r in reports}), 'file')}"
    if diagnostics:
        counts += f", {number(len(diagnostics), 'diagnostic')}: the answer is incomplete"
    return counts
