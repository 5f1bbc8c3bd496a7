"""Small graphs under every cap there is: the layout changes at the byte at which upstream's changes."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours


def two_constants(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([5], module.DType.INT8, np.arange(5, dtype=np.int8))
    serializer.addConst([3], module.DType.INT32, np.arange(3, dtype=np.int32), name="second")


def no_data(module: ModuleType, serializer: Any) -> None:
    serializer.addIntermediate([4], module.DType.FP32)
    serializer.addIntermediate([4], module.DType.FP32, is_variable=True, variable_name="state")


def shapes_only(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([4], module.DType.SHAPE, [1, 2, 3, 4])
    serializer.addIntermediateShape(2, [7, 8])


def scales(module: ModuleType, serializer: Any) -> None:
    serializer.addIntermediate([2, 32], module.ScaledDType.BS32_FP8UE8M0_FP4E2M1)
    values = np.linspace(-6, 6, 64, dtype=np.float32).reshape(2, 32)
    serializer.addConst([2, 32], module.ScaledDType.BS32_FP8UE8M0_FP4E2M1, values, [[1.0], [2.0]])
    serializer.addConst([1], module.DType.INT8, [1])


def regions(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([9], module.DType.INT16, list(range(9)))
    serializer.addBasicBlock("second")
    serializer.addConst([1], module.DType.FP16, [1.5])
    serializer.startRegion("other")
    serializer.addBasicBlock("third")
    serializer.addConst([2], module.DType.INT48, [1, -1])


GRAPHS = [two_constants, no_data, shapes_only, scales, regions]


def serialized(module: ModuleType, graph: Any, **options: Any) -> bytes:
    serializer = module.TosaSerializer("", **options)
    graph(module, serializer)
    return bytes(serializer.serialize())


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.__name__)
def test_graph_has_upstream_bytes_under_every_cap(graph: Any) -> None:
    size = len(serialized(upstream, graph))

    for cap in range(size + 9):
        assert serialized(ours, graph, fb_size_cap=cap) == serialized(upstream, graph, fb_size_cap=cap), f"cap {cap}"


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.__name__)
def test_needs_outside_layout_is_what_upstream_writes(graph: Any) -> None:
    inside = serialized(upstream, graph)

    for cap in range(len(inside) + 9):
        serializer = ours.TosaSerializer("", fb_size_cap=cap)
        graph(ours, serializer)
        expected = serialized(upstream, graph, fb_size_cap=cap) != inside
        assert serializer.needs_outside_layout is expected, f"cap {cap}"


def test_needs_outside_layout_follows_the_graph() -> None:
    serializer = ours.TosaSerializer("", fb_size_cap=1000)
    found = []
    for size in (100, 1000, 1):
        found.append(serializer.needs_outside_layout)
        serializer.addConst([size], ours.DType.INT8, np.zeros(size, np.int8))
    assert [*found, serializer.needs_outside_layout] == [False, False, True, True]
    # Not complete yet.
    serializer.currRegion.currBasicBlock.addTensor("x", [1], ours.DType.INT8)
    attribute = ours.TosaSerializerAttribute()
    attribute.AbsAttribute()
    serializer.addOperator(ours.Op.ABS, ["x"], ["nowhere"], attribute)
    assert serializer.needs_outside_layout


@pytest.mark.parametrize("graph", [two_constants, scales, regions], ids=lambda graph: graph.__name__)
def test_both_layouts_occur(graph: Any) -> None:
    embedded, outside = serialized(ours, graph), serialized(ours, graph, fb_size_cap=0)

    assert embedded != outside
    assert outside != serialized(ours, graph, fb_size_cap=len(embedded))
    assert embedded == serialized(ours, graph, fb_size_cap=len(embedded))


@pytest.mark.parametrize("cap", [2**31 - 1, 2**31, 2**32, 2**63, 2**64 - 1])
def test_cap_beyond_a_flatbuffer_is_the_default(cap: int) -> None:
    assert serialized(ours, two_constants, fb_size_cap=cap) == serialized(upstream, two_constants)


@pytest.mark.parametrize("cap", [-1, 2**64, 1.0, None, "1"])
def test_cap_that_is_no_size_is_a_type_error(cap: Any) -> None:
    for module in (ours, upstream):
        with pytest.raises(TypeError):
            serialized(module, no_data, fb_size_cap=cap)


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.__name__)
@pytest.mark.parametrize("cap", [0, 2**31 - 1])
def test_serialize_again_gives_the_same_bytes(graph: Any, cap: int) -> None:
    serializer = ours.TosaSerializer("", fb_size_cap=cap)
    graph(ours, serializer)

    assert serializer.serialize() == serializer.serialize()


def test_scales_of_a_type_without_stay_behind_where_upstream_crashes() -> None:
    def changed(module: ModuleType, **options: Any) -> bytes:
        serializer = module.TosaSerializer("", **options)
        serializer.addConst([1], module.DType.INT8, [1], name="taken")
        serializer.addConst([1, 32], module.ScaledDType.BS32_FP8UE8M0_FP8E4M3, [1.0] * 32, [2.0], name="scaled")
        last = serializer.addConst([1], module.DType.INT8, [2], name="taken")
        assert last.name == "scaled"
        last.setDtype(module.DType.FP16)
        return bytes(serializer.serialize())

    outside = changed(ours, strict=False, fb_size_cap=0)

    assert changed(ours, strict=False) == changed(upstream)
    assert outside == changed(ours, strict=False, fb_size_cap=0)
    # Behind the flatbuffer: one byte in its place of eight, then the 32 values.
    assert outside.endswith(b"\x01" + bytes(7) + b"\x38" * 32)
