"""docs/monorepo.md as data: each section has a monorepo, files of it, and commands with what they print."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT

DOCUMENT = ROOT / "docs/monorepo.md"
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
_MONOREPO = re.compile(r"\(\.\./tests/consumers/(\w+)\)")


@dataclass
class Block:
    """Lines of a file of a monorepo, or commands."""

    monorepo: str
    language: str
    text: str
    file: str
    line: int


class Command(NamedTuple):
    """What to type, what it prints, and where the document says so."""

    words: str
    output: list[str]
    line: int

    @property
    def fails(self) -> bool:
        return any(word in line for line in self.output for word in ("BUILD FAILED", "FAILED: Build"))

    def missing(self, printed: str) -> list[str]:
        """The lines that the document promises and nothing prints; `...` stands for anything."""
        patterns = {line: ".*".join(re.escape(part) for part in line.split("...")) for line in self.output}
        return [line for line, pattern in patterns.items() if not re.search(pattern, printed)]


def blocks(path: Path = DOCUMENT) -> list[Block]:
    found = []
    text = path.read_text()
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        start = text.index(section)
        named = _MONOREPO.search(section)
        for match in _FENCE.finditer(section):
            before = section[: match.start()].rstrip().rsplit("\n\n", 1)[-1]
            files = re.findall(
                r"`([^` ]*(?:BUCK|BUILD\.bazel|MODULE\.bazel|WORKSPACE|\.bazelrc|\.bzl|\.buckconfig))`", before
            )
            found.append(
                Block(
                    monorepo=named[1] if named else "",
                    language=match[1],
                    text=match[2],
                    file=files[0] if files else "",
                    line=text[: start + match.start()].count("\n") + 1,
                )
            )
    return found


def commands(block: Block) -> list[Command]:
    found: list[Command] = []
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            found.append(Command(line[2:], [], number))
        else:
            found[-1].output.append(line)
    return found
