"""A shape whose element count wraps around 2^64 to that of the data."""

from __future__ import annotations

import struct
import sys

from _loading import load

import tosa_serializer as ts

# Their product is 2^65 + 64.
WRAPPING = (1824726041, 105305443, 192)


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([4, 4, 4], ts.DType.INT8, [1] * 64, name="w")
    return serializer.serialize().replace(struct.pack("<4i", 3, 4, 4, 4), struct.pack("<4i", 3, *WRAPPING))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
