"""A name whose length runs beyond the file."""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([1], ts.DType.INT8, [1], name="a_name_to_find")
    text = b"a_name_to_find\0"
    return serializer.serialize().replace(struct.pack("<I", len(text) - 1) + text, struct.pack("<I", 2**31) + text)


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
