"""Signatures out of pybind11's texts, without the types, which other versions of pybind11 write in other words."""

from __future__ import annotations

import re
from typing import Any


def parameters(text: str) -> list[str]:
    """Names and defaults of the first overload; the text itself, if it shows no call."""
    call = re.search(r"\w+\((?!\*args)(.*)\) ->", text)
    if call is None:
        return [text.strip()]
    words, depth = [""], 0
    for letter in call[1]:
        depth += (letter in "[(<") - (letter in "])>")
        if letter == "," and depth == 0:
            words.append("")
        else:
            words[-1] += letter
    found = []
    for word in words:
        name, _, rest = word.strip().partition(":")
        default = rest.partition(" = ")[2]
        found.append(name + (f"={default}" if default else ""))
    return [name for name in found if name not in ("self", "/", "*")]


def comparable(names: dict[str, Any]) -> dict[str, Any]:
    """Without what pybind11 adds to each class."""
    return {
        name: parameters(value) if isinstance(value, str) else value
        for name, value in names.items()
        if name.rpartition(".")[2] not in ("name", "value", "_pybind11_conduit_v1_")
    }
