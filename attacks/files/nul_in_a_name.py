"""Two names that differ behind a NUL: a reader that ends there takes one tensor for the other."""

from __future__ import annotations

import sys

from _loading import load

import tosa_serializer as ts


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    serializer.addConst([1], ts.DType.INT8, [1], name="w_good")
    serializer.addConst([1], ts.DType.INT8, [2], name="w_evil")
    return serializer.serialize().replace(b"w_good", b"w\0good").replace(b"w_evil", b"w\0evil")


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
