"""Signatures of compiled functions, read from the docstrings that pybind11 writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

OPENING, CLOSING = "([{<", ")]}>"


@dataclass(frozen=True)
class Argument:
    """`default` is the text after the equals sign, None where there is none."""

    name: str
    default: str | None


Signature = tuple[Argument, ...]


def signatures(function: Any) -> list[Signature]:
    """One for each overload, without self; empty where the docstring has none."""
    doc = function.__doc__ or ""
    lines = [line for line in doc.splitlines() if re.match(r"(\d+\. )?\w+\(.*\)( ->|$)", line)]
    overloads = [line for line in lines if "(*args, **kwargs)" not in line]
    return [_signature(line) for line in overloads]


def _signature(line: str) -> Signature:
    inside = line[line.index("(") + 1 :]
    return tuple(_argument(text) for text in _split(inside) if text.partition(":")[0].strip() not in ("self", "/", ""))


def _split(text: str) -> list[str]:
    """Up to the closing parenthesis, at the commas that are in no bracket and no string."""
    parts, depth, quoted = [""], 0, False
    for previous, char in zip(" " + text, text, strict=False):
        quoted ^= char == "'"
        if not quoted and char in OPENING:
            depth += 1
        elif not quoted and char in CLOSING and previous != "-":
            if depth == 0:
                return parts
            depth -= 1
        if char == "," and depth == 0 and not quoted:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _argument(text: str) -> Argument:
    name, _, rest = text.strip().partition(":")
    _, equals, default = rest.partition(" = ")
    return Argument(name.split("=")[0].strip(), default.strip() if equals else None)
