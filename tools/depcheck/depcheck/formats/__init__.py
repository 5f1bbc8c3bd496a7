"""How reports are written: `render(reports, diagnostics, root)` of each module gives the whole output."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..model import Diagnostic, Report
from . import github, jsonl, sarif, text

Renderer = Callable[[Sequence[Report], Sequence[Diagnostic], str], str]

RENDERERS: Mapping[str, Renderer] = {
    "text": text.render,
    "jsonl": jsonl.render,
    "sarif": sarif.render,
    "github": github.render,
}
