"""What is asked of each reader."""

from __future__ import annotations

import signal
from pathlib import Path

import tosa_tools_upstream as upstream

from tests.parity.replay import run
from tests.readers.files import Graph, by_flatc, loaded, save_again, written
from tests.readers.reading import Answer, read

# Two of 1,037 files, other ones in each run, with upstream's bytes as with ours.
CRASHES_AT_RANDOM = "vela-4.4.1"
TRIES = 4


def ask_again(reader: str, files: list[Path], answers: list[Answer], out: Path) -> None:
    """Replaces the answers that were crashes by what comes of another try, if one of a few comes to an end."""
    for attempt in range(TRIES):
        places = [place for place, answer in enumerate(answers) if answer.code == -signal.SIGSEGV]
        if not places:
            return
        again = read(reader, [files[place] for place in places], out / f"again-{attempt}")
        for place, answer in zip(places, again, strict=True):
            answers[place] = answer


def differences(reader: str, left: list[Path], right: list[Path], out: Path) -> tuple[list[Answer], list[str]]:
    """The reader's answers to the files on the left, and where those on the right are answered otherwise."""
    found = read(reader, left, out / "left")
    others = read(reader, right, out / "right")
    if reader == CRASHES_AT_RANDOM:
        ask_again(reader, left, found, out / "left")
        ask_again(reader, right, others, out / "right")
    return found, [
        f"{one.name}: {answer} and {other}"
        for one, answer, other in zip(left, found, others, strict=True)
        if answer != other
    ]


def saved_by_ours(reader: str, graphs: list[Graph], folder: Path) -> tuple[list[Answer], list[str]]:
    """Upstream's files beside ours: each loaded and saved, and each built by ours, where that has other bytes."""
    left, right = [], []
    for graph in graphs:
        theirs = written(folder / f"upstream/{graph.number}.tosa", graph.data)
        again = save_again(theirs, folder / f"saved/{graph.number}.tosa")
        left.append(theirs)
        right.append(again)
        built = graph.built_by_ours()
        if built != again.read_bytes():
            left.append(theirs)
            right.append(written(folder / f"built/{graph.number}.tosa", built))
    return differences(reader, left, right, folder)


def of_another_writer(reader: str, graphs: list[Graph], folder: Path) -> tuple[list[Answer], list[str]]:
    """Files of flatc, which lays the same graph out in other bytes, beside what ours saves after loading them."""
    left, right = [], []
    for graph in graphs:
        theirs = written(folder / f"upstream/{graph.number}.tosa", graph.data)
        other = by_flatc(theirs, folder / "flatc")
        again = save_again(other, folder / f"saved/{graph.number}.tosa")
        if other.read_bytes() == again.read_bytes():
            raise AssertionError(f"graph {graph.number}: flatc and ours write the same bytes, which compares nothing")
        left.append(other)
        right.append(again)
    return differences(reader, left, right, folder)


def with_another_value(reader: str, graphs: list[Graph], folder: Path) -> list[str]:
    """How the answer changes with one bit of the largest constant of a convolution."""
    graph = next(graph for graph in graphs if "conv2d" in graph.trace.ident and "INT" in graph.trace.ident)
    path = written(folder / "as-it-was.tosa", graph.data)
    block = loaded(path).currRegion.basicBlocks[0]
    constants = [bytes(block.tensors[name].data_view) for name in block.tensors]
    data = bytearray(graph.data)
    data[graph.data.index(max(constants, key=len))] ^= 1
    return differences(reader, [path], [written(folder / "changed.tosa", bytes(data))], folder)[1]


def outside(graph: Graph, folder: Path) -> tuple[Path, Path]:
    """The file as usual, and as it is above the cap: upstream's bytes, which ours loads and saves again."""
    inside = written(folder / f"inside/{graph.number}.tosa", graph.data)
    data = run(graph.trace.steps, upstream, fb_size_cap=0)[graph.place]
    theirs = written(folder / f"theirs/{graph.number}.tosa", data)
    again = save_again(theirs, folder / f"outside/{graph.number}.tosa", fb_size_cap=0)
    if again.read_bytes() != data:
        raise AssertionError(f"graph {graph.number}: ours does not save upstream's bytes above the cap")
    return inside, again
