"""Text of a tree on one line of a terminal: names of files may hold anything."""

from __future__ import annotations

ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def plain(value: str) -> str:
    """`value` with what cannot be printed as escapes."""
    if value.isprintable():
        return value
    return "".join(sign if sign.isprintable() else _escape(sign) for sign in value)


def _escape(sign: str) -> str:
    code = ord(sign)
    if sign in ESCAPES:
        return ESCAPES[sign]
    # How Python holds a byte of a file name that is not UTF-8.
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
