"""A file that is cut short after it was loaded. With `copy=True` the graph does not need it any more."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts

SIZE = 1 << 20


def main() -> int:
    serializer = ts.TosaSerializer("")
    serializer.addConst([SIZE], ts.DType.INT8, [1] * SIZE, name="w")
    expected = serializer.serialize()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.tosa"
        path.write_bytes(expected)
        loaded = ts.TosaSerializer("")
        loaded.loadTosaFlatbuffer(str(path), copy=True)
        with path.open("r+b") as file:
            file.truncate(0)
        is_whole = loaded.serialize() == expected
    print("refused: the graph is whole" if is_whole else "not refused: the graph changed with its file")
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
