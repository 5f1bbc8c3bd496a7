"""A program of others, in a process of its own, reads `.tosa` files.

    python -I -S -B program.py KIND FOLDER...

The folders and the standard library are all that it can import. Jobs come as one JSON document a line, [file, folder
for outputs], and each is answered by one: {"code", "text", "outputs"}. A job runs in a fork: a crash ends only it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

Reader = Callable[[Path, Path], None]
# Threads would not survive the fork.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def vela() -> Reader:
    """Compiles for the largest set of operators, with the core that reads TOSA."""
    from ethosu.vela import vela as program

    def read(file: Path, out: Path) -> None:
        target = ["--accelerator-config=ethos-u85-256", "--output-format=raw", f"--output-dir={out}"]
        sys.exit(program.main([*target, str(file)]))

    return read


def model_explorer() -> Reader:
    """Converts to the JSON text that the explorer shows."""
    from dataclasses import asdict

    from tosa_adapter_model_explorer.main import TosaFlatbufferAdapter

    def read(file: Path, out: Path) -> None:
        graphs = TosaFlatbufferAdapter().convert(str(file), {})["graphs"]
        (out / "graphs.json").write_text(json.dumps([asdict(graph) for graph in graphs], indent=1))

    return read


def reference_model() -> Reader:
    """Computes the graph on inputs that depend on their places and shapes alone."""
    import numpy as np
    import tosa_reference_model
    from tosa.TosaGraph import TosaGraph

    def inputs_of(data: bytes) -> list[Any]:
        block = TosaGraph.GetRootAs(data, 0).Regions(0).Blocks(0)
        tensors = {tensor.Name(): tensor for tensor in map(block.Tensors, range(block.TensorsLength()))}
        inputs = []
        for place in range(block.InputsLength()):
            tensor = tensors[block.Inputs(place)]
            shape = [int(size) for size in tensor.ShapeAsNumpy()] if tensor.ShapeLength() else []
            kind, width = TYPES[tensor.Type()]
            # Small numbers: indices that exist, sums that fit, floats without infinities and NaN.
            values = np.random.default_rng(place).integers(
                0, LIMITS[kind], [math.prod(map(abs, shape)), width], np.uint8
            )
            if kind == "index":
                values[:, 1:] = 0
            inputs.append(values.ravel())
        return inputs

    def read(file: Path, out: Path) -> None:
        data = file.read_bytes()
        outputs, status = tosa_reference_model.run(data, inputs_of(data), verbosity="LOW")
        for place, output in enumerate(outputs):
            (out / f"output-{place}").write_bytes(output.tobytes())
        print(status.name)

    return read


# By DType: what its values are, and bytes of each.
TYPES = {
    1: ("bool", 1),
    3: ("small", 1),
    4: ("small", 2),
    5: ("index", 4),
    7: ("small", 4),
    8: ("small", 2),
    9: ("small", 2),
    11: ("small", 1),
    12: ("small", 1),
}
LIMITS = {"bool": 2, "index": 2, "small": 56}
KINDS: dict[str, Callable[[], Reader]] = {
    "vela": vela,
    "model-explorer": model_explorer,
    "reference-model": reference_model,
}


def contents(folder: Path) -> dict[str, tuple[int, str]]:
    """Size and SHA-256 of each file."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    data = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    return {name: (len(content), hashlib.sha256(content).hexdigest()) for name, content in data.items()}


def in_fork(read: Reader, file: Path, out: Path, log: int) -> int:
    """The exit code, or the signal as a negative number."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            for stream in (1, 2):
                os.dup2(log, stream)
            read(file, out)
            code = 0
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        except BaseException as problem:
            print(f"{type(problem).__name__}: {problem}")
        finally:
            sys.stdout.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def answer(read: Reader, file: Path, out: Path) -> dict[str, Any]:
    out.mkdir(parents=True)
    with tempfile.TemporaryFile() as log:
        code = in_fork(read, file, out, log.fileno())
        log.seek(0)
        text = log.read().decode(errors="replace")
    return {
        "code": code,
        "text": text.replace(str(out), "OUT").replace(str(file), "FILE"),
        "outputs": contents(out),
    }


def main() -> int:
    kind, *folders = sys.argv[1:]
    sys.path[:0] = folders
    os.environ.update(ONE_THREAD)
    read = KINDS[kind]()
    places = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    print(json.dumps(sorted(place for place in places if place)), flush=True)
    for line in sys.stdin:
        file, out = json.loads(line)
        print(json.dumps(answer(read, Path(file), Path(out))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
