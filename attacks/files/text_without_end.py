"""A name whose length runs beyond the file."""

from __future__ import annotations

import struct
import sys

from _loading import load

import tosa_serializer as ts


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([1], ts.DType.INT8, [1], name="a_name_to_find")
    text = b"a_name_to_find\0"
    return serializer.serialize().replace(struct.pack("<I", len(text) - 1) + text, struct.pack("<I", 2**31) + text)


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
