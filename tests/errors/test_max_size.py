"""A file larger than max_size is refused by name, and nothing is written, changed or told."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tosa_serializer as ours


def graph(**options: Any) -> Any:
    serializer = ours.TosaSerializer("", **options)
    serializer.addConst([500], ours.DType.INT8, np.zeros(500, np.int8), name="w")
    return serializer


def state(serializer: Any) -> tuple[Any, ...]:
    return str(serializer), serializer.getSerializationCompatibility().features


@pytest.mark.parametrize("strict", [True, False])
def test_limit_is_the_number_of_bytes(strict: bool, tmp_path: Path) -> None:
    serializer = graph(strict=strict)
    data = serializer.serialize()

    for size in (len(data), len(data) + 1, 2**64 - 1, np.int64(len(data)), None):
        assert serializer.serialize(max_size=size) == data
        assert serializer.saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"), max_size=size) == ours.TOSA_OK
        assert (tmp_path / "x.tosa").read_bytes() == data
    for size in (len(data) - 1, 0):
        with pytest.raises(ValueError, match=rf"at most {size} bytes, got {len(data)};.*'w' \(500 bytes\)"):
            serializer.serialize(max_size=size)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("cap", [0, 600, 2**31 - 1])
def test_refused_save_leaves_file_and_graph_as_they_were(strict: bool, cap: int, tmp_path: Path) -> None:
    path = tmp_path / "x.tosa"
    path.write_bytes(b"old")
    serializer = graph(strict=strict, fb_size_cap=cap)
    before = state(serializer)

    for name in (path, tmp_path / "new.tosa", tmp_path / "no_folder" / "x.tosa"):
        with pytest.raises(ValueError, match=r"^max_size: .*'w' \(500 bytes\)$"):
            serializer.saveFileTosaFlatbuffer(str(name), max_size=400)

    assert [p.name for p in tmp_path.iterdir()] == ["x.tosa"]
    assert path.read_bytes() == b"old"
    assert state(serializer) == before
    assert serializer.serialize() == graph(strict=strict, fb_size_cap=cap).serialize()


@pytest.mark.parametrize("cap", range(495, 800))
def test_one_flatbuffer_as_the_limit_refuses_the_outside_layout_and_nothing_else(cap: int) -> None:
    serializer = graph(fb_size_cap=cap)
    is_refused = False
    try:
        serializer.serialize(max_size=ours.MAX_INSIDE_SIZE)
    except ValueError:
        is_refused = True

    assert is_refused == serializer.needs_outside_layout
    assert serializer.serialize(max_size=ours.MAX_INSIDE_SIZE + 1)


def test_warning_is_still_told_after_a_refusal() -> None:
    serializer = ours.TosaSerializer("")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        serializer.addConst([500], ours.DType.INT8, np.zeros(500, np.int8), name="w").SetDimSize(0, 499)
        with pytest.raises(ValueError, match="max_size"):
            serializer.serialize(max_size=1)

    with pytest.warns(UserWarning, match="'w'"):
        serializer.serialize()


def test_limit_is_no_positional_argument(tmp_path: Path) -> None:
    serializer = graph()

    with pytest.raises(TypeError):
        serializer.serialize(10**9)
    with pytest.raises(TypeError):
        serializer.saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"), 10**9)


@pytest.mark.parametrize("limit", [-1, 2**64, True, False, 1.0, "1", b"1", [], np.float32(1)], ids=repr)
def test_limit_that_is_no_size_is_refused_by_name(limit: Any, tmp_path: Path) -> None:
    serializer = graph()

    for call in (serializer.serialize, lambda **o: serializer.saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"), **o)):
        with pytest.raises((TypeError, ValueError), match=r"^max_size: expected a number of bytes"):
            call(max_size=limit)
    assert list(tmp_path.iterdir()) == []


def test_index_that_raises_is_not_hidden() -> None:
    class Broken:
        def __index__(self) -> int:
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        graph().serialize(max_size=Broken())
