"""A shape that asks for more bytes than the constant has: a reader that trusts it reads beyond."""

from __future__ import annotations

import struct
import sys

from _loading import load

import tosa_serializer as ts

SIZE = 7919


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([SIZE], ts.DType.INT8, [1] * SIZE, name="w")
    shape = struct.pack("<Ii", 1, SIZE)
    return serializer.serialize().replace(shape, struct.pack("<Ii", 1, SIZE * 1000))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
