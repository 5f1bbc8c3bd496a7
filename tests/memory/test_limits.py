"""Too little memory is a MemoryError that leaves the graph as it was, and no kill where it can be foreseen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tosa_serializer as ours
from tests.tools import MODE, python

pytestmark = pytest.mark.skipif(MODE == "asan", reason="ASan takes memory of its own")

PRELUDE = """
import contextlib, resource, sys
from pathlib import Path
import numpy as np, tosa_serializer as ts

MIB = 1 << 20

@contextlib.contextmanager
def only(more):
    "As if the machine had so many bytes more."
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

def fails(action):
    try:
        action()
    except MemoryError:
        return
    raise AssertionError("no MemoryError")

def filled():
    serializer = ts.TosaSerializer("")
    for i in range(3):
        serializer.addConst([48 * MIB], ts.DType.INT8, np.full(48 * MIB, i, np.int8), f"w{i}")
    return serializer

serializer = filled()
"""

PROGRAMS = {
    "add": """
expected = filled().serialize()
more = np.ones(96 * MIB, np.int8)
with only(64 * MIB):
    fails(lambda: serializer.addConst([96 * MIB], ts.DType.INT8, more, "more"))
assert serializer.serialize() == expected
serializer.addConst([96 * MIB], ts.DType.INT8, more, "more")
assert len(serializer.serialize()) > len(expected) + 96 * MIB
""",
    "serialize": """
expected = filled().serialize()
with only(96 * MIB):
    fails(serializer.serialize)
assert serializer.serialize() == expected
""",
    "save": """
with only(16 * MIB):
    serializer.saveFileTosaFlatbuffer(sys.argv[1])
assert Path(sys.argv[1]).read_bytes() == serializer.serialize()
""",
    "load": """
serializer.saveFileTosaFlatbuffer(sys.argv[1])
loaded = ts.TosaSerializer("")
loaded.addConst([1], ts.DType.INT8, [1], "old")
before = loaded.serialize()
with only(64 * MIB):
    fails(lambda: loaded.loadTosaFlatbuffer(sys.argv[1]))
    fails(lambda: loaded.loadTosaFlatbuffer(sys.argv[1], copy=True))
assert loaded.serialize() == before
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_without_memory_nothing_changes(name: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PRELUDE + PROGRAMS[name])
    done = python(str(tmp_path / "program.py"), str(tmp_path / "x.tosa"))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_constant_larger_than_the_memory_is_refused_before_it_is_copied(tmp_path: Path) -> None:
    size = 4 << 40
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(size)
    values = np.memmap(tmp_path / "sparse", np.int8, "r", shape=(size,))
    serializer = ours.TosaSerializer("")
    before = serializer.serialize()
    with pytest.raises(MemoryError):
        serializer.addConst([1 << 21, 1 << 21], ours.DType.INT8, values, "w")
    assert serializer.serialize() == before
