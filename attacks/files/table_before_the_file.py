"""A table whose vtable lies before the file."""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts


def hostile_file() -> bytes:
    data = bytearray(ts.TosaSerializer("").serialize())
    root = struct.unpack_from("<I", data)[0]
    struct.pack_into("<i", data, root, root + 1024)
    return bytes(data)


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
