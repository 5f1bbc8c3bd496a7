"""Python code that runs in the middle of a call, and changes what the call looks at."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tosa_serializer as ts
from tests.tools import python


@contextmanager
def at_next_collection(action: Callable[[], Any]) -> Iterator[None]:
    """Python 3.10 and 3.11 may collect when a list is made."""

    def hear(phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            gc.callbacks.remove(hear)
            action()

    gc.disable()
    # Empties the list of free lists, so that the next one is allocated.
    kept: list[list[Any]] = [[] for _ in range(300)]
    threshold = gc.get_threshold()
    gc.callbacks.append(hear)
    gc.set_threshold(1)
    gc.enable()
    try:
        yield
    finally:
        gc.set_threshold(*threshold)
        if hear in gc.callbacks:
            gc.callbacks.remove(hear)
        kept.clear()


def test_values_that_are_replaced_while_they_are_read() -> None:
    tensor = ts.TosaSerializerTensor("t", [2 << 20], ts.DType.INT8, np.ones(2 << 20, np.int8))
    with at_next_collection(lambda: setattr(tensor, "data", None)):
        values = tensor.data
    assert sum(values) in (0, 2 << 20)


def test_a_shape_that_grows_while_it_is_read() -> None:
    tensor = ts.TosaSerializerTensor("t", [1], ts.DType.INT8)
    with at_next_collection(lambda: setattr(tensor, "shape", [7] * 200_000)):
        shape = tensor.shape
    assert shape in ([1], [7] * 200_000)


def test_operators_that_are_added_while_they_are_listed() -> None:
    block = ts.TosaSerializer("").currRegion.currBasicBlock

    def add() -> None:
        attribute = ts.TosaSerializerAttribute()
        attribute.AbsAttribute()
        for _ in range(2000):
            block.addOperator(ts.Op.ABS, ["x"], ["y"], attribute)

    with at_next_collection(add):
        operators = block.operators
    assert len(operators) in (0, 2000)
    assert len(block.operators) in (0, 2000)


def test_a_view_of_values_that_are_replaced_meanwhile() -> None:
    tensor = ts.TosaSerializerTensor("t", [1 << 20], ts.DType.BF16, np.ones(1 << 20, np.float32))
    with at_next_collection(lambda: setattr(tensor, "data", np.full(1 << 20, 2, np.float32))):
        view = tensor.data_view
    tensor.data = None
    assert set(np.unique(view.astype(np.float32))) in ({1.0}, {2.0})


def test_a_warning_cannot_change_what_was_checked() -> None:
    serializer = ts.TosaSerializer("")
    long = ts.TosaSerializerTensor("long", [2], ts.DType.INT8, [1, 2])
    other = ts.TosaSerializerTensor("other", [2], ts.DType.INT8, [3, 4])
    for tensor in (long, other):
        serializer.addInputTensor(tensor)
    tensors = serializer.currRegion.currBasicBlock.tensors
    good = serializer.serialize()
    tensors["long"].data = [1, 2, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = lambda *_, **__: setattr(tensors["other"], "data", [])
        result = serializer.serialize()
    # The value that was checked, not what the warning's hearer made of it.
    assert b"\3\4" in good and b"\3\4" in result


class Disobedient(np.ndarray):  # type: ignore[misc]
    """A cast of it is what `answer` says."""

    answer: Any = 42

    def astype(self, *_: Any, **__: Any) -> Any:
        return self.answer


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("answer", [42, np.zeros(3, np.int8)], ids=["no_array", "another_array"])
def test_an_array_whose_cast_gives_something_else_is_refused(answer: Any, strict: bool) -> None:
    array = np.arange(4.0).view(Disobedient)
    array.answer = answer
    with pytest.raises(TypeError, match=r"ndarray|astype"):
        ts.TosaSerializer("", strict=strict).addConst([4], ts.DType.FP32, array)


def test_a_function_of_the_module_tells_of_itself() -> None:
    descriptor = ts.dtype_str_to_val.__self__  # type: ignore[attr-defined]
    assert "dtype_str_to_val" in repr(descriptor) and descriptor.__qualname__ == "dtype_str_to_val"
    assert descriptor.__objclass__ is None


DAEMONS = """
import threading, time, numpy as np, tosa_serializer as ts
serializer = ts.TosaSerializer("")
for i in range(8):
    serializer.addConst([8 << 20], ts.DType.INT8, np.ones(8 << 20, np.int8))
def run():
    while True:
        serializer.serialize()
threading.Thread(target=run, daemon=True).start()
time.sleep(0.3)
"""


def test_the_interpreter_ends_while_a_daemon_thread_serializes(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(DAEMONS)
    done = [python(str(tmp_path / "program.py")) for _ in range(5)]
    assert [(one.returncode, one.stderr) for one in done] == [(0, "")] * 5
