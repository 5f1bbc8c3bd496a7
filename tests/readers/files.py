"""Files of the recorded graphs, by upstream and by ours."""

from __future__ import annotations

import os
import subprocess
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests import tools
from tests.parity.replay import Trace, recorded_traces, run


@dataclass(frozen=True)
class Graph:
    """One serialize() of a recorded program, with upstream's bytes."""

    number: int
    trace: Trace
    place: int
    data: bytes

    def built_by_ours(self) -> bytes:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return run(self.trace.steps, ours)[self.place]


def recorded_graphs() -> list[Graph]:
    """All 1,037 that the 1,006 programs serialize."""
    found: list[Graph] = []
    for trace in recorded_traces():
        for place, data in enumerate(run(trace.steps, upstream)):
            found.append(Graph(len(found), trace, place, data))
    return found


def loaded(path: Path, **options: Any) -> ours.TosaSerializer:
    serializer = ours.TosaSerializer("", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        serializer.loadTosaFlatbuffer(str(path))
    return serializer


def save_again(path: Path, target: Path, **options: Any) -> Path:
    """Loads a file by ours in strict mode and saves the graph."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded(path, **options).saveFileTosaFlatbuffer(str(target))
    return target


def written(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def by_flatc(path: Path, folder: Path) -> Path:
    """The same graph as flatc lays it out: other bytes for the same JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    text = folder / path.with_suffix(".json").name
    text.write_bytes(tools.json_of(path, folder))
    subprocess.run([tools.flatc(), "--binary", "-o", folder, tools.schema(), text], check=True, capture_output=True)
    return folder / path.name


def kinds_in(path: Path) -> set[Any]:
    """The operators, the types of what they take first, and whether a dimension is unknown."""
    kinds: set[Any] = set()
    for block in (block for region in loaded(path).regions for block in region.basicBlocks):
        tensors = {name: block.tensors[name] for name in block.tensors}
        for operator in block.operators:
            first = tensors.get(next(iter(operator.inputs), ""))
            kinds |= {operator.op.name, first and first.dtype.name}
        kinds |= {"unknown" for tensor in tensors.values() if -1 in tensor.shape}
    return kinds


def sample(graphs: list[Graph], folder: Path) -> list[Graph]:
    """A few graphs that hold each kind that is in any of them; all of them where TOSA_READERS=every."""
    if os.environ.get("TOSA_READERS") == "every":
        return graphs
    kinds = [kinds_in(written(folder / f"{graph.number}.tosa", graph.data)) for graph in graphs]
    left = set().union(*kinds)
    chosen: list[Graph] = []
    while left:
        chosen.append(max(graphs, key=lambda graph: len(kinds[graph.number] & left)))
        left -= kinds[chosen[-1].number]
    return chosen
