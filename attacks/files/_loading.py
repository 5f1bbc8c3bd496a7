"""What the attacks by file share: the file is loaded, and must be refused."""

from __future__ import annotations

import tempfile
from pathlib import Path

import tosa_serializer as ts


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
