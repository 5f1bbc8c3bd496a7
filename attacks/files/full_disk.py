"""A disk that is full: a save that says nothing would leave less than a model."""

from __future__ import annotations

import sys

import tosa_serializer as ts


def main() -> int:
    serializer = ts.TosaSerializer("")
    serializer.addConst([4096], ts.DType.INT8, [1] * 4096, name="w")
    try:
        serializer.saveFileTosaFlatbuffer("/dev/full")
    except OSError as error:
        print(f"refused: {error}")
        return 0
    print("not refused: the save said that all was well")
    return 1


if __name__ == "__main__":
    sys.exit(main())
