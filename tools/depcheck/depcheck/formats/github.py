"""Annotations of a pull request: workflow commands of GitHub Actions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ..model import Diagnostic, Report
from .plain import plain


def render(reports: Sequence[Report], diagnostics: Sequence[Diagnostic], root: str) -> str:
    """A command for each report and diagnostic; paths are relative to the checkout, in which `root` may be a folder."""
    folder = _in_checkout(root)
    lines = []
    for report in reports:
        level = "warning" if report.is_latent else "error"
        message = "\n".join([report.message, *(f"fix: {edit.text()}" for edit in report.edits)])
        lines.append(_command(level, folder + report.file, report.line, report.kind.value, message))
    for found in diagnostics:
        lines.append(_command("warning", folder + found.file, found.line, found.name, found.message))
    return "".join(line + "\n" for line in lines)


def _in_checkout(root: str) -> str:
    """What stands before the paths of the tree; nothing where the tree is not in the checkout."""
    checkout = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).resolve()
    tree = Path(root).resolve()
    if tree == checkout or not tree.is_relative_to(checkout):
        return ""
    return tree.relative_to(checkout).as_posix() + "/"


def _command(level: str, file: str, line: int, title: str, message: str) -> str:
    properties = {"file": file, "line": str(max(line, 1)), "title": f"depcheck {title}"}
    joined = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {joined}::{_data(message)}"


def _data(value: str) -> str:
    """Line ends are GitHub's own escapes; what else cannot be printed is escaped for people."""
    escapes = {"%": "%25", "\r": "%0D", "\n": "%0A"}
    return "".join(escapes.get(sign) or plain(sign) for sign in value)


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
