"""Savers that meet: over one path, in one process and in several, with forks in between."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import numpy as np

import tosa_serializer as ours

MIB = 1 << 20
SAVES = 60


def graph(seed: int, size: int = MIB) -> Any:
    serializer = ours.TosaSerializer("")
    serializer.addConst([size], ours.DType.INT8, np.full(size, seed, np.int8), name="w")
    return serializer


def fork(action: Any) -> int:
    """A child that ends with 0 if `action` raised nothing."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            action()
            status = 0
        finally:
            os._exit(status)
    return child


def ends_well(child: int) -> bool:
    return os.waitpid(child, 0)[1] == 0


def save_often(serializer: Any, path: Path, new: bool = False) -> None:
    for _ in range(SAVES):
        serializer.saveFileTosaFlatbuffer(str(path), sync=False)
        if new:
            path.unlink(missing_ok=True)


def test_processes_that_save_over_one_path_leave_it_whole_at_all_times(tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    serializers = [graph(1), graph(2, 2 * MIB)]
    contents = [serializer.serialize() for serializer in serializers]
    serializers[0].saveFileTosaFlatbuffer(str(path))
    children = [fork(lambda s=serializer: save_often(s, path)) for serializer in serializers]
    seen = set()

    while not os.waitid(os.P_PID, children[0], os.WEXITED | os.WNOHANG | os.WNOWAIT):
        data = path.read_bytes()
        assert data in contents
        seen.add(len(data))

    assert all([ends_well(child) for child in children])
    assert len(seen) == 2
    assert path.read_bytes() in contents
    assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]


def test_processes_that_make_and_remove_one_path_never_fail(tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    serializers = [graph(1), graph(2), graph(3)]

    children = [fork(lambda s=serializer: save_often(s, path, new=True)) for serializer in serializers]

    assert all([ends_well(child) for child in children])
    assert [p.name for p in tmp_path.iterdir()] == []


def test_threads_that_save_one_graph_over_one_path_leave_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    serializer = graph(1)
    threads = [threading.Thread(target=save_often, args=(serializer, path)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert path.read_bytes() == serializer.serialize()
    assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]


def test_fork_in_the_middle_of_a_save_disturbs_nobody(tmp_path: Path) -> None:
    serializer, other = graph(1, 4 * MIB), graph(2)
    path, other_path = tmp_path / "x.tosa", tmp_path / "y.tosa"
    saver = threading.Thread(target=save_often, args=(serializer, path))
    saver.start()
    good = []
    while saver.is_alive():
        good.append(ends_well(fork(lambda: other.saveFileTosaFlatbuffer(str(other_path), sync=False))))
    saver.join()

    assert good
    assert all(good)
    assert path.read_bytes() == serializer.serialize()
    assert other_path.read_bytes() == other.serialize()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["x.tosa", "y.tosa"]
