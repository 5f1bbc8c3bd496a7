"""A shape that asks for more bytes than the constant has: a reader that trusts it reads beyond."""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts

SIZE = 7919


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([SIZE], ts.DType.INT8, [1] * SIZE, name="w")
    shape = struct.pack("<Ii", 1, SIZE)
    return serializer.serialize().replace(shape, struct.pack("<Ii", 1, SIZE * 1000))


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
