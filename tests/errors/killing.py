"""Saves that are killed at random moments, and what is left of the file."""

from __future__ import annotations

import itertools
import os
import random
import signal
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

import tosa_serializer as ts

MIB = 1 << 20
# A child lives for so many saves at most.
LONGEST_LIFE = 8
# Over which all save that do not save to a file of their own.
OLD_FILE = "graph0.tosa"


@dataclass
class Counts:
    """Of kills, of the files that they left, and of kills that left none."""

    kills: int = 0
    first: int = 0
    second: int = 0
    none: int = 0
    broken: int = 0
    # Temporary files that were left behind, and those of them that are no whole graph.
    litter: int = 0
    broken_litter: int = 0
    # Those that were still there after the next save.
    stale: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{field.name.replace('_', ' ')} {getattr(self, field.name)}" for field in fields(self))


def graph(seed: int, size: int) -> Any:
    serializer = ts.TosaSerializer("")
    values = np.random.default_rng(seed).integers(-128, 128, size, np.int8)
    serializer.addConst([size], ts.DType.INT8, values, name=f"w{seed}")
    return serializer


def save_for_ever(serializers: list[Any], folder: Path, started: int, fresh: bool, sync: bool) -> NoReturn:
    os.write(started, b"x")
    for i in itertools.count():
        path = folder / f"graph{i if fresh else 0}.tosa"
        serializers[i % len(serializers)].saveFileTosaFlatbuffer(str(path), sync=sync)
    raise AssertionError("never comes here")


def start(serializers: list[Any], folder: Path, fresh: bool, sync: bool) -> int:
    """The process id of a child whose first save begins now."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            save_for_ever(serializers, folder, writer, fresh, sync)
        finally:
            os._exit(1)
    os.close(writer)
    begun = os.read(reader, 1)
    os.close(reader)
    if not begun:
        raise RuntimeError("the child that saves did not start")
    return child


def seconds_of_a_save(serializer: Any, path: Path, sync: bool) -> float:
    begin = time.monotonic()
    serializer.saveFileTosaFlatbuffer(str(path), sync=sync)
    return time.monotonic() - begin


def kill_saves(folder: Path, count: int, fresh: bool, sync: bool, seed: int = 0) -> Counts:
    """`fresh`: each save is to a file of its own, else over the one that is there."""
    first, second = graph(1, 3 * MIB), graph(2, 5 * MIB)
    contents = first.serialize(), second.serialize()
    rng = random.Random(seed)
    counts = Counts()
    for _ in range(count):
        seconds = seconds_of_a_save(first, folder / OLD_FILE, sync)
        for entry in litter_in(folder):
            counts.stale += 1
            entry.unlink()
        if fresh:
            (folder / OLD_FILE).unlink()
        child = start([second, first], folder, fresh, sync)
        time.sleep(rng.uniform(0, LONGEST_LIFE * seconds))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            raise RuntimeError(f"the child that saves ended by itself, with status {status}")
        counts.kills += 1
        look_at(folder, contents, counts)
    return counts


def litter_in(folder: Path) -> list[Path]:
    return [entry for entry in folder.iterdir() if entry.suffix != ".tosa"]


def look_at(folder: Path, contents: tuple[bytes, bytes], counts: Counts) -> None:
    """Counts what a killed save left, and removes all but the old file and the litter: those are for the next save."""
    for entry in litter_in(folder):
        counts.litter += 1
        counts.broken_litter += entry.read_bytes() not in contents
    files = list(folder.glob("*.tosa"))
    for file in files:
        found = file.read_bytes()
        if file != folder / OLD_FILE:
            file.unlink()
        if found == contents[0]:
            counts.first += 1
        elif found == contents[1]:
            counts.second += 1
        else:
            counts.broken += 1
    counts.none += not files


def has_nameless_files(folder: Path) -> bool:
    """The file system can hold files without a name, which vanish with their process."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return True
