"""What real clients do passes strict mode, with upstream's bytes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours


def unsigned_bit_patterns(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([3], module.DType.INT8, np.array([0, 127, 255], np.uint8))
    serializer.addConst([2], module.DType.INT16, np.array([1, 65535], np.uint16))
    serializer.addConst([2], module.DType.INT32, np.array([1, 2**32 - 1], np.uint32))


def dynamic_shapes(module: ModuleType, serializer: Any) -> None:
    serializer.addInputTensor(module.TosaSerializerTensor("x", [module.UNKNOWN_DIM, 3], module.DType.FP32))
    serializer.addIntermediate([-1, -1], module.DType.INT8)
    serializer.addOutput([4, -1], module.DType.INT8)


def integers_and_whole_floats(module: ModuleType, serializer: Any) -> None:
    for dtype in ("INT8", "INT16", "INT32", "INT48", "FP16", "FP32", "BF16", "FP8E4M3", "FP8E5M2"):
        serializer.addConst([2], getattr(module.DType, dtype), [1, 2.0])
        serializer.addConst([1], getattr(module.DType, dtype), 3)


def empty_shape(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([0], module.DType.SHAPE, [])
    serializer.addConst([1], module.DType.SHAPE, [5])


def small_floats(module: ModuleType, serializer: Any) -> None:
    types = {
        "BF16": ml_dtypes.bfloat16,
        "FP8E4M3": ml_dtypes.float8_e4m3fn,
        "FP8E5M2": ml_dtypes.float8_e5m2,
        "FP6E2M3": ml_dtypes.float6_e2m3fn,
        "FP6E3M2": ml_dtypes.float6_e3m2fn,
        "FP8UE8M0": ml_dtypes.float8_e8m0fnu,
    }
    for dtype, array_type in types.items():
        serializer.addConst([4], getattr(module.DType, dtype), np.array([1, 2, 4, 0.5]).astype(array_type))


def changes_after_adding(module: ModuleType, serializer: Any) -> None:
    block = serializer.currRegion.currBasicBlock
    tensor = block.addTensor("t", [1, 2], module.DType.INT8)
    tensor.SetDimSize(0, 9)
    tensor.setDtype(module.DType.INT32)
    constant = serializer.addConst([2], module.DType.INT8, [1, 2])
    constant.data = [3, 4]


def names_used_before_they_are_declared(module: ModuleType, serializer: Any) -> None:
    attribute = module.TosaSerializerAttribute()
    attribute.IdentityAttribute()
    serializer.addOperator(module.Op.IDENTITY, ["early"], ["late"], attribute)
    for name in ("late", "early"):
        serializer.currRegion.currBasicBlock.addTensor(name, [1], module.DType.INT8)


def one_input_for_two(module: ModuleType, serializer: Any) -> None:
    serializer.addInputTensor(module.TosaSerializerTensor("x", [1, 32], module.DType.FP32))
    values = serializer.addIntermediate([1, 32], module.DType.FP8E4M3)
    scales = serializer.addIntermediate([1, 1], module.DType.FP8UE8M0)
    attribute = module.TosaSerializerAttribute()
    attribute.CastToBlockScaledAttribute(module.BlockSize.BLOCK_SIZE_32)
    serializer.addOperator(module.Op.CAST_TO_BLOCK_SCALED, ["x"], [values.name, scales.name], attribute)


def several_serializers_of_one_tensor(module: ModuleType, serializer: Any) -> None:
    tensor = module.TosaSerializerTensor("x", [1], module.DType.INT8, [5])
    module.TosaSerializer("").addInputTensor(tensor)
    serializer.addInputTensor(tensor)


def then_and_else(module: ModuleType, serializer: Any) -> None:
    attribute = module.TosaSerializerAttribute()
    attribute.CondIfAttribute("yes", "no")
    serializer.addInputTensor(module.TosaSerializerTensor("c", [], module.DType.BOOL))
    out = serializer.addOutput([1], module.DType.INT8)
    serializer.addOperator(module.Op.COND_IF, ["c"], [out.name], attribute)
    for name in ("yes", "no"):
        serializer.startRegion(name)
        serializer.addBasicBlock(name)
        serializer.addOutputTensor(serializer.addConst([1], module.DType.INT8, [1], name=f"{name}_value"))


PASSES: list[Callable[[ModuleType, Any], None]] = [
    unsigned_bit_patterns,
    dynamic_shapes,
    integers_and_whole_floats,
    empty_shape,
    small_floats,
    changes_after_adding,
    names_used_before_they_are_declared,
    one_input_for_two,
    several_serializers_of_one_tensor,
    then_and_else,
]


def serialized(module: ModuleType, build: Callable[[ModuleType, Any], None]) -> bytes:
    serializer = module.TosaSerializer("")
    build(module, serializer)
    return bytes(serializer.serialize())


@pytest.mark.parametrize("build", PASSES, ids=lambda build: build.__name__)
def test_client_passes_strict_mode_without_a_warning(build: Callable[[ModuleType, Any], None]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = serialized(ours, build)

    assert result == serialized(upstream, build)


def test_long_constant_warns_once_with_its_name_and_sizes() -> None:
    def graph(module: ModuleType) -> list[bytes]:
        serializer = module.TosaSerializer("")
        serializer.addConst([1], module.DType.INT8, list(range(8)), name="zero_point")
        return [serializer.serialize(), serializer.serialize()]

    with pytest.warns(UserWarning, match=r"'zero_point'.*\[1\]") as told:
        result = graph(ours)

    assert len(told) == 1
    assert result == graph(upstream)


def test_long_constant_does_not_warn_where_strict_is_off() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        serializer = ours.TosaSerializer("", strict=False)
        serializer.addConst([1], ours.DType.INT8, list(range(8)))
        serializer.serialize()


def test_warning_made_an_error_leaves_the_graph_as_it_was() -> None:
    serializer = ours.TosaSerializer("")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="zero_point"):
            serializer.addConst([1], ours.DType.INT8, [1, 2], name="zero_point")

    assert serializer.serialize() == upstream.TosaSerializer("").serialize()
