"""An offset of zero: a reader that follows it comes back to where it was."""

from __future__ import annotations

import sys

from _loading import load

import tosa_serializer as ts


def hostile_file() -> bytes:
    data = ts.TosaSerializer("").serialize()
    return bytes(4) + data[4:]


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
