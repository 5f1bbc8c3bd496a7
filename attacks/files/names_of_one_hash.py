"""Names that all had one hash when the table of names had no key: a load took a time that grew with their square."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import tosa_serializer as ts

NAMES = 50_000
SECONDS = 5
HARMLESS, COLLIDING = b"harmless" * 3, b'tensor-000000190E7AkdkT"'


def main() -> int:
    serializer = ts.TosaSerializer("")
    block = serializer.currRegion.currBasicBlock
    for i in range(NAMES):
        block.addTensor(f"{HARMLESS.decode()}{i:08}", [1], ts.DType.INT8)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.tosa"
        path.write_bytes(serializer.serialize().replace(HARMLESS, COLLIDING))
        start = time.monotonic()
        ts.TosaSerializer("").loadTosaFlatbuffer(str(path))
        seconds = time.monotonic() - start
    if seconds > SECONDS:
        print(f"not refused: the load took {seconds:.1f} s")
        return 1
    print("refused: the names do not collide")
    return 0


if __name__ == "__main__":
    sys.exit(main())
