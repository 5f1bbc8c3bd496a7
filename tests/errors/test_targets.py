"""What a save may be pointed at beside a plain file: pipes, devices, links, folders, and names that cannot be."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tosa_serializer as ours
from tests.tools import schema

MIB = 1 << 20
LONGEST_NAME, LONGEST_PATH = 255, 4094

Save = Callable[[Any, Path], None]


def graph(size: int = 10) -> Any:
    serializer = ours.TosaSerializer("")
    serializer.addConst([size], ours.DType.INT8, np.ones(size, np.int8), name="w")
    assert serializer.loadFileSchema(str(schema()))
    return serializer


def save_flatbuffer(serializer: Any, path: Path) -> None:
    assert serializer.saveFileTosaFlatbuffer(str(path)) == ours.TOSA_OK


def save_json(serializer: Any, path: Path) -> None:
    assert serializer.saveFileJson(str(path)) == ours.TOSA_OK


@pytest.fixture(params=[save_flatbuffer, save_json])
def save(request: pytest.FixtureRequest) -> Save:
    function: Save = request.param
    return function


def content(serializer: Any, save: Save, folder: Path) -> bytes:
    """What `save` writes into a plain file."""
    path = folder / "plain"
    save(serializer, path)
    data = path.read_bytes()
    path.unlink()
    return data


def refusal(save: Save, path: Path) -> int | None:
    with pytest.raises(OSError) as raised:
        save(graph(), path)
    assert raised.value.filename == str(path)
    code: int | None = raised.value.errno
    return code


def test_pipe_gets_the_whole_file(save: Save, tmp_path: Path) -> None:
    serializer = graph(3 * MIB if save is save_flatbuffer else 10_000)
    expected = content(serializer, save, tmp_path)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()

    save(serializer, path)

    reader.join()
    assert found == [expected]
    assert [p.name for p in tmp_path.iterdir()] == ["pipe"]


def test_pipe_whose_reader_leaves_is_a_broken_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def read_a_little() -> None:
        with path.open("rb") as file:
            file.read(1000)

    reader = threading.Thread(target=read_a_little)
    reader.start()
    with pytest.raises(BrokenPipeError) as raised:
        graph(3 * MIB).saveFileTosaFlatbuffer(str(path))
    reader.join()

    assert raised.value.filename == str(path)


def test_devices_are_written_and_stay(save: Save) -> None:
    save(graph(), Path("/dev/null"))

    assert refusal(save, Path("/dev/full")) == errno.ENOSPC
    assert all(Path(name).is_char_device() for name in ("/dev/null", "/dev/full"))


def test_links_stay_and_lead_to_the_new_file(save: Save, tmp_path: Path) -> None:
    expected = content(graph(), save, tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "old").write_bytes(b"old")
    (tmp_path / "relative").symlink_to("folder/old")
    (tmp_path / "absolute").symlink_to(tmp_path / "folder" / "absolute_target")
    (tmp_path / "folder" / "up").symlink_to("../dangling_target")
    (tmp_path / "twice").symlink_to("folder/up")

    for name in ("relative", "absolute", "twice"):
        save(graph(), tmp_path / name)

    written = ["folder/old", "folder/absolute_target", "dangling_target"]
    assert all((tmp_path / name).read_bytes() == expected for name in written)
    assert all((tmp_path / name).is_symlink() for name in ("relative", "absolute", "twice", "folder/up"))
    assert len(list(tmp_path.rglob("*"))) == 8


def test_link_that_leads_nowhere_is_refused(save: Save, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "no_folder").symlink_to("gone/x.tosa")
    (tmp_path / "folder").symlink_to(".")

    assert refusal(save, tmp_path / "loop") == errno.ELOOP
    assert refusal(save, tmp_path / "no_folder") == errno.ENOENT
    assert refusal(save, tmp_path / "folder") == errno.EISDIR
    assert len(list(tmp_path.iterdir())) == 3


def test_file_in_memory_gets_the_content(save: Save, tmp_path: Path) -> None:
    expected = content(graph(), save, tmp_path)
    with os.fdopen(os.memfd_create("graph"), "rb+") as file:
        file.write(b"x" * 100_000)
        file.flush()

        save(graph(), Path(f"/proc/self/fd/{file.fileno()}"))

        file.seek(0)
        assert file.read() == expected


def test_removed_file_that_is_open_gets_the_content(tmp_path: Path) -> None:
    with (tmp_path / "removed").open("wb+") as file:
        (tmp_path / "removed").unlink()

        save_flatbuffer(graph(), Path(f"/proc/self/fd/{file.fileno()}"))

        assert file.read() == graph().serialize()
    assert list(tmp_path.iterdir()) == []


def test_folder_that_is_a_file_is_refused(save: Save, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")

    assert refusal(save, tmp_path / "file" / "x.tosa") == errno.ENOTDIR
    assert refusal(save, tmp_path) == errno.EISDIR
    with pytest.raises(IsADirectoryError):
        graph().saveFileTosaFlatbuffer(f"{tmp_path}/new/")
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_longest_name_is_taken_and_a_longer_one_refused(save: Save, tmp_path: Path) -> None:
    save(graph(), tmp_path / ("n" * LONGEST_NAME))

    assert refusal(save, tmp_path / ("n" * (LONGEST_NAME + 1))) == errno.ENAMETOOLONG
    assert [p.name for p in tmp_path.iterdir()] == ["n" * LONGEST_NAME]


def test_longest_path_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    serializer = graph()
    monkeypatch.chdir(tmp_path)
    folder = "d" * LONGEST_NAME
    Path(folder).mkdir()
    longest = f"{folder}/" + "./" * 1916 + "x.tosa"
    assert len(longest) == LONGEST_PATH

    assert serializer.saveFileTosaFlatbuffer(longest) == ours.TOSA_OK

    assert [p.name for p in Path(folder).iterdir()] == ["x.tosa"]


@pytest.mark.parametrize("name", ["a\0b", "\0", "a\ud800b"], ids=["nul", "only_nul", "surrogate"])
@pytest.mark.parametrize("method", ["saveFileTosaFlatbuffer", "saveFileJson", "loadTosaFlatbuffer", "loadTosaJson"])
def test_name_that_cannot_be_is_refused_before_anything_happens(name: str, method: str, tmp_path: Path) -> None:
    serializer = graph()
    before = serializer.serialize()

    with pytest.raises((ValueError, TypeError)):
        getattr(serializer, method)(str(tmp_path / name))

    assert list(tmp_path.iterdir()) == []
    assert serializer.serialize() == before


def test_names_of_every_kind_are_taken(save: Save, tmp_path: Path) -> None:
    names = ["ü☃😀", "-rf", " ", "a\nb", ".hidden", "%s%n", "'\"\\"]

    for name in names:
        save(graph(), tmp_path / name)

    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(names)
