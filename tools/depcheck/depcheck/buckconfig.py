"""What a .buckconfig says."""

from __future__ import annotations

import re

_SECTION = re.compile(r"^\s*\[([^\]]+)\]\s*$")
_VALUE = re.compile(r"^\s*([^=\s#;][^=]*?)\s*=\s*(.*?)\s*$")


def parse(text: str) -> dict[str, str]:
    """`section.key` -> value; a line that ends with a backslash goes on."""
    values: dict[str, str] = {}
    section = ""
    for line in re.sub(r"\\\r?\n", " ", text).splitlines():
        if line.lstrip().startswith(("#", ";")):
            continue
        if found := _SECTION.match(line):
            section = found[1]
        elif found := _VALUE.match(line):
            values[f"{section}.{found[1]}"] = found[2]
    return values
