"""A path that leads to a device without end, in place of a file."""

from __future__ import annotations

import sys

import tosa_serializer as ts


def main() -> int:
    try:
        ts.TosaSerializer("").loadTosaFlatbuffer("/dev/zero")
    except OSError as error:
        print(f"refused: {error}")
        return 0
    print("not refused: the device was loaded")
    return 1


if __name__ == "__main__":
    sys.exit(main())
