"""A constant outside that starts where the file ends: a reader that trusts it reads foreign memory."""

from __future__ import annotations

import struct
import sys

from _loading import load

import tosa_serializer as ts

SIZE = 7919


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("", fb_size_cap=0)
    serializer.addConst([SIZE], ts.DType.INT8, [1] * SIZE, name="w")
    data = serializer.serialize()
    offset = len(data) - SIZE
    return data.replace(struct.pack("<Q", offset), struct.pack("<Q", (len(data) + 7) // 8 * 8))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
