"""A file of a version to come, whose meaning nobody knows yet."""

from __future__ import annotations

import sys

from _loading import load

import tosa_serializer as ts


def hostile_file() -> bytes:
    return ts.TosaSerializer("", ts.ConstMode.EMBED, 9, 0).serialize()


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
