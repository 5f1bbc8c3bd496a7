"""A serializer reads what its own versions can read: those that it was made with, was given, or took from a file."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours


def experimental(serializer: Any) -> None:
    serializer.setExperimentalDevVersion()


def software(major: int, minor: int) -> Any:
    def change(serializer: Any) -> None:
        version = serializer.getSoftwareVersion()
        version._major, version._minor = major, minor

    return change


def specification(major: int, minor: int) -> Any:
    def change(serializer: Any) -> None:
        version = serializer.getVersion()
        version._major, version._minor = major, minor

    return change


CHANGES: dict[str, Any] = {"experimental": experimental}
CHANGES |= {f"software_{v[0]}_{v[1]}": software(*v) for v in ((2025, 8), (2026, 7), (2026, 9), (3000, 0))}
CHANGES |= {f"specification_{v[0]}_{v[1]}": specification(*v) for v in ((0, 9), (1, 0), (1, 2), (2, 0))}


def state(serializer: Any) -> list[Any]:
    versions = (serializer.getVersion(), serializer.getGraphTosaVersion(), serializer.getSoftwareVersion())
    return [*(version.to_string() for version in versions), len(serializer.regions), serializer.serialize()]


@pytest.fixture
def file(tmp_path: Path) -> str:
    upstream.TosaSerializer("").saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"))
    return str(tmp_path / "x.tosa")


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_permissive_load_gives_what_upstream_gives(change: Any, file: str) -> None:
    def loads(module: ModuleType, **options: Any) -> list[Any]:
        serializer = module.TosaSerializer("", **options)
        change(serializer)
        return [(serializer.loadTosaFlatbuffer(file), *state(serializer)) for _ in range(2)]

    assert loads(ours, strict=False) == loads(upstream)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_strict_load_raises_where_upstream_gives_false(change: Any, file: str) -> None:
    expected, serializer = upstream.TosaSerializer(""), ours.TosaSerializer("")
    for one in (expected, serializer):
        change(one)
    before = state(serializer)

    if expected.loadTosaFlatbuffer(file):
        assert serializer.loadTosaFlatbuffer(file)
        assert state(serializer) == state(expected)
    else:
        with pytest.raises(ValueError, match="is not compatible with"):
            serializer.loadTosaFlatbuffer(file)
        assert state(serializer) == before
