"""A flatbuffer of some other schema."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts


def hostile_file() -> bytes:
    data = ts.TosaSerializer("").serialize()
    return data[:4] + b"EVIL" + data[8:]


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
