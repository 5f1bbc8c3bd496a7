"""Time and peak memory of building and serializing one graph with one module, each in a fresh process."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from examples import mobilenet_graph

OURS = "tosa_serializer"
UPSTREAM = "tosa_tools_upstream"
PURE_PYTHON = "serializer.tosa_serializer"

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


class Nothing:
    """A module, and every object of it, that takes each call and does nothing."""

    def __getattr__(self, name: str) -> Nothing:
        return self

    def __call__(self, *arguments: Any, **named: Any) -> Nothing:
        return self


def module_of(name: str) -> Any:
    """The module; the pure-Python one lacks an enum that the vendored flatc classes have."""
    module = importlib.import_module(name)
    if name != PURE_PYTHON:
        return module
    modes = importlib.import_module("tosa.RoundingMode").RoundingMode
    return SimpleNamespace(**vars(module), RoundingMode=modes)


def serialized(module_name: str, graph: str) -> bytes:
    module = module_of(module_name)
    serializer = module.TosaSerializer("")
    GRAPHS[graph](module, serializer, mobilenet_graph.Parameters())
    return bytes(serializer.serialize())


def measure(module_name: str, graph: str, repeats: int) -> Measurement:
    """In a new interpreter that sees what this one sees."""
    # The first entry is the caller's folder, where a checkout has the sources without the extension.
    code = "import sys; del sys.path[0]; from examples.measure import main; main(*sys.argv[1:])"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-s", "-S", "-c", code, module_name, graph, str(repeats)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(f"measuring {graph} with {module_name} failed:\n{run.stderr}")
    return Measurement(**json.loads(run.stdout.splitlines()[-1]))


def main(module_name: str, graph: str, repeats: str) -> None:
    module = module_of(module_name)
    parameters = mobilenet_graph.Parameters()
    # The constants are made first, so that the times are the serializer's alone.
    GRAPHS[graph](Nothing(), Nothing(), parameters)
    start = _status("VmRSS")
    build_times, serialize_times = [], []
    for repeat in range(int(repeats)):
        begin = time.perf_counter()
        serializer = module.TosaSerializer("")
        GRAPHS[graph](module, serializer, parameters)
        built = time.perf_counter()
        data = serializer.serialize()
        build_times.append(built - begin)
        serialize_times.append(time.perf_counter() - built)
        if repeat == 0:
            peak = _status("VmHWM") - start
            block = serializer.currRegion.currBasicBlock
            counts = len(block.operators), len(block.tensors)
            size, digest = len(data), hashlib.sha256(data).hexdigest()
        del serializer, data
    result = Measurement(*counts, size, digest, min(build_times), min(serialize_times), peak)
    print(json.dumps(asdict(result)))


def _status(field: str) -> int:
    """A size of this process in bytes, as the kernel counts it."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    raise LookupError(f"/proc/self/status has no {field}")
