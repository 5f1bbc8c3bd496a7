"""Before a reader can fail on the layout above the cap, the guard has said so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tosa_serializer as ours
from tests.readers import checks
from tests.readers.files import loaded, recorded_graphs, sample


def test_each_file_that_vela_cannot_read_is_foretold(tmp_path: Path) -> None:
    for graph in sample(recorded_graphs(), tmp_path / "sample")[:20]:
        inside, outside = checks.outside(graph, tmp_path)
        foretold = loaded(inside, fb_size_cap=0).needs_outside_layout
        assert foretold == (inside.read_bytes() != outside.read_bytes()), graph.number
        assert not loaded(outside).needs_outside_layout


def test_a_real_one_is_refused_before_there_is_a_file(tmp_path: Path) -> None:
    serializer = ours.TosaSerializer("")
    serializer.addConst([2, 2**30], ours.DType.INT8, np.zeros((2, 2**30), np.int8), name="large")
    target = tmp_path / "large.tosa"

    assert serializer.needs_outside_layout
    with pytest.raises(ValueError, match="large"):
        serializer.saveFileTosaFlatbuffer(str(target), max_size=ours.MAX_INSIDE_SIZE)
    assert list(tmp_path.iterdir()) == []
