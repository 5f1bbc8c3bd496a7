"""A constant outside whose offset and size add up to more than 2^64, so that their sum looks small."""

from __future__ import annotations

import struct
import sys

from _loading import SIZE, constant_outside, load


def hostile_file() -> bytes:
    data, offset = constant_outside()
    data = data.replace(struct.pack("<Q", offset), struct.pack("<Q", 2**64 - 8))
    return data.replace(struct.pack("<Q", SIZE), struct.pack("<Q", 16))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
