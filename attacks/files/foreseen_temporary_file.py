"""Links in a shared folder, named as a save's temporary files will be, that lead to somebody's file."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import tosa_serializer as ts

LINKS = 50


def main() -> int:
    serializer = ts.TosaSerializer("")
    serializer.addConst([1], ts.DType.INT8, [1], name="w")
    with tempfile.TemporaryDirectory() as folder:
        victim = Path(folder) / "victim"
        victim.write_bytes(b"dear to somebody")
        for i in range(LINKS):
            (Path(folder) / f".tosa-{os.getpid()}-{i}.tmp").symlink_to(victim)
        target = Path(folder) / "graph.tosa"
        for _ in range(2):
            serializer.saveFileTosaFlatbuffer(str(target))
        is_safe = victim.read_bytes() == b"dear to somebody" and target.read_bytes() == serializer.serialize()
    print("refused: no link was followed" if is_safe else "not refused: a file that a link leads to was overwritten")
    return 0 if is_safe else 1


if __name__ == "__main__":
    sys.exit(main())
