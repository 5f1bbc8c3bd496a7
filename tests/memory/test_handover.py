"""A large serialize hands the constants over to the bytes it returns: they are there once, and nothing shows."""

from __future__ import annotations

import gc
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.tools import MODE, python

MIB = 1 << 20
CAPS = {"embedded": 2**31 - 1, "outside": 0}


def values(seed: int, size: int = 3 * MIB) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).integers(-128, 128, size, np.int8)


def filled(module: Any, cap: int = CAPS["embedded"], count: int = 3, **options: Any) -> tuple[Any, list[Any]]:
    serializer = module.TosaSerializer("", fb_size_cap=cap, **options)
    return serializer, [serializer.addConst([3 * MIB], module.DType.INT8, values(i), f"w{i}") for i in range(count)]


@pytest.mark.parametrize("cap", CAPS.values(), ids=list(CAPS))
def test_bytes_and_values_stay_what_they_were(cap: int) -> None:
    serializer, tensors = filled(ours, cap)
    before = [tensor.data_view for tensor in tensors]
    first = serializer.serialize()
    after = [tensor.data_view for tensor in tensors]
    second = serializer.serialize()
    expected = upstream_bytes(cap)
    assert first == expected and second == expected
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        assert np.array_equal(old, values(i)) and np.array_equal(new, values(i))


def upstream_bytes(cap: int) -> bytes:
    return bytes(filled(upstream, cap)[0].serialize())


def test_constants_point_into_the_result() -> None:
    serializer, tensors = filled(ours)
    result = serializer.serialize()
    region = np.frombuffer(result, np.int8)
    assert all(np.shares_memory(tensor.data_view, region) for tensor in tensors)


def test_values_outlive_the_result_and_the_serializer() -> None:
    serializer, tensors = filled(ours)
    serializer.serialize()
    view = tensors[1].data_view
    del serializer, tensors
    gc.collect()
    assert np.array_equal(view, values(1))


def test_new_values_after_a_serialize_reach_the_next() -> None:
    serializer, tensors = filled(ours)
    first = serializer.serialize()
    kept = bytes(memoryview(first))
    tensors[0].data = values(9)
    second = serializer.serialize()
    assert first == kept
    assert np.array_equal(tensors[0].data_view, values(9))
    assert second.count(values(9).tobytes()) == 1 and second.count(values(0).tobytes()) == 0


def test_save_after_a_serialize_writes_the_same(tmp_path: Path) -> None:
    serializer, _ = filled(ours)
    result = serializer.serialize()
    serializer.saveFileTosaFlatbuffer(str(tmp_path / "w.tosa"))
    assert (tmp_path / "w.tosa").read_bytes() == result


def test_a_tensor_of_two_serializers() -> None:
    tensor = ours.TosaSerializerTensor("x", [3 * MIB], ours.DType.INT8, values(5))
    both = [ours.TosaSerializer(""), ours.TosaSerializer("")]
    for serializer in both:
        serializer.addInputTensor(tensor)
        filling = serializer.addConst([3 * MIB], ours.DType.INT8, values(6))
        assert filling is not None
    first, second = (serializer.serialize() for serializer in both)
    assert first == second
    assert np.array_equal(tensor.data_view, values(5))


def test_threads_serialize_one_graph_at_once() -> None:
    serializer, tensors = filled(ours, count=6)
    expected = serializer.serialize()
    results: list[bytes] = []
    seen: list[bool] = []

    def serialize() -> None:
        results.append(serializer.serialize())

    def look() -> None:
        for _ in range(20):
            seen.extend(np.array_equal(tensor.data_view[:64], values(i)[:64]) for i, tensor in enumerate(tensors))

    threads = [threading.Thread(target=job) for job in (serialize, look, serialize, look)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected, expected] and all(seen) and len(seen) == 240


PEAK = """
import numpy as np, tosa_serializer as ts
def status(key):
    line = next(line for line in open("/proc/self/status") if line.startswith(key))
    return int(line.split()[1]) * 1024
values = np.ones(8 << 20, np.int8)
serializer = ts.TosaSerializer("")
open("/proc/self/clear_refs", "w").write("5")
before = status("VmRSS")
for i in range(32):
    serializer.addConst([8 << 20], ts.DType.INT8, values, f"w{i}")
result = serializer.serialize()
assert len(result) > 256 << 20
print((status("VmHWM") - before) / (256 << 20))
"""

LOADED = """
import sys, tosa_serializer as ts
def anonymous():
    line = next(line for line in open("/proc/self/status") if line.startswith("RssAnon"))
    return int(line.split()[1]) * 1024
serializer = ts.TosaSerializer("")
before = anonymous()
assert serializer.loadTosaFlatbuffer(sys.argv[1])
serializer.serialize()
print((anonymous() - before) / (1 << 20))
"""


def printed_number(folder: Path, program: str, *arguments: str) -> float:
    # Out of a file: `-c` would import from the current directory first.
    (folder / "program.py").write_text(program)
    done = python(str(folder / "program.py"), *arguments)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def test_peak_of_add_and_serialize_is_the_data_and_little_more(tmp_path: Path) -> None:
    # One copy of the data is the least; two would be 2.
    assert printed_number(tmp_path, PEAK) < 1.4


@pytest.mark.skipif(MODE == "asan", reason="ASan keeps freed memory for a while")
def test_constants_of_a_mapped_file_stay_in_the_file(tmp_path: Path) -> None:
    serializer, _ = filled(ours, count=10)
    serializer.saveFileTosaFlatbuffer(str(tmp_path / "w.tosa"))
    # 30 MiB of constants: the result is dropped, and the tensors must not keep it.
    assert printed_number(tmp_path, LOADED, str(tmp_path / "w.tosa")) < 12
