"""A flatbuffer of some other schema."""

from __future__ import annotations

import sys

from _loading import load

import tosa_serializer as ts


def hostile_file() -> bytes:
    data = ts.TosaSerializer("").serialize()
    return data[:4] + b"EVIL" + data[8:]


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
