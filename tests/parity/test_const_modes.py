"""Constants and placeholders go to the .npy files that upstream writes, in each of the three modes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import tosa_serializer.numpy_utils as our_numpy_utils
import tosa_tools_upstream as upstream
import tosa_tools_upstream.numpy_utils as upstream_numpy_utils

import tosa_serializer as ours
from tests.parity.behaviour import attempt

MODES = ("EMBED", "EMBED_DUMP", "INPUTS")
NUMPY_UTILS = {ours: our_numpy_utils, upstream: upstream_numpy_utils}


@contextmanager
def saving_with(module: ModuleType) -> Iterator[None]:
    """Upstream's extension imports `tosa_serializer.numpy_utils` by that name: give each module its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "tosa_serializer.numpy_utils", NUMPY_UTILS[module])
        yield


@pytest.mark.parametrize("mode", MODES)
def test_constant_mode_writes_the_files_that_upstream_writes(mode: str, tmp_path: Path) -> None:
    def written(module: ModuleType) -> Any:
        folder = tmp_path / module.__name__
        (folder / "second").mkdir(parents=True)
        serializer = module.TosaSerializer(str(folder), getattr(module, mode))
        made = [
            serializer.addConst([2], module.DType.INT8, np.array([1, 2], np.int8)),
            serializer.addConst([1], module.DType.FP32, np.array([1], np.float32), name="named"),
            serializer.addConst([2], module.DType.INT8),
            serializer.addPlaceholder([2], module.DType.INT8, np.array([3, 4], np.int8)),
            serializer.addPlaceholder([2], module.DType.INT8),
        ]
        scaled = np.ones((1, 32)).astype(ml_dtypes.float8_e4m3fn), np.ones((1, 1)).astype(ml_dtypes.float8_e8m0fnu)
        made.append(serializer.addConst([1, 32], module.ScaledDType.BS32_FP8UE8M0_FP8E4M3, *scaled))
        made.append(serializer.addPlaceholder([1, 32], module.ScaledDType.BS32_FP8UE8M0_FP8E4M3, *scaled))
        shapes = (
            serializer.addConst([2], module.DType.SHAPE, np.array([1, 2], np.int64)),
            serializer.addPlaceholder([2], module.DType.SHAPE),
        )
        description = serializer.writeJson("x.tosa")
        serializer.startRegion("other", str(folder / "second"))
        serializer.addBasicBlock("other")
        serializer.addConst([1], module.DType.INT8, np.array([5], np.int8))
        files = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.npy")}
        names = [(t.name, t.placeholderFilename, t.placeholder_file_name_scales, t.data) for t in made]
        return files, names, [(x.name, x.placeholderFilename) for x in shapes], description, serializer.serialize()

    results = []
    for module in (ours, upstream):
        with saving_with(module):
            results.append(written(module))

    assert results[0] == results[1]


@pytest.mark.parametrize("values", [[1, 2], np.array([1, 2]), "zz"], ids=["list", "int64", "text"])
def test_placeholder_that_cannot_be_saved_raises_as_upstream(values: Any, tmp_path: Path) -> None:
    results = []
    for module in (ours, upstream):
        serializer = module.TosaSerializer(str(tmp_path), **({"strict": False} if module is ours else {}))
        with saving_with(module):
            results.append(attempt(serializer.addPlaceholder, [2], module.DType.INT8, values))

    assert results[0] == results[1]
    assert list(tmp_path.iterdir()) == []
