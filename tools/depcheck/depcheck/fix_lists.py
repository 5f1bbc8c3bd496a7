"""Patches that put items into brackets or take them out, in the layout that is there."""

from __future__ import annotations

from collections.abc import Callable

from .fix_source import Item, Items, Patch, Source

# Makes the text of an item, given the indentation of its line; None where it shares a line.
Maker = Callable[[bytes | None], bytes]


def insert(source: Source, within: Items, index: int, make: Maker) -> list[Patch]:
    """Put an item before the item `index`, or behind the last."""
    if not within.items:
        return _fill(source, within, make)
    if index == len(within.items):
        return _append(source, within, make)
    item = within.items[index]
    if source.is_first(item.start):
        indent = source.indent(item.start)
        at = _above_comments(source, within, index)
        return [Patch(at, at, indent + make(indent) + b"," + source.eol(within.start))]
    following = within.items[1:2]
    if index == 0 and following and source.is_first(following[0].start):
        indent = source.indent(following[0].start)
        return [Patch(item.start, item.start, make(indent) + b"," + source.eol(within.start) + indent)]
    return [Patch(item.start, item.start, make(None) + b", ")]


def remove(source: Source, within: Items, index: int) -> list[Patch]:
    """Take out the item `index`, with its line where it has one."""
    patch = _removal(source, within, index)
    left = source.body[within.start : patch.start] + source.body[patch.end : within.end]
    if not left.strip():
        return [Patch(within.start, within.end, b"")]
    return [patch]


def _fill(source: Source, within: Items, make: Maker) -> list[Patch]:
    if not source.has_line_break(within.start, within.end):
        return [Patch(within.start, within.end, make(None))]
    # Only comments stand before the closing bracket.
    lines = source.body[source.next_line(within.start) : within.end].splitlines()
    comments = [line for line in lines if line.strip()]
    indent = source.indent(within.start) + b"    "
    if comments:
        indent = comments[0][: len(comments[0]) - len(comments[0].lstrip())]
    at = source.line_start(within.end)
    return [Patch(at, at, indent + make(indent) + b"," + source.eol(within.start))]


def _append(source: Source, within: Items, make: Maker) -> list[Patch]:
    last = within.items[-1]
    comma = b"" if last.comma is None else b","
    missing = b"," if last.comma is None else b""
    if not source.is_first(last.start):
        return [Patch(last.after, last.after, missing + b" " + make(None) + comma)]
    indent = source.indent(last.start)
    text = source.eol(within.start) + indent + make(indent) + comma
    if not source.has_line_break(last.after, within.end):
        return [Patch(last.after, last.after, missing + text)]
    # A comment behind the last item stays on its line.
    at = source.line_end(last.after)
    if at == last.after:
        return [Patch(at, at, missing + text)]
    return [Patch(last.after, last.after, missing), Patch(at, at, text)]


def _above_comments(source: Source, within: Items, index: int) -> int:
    """The start of the item's line, or of the comments over it."""
    lowest = within.items[index - 1].after if index else within.start
    at = source.line_start(within.items[index].start)
    while at > lowest:
        above = source.line_before(at)
        if above <= lowest or not source.body[above:at].lstrip().startswith(b"#"):
            break
        at = above
    return at


def _removal(source: Source, within: Items, index: int) -> Patch:
    item = within.items[index]
    following = within.items[index + 1].start if index + 1 < len(within.items) else within.end
    if source.has_line_break(item.after, following):
        if source.is_first(item.start):
            return Patch(source.line_start(item.start), source.next_line(item.after), b"")
        blanks = len(source.body[: item.start]) - len(source.body[: item.start].rstrip(b" \t"))
        return Patch(item.start - blanks, item.after, b"")
    if index + 1 < len(within.items):
        return Patch(item.start, following, b"")
    return _last_removal(source, item, within.items[index - 1] if index else None)


def _last_removal(source: Source, item: Item, previous: Item | None) -> Patch:
    """The last item, with the closing bracket on its line."""
    if previous is None or b"#" in source.body[previous.after : item.start]:
        return Patch(item.start, item.after, b"")
    return Patch(previous.end if item.comma is None else previous.after, item.after, b"")
