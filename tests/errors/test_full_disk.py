"""A disk that is full, read-only or forbidden: the error names the file, the old file stays, and no litter is left."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tosa_serializer as ours
from tests.errors import isolation
from tests.tools import schema

MIB = 1 << 20
SAVES = ["saveFileTosaFlatbuffer", "saveFileJson"]


def graph(size: int) -> Any:
    serializer = ours.TosaSerializer("")
    serializer.addConst([size], ours.DType.INT8, np.ones(size, np.int8), name="w")
    assert serializer.loadFileSchema(str(schema()))
    return serializer


def failure(serializer: Any, path: Path, save: str = SAVES[0], **options: Any) -> tuple[int | None, str]:
    """The error's number and file."""
    with pytest.raises(OSError) as raised:
        getattr(serializer, save)(str(path), **options)
    return raised.value.errno, str(raised.value.filename)


def state(folder: Path) -> dict[str, int]:
    return {entry.name: entry.stat().st_size for entry in folder.iterdir()}


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize("old", [None, b"old"], ids=["new", "replaced"])
def test_full_disk_keeps_the_old_file(save: str, old: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"

    def try_it() -> Any:
        isolation.enter_own_mounts()
        isolation.mount_disk(tmp_path, 2 * MIB)
        if old is not None:
            path.write_bytes(old)
        before = state(tmp_path)
        found = failure(graph(4 * MIB), path, save)
        after = state(tmp_path)
        graph(1000).saveFileTosaFlatbuffer(str(path))
        return found, before == after, path.read_bytes() == graph(1000).serialize()

    assert isolation.in_child(try_it) == ((errno.ENOSPC, str(path)), True, True)


def test_disk_that_holds_one_file_cannot_hold_two(tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"

    def try_it() -> Any:
        isolation.enter_own_mounts()
        isolation.mount_disk(tmp_path, 4 * MIB)
        serializer = graph(3 * MIB)
        serializer.saveFileTosaFlatbuffer(str(path))
        return failure(serializer, path), path.read_bytes() == serializer.serialize(), list(state(tmp_path))

    assert isolation.in_child(try_it) == ((errno.ENOSPC, str(path)), True, ["x.tosa"])


def test_read_only_disk_keeps_the_old_file(tmp_path: Path) -> None:
    def try_it() -> Any:
        isolation.enter_own_mounts()
        isolation.mount_disk(tmp_path, 2 * MIB)
        (tmp_path / "old.tosa").write_bytes(b"old")
        isolation.make_read_only(tmp_path)
        found = [failure(graph(10), tmp_path / name)[0] for name in ("old.tosa", "new.tosa")]
        return found, state(tmp_path)

    assert isolation.in_child(try_it) == ([errno.EROFS, errno.EROFS], {"old.tosa": 3})


@pytest.mark.parametrize("save", SAVES)
def test_folder_without_rights_keeps_the_old_file(save: str, tmp_path: Path) -> None:
    (tmp_path / "old.tosa").write_bytes(b"old")
    tmp_path.chmod(0o555)

    def try_it() -> Any:
        isolation.drop_rights()
        return [failure(graph(10), tmp_path / name, save)[0] for name in ("old.tosa", "new.tosa")]

    try:
        assert isolation.in_child(try_it) == [errno.EACCES, errno.EACCES]
        assert state(tmp_path) == {"old.tosa": 3}
    finally:
        tmp_path.chmod(0o755)


def test_file_that_its_owner_made_read_only_stays(tmp_path: Path) -> None:
    path = tmp_path / "old.tosa"
    path.write_bytes(b"old")
    path.chmod(0o444)

    def try_it() -> Any:
        isolation.drop_rights()
        return failure(graph(10), path)[0]

    assert isolation.in_child(try_it) == errno.EACCES
    assert state(tmp_path) == {"old.tosa": 3}


def test_folder_that_may_be_written_but_not_listed_takes_a_file(tmp_path: Path) -> None:
    tmp_path.chmod(0o333)

    def try_it() -> Any:
        isolation.drop_rights()
        return int(graph(10).saveFileTosaFlatbuffer(str(tmp_path / "x.tosa")))

    try:
        assert isolation.in_child(try_it) == int(ours.TOSA_OK)
    finally:
        tmp_path.chmod(0o755)
    assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]


@pytest.mark.parametrize("rights", [True, False], ids=["root", "no_rights"])
def test_save_does_without_proc(rights: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"

    def try_it() -> Any:
        isolation.enter_own_mounts()
        isolation.mount_disk(Path("/proc"), MIB)
        if not rights:
            isolation.drop_rights()
        for _ in range(2):
            graph(10).saveFileTosaFlatbuffer(str(path))
        return path.read_bytes() == graph(10).serialize(), list(state(tmp_path))

    assert isolation.in_child(try_it) == (True, ["x.tosa"])


def test_umask_decides_the_mode_of_a_new_file(tmp_path: Path) -> None:
    def try_it() -> Any:
        modes = []
        for mask in (0o077, 0o022, 0):
            os.umask(mask)
            path = tmp_path / f"{mask}.tosa"
            graph(10).saveFileTosaFlatbuffer(str(path))
            modes.append(path.stat().st_mode & 0o7777)
        return modes

    assert isolation.in_child(try_it) == [0o600, 0o644, 0o666]
