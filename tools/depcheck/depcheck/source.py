"""The text of a Starlark file: its names, and whether it can be parsed at all."""

from __future__ import annotations

import re

# Comments and strings.
_NO_CODE = re.compile(r"#[^\n]*|\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_TOP_LEVEL = re.compile(r"^(?:def\s+(\w+)|(\w+)\s*(?::[^=\n]+)?=(?!=))", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")

# More than any build file has, and less than the stack of Starlark's parser holds.
MAX_DEPTH = 100
MAX_OPERATORS = 1000
_CHAIN = re.compile(rf"(?:[-+~]\s*|\bnot\s+|\blambda[^:\n]*:\s*){{{MAX_DEPTH}}}")


def too_deep(text: str) -> int:
    """The first line that is nested too deeply to be parsed, or 0."""
    code = code_of(text)
    if found := _CHAIN.search(code):
        return code.count("\n", 0, found.start()) + 1
    depth = 0
    for number, line in enumerate(code.split("\n"), 1):
        depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
        widest = max(map(line.count, "([{"), default=0) if depth <= MAX_DEPTH else depth
        indent = len(line) - len(line.lstrip())
        if (
            depth > MAX_DEPTH
            or widest > MAX_OPERATORS
            or indent > 4 * MAX_DEPTH
            or sum(map(line.count, "+-*/%|.")) > MAX_OPERATORS
        ):
            return number
    return 0


def code_of(text: str) -> str:
    """The text without comments and strings; the lines stay."""
    return _NO_CODE.sub(lambda found: "\n" * found[0].count("\n"), text)


def words_of(text: str) -> set[str]:
    return set(_WORD.findall(text))


def defined_in(text: str) -> set[str]:
    """The names that a file defines at its top."""
    return {found[0] or found[1] for found in _TOP_LEVEL.findall(text)}


def attributes_of(name: str, code: str) -> list[str]:
    """What is taken from a name, as `b` of `name.b`."""
    return sorted(set(re.findall(rf"(?<![\w.]){re.escape(name)}\.(\w+)", code)))


def is_called(name: str, code: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}\s*\(", code) is not None
