"""Two constants outside that share bytes: whoever changes one of the weights changes the other."""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

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
