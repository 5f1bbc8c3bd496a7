"""The measured steps. Each function runs in a process of its own, and repeats its steps there."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from benchmarks import llama
from benchmarks.meter import Meter
from benchmarks.modules import OURS, PURE_PYTHON, module_of

ARRAYS = 64
ABOVE_CAP_ARRAY = 16 << 20
# The largest flatbuffer; constants beyond it lie behind it.
CAP = 2**31 - 1


class Run:
    """One process's module, size and meter."""

    def __init__(self, module_name: str, size: int, shrink: int, meter: Meter) -> None:
        self.module = module_of(module_name)
        self.is_pure = module_name == PURE_PYTHON
        self.is_ours = module_name == OURS
        self.size = size
        self.shrink = shrink
        self.meter = meter

    def serializer(self) -> Any:
        return self.module.TosaSerializer("")

    def loops(self) -> range:
        return range(self.meter.loops)

    def save(self, serializer: Any, path: Path, sync: bool = True) -> None:
        """Only ours can sync. The pure-Python one leaves the writing to its client."""
        if self.is_pure:
            path.write_bytes(serializer.serialize())
            return
        options = {} if sync or not self.is_ours else {"sync": False}
        if int(serializer.saveFileTosaFlatbuffer(str(path), **options)) != 0:
            raise RuntimeError(f"saving {path} failed")

    def load(self, path: Path) -> None:
        loaded = self.serializer()
        with self.meter.step("load", kept=True):
            is_loaded = loaded.loadTosaFlatbuffer(str(path))
        if not is_loaded:
            raise RuntimeError(f"loading {path} failed")


def random_bytes(size: int) -> np.ndarray:
    return np.random.default_rng(1).integers(-128, 128, size, np.int8)


def add_constants(run: Run, serializer: Any, arrays: list[np.ndarray], names: list[str]) -> None:
    dtype = run.module.DType.INT8
    for array, name in zip(arrays, names, strict=True):
        serializer.addConst(list(array.shape), dtype, array, name=name)


def distinct_arrays(size: int) -> tuple[np.ndarray, list[np.ndarray], list[str]]:
    """One array of all bytes, and its rows: one for each constant."""
    whole = random_bytes(max(1, size // ARRAYS) * ARRAYS).reshape(ARRAYS, -1)
    return whole, list(whole), [f"weight_{i}" for i in range(ARRAYS)]


def constants_serialize(run: Run) -> None:
    whole, arrays, names = distinct_arrays(run.size)
    run.meter.inputs_are_ready(whole.nbytes, whole.nbytes)
    for _ in run.loops():
        serializer = run.serializer()
        with run.meter.step("add"):
            add_constants(run, serializer, arrays, names)
        with run.meter.step("serialize"):
            data = serializer.serialize()
        run.meter.note(data)
        del serializer, data
        with run.meter.step("tobytes", unit="ms, reference"):
            copy = whole.tobytes()
        del copy
    run.meter.quotient(run.meter.total("add", "serialize"), "tobytes")


def constants_save(run: Run) -> None:
    whole, arrays, names = distinct_arrays(run.size)
    run.meter.inputs_are_ready(whole.nbytes, whole.nbytes)
    build_save_load(run, "add", lambda serializer: add_constants(run, serializer, arrays, names))
    run.meter.forget("add")


def build_save_load(run: Run, step: str, build: Callable[[Any], None], **options: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved.tosa"
        for _ in run.loops():
            serializer = run.module.TosaSerializer("", **options)
            with run.meter.step(step):
                build(serializer)
            # Replacing a file would also pay for freeing the old one.
            path.unlink(missing_ok=True)
            with run.meter.step("save"):
                run.save(serializer, path)
            if not run.is_pure:
                path.unlink()
                with run.meter.step("save without sync"):
                    run.save(serializer, path, sync=False)
            # What was saved is not part of what loading keeps.
            del serializer
            if not run.is_pure:
                run.load(path)
    run.meter.total(step, "save")


def above_cap(run: Run) -> None:
    array = random_bytes(max(1, ABOVE_CAP_ARRAY // run.shrink))
    count = max(2, run.size // array.nbytes)
    run.meter.inputs_are_ready(count * array.nbytes, count * array.nbytes)
    names = [f"weight_{i}" for i in range(count)]
    options = {} if run.shrink == 1 else {"fb_size_cap": CAP // run.shrink}
    build_save_load(run, "add", lambda serializer: add_constants(run, serializer, [array] * count, names), **options)


def llama_serialize(run: Run) -> None:
    shape = llama.Shape().divided(run.size)
    weights = llama.Weights(shape)
    run.meter.inputs_are_ready(weights.size, weights.size)
    for _ in run.loops():
        serializer = run.serializer()
        with run.meter.step("build"):
            llama.build(run.module, serializer, shape, weights)
        with run.meter.step("serialize"):
            data = serializer.serialize()
        run.meter.note(data)
        del serializer, data
    run.meter.total("build", "serialize")


def llama_save(run: Run) -> None:
    shape = llama.Shape().divided(run.size)
    weights = llama.Weights(shape)
    run.meter.inputs_are_ready(weights.size, weights.size)
    build_save_load(run, "build", lambda serializer: llama.build(run.module, serializer, shape, weights))
    run.meter.forget("build")


def operators_intermediate(run: Run) -> None:
    module = run.module
    run.meter.inputs_are_ready(run.size)
    for _ in run.loops():
        serializer = run.serializer()
        previous = serializer.addPlaceholder([1, 16], module.DType.INT8, None).name
        with run.meter.step("build, addIntermediate"):
            for _ in range(run.size):
                tensor = serializer.addIntermediate([1, 16], module.DType.INT8)
                attribute = module.TosaSerializerAttribute()
                attribute.AddAttribute()
                serializer.addOperator(module.Op.ADD, [previous, previous], [tensor.name], attribute)
                previous = tensor.name
        with run.meter.step("serialize, addIntermediate"):
            data = serializer.serialize()
        run.meter.note(data)
        with run.meter.step("serialize again, addIntermediate"):
            data = serializer.serialize()


def operators_block(run: Run) -> None:
    """As ExecuTorch does, with a location for each operator."""
    module = run.module
    location = str if run.is_pure else module.TosaOpLocation
    names = [f"tosa_add_default_{i}" for i in range(run.size)]
    run.meter.inputs_are_ready(run.size)
    for _ in run.loops():
        serializer = run.serializer()
        previous = serializer.addPlaceholder([1, 16], module.DType.INT8, None).name
        with run.meter.step("build, block's addTensor with location"):
            for name in names:
                serializer.currRegion.currBasicBlock.addTensor(name, [1, 16], module.DType.INT8)
                attribute = module.TosaSerializerAttribute()
                attribute.AddAttribute()
                serializer.addOperator(
                    module.Op.ADD,
                    inputs=[previous, previous],
                    outputs=[name],
                    attributes=attribute,
                    location=location("model.py:120"),
                )
                previous = name
        with run.meter.step("serialize, block's addTensor with location"):
            data = serializer.serialize()
        run.meter.note(data)
        with run.meter.step("serialize again, block's addTensor with location"):
            data = serializer.serialize()


def small_constants(run: Run) -> None:
    arrays = list(np.random.default_rng(1).integers(-999, 999, (run.size, 16), np.int32))
    names = [f"constant_{i}" for i in range(run.size)]
    dtype = run.module.DType.INT32
    run.meter.inputs_are_ready(run.size)
    for _ in run.loops():
        serializer = run.serializer()
        with run.meter.step("add"):
            for array, name in zip(arrays, names, strict=True):
                serializer.addConst([16], dtype, array, name=name)
        with run.meter.step("serialize"):
            data = serializer.serialize()
        run.meter.note(data)


def values_to_pack(dtype: str, count: int) -> np.ndarray:
    random = np.random.default_rng(1)
    if dtype.startswith("INT"):
        bits = min(48, int(dtype.removeprefix("INT")))
        # INT4 is symmetric.
        return random.integers(1 - 2 ** (bits - 1), 2 ** (bits - 1), count, np.int64)
    if dtype == "BOOL":
        return random.integers(0, 2, count).astype(np.bool_)
    return random.uniform(-2, 2, count).astype(np.float32)


def packing(run: Run, dtype: str) -> None:
    values = values_to_pack(dtype, run.size)
    kind = getattr(run.module.DType, dtype)
    run.meter.inputs_are_ready(run.size)
    for _ in run.loops():
        serializer = run.serializer()
        with run.meter.step(f"addConst {dtype}"):
            if run.is_pure:
                pack_in_python(run, serializer, kind, values)
            else:
                serializer.addConst([run.size], kind, values, name="constant")


def pack_in_python(run: Run, serializer: Any, kind: Any, values: np.ndarray) -> None:
    """The pure-Python one packs when it serializes, and takes FP8E5M2 only as bytes."""
    if kind == run.module.DType.FP8E5M2:
        values = values.astype(ml_dtypes.float8_e5m2).view(np.uint8)
    tensor = serializer.addConst([run.size], kind, values, name="constant")
    run.module.TosaSerializer.convertDataToUint8Vec(kind, tensor.data)


PARTS = {
    function.__name__: function
    for function in (
        constants_serialize,
        constants_save,
        above_cap,
        llama_serialize,
        llama_save,
        operators_intermediate,
        operators_block,
        small_constants,
        packing,
    )
}


def measure(part: str, module_name: str, size: int, loops: int, shrink: int, pages: float) -> dict[str, Any]:
    """Run "name" or "name:variant" in this process."""
    meter = Meter(loops, pages)
    run = Run(module_name, size, shrink, meter)
    name, _, variant = part.partition(":")
    PARTS[name](run, *([variant] if variant else []))
    return meter.as_json()
