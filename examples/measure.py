"""Time and peak memory of building and serializing one graph with one module, each in a fresh process."""

from __future__ import annotations

import hashlib
import time
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.fresh import call, status
from benchmarks.modules import Nothing, module_of
from examples import mobilenet_graph

GRAPHS = {"network": mobilenet_graph.build_mobilenet_v2, "layer": mobilenet_graph.build_one_layer}


@dataclass(frozen=True)
class Measurement:
    """Times are the best of the repeats, the peak is what the first one took above the start, in bytes."""

    operators: int
    tensors: int
    size: int
    sha256: str
    build_seconds: float
    serialize_seconds: float
    peak: int


def serialized(module_name: str, graph: str) -> bytes:
    module = module_of(module_name)
    serializer = module.TosaSerializer("")
    GRAPHS[graph](module, serializer, mobilenet_graph.Parameters())
    return bytes(serializer.serialize())


def measure(module_name: str, graph: str, repeats: int) -> Measurement:
    """In a new interpreter that sees what this one sees."""
    return Measurement(**call("examples.measure:measure_here", module_name, graph, repeats))


def measure_here(module_name: str, graph: str, repeats: int) -> dict[str, Any]:
    module = module_of(module_name)
    parameters = mobilenet_graph.Parameters()
    # The constants are made first, so that the times are the serializer's alone.
    GRAPHS[graph](Nothing(), Nothing(), parameters)
    start = status("VmRSS")
    build_times, serialize_times = [], []
    for repeat in range(repeats):
        begin = time.perf_counter()
        serializer = module.TosaSerializer("")
        GRAPHS[graph](module, serializer, parameters)
        built = time.perf_counter()
        data = serializer.serialize()
        build_times.append(built - begin)
        serialize_times.append(time.perf_counter() - built)
        if repeat == 0:
            peak = status("VmHWM") - start
            block = serializer.currRegion.currBasicBlock
            counts = len(block.operators), len(block.tensors)
            size, digest = len(data), hashlib.sha256(data).hexdigest()
        del serializer, data
    result = Measurement(*counts, size, digest, min(build_times), min(serialize_times), peak)
    return asdict(result)
