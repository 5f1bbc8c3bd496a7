"""A save or a load that fails raises with the file and the reason, and leaves file and graph as they were."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import resource
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.errors.sound_graph import sound_graph
from tests.tools import schema

CAPS = {"embedded": 2**31 - 1, "outside": 0}
MUTATED_FILES = 600


def small(**options: Any) -> Any:
    serializer = ours.TosaSerializer("", **options)
    serializer.addConst([300], ours.DType.INT32, list(range(300)), name="w")
    return serializer


@pytest.fixture(params=CAPS.values(), ids=list(CAPS))
def good(request: pytest.FixtureRequest) -> bytes:
    """A file of upstream's with a bit of everything, which strict mode loads."""
    data: bytes = sound_graph(upstream, fb_size_cap=request.param).serialize()
    return data


def test_good_file_is_one(good: bytes, tmp_path: Path) -> None:
    (tmp_path / "good.tosa").write_bytes(good)

    assert load(tmp_path / "good.tosa")


def load(path: Path, **options: Any) -> bool:
    return bool(ours.TosaSerializer("", **options).loadTosaFlatbuffer(str(path)))


SAVES = ["saveFileTosaFlatbuffer", "saveFileJson"]


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize(
    ("name", "code"), [("no_folder/x", errno.ENOENT), ("", errno.ENOENT), (".", None), ("a_file/x", errno.ENOTDIR)]
)
def test_save_that_fails_is_an_os_error(save: str, name: str, code: int | None, tmp_path: Path) -> None:
    (tmp_path / "a_file").write_bytes(b"")
    path = str(tmp_path / name) if name else ""
    serializer, permissive = small(), small(strict=False)
    for one in (serializer, permissive):
        assert one.loadFileSchema(str(schema()))

    with pytest.raises(OSError) as raised:
        getattr(serializer, save)(path)

    assert code is None or raised.value.errno == code
    assert raised.value.filename == path
    assert getattr(permissive, save)(path) == ours.TOSA_FILE_ERROR
    assert [p.name for p in tmp_path.iterdir()] == ["a_file"]


@contextlib.contextmanager
def no_space() -> Iterator[None]:
    """No file can grow beyond 100 bytes. Only around the call: pytest itself writes to files."""
    old_limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    old_handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, old_limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old_limits)
        signal.signal(signal.SIGXFSZ, old_handler)


def test_save_that_runs_out_of_space_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(OSError) as raised, no_space():
        small().saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"))

    assert raised.value.errno == errno.EFBIG
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("sync", [True, False])
def test_save_that_runs_out_of_space_keeps_the_old_file(sync: bool, tmp_path: Path) -> None:
    (tmp_path / "x.tosa").write_bytes(b"old")

    with pytest.raises(OSError), no_space():
        small().saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"), sync=sync)

    assert (tmp_path / "x.tosa").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]


@pytest.mark.parametrize("sync", [True, False])
def test_save_replaces_a_longer_file(sync: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    path.write_bytes(b"x" * 100_000)

    assert small().saveFileTosaFlatbuffer(str(path), sync=sync) == ours.TOSA_OK

    assert path.read_bytes() == small().serialize()
    assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]


def test_saved_file_has_the_mode_that_a_new_file_has(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")

    small().saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"))

    assert (tmp_path / "x.tosa").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_save_writes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.tosa").write_bytes(b"old")
    (tmp_path / "link.tosa").symlink_to("real.tosa")

    small().saveFileTosaFlatbuffer(str(tmp_path / "link.tosa"))

    assert (tmp_path / "link.tosa").read_bytes() == small().serialize()
    assert (tmp_path / "real.tosa").read_bytes() == small().serialize()


@pytest.mark.parametrize(("name", "code"), [("not_there", errno.ENOENT), (".", errno.EISDIR), ("", errno.ENOENT)])
def test_load_of_no_file_is_an_os_error(name: str, code: int, tmp_path: Path) -> None:
    path = str(tmp_path / name) if name else ""

    with pytest.raises(OSError) as raised:
        ours.TosaSerializer("").loadTosaFlatbuffer(path)

    assert raised.value.errno == code
    assert raised.value.filename == path
    assert ours.TosaSerializer("", strict=False).loadTosaFlatbuffer(path) is False


CORRUPT = {
    "empty": lambda data: b"",
    "three_bytes": lambda data: data[:3],
    "seven_bytes": lambda data: data[:7],
    "other_identifier": lambda data: data[:4] + b"XXXX" + data[8:],
    "half": lambda data: data[: len(data) // 2],
    "noise": lambda data: b"\xff" * 64,
    "text": lambda data: b"{}",
}


@pytest.mark.parametrize("spoil", CORRUPT.values(), ids=CORRUPT)
def test_corrupt_file_is_refused_and_changes_nothing(spoil: Any, good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "corrupt.tosa"
    path.write_bytes(spoil(good))
    serializer = small()
    before = serializer.serialize()

    with pytest.raises(ValueError, match=r"corrupt\.tosa"):
        serializer.loadTosaFlatbuffer(str(path))

    assert serializer.serialize() == before
    assert load(path, strict=False) is False


def test_unreadable_version_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "new.tosa"
    path.write_bytes(upstream.TosaSerializer("", upstream.EMBED, 9, 0).serialize())
    serializer = small()
    before = serializer.serialize()

    with pytest.raises(ValueError, match=r"new\.tosa.*9\.0"):
        serializer.loadTosaFlatbuffer(str(path))

    assert serializer.serialize() == before


def test_file_cut_at_any_byte_is_refused_or_whole(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut.tosa"
    for length in range(0, len(good) - 8, 7):
        path.write_bytes(good[:length])

        with pytest.raises(ValueError, match=r"cut\.tosa"):
            load(path)


def test_data_behind_the_file_is_refused_with_the_tensor(tmp_path: Path) -> None:
    path = tmp_path / "cut.tosa"
    path.write_bytes(small(fb_size_cap=0).serialize()[:-8])

    with pytest.raises(ValueError, match="'w'"):
        load(path)

    assert load(path, strict=False) is False


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("strict", [True, False])
def test_mutated_file_never_crashes_and_never_half_loads(good: bytes, strict: bool, tmp_path: Path) -> None:
    rng = random.Random(7)
    path = tmp_path / "mutated.tosa"
    outcomes = {"loaded": 0, "refused": 0}
    for _ in range(MUTATED_FILES):
        data = bytearray(good)
        for _ in range(rng.choice((1, 1, 2, 8))):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        path.write_bytes(data)
        serializer = small(strict=strict)
        before = serializer.serialize()

        try:
            loaded = serializer.loadTosaFlatbuffer(str(path))
        except ValueError:
            loaded = False

        outcomes["loaded" if loaded else "refused"] += 1
        if loaded:
            touch_everything(serializer)
        elif strict:
            # Permissive ones drop their graph when a version does not fit, as upstream does.
            assert serializer.serialize() == before

    assert min(outcomes.values()) > 20, outcomes


def touch_everything(serializer: Any) -> None:
    """Read all that the file holds; a wrong offset would crash here."""
    for region in serializer.regions:
        for block in region.basicBlocks:
            tensors = [block.tensors[name] for name in readable_names(block.tensors)]
            assert all(len(tensor.data) >= 0 and tensor.data_view.size >= 0 for tensor in tensors)
            assert all(len(block.shapes[name].data) >= 0 for name in readable_names(block.shapes))
            assert all(op.attributes is not None and op.op is not None for op in block.operators)
    # An op or a type that this version does not know.
    with contextlib.suppress(RuntimeError, ValueError):
        assert serializer.serialize()


def readable_names(mapping: Any) -> list[str]:
    try:
        return list(mapping.keys())
    except UnicodeDecodeError:
        return []


def test_save_into_a_folder_that_is_gone_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    serializer = small()
    shutil.rmtree(folder)

    with pytest.raises(FileNotFoundError, match="gone"):
        serializer.saveFileTosaFlatbuffer(os.fspath(folder / "x.tosa"))
