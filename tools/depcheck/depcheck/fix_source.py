"""The bytes of a build file beside its syntax tree, and what stands in brackets there."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

BOM = b"\xef\xbb\xbf"
LINE = re.compile(rb"\r\n|\r|\n")


class ByHandError(Exception):
    """Why an edit is left to people."""


@dataclass(frozen=True)
class Patch:
    start: int
    end: int
    text: bytes


@dataclass(frozen=True)
class Item:
    """One item between brackets, with the parentheses around it and without its comma."""

    start: int
    end: int
    comma: int | None

    @property
    def after(self) -> int:
        return self.end if self.comma is None else self.comma + 1


@dataclass(frozen=True)
class Items:
    """What stands from behind the opening bracket to before the closing one."""

    start: int
    end: int
    items: list[Item]


class Source:
    """A build file. Offsets count bytes of `body`, which has no byte order mark."""

    def __init__(self, data: bytes) -> None:
        self.bom = BOM if data.startswith(BOM) else b""
        self.body = data[len(self.bom) :]
        self.tree = parse(self.body)
        self._starts = [0, *(match.end() for match in LINE.finditer(self.body))]

    @property
    def data(self) -> bytes:
        return self.bom + self.body

    def patched(self, patches: Sequence[Patch]) -> bytes:
        body = self.body
        for patch in sorted(patches, key=lambda patch: patch.start, reverse=True):
            body = body[: patch.start] + patch.text + body[patch.end :]
        return self.bom + body

    def calls(self) -> list[ast.Call]:
        """Every call, in the order of the text, which edits of lists of strings do not change."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return sorted(found, key=lambda node: (self.start(node), -self.end(node)))

    def start(self, node: ast.expr | ast.keyword) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.keyword) -> int:
        # Nodes of a parsed text have them.
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def line_start(self, offset: int) -> int:
        return max(self.body.rfind(b"\n", 0, offset), self.body.rfind(b"\r", 0, offset)) + 1

    def line_end(self, offset: int) -> int:
        """Where the end of the line begins."""
        found = LINE.search(self.body, offset)
        return found.start() if found else len(self.body)

    def next_line(self, offset: int) -> int:
        found = LINE.search(self.body, offset)
        return found.end() if found else len(self.body)

    def line_before(self, line: int) -> int:
        """The start of the line before the one that starts at `line`."""
        end = line - (2 if self.body[:line].endswith(b"\r\n") else 1)
        return self.line_start(end)

    def eol(self, offset: int) -> bytes:
        """How the line ends."""
        found = LINE.search(self.body, offset)
        return found.group() if found else b"\n"

    def indent(self, offset: int) -> bytes:
        line = self.body[self.line_start(offset) : self.line_end(offset)]
        return line[: len(line) - len(line.lstrip(b" \t"))]

    def is_first(self, offset: int) -> bool:
        """Nothing but blanks stands before it on its line."""
        return not self.body[self.line_start(offset) : offset].strip()

    def has_line_break(self, start: int, end: int) -> bool:
        return LINE.search(self.body, start, end) is not None

    def list_items(self, node: ast.List) -> Items:
        spans = [(self.start(item), self.end(item)) for item in node.elts]
        return self._items(self.start(node) + 1, self.end(node) - 1, spans)

    def arguments(self, call: ast.Call) -> Items:
        nodes: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        spans = sorted((self.start(node), self.end(node)) for node in nodes)
        opening = next(self._signs(self.end(call.func), spans[0][0], b"("))
        return self._items(opening + 1, self.end(call) - 1, spans)

    def _items(self, start: int, end: int, spans: list[tuple[int, int]]) -> Items:
        items = []
        begin = next(self._signs(start, spans[0][0]), spans[0][0]) if spans else end
        for index, (_, stop) in enumerate(spans):
            following = spans[index + 1][0] if index + 1 < len(spans) else end
            comma = next(self._signs(stop, following, b","), None)
            closing = list(self._signs(stop, following if comma is None else comma))
            items.append(Item(begin, closing[-1] + 1 if closing else stop, comma))
            begin = next(self._signs(items[-1].after, following), following)
        return Items(start, end, items)

    def _signs(self, start: int, end: int, among: bytes = b"") -> Iterator[int]:
        """Where there are signs between `start` and `end` besides blanks and comments."""
        at = start
        while at < end:
            sign = self.body[at : at + 1]
            if sign == b"#":
                at = self.line_end(at)
                continue
            # A backslash joins lines.
            if not sign.isspace() and sign != b"\\" and (not among or sign in among):
                yield at
            at += 1


def parse(body: bytes) -> ast.Module:
    """The tree of Starlark that is Python too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(body.decode())
    except UnicodeDecodeError as error:
        raise ByHandError(f"the file is not UTF-8: {error.reason} at byte {error.start}") from None
    except SyntaxError as error:
        raise ByHandError(f"the file is not read as Python: line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ByHandError(f"the file is not read as Python: {error or type(error).__name__}") from None
