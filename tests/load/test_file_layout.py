"""What file_layout and the command say of a file, and what max_size says of a graph as large as no test could write."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.replay import recorded_traces, run
from tests.tools import python, schema

CAPS = {False: 2**31 - 1, True: 0}
BIG = 3 << 30


def graph(module: Any, **options: Any) -> Any:
    serializer = module.TosaSerializer("", **options)
    for name, size in (("small", 3), ("large", 999), ("\u2603", 12), ("a", 1), ("b", 2), ("c", 4)):
        serializer.addConst([size], module.DType.INT8, np.zeros(size, np.int8), name=name)
    return serializer


@pytest.fixture(params=CAPS, ids=["inside", "outside"])
def is_outside(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def file(is_outside: bool, tmp_path: Path) -> Path:
    path = tmp_path / "graph.tosa"
    path.write_bytes(graph(upstream, fb_size_cap=CAPS[is_outside]).serialize())
    return path


@pytest.fixture(scope="module")
def big_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A constant of 3 GiB that is one hole."""
    serializer = ours.TosaSerializer("", fb_size_cap=0)
    serializer.addConst([1000], ours.DType.INT32, np.zeros(1000, np.int32), name="weights")
    data = bytes(serializer.serialize())
    for format_, old, new in (("<ii", (1, 1000), (1, BIG // 4)), ("<Q", (4000,), (BIG,))):
        assert data.count(struct.pack(format_, *old)) == 1
        data = data.replace(struct.pack(format_, *old), struct.pack(format_, *new))
    path = Path(tmp_path_factory.mktemp("big")) / "big.tosa"
    with path.open("wb") as file:
        file.write(data[:-4000])
        file.truncate(len(data) - 4000 + BIG)
    return path


def told(path: str | bytes | Path) -> tuple[int, bool, list[tuple[str, int]]]:
    layout = ours.file_layout(path)
    return layout.size, layout.is_outside, layout.biggest


def test_layout_of_an_upstream_file_is_told(file: Path, is_outside: bool) -> None:
    biggest = [("large", 999), ("\u2603", 12), ("c", 4), ("small", 3), ("b", 2)]
    for path in (file, str(file), os.fsencode(file)):
        assert told(path) == (file.stat().st_size, is_outside, biggest)


def test_recorded_graphs_have_the_layout_that_their_cap_gives(tmp_path: Path) -> None:
    seen = set()
    for trace in recorded_traces()[::10]:
        inside, outside = (run(trace.steps, upstream, fb_size_cap=cap)[-1] for cap in CAPS.values())
        for data in (inside, outside):
            (tmp_path / "graph.tosa").write_bytes(data)
            expected = data is outside and outside != inside
            assert ours.file_layout(tmp_path / "graph.tosa").is_outside is expected
            seen.add(expected)
    assert seen == {False, True}


@pytest.mark.parametrize("data", [b"", b"TOSA", b"\0" * 64, bytes(range(256)) * 9], ids=len)
def test_file_that_is_no_graph_is_refused_by_name(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.tosa").write_bytes(data)

    with pytest.raises(ValueError, match=r"x\.tosa': TOSA graph data is invalid"):
        ours.file_layout(tmp_path / "x.tosa")


def test_every_cut_of_a_file_is_refused(file: Path) -> None:
    data = file.read_bytes()
    # The last eight bytes may be padding.
    for size in range(0, len(data) - 8, 7):
        file.write_bytes(data[:size])
        with pytest.raises(ValueError, match=r"graph\.tosa': "):
            ours.file_layout(file)


@pytest.mark.parametrize("path", [5, None, [], "a\0b"], ids=str)
def test_path_that_is_none_is_refused(path: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        ours.file_layout(path)


# ---- the command ----


def command(*arguments: str | Path) -> CompletedProcess[str]:
    # -m looks into the current folder first, which may hold the sources.
    return python("-m", "tosa_serializer", *map(str, arguments), folder=Path("/"))


def test_command_tells_size_layout_and_biggest_tensors(file: Path, is_outside: bool) -> None:
    done = command(file)

    place = "outside" if is_outside else "inside"
    first, second, *rest = done.stdout.splitlines()
    assert first == f"{file}: {file.stat().st_size} bytes, constants {place} the flatbuffer (cap 2147483647)"
    assert second.split() == ["999", "'large'"]
    assert len(rest) == 4
    assert (done.returncode, done.stderr) == (int(is_outside), "")


def test_command_ends_with_the_worst_of_its_files(tmp_path: Path) -> None:
    inside, outside, none = (tmp_path / name for name in ("inside", "outside", "none"))
    inside.write_bytes(graph(ours).serialize())
    outside.write_bytes(graph(ours, fb_size_cap=0).serialize())

    assert command(inside, inside).returncode == 0
    assert command(outside, inside).returncode == 1
    done = command(none, tmp_path, schema(), outside)
    assert done.returncode == 2
    assert done.stdout.startswith(str(outside))
    lines = done.stderr.splitlines()
    for line, path in zip(lines, (none, tmp_path, schema()), strict=True):
        assert line.startswith("tosa_serializer: ")
        assert f"'{path}'" in line


@pytest.mark.parametrize(("limit", "code"), [("", 0), ("-1", 1), ("KiB", 0)])
def test_command_refuses_larger_files(limit: str, code: int, tmp_path: Path) -> None:
    path = tmp_path / "graph.tosa"
    path.write_bytes(graph(ours).serialize())
    size = path.stat().st_size

    done = command("--max-size", {"": str(size), "-1": str(size - 1), "KiB": f"{size}KiB"}[limit], path)

    assert done.returncode == code
    assert (f", more than {size - 1}" in done.stdout) == bool(code)


@pytest.mark.parametrize("limit", ["2GB", "-1", "1.5GiB", "", "x"])
def test_command_refuses_a_limit_that_is_no_size(limit: str, tmp_path: Path) -> None:
    done = command(f"--max-size={limit}", tmp_path)

    assert done.returncode == 2
    assert "no size" in done.stderr


def test_command_needs_no_utf8_name(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.tosa"
    Path(os.fsdecode(path)).write_bytes(graph(ours).serialize())

    done = command(os.fsdecode(path))

    assert (done.returncode, done.stderr) == (0, "")


# ---- beyond two gigabytes ----


def test_file_of_three_gigabytes_is_told_and_refused(big_file: Path) -> None:
    assert told(big_file) == (big_file.stat().st_size, True, [("weights", BIG)])
    assert command("--max-size", "2GiB", big_file).returncode == 1


@pytest.mark.parametrize("strict", [True, False])
def test_graph_of_three_gigabytes_is_refused_without_its_memory(big_file: Path, strict: bool, tmp_path: Path) -> None:
    serializer = ours.TosaSerializer("", strict=strict)
    assert serializer.loadTosaFlatbuffer(str(big_file))
    (tmp_path / "old.tosa").write_bytes(b"old")
    says = rf"at most 2147483647 bytes .* got {big_file.stat().st_size} with constants outside.*'weights' \({BIG} bytes"

    assert serializer.needs_outside_layout
    with pytest.raises(ValueError, match=says):
        serializer.serialize(max_size=ours.MAX_INSIDE_SIZE)
    with pytest.raises(ValueError, match=says):
        serializer.saveFileTosaFlatbuffer(str(tmp_path / "old.tosa"), max_size=ours.MAX_INSIDE_SIZE)

    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_missing_file_is_named_whatever_its_name_is(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/none\xff"

    with pytest.raises(FileNotFoundError, match=r"none\\xff") as caught:
        ours.file_layout(path)

    assert os.fsencode(caught.value.filename) == path
