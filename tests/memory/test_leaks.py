"""100,000 graphs that are built, serialized and dropped leave nothing behind, with refusals of all kinds in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools import MODE, python

pytestmark = pytest.mark.skipif(MODE == "asan", reason="ASan keeps freed memory for a while")

PROGRAM = """
import gc, resource, sys
from pathlib import Path
import numpy as np, tosa_serializer as ts

def rss():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

def refuse(action, *arguments, **named):
    try:
        action(*arguments, **named)
    except (ValueError, TypeError, OSError, RuntimeError):
        return
    raise AssertionError(f"{action} was not refused")

def build():
    serializer = ts.TosaSerializer("")
    attribute = ts.TosaSerializerAttribute()
    attribute.Conv2dAttribute([0] * 4, [1, 1], [1, 1], False, ts.DType.INT32)
    serializer.addPlaceholder([1, 4], ts.DType.INT8)
    serializer.addConst([40], ts.DType.INT8, values, name="a name that is not short, so that it lies on the heap")
    serializer.addConst([2], ts.DType.FP16, [1.0, 2.0], name="w")
    output = serializer.addOutput([1, 4], ts.DType.INT8)
    serializer.addOperator(ts.Op.CONV2D, ["input-0", "w", "w", "w", "w"], [output.name], attribute)
    return serializer

def refusals(serializer):
    block = serializer.currRegion.currBasicBlock
    refuse(serializer.addConst, [40], ts.DType.INT8, far)
    refuse(serializer.addConst, [2], ts.DType.INT8, [1])
    refuse(serializer.addConst, [2], ts.DType.INT8, [1, 300])
    refuse(serializer.addConst, [1], ts.DType.INT8, ["x"])
    refuse(serializer.addConst, None, None)
    refuse(block.addTensor, "w", [1], ts.DType.INT8)
    refuse(block.addTensor, "nul\\0", [1], ts.DType.INT8)
    refuse(setattr, block.tensors["w"], "data", [1e9, 1])
    block.addInput("nowhere")
    refuse(serializer.serialize)

def files(serializer, number):
    serializer.saveFileTosaFlatbuffer("good.tosa", sync=False)
    refuse(serializer.saveFileTosaFlatbuffer, "no/such/folder")
    refuse(serializer.loadTosaFlatbuffer, "no such file")
    refuse(serializer.loadTosaFlatbuffer, "bad.tosa")
    refuse(serializer.loadTosaFlatbuffer, "cut.tosa", copy=True)
    loaded = ts.TosaSerializer("")
    loaded.loadTosaFlatbuffer("good.tosa", copy=number % 100 == 1)
    assert loaded.serialize() == serializer.serialize()

def cycles(count):
    for number in range(count):
        serializer = build()
        assert len(serializer.serialize()) > 500
        if number % 5 == 0:
            refusals(serializer)
        elif number % 50 == 1:
            files(serializer, number)
    gc.collect()

values = np.arange(40, dtype=np.int8)
far = np.full(40, 300)
data = build().serialize()
Path("bad.tosa").write_bytes(b"no graph at all")
Path("cut.tosa").write_bytes(data[:-40])
cycles(3000)
before = rss()
cycles(int(sys.argv[1]))
print(rss() - before)
"""
CYCLES = 100_000
# A leak of 20 bytes a cycle would show.
BOUND = 2 << 20


def test_a_hundred_thousand_graphs_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    done = python("program.py", str(CYCLES), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < BOUND
