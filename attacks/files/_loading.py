"""What the attacks by file share: a file to spoil, and the load that must refuse it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import tosa_serializer as ts

# A number that a file holds nowhere else.
SIZE = 7919


def constant_outside() -> tuple[bytes, int]:
    """A file with SIZE bytes of a constant behind the flatbuffer, and their offset."""
    serializer = ts.TosaSerializer("", fb_size_cap=0)
    serializer.addConst([SIZE], ts.DType.INT8, [1] * SIZE, name="w")
    data = serializer.serialize()
    return data, len(data) - SIZE


def load(hostile: bytes) -> int:
    """Exit code 0 if a strict load refuses the file; says which of both came."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.tosa"
        path.write_bytes(hostile)
        try:
            ts.TosaSerializer("").loadTosaFlatbuffer(str(path))
        except ValueError as error:
            print(f"refused: {error}")
            return 0
    print("not refused: the file was loaded")
    return 1
