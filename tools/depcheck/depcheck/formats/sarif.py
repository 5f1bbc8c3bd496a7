"""SARIF 2.1.0, as code scanning reads it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from ..model import SUMMARIES, Diagnostic, Kind, Report
from .plain import plain

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE = "SRCROOT"
RULES = list(SUMMARIES)


def render(reports: Sequence[Report], diagnostics: Sequence[Diagnostic], root: str) -> str:
    """One log with one run."""
    invocation: dict[str, Any] = {"executionSuccessful": not diagnostics}
    if diagnostics:
        invocation["toolExecutionNotifications"] = [_notification(found) for found in diagnostics]
    run = {
        "tool": {"driver": {"name": "depcheck", "rules": [_rule(kind) for kind in RULES]}},
        "invocations": [invocation],
        "originalUriBaseIds": {BASE: {"uri": "file://" + _uri(_posix(root).rstrip("/") + "/")}},
        "results": [_result(report) for report in reports],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(kind: Kind) -> dict[str, Any]:
    return {
        "id": kind.value,
        "shortDescription": {"text": SUMMARIES[kind]},
        "defaultConfiguration": {"level": "error"},
    }


def _result(report: Report) -> dict[str, Any]:
    location = _location(report.file, report.line)
    if report.target is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": plain(report.target), "kind": "module"}]
    lines = [report.message, *(f"fix: {edit.text()}" for edit in report.edits)]
    return {
        "ruleId": report.kind.value,
        "ruleIndex": RULES.index(report.kind),
        "level": "warning" if report.is_latent else "error",
        "message": {"text": "\n".join(map(_message, lines))},
        "locations": [location],
        "partialFingerprints": {"depcheck/v1": hashlib.sha256(json.dumps(report.key()).encode()).hexdigest()},
        "properties": {
            "target": _optional(report.target),
            "missing": plain(report.missing),
            "module": _optional(report.module),
            "lazy": report.is_lazy,
            "latent": report.is_latent,
            "breaks": [plain(label) for label in report.breaks],
            "chain": [plain(step) for step in report.chain],
        },
    }


def _notification(found: Diagnostic) -> dict[str, Any]:
    return {
        "descriptor": {"id": plain(found.name)},
        "level": "error",
        "message": {"text": _message(found.message)},
        "locations": [_location(found.file, found.line)],
    }


def _message(value: str) -> str:
    """Braces are placeholders in SARIF, and "[a](b)" is a link."""
    return plain(value).replace("{", "{{").replace("}", "}}").replace("](", "] (")


def _location(file: str, line: int) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file), "uriBaseId": BASE}}
    # A region starts at line 1 or later; what concerns a whole file has none.
    if line > 0:
        physical["region"] = {"startLine": line}
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    """The bytes of the name, whatever they are. quote() leaves no colon that would make a scheme."""
    try:
        return quote_from_bytes(path.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return quote_from_bytes(path.encode("utf-8", "surrogatepass"))


def _posix(root: str) -> str:
    path = Path(root).resolve().as_posix()
    return path if path.startswith("/") else "/" + path


def _optional(value: str | None) -> str | None:
    return None if value is None else plain(value)
