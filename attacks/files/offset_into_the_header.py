"""A constant outside that starts in the flatbuffer, so that tables pass for weights."""

from __future__ import annotations

import struct
import sys

from _loading import constant_outside, load


def hostile_file() -> bytes:
    data, offset = constant_outside()
    return data.replace(struct.pack("<Q", offset), struct.pack("<Q", 8))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
