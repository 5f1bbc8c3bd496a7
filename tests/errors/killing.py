"""Saves that are killed at random moments, and what is left of the file."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

import tosa_serializer as ts

MIB = 1 << 20
# A child is killed within this time after its first save began: some saves of the graphs below.
LONGEST_LIFE = 0.06


@dataclass
class Counts:
    kills: int = 0
    first: int = 0
    second: int = 0
    none: int = 0
    broken: int = 0
    # Temporary files that were left behind, and those of them that are no whole graph.
    litter: int = 0
    broken_litter: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{field.name.replace('_', ' ')} {getattr(self, field.name)}" for field in fields(self))


def graph(seed: int, size: int) -> Any:
    serializer = ts.TosaSerializer("")
    values = np.random.default_rng(seed).integers(-128, 128, size, np.int8)
    serializer.addConst([size], ts.DType.INT8, values, name=f"w{seed}")
    return serializer


def save_for_ever(serializers: list[Any], path: Path, started: int, fresh: bool, sync: bool) -> NoReturn:
    os.write(started, b"x")
    while True:
        for serializer in serializers:
            serializer.saveFileTosaFlatbuffer(str(path), sync=sync)
            if fresh:
                path.unlink()


def start(serializers: list[Any], path: Path, fresh: bool, sync: bool) -> int:
    """The process id of a child whose first save begins now."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            save_for_ever(serializers, path, writer, fresh, sync)
        finally:
            os._exit(1)
    os.close(writer)
    begun = os.read(reader, 1)
    os.close(reader)
    if not begun:
        raise RuntimeError("the child that saves did not start")
    return child


def moments(count: int, seed: int) -> Iterator[float]:
    rng = random.Random(seed)
    for _ in range(count):
        yield rng.uniform(0, LONGEST_LIFE)


def kill_saves(folder: Path, count: int, fresh: bool, sync: bool, seed: int = 0) -> Counts:
    """`fresh`: the file is removed after each save, so that the next one finds none to replace."""
    serializers = [graph(1, 3 * MIB), graph(2, 5 * MIB)]
    first, second = (serializer.serialize() for serializer in serializers)
    path = folder / "graph.tosa"
    counts = Counts()
    for moment in moments(count, seed):
        if not fresh:
            path.write_bytes(first)
        child = start(serializers, path, fresh, sync)
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise RuntimeError(f"the child that saves ended by itself, with status {status}")
        counts.kills += 1
        look_at(path, first, second, counts)
    return counts


def look_at(path: Path, first: bytes, second: bytes, counts: Counts) -> None:
    """Counts what a killed save left, and removes it."""
    for entry in list(path.parent.iterdir()):
        found = entry.read_bytes()
        entry.unlink()
        if entry != path:
            counts.litter += 1
            counts.broken_litter += found not in (first, second)
        elif found == first:
            counts.first += 1
        elif found == second:
            counts.second += 1
        else:
            counts.broken += 1
    counts.none = counts.kills - counts.first - counts.second - counts.broken


def has_nameless_files(folder: Path) -> bool:
    """The file system can hold files without a name, which vanish with their process."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return True
