"""A constant outside that starts where the file ends: a reader that trusts it reads foreign memory."""

from __future__ import annotations

import struct
import sys

from _loading import constant_outside, load


def hostile_file() -> bytes:
    data, offset = constant_outside()
    return data.replace(struct.pack("<Q", offset), struct.pack("<Q", (len(data) + 7) // 8 * 8))


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
