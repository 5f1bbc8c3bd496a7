"""Why an engine failed, found in what it printed."""

from __future__ import annotations

import re

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_OURS = re.compile(r"(?:^|\s)error: (.*(?:run \./buckw|TOSA_PYTHON).*)$")
_COMPILER = re.compile(r"\S+:\d+:\d+: (?:fatal )?error: ")
_NO_LABEL = re.compile(r"(no such (?:target|package) .*|Unknown target `.*|package `\S+` does not exist)")
_ERROR = re.compile(r"(?:ERROR: |Build failed: |Error: |^error: )(.*)")
_CAUSE = re.compile(r"^\s+\d+: (?:error: )?(.*)$")


def _first(pattern: re.Pattern[str], lines: list[str]) -> str | None:
    return next((found[found.re.groups] for line in lines if (found := pattern.search(line))), None)


def reason(printed: list[str]) -> str | None:
    """A sentence of our own programs, else a label that is not there, else a compiler's or the engine's first error."""
    lines = [_ANSI.sub("", line).rstrip() for line in printed]
    if (ours := _first(_OURS, lines)) is not None:
        return ours
    if (label := _first(_NO_LABEL, lines)) is not None:
        return f"{label.rstrip('.')}; ./buckw query //... lists the labels"
    if (compiler := next((line for line in lines if _COMPILER.search(line)), None)) is not None:
        return compiler
    if (engine := _first(_ERROR, lines)) is not None:
        return engine
    causes = [found[1] for line in lines if (found := _CAUSE.match(line))]
    return causes[-1] if causes else None
