"""A signal in the middle of a save or load: its handler's exception comes through, and the file is whole."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tosa_serializer as ours

MIB = 1 << 20


class Alarmed(Exception):
    pass


def graph(size: int) -> Any:
    serializer = ours.TosaSerializer("")
    serializer.addConst([size], ours.DType.INT8, np.full(size, size % 100, np.int8), name="w")
    return serializer


# A signal that comes just before a system call waits does not end the waiting: as at a terminal, another one is needed.
AGAIN = 1.0


@contextlib.contextmanager
def alarm_after(seconds: float, handler: Callable[[], None], again: float = AGAIN) -> Iterator[None]:
    old = signal.signal(signal.SIGALRM, lambda *_: handler())
    signal.setitimer(signal.ITIMER_REAL, seconds, again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def raise_alarmed() -> None:
    raise Alarmed


@pytest.mark.parametrize("sync", [True, False], ids=["sync", "no_sync"])
def test_handler_that_raises_leaves_the_old_file_or_the_new_one(sync: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    serializers = [graph(24 * MIB), graph(40 * MIB)]
    contents = [serializer.serialize() for serializer in serializers]
    path.write_bytes(contents[0])
    raised = 0
    for i in range(20):
        try:
            with alarm_after(0.001 + 0.004 * i, raise_alarmed):
                serializers[i % 2].saveFileTosaFlatbuffer(str(path), sync=sync)
                # Where the alarm was late.
                time.sleep(0.1)
        except Alarmed:
            raised += 1

        assert path.read_bytes() in contents
        assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]
        assert serializers[i % 2].serialize() == contents[i % 2]
    assert raised == 20


def test_long_save_ends_soon_after_the_handler_raised(tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    path.write_bytes(b"old")
    serializer = graph(512 * MIB)

    with pytest.raises(Alarmed), alarm_after(0.01, raise_alarmed):
        serializer.saveFileTosaFlatbuffer(str(path), sync=False)

    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]


def test_handler_that_does_not_raise_lets_the_save_go_on(tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    serializer = graph(200 * MIB)
    seen: list[int] = []

    with alarm_after(0.01, lambda: seen.append(1), again=0):
        assert serializer.saveFileTosaFlatbuffer(str(path), sync=False) == ours.TOSA_OK

    assert seen == [1]
    assert path.stat().st_size == len(serializer.serialize())


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def save(serializer: Any, path: Path) -> None:
    serializer.saveFileTosaFlatbuffer(str(path))


def load(serializer: Any, path: Path) -> None:
    serializer.loadTosaFlatbuffer(str(path))


@pytest.mark.parametrize("action", [save, load])
def test_pipe_that_nobody_opens_can_be_given_up(action: Callable[[Any, Path], None], pipe: Path) -> None:
    serializer = graph(10)
    before = serializer.serialize()

    with pytest.raises(Alarmed), alarm_after(0.05, raise_alarmed):
        action(serializer, pipe)

    assert serializer.serialize() == before


def test_pipe_that_nobody_reads_from_can_be_given_up(pipe: Path) -> None:
    serializer = graph(MIB)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with pytest.raises(Alarmed), alarm_after(0.05, raise_alarmed):
            save(serializer, pipe)
    finally:
        os.close(reader)


def test_pipe_that_nobody_writes_to_can_be_given_up(pipe: Path) -> None:
    writer = os.open(pipe, os.O_RDWR)
    try:
        with pytest.raises(Alarmed), alarm_after(0.05, raise_alarmed):
            load(graph(10), pipe)
    finally:
        os.close(writer)


def test_ctrl_c_is_a_keyboard_interrupt(pipe: Path) -> None:
    # A shell that starts a test in the background has SIGINT ignored.
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    done = threading.Event()

    def press() -> None:
        pause = 0.05
        while not done.wait(pause):
            os.kill(os.getpid(), signal.SIGINT)
            pause = AGAIN

    presser = threading.Thread(target=press)
    presser.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            save(graph(10), pipe)
    finally:
        done.set()
        presser.join()
        signal.signal(signal.SIGINT, old)


def test_permissive_save_lets_the_exception_through(pipe: Path) -> None:
    with pytest.raises(Alarmed), alarm_after(0.05, raise_alarmed):
        ours.TosaSerializer("", strict=False).saveFileTosaFlatbuffer(str(pipe))
