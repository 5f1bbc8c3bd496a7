"""Build, save, load and evaluate the whole int8 MobileNetV2, and compare with upstream's serializers.

Exits with 1 if bytes or results differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import tosa_reference_model

import tosa_serializer as ts
from benchmarks.modules import OURS, PURE_PYTHON, UPSTREAM
from examples.measure import Measurement, measure, serialized
from examples.mobilenet_graph import CLASSES, IMAGE_SIZE, Parameters, build_mobilenet_v2

# The pure-Python serializer takes seconds.
REPEATS = {OURS: 5, UPSTREAM: 5, PURE_PYTHON: 1}
COLUMNS = ("graph", "module", "operators", "tensors", "bytes", "build", "serialize", "peak memory", "same bytes")


def evaluate(data: bytes, values: np.ndarray) -> np.ndarray:
    """What the reference model computes; raises if it finds the graph wrong."""
    (result,), status = tosa_reference_model.run(data, [values])
    if status != tosa_reference_model.GraphStatus.TOSA_VALID:
        raise RuntimeError(f"the reference model says {status.name}")
    return np.asarray(result).view(np.int8).ravel()


def save_and_load(path: Path) -> tuple[bytes, bytes]:
    """Bytes of the file, and of the graph that was loaded from it."""
    serializer = ts.TosaSerializer("")
    build_mobilenet_v2(ts, serializer, Parameters())
    serializer.saveFileTosaFlatbuffer(str(path))
    loaded = ts.TosaSerializer("")
    loaded.loadTosaFlatbuffer(str(path))
    return path.read_bytes(), loaded.serialize()


def row(graph: str, module: str, found: Measurement, reference: Measurement) -> list[str]:
    same = "yes" if found.sha256 == reference.sha256 else "no"
    return [
        graph,
        module,
        f"{found.operators:,}",
        f"{found.tensors:,}",
        f"{found.size:,}",
        f"{found.build_seconds * 1000:,.1f} ms",
        f"{found.serialize_seconds * 1000:,.1f} ms",
        f"{found.peak / 2**20:,.1f} MiB",
        same,
    ]


def print_table(rows: list[list[str]]) -> None:
    widths = [max(len(line[i]) for line in [list(COLUMNS), *rows]) for i in range(len(COLUMNS))]
    for line in [list(COLUMNS), ["-" * width for width in widths], *rows]:
        cells = [
            text.ljust(width) if i < 2 else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="where to keep the .tosa file (default: nowhere)")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        saved, reloaded = save_and_load(options.out or Path(folder) / "mobilenet_v2.tosa")
    image = np.random.default_rng(1).integers(-128, 128, (1, IMAGE_SIZE, IMAGE_SIZE, 3), np.int8)
    features = np.random.default_rng(1).integers(-128, 128, (1, 7, 7, 320), np.int8)

    begin = time.perf_counter()
    logits = evaluate(saved, image)
    seconds = time.perf_counter() - begin
    checks = {
        "the loaded graph serializes to the saved bytes": reloaded == saved,
        "ours and upstream's module write the same bytes": saved == serialized(UPSTREAM, "network"),
        "ours and upstream's bytes evaluate to the same logits": np.array_equal(
            logits, evaluate(serialized(UPSTREAM, "network"), image)
        ),
        "one layer: ours and the pure-Python serializer's bytes evaluate to the same values": np.array_equal(
            evaluate(serialized(OURS, "layer"), features), evaluate(serialized(PURE_PYTHON, "layer"), features)
        ),
        f"the {CLASSES} logits are not all alike": len(logits) == CLASSES and logits.std() > 10,
    }

    rows = []
    for graph, modules in (("MobileNetV2", (OURS, UPSTREAM)), ("one layer", (OURS, UPSTREAM, PURE_PYTHON))):
        key = "network" if graph == "MobileNetV2" else "layer"
        found = {module: measure(module, key, REPEATS[module]) for module in modules}
        rows += [row(graph, module, found[module], found[OURS]) for module in modules]
    print(f"int8 MobileNetV2, {IMAGE_SIZE} x {IMAGE_SIZE}; times are the best of several; same bytes: as {OURS}\n")
    print_table(rows)
    print(f"\nthe reference model took {seconds:.1f} s; class {logits.argmax()} has the largest logit, {logits.max()}")
    for text, passed in checks.items():
        print(f"{'ok  ' if passed else 'FAIL'}  {text}")
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
