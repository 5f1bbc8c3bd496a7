"""Two constants outside that share bytes: whoever changes one of the weights changes the other."""

from __future__ import annotations

import struct
import sys

from _loading import load

import tosa_serializer as ts

SIZE = 8000


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("", fb_size_cap=0)
    for name in ("first", "second"):
        serializer.addConst([SIZE], ts.DType.INT8, [1] * SIZE, name=name)
    data = serializer.serialize()
    second = len(data) - SIZE
    first = second - SIZE
    return data.replace(struct.pack("<Q", second), struct.pack("<Q", first + 8))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
