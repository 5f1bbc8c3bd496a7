"""A saver is killed in the middle, so that half of a model would take the place of a whole one."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import tosa_serializer as ts

SIZE = 64 << 20
KILLS = 10


def main() -> int:
    serializer = ts.TosaSerializer("")
    serializer.addConst([SIZE], ts.DType.INT8, np.ones(SIZE, np.int8), name="w")
    new = serializer.serialize()
    outcomes = {b"old": 0, new: 0}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.tosa"
        for i in range(KILLS):
            path.write_bytes(b"old")
            child = os.fork()
            if child == 0:
                serializer.saveFileTosaFlatbuffer(str(path), sync=False)
                os._exit(0)
            time.sleep(0.005 * i)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            found = path.read_bytes()
            if found not in outcomes:
                print(f"not refused: a save that was killed left {len(found)} bytes of {len(new)}")
                return 1
            outcomes[found] += 1
    print(f"refused: the old file was whole {outcomes[b'old']} times, the new one {outcomes[new]} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
