"""One JSON object a line, in ASCII: bytes of names that are not UTF-8 stay as the surrogates that Python reads back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..model import Diagnostic, Edit, Report


def render(reports: Sequence[Report], diagnostics: Sequence[Diagnostic], root: str) -> str:
    """The reports, then the diagnostics."""
    objects = [*map(_report, reports), *map(_diagnostic, diagnostics)]
    return "".join(json.dumps(value) + "\n" for value in objects)


def _report(report: Report) -> dict[str, Any]:
    return {
        "kind": report.kind.value,
        "target": report.target,
        "missing": report.missing,
        "file": report.file,
        "line": report.line,
        "module": report.module,
        "lazy": report.is_lazy,
        "latent": report.is_latent,
        "breaks": list(report.breaks),
        "chain": list(report.chain),
        "edits": [_edit(edit) for edit in report.edits],
        "message": report.message,
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {
        "action": edit.action.value,
        "file": edit.file,
        "line": edit.line,
        "target": edit.target_name,
        "attribute": edit.attribute,
        "value": edit.value,
        "new_value": edit.new_value,
        "text": edit.text(),
    }


def _diagnostic(found: Diagnostic) -> dict[str, Any]:
    return {"diagnostic": found.name, "file": found.file, "line": found.line, "message": found.message}
