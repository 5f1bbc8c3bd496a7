"""The extension loads beside numpy and upstream's own module, in one process."""

from __future__ import annotations

import numpy as np
import tosa_tools_upstream as upstream

import tosa_serializer._tosa_serializer as ours


def test_ours_and_upstream_live_in_one_process() -> None:
    assert ours.__name__.endswith("_tosa_serializer")
    assert upstream.DType.INT8 is not None
    assert np.int8(1) == 1
