"""Half of a file, as a broken download leaves it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([4096], ts.DType.INT8, [1] * 4096, name="w")
    data = serializer.serialize()
    return data[: len(data) // 2]


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
