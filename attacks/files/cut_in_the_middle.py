"""Half of a file, as a broken download leaves it."""

from __future__ import annotations

import sys

from _loading import load

import tosa_serializer as ts


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([4096], ts.DType.INT8, [1] * 4096, name="w")
    data = serializer.serialize()
    return data[: len(data) // 2]


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
