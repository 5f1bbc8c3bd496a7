"""A table whose vtable lies before the file."""

from __future__ import annotations

import struct
import sys

from _loading import load

import tosa_serializer as ts


def hostile_file() -> bytes:
    data = bytearray(ts.TosaSerializer("").serialize())
    root = struct.unpack_from("<I", data)[0]
    struct.pack_into("<i", data, root, root + 1024)
    return bytes(data)


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
