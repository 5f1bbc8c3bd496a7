"""A constant outside of almost 2^64 bytes."""

from __future__ import annotations

import struct
import sys

from _loading import SIZE, constant_outside, load


def hostile_file() -> bytes:
    data, _ = constant_outside()
    return data.replace(struct.pack("<Q", SIZE), struct.pack("<Q", 2**64 - 1))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
