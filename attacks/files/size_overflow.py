"""A constant outside of almost 2^64 bytes."""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts

SIZE = 7919


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("", fb_size_cap=0)
    serializer.addConst([SIZE], ts.DType.INT8, [1] * SIZE, name="w")
    data = serializer.serialize()
    return data.replace(struct.pack("<Q", SIZE), struct.pack("<Q", 2**64 - 1))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.tosa"
        path.write_bytes(hostile_file())
        try:
            ts.TosaSerializer("").loadTosaFlatbuffer(str(path))
        except ValueError as error:
            print(f"refused: {error}")
            return 0
    print("not refused: the file was loaded")
    return 1


if __name__ == "__main__":
    sys.exit(main())
