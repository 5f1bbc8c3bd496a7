"""Threads that share a serializer: every call is done whole or raises, and the process lives."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tosa_serializer as ours

ROUNDS = 30
# So large that conversions and copies let the other threads run.
LARGE = np.arange(1 << 18, dtype=np.int32)


def run_together(*bodies: Callable[[], None]) -> list[Exception]:
    """Starts all at once; returns what they raised."""
    raised: list[Exception] = []
    gate = threading.Barrier(len(bodies))

    def guarded(body: Callable[[], None]) -> None:
        gate.wait()
        try:
            body()
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=guarded, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def add_some(serializer: Any, prefix: str) -> None:
    block = serializer.currRegion.currBasicBlock
    for i in range(ROUNDS):
        serializer.addConst([1 << 18], ours.DType.INT32, LARGE, name=f"{prefix}{i}")
        serializer.addConst([1 << 18], ours.DType.INT8, LARGE % 100)
        out = serializer.addIntermediate([1 << 18], ours.DType.INT32)
        attribute = ours.TosaSerializerAttribute()
        attribute.AbsAttribute()
        block.addOperator(ours.Op.ABS, [f"{prefix}{i}"], [out.name], attribute)


@pytest.mark.parametrize("strict", [True, False])
def test_two_threads_that_add_lose_nothing(strict: bool) -> None:
    serializer = ours.TosaSerializer("", strict=strict)

    raised = run_together(lambda: add_some(serializer, "a"), lambda: add_some(serializer, "b"))

    assert raised == []
    block = serializer.currRegion.currBasicBlock
    names = block.tensors.keys()
    assert len(set(names)) == len(names) == 2 * 3 * ROUNDS
    assert {f"const-{i}" for i in range(2 * ROUNDS)} < set(names)
    assert len(block.operators) == 2 * 3 * ROUNDS
    assert serializer.serialize() == serializer.serialize()


def test_two_threads_that_add_the_same_names_have_one_winner_each() -> None:
    serializer = ours.TosaSerializer("")
    outcomes: list[str] = []

    def add() -> None:
        for i in range(ROUNDS):
            try:
                serializer.addConst([1 << 18], ours.DType.INT32, LARGE, name=f"w{i}")
                outcomes.append("added")
            except ValueError as error:
                assert f"'w{i}'" in str(error)
                outcomes.append("refused")

    assert run_together(add, add) == []

    assert sorted(outcomes) == ["added"] * ROUNDS + ["refused"] * ROUNDS
    block = serializer.currRegion.currBasicBlock
    assert len(block.operators) == len(block.tensors) == ROUNDS
    serializer.serialize()


def test_warning_in_one_thread_does_not_let_a_second_tensor_of_the_name_in() -> None:
    serializer = ours.TosaSerializer("")
    block = serializer.currRegion.currBasicBlock

    def add_it_too(*_: Any, **__: Any) -> None:
        block.addTensor("w", [1], ours.DType.INT8)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warnings.showwarning", add_it_too)
        with pytest.raises(ValueError, match=r"'w'.*already"):
            serializer.addConst([1], ours.DType.INT8, [1, 2], name="w")

    assert block.tensors.keys() == ["w"]
    assert block.operators == []
    serializer.serialize()


def test_threads_that_add_write_save_and_load_never_crash(tmp_path: Path) -> None:
    source = ours.TosaSerializer("")
    add_some(source, "s")
    source.saveFileTosaFlatbuffer(str(tmp_path / "source.tosa"))
    serializer = ours.TosaSerializer("")

    def add() -> None:
        for i in range(ROUNDS):
            serializer.addBasicBlock(f"more{i}")
            # A load may take the block away in between.
            with contextlib.suppress(RuntimeError):
                serializer.addConst([1 << 18], ours.DType.INT32, LARGE, name=f"w{i}")

    def write() -> None:
        for _ in range(ROUNDS):
            data = serializer.serialize()
            assert data[4:8] == b"TOSA"

    def save() -> None:
        for i in range(ROUNDS):
            path = tmp_path / f"{i}.tosa"
            serializer.saveFileTosaFlatbuffer(str(path), sync=False)
            assert ours.TosaSerializer("").loadTosaFlatbuffer(str(path))

    def load() -> None:
        for _ in range(ROUNDS):
            assert serializer.loadTosaFlatbuffer(str(tmp_path / "source.tosa"))

    raised = run_together(add, write, save, load)

    assert raised == []
    serializer.serialize()


def test_threads_that_change_one_constant_write_one_of_its_values() -> None:
    serializer = ours.TosaSerializer("")
    tensor = serializer.addConst([1 << 18], ours.DType.INT32, LARGE, name="w")
    reverse = LARGE[::-1].copy()
    states = {LARGE.tobytes(), reverse.tobytes()}
    seen = set()

    def change() -> None:
        for _ in range(ROUNDS):
            tensor.data = reverse
            tensor.data = LARGE

    def write() -> None:
        for _ in range(ROUNDS):
            copy = ours.TosaSerializer("")
            copy.addInputTensor(tensor)
            seen.add(copy.currRegion.currBasicBlock.tensors["w"].data_view.tobytes())
            serializer.serialize()

    assert run_together(change, write) == []
    assert seen <= states
