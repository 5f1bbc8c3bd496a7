"""Running a program with the module that it imports, and what its file holds."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import tosa_serializer as ours

PROGRAMS = Path(__file__).with_name("programs")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import serializer.tosa_serializer as pure

__all__ = ["PROGRAMS", "pure", "run", "written_again"]


def run(source: str, name: str = "program") -> Any:
    """What the program's build() gives."""
    names: dict[str, Any] = {"__name__": name}
    exec(compile(source, name, "exec"), names)
    return names["build"]()


def written_again(data: bytes, folder: Path) -> bytes:
    """The graph of a file, as ours writes it: the two modules lay out one graph differently."""
    path = folder / "graph.tosa"
    path.write_bytes(data)
    loaded = ours.TosaSerializer("")
    assert loaded.loadTosaFlatbuffer(str(path))
    return bytes(loaded.serialize())
