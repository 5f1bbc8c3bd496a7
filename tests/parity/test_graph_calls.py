"""Calls that build a graph name, share, copy and refuse as upstream's: each case tells the same on both modules."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.behaviour import Case, attempt, attribute, block, cases, outcome


def names_of_constants(m: ModuleType, s: Any) -> Any:
    kinds = [("a", "INT8"), ("", "INT8"), ("b", "SHAPE"), ("", "SHAPE"), ("", "INT8")]
    return [s.addConst([1], getattr(m.DType, dtype), [1], name=name).name for name, dtype in kinds]


def names_of_others(m: ModuleType, s: Any) -> Any:
    made = [s.addIntermediate([1], m.DType.INT8), s.addOutput([1], m.DType.INT8), s.addPlaceholder([1], m.DType.INT8)]
    return [x.name for x in [*made, s.addIntermediateShape(1), s.addIntermediate([1], m.DType.INT8)]]


def counters_are_shared_by_regions(m: ModuleType, s: Any) -> Any:
    names = names_of_constants(m, s) + names_of_others(m, s)
    s.startRegion("second")
    s.addBasicBlock("block")
    return names + names_of_others(m, s) + [s.addConst([1], m.DType.INT8, [1]).name]


def counter_after_a_failed_constant(m: ModuleType, s: Any) -> Any:
    failed = [
        attempt(lambda: s.addConst([1], m.DType.INT8, "zz")),
        attempt(lambda: s.addConst([1], m.DType.INT8, "zz", name="named")),
        attempt(lambda: s.addConst([1], m.ScaledDType.UNKNOWN, [1], [1])),
        attempt(lambda: s.addIntermediate([1], m.ScaledDType.UNKNOWN)),
        attempt(lambda: s.addOutput([1], m.ScaledDType.UNKNOWN)),
    ]
    return [*failed, s.addConst([1], m.DType.INT8, [1]).name, *names_of_others(m, s)]


def free_region_counts_by_itself(m: ModuleType, s: Any) -> Any:
    s.addConst([1], m.DType.INT8, [1])
    region = m.TosaSerializerRegion("free", "prefix", m.INPUTS)
    region.addBasicBlock("block")
    region.addIntermediate([1], m.DType.INT8)
    s.currRegion = region
    listed = [r.name for r in s.regions]
    return listed, s.currRegion is region, region.pathPrefix, s.addIntermediate([1], m.DType.INT8).name


def duplicate_tensor_is_the_first(m: ModuleType, s: Any) -> Any:
    first = block(s).addTensor("t", [1], m.DType.INT8, [1])
    second = block(s).addTensor("t", [2], m.DType.INT16, [1, 2])
    return first is second, second.shape, second.data, block(s).tensors.keys()


def duplicate_constant(m: ModuleType, s: Any) -> Any:
    made = [s.addConst([1], m.DType.INT8, [n], name="c") for n in (1, 2)]
    return [c.data for c in made], len(block(s).operators), block(s).tensors.keys()


def automatic_name_that_is_taken(m: ModuleType, s: Any) -> Any:
    for name in ("layer-1", "result-0", "const-0"):
        block(s).addTensor(name, [7], m.DType.INT32)
    made = [s.addIntermediate([9], m.DType.INT8), s.addOutput([9], m.DType.INT8), s.addConst([1], m.DType.INT8, [1])]
    return [x.shape for x in made], block(s).outputs, block(s).tensors.keys()


def placeholder_with_a_taken_name(m: ModuleType, s: Any) -> Any:
    block(s).addTensor("input-0", [7], m.DType.INT32)
    return s.addPlaceholder([9], m.DType.INT8).shape, block(s).inputs, block(s).tensors.keys()


def input_tensor_is_copied(m: ModuleType, s: Any) -> Any:
    tensor = m.TosaSerializerTensor("in", [2], m.DType.INT8)
    s.addInputTensor(tensor)
    tensor.shape = [9]
    s.addInputTensor(tensor)
    return block(s).tensors["in"] is tensor, block(s).tensors["in"].shape, block(s).inputs, block(s).tensors.keys()


def output_tensor_only_names(m: ModuleType, s: Any) -> Any:
    s.addOutputTensor(m.TosaSerializerTensor("out", [2], m.DType.INT8))
    s.addOutputTensor(m.TosaSerializerShape("shape", 2))
    return block(s).outputs, block(s).tensors.keys(), block(s).shapes.keys()


def renamed_tensor(m: ModuleType, s: Any) -> Any:
    tensor = s.addOutput([1], m.DType.INT8)
    tensor.name = "new"
    found = block(s).getTensorByName("new") is tensor
    return found, block(s).tensors.keys(), block(s).outputs, attempt(lambda: block(s).tensors["result-0"])


def missing_names(m: ModuleType, s: Any) -> Any:
    maps = [attempt(lambda: block(s).tensors["zz"]), attempt(lambda: block(s).shapes["zz"])]
    found = [attempt(lambda: block(s).getTensorByName("zz")), attempt(lambda: block(s).getShapeByName("zz"))]
    return maps, found, "zz" in block(s).tensors, attempt(lambda: block(s).tensors[0])


def text_of_a_missing_name(m: ModuleType, s: Any) -> Any:
    return block(s).tensors["zz"]


def objects_are_the_same_each_time(m: ModuleType, s: Any) -> Any:
    tensor = s.addConst([1], m.DType.INT8, [1])
    operator = s.addOperator(m.Op.ADD, ["const-0"], [], attribute(m))
    same = [
        s.currRegion is s.regions[0],
        block(s) is s.currRegion.basicBlocks[0],
        block(s).tensors["const-0"] is tensor,
    ]
    return [*same, block(s).operators[-1] is operator, operator.attributes is operator.attributes]


def lists_are_copies(m: ModuleType, s: Any) -> Any:
    operator = s.addOperator(m.Op.CONV2D, ["a"], ["b"], attribute(m, "Concat", 1))
    tensor = s.addIntermediate([1], m.DType.INT8)
    for copied in (
        s.regions,
        s.currRegion.basicBlocks,
        block(s).operators,
        block(s).inputs,
        operator.inputs,
        tensor.shape,
    ):
        copied.append(1)
    return len(s.regions), len(block(s).operators), block(s).inputs, operator.inputs, tensor.shape


def maps_are_live(m: ModuleType, s: Any) -> Any:
    tensors, shapes = block(s).tensors, block(s).shapes
    s.addIntermediate([1], m.DType.INT8)
    s.addIntermediateShape(1)
    return len(tensors), list(tensors), len(shapes), list(shapes), bool(tensors)


def location_is_copied_and_live(m: ModuleType, s: Any) -> Any:
    location = m.TosaOpLocation("given")
    operator = s.addOperator(m.Op.ADD, [], [], attribute(m), location)
    location.text = "later"
    texts = [operator.location.text]
    operator.location.text = "changed"
    return [*texts, operator.location.text, s.addOperator(m.Op.ADD, [], [], attribute(m), "text").location.text]


def results_of_adding(m: ModuleType, s: Any) -> Any:
    s.addConst([1], m.DType.INT8, [1])
    in_block = block(s).addOperator(m.Op.ADD, [], [], attribute(m))
    return (
        in_block,
        s.addBasicBlock("b"),
        s.startRegion("r"),
        s.currRegion.currBasicBlock,
        s.currRegion.addBasicBlock("c"),
    )


def constant_by_operator(m: ModuleType, s: Any) -> Any:
    block(s).addOperator(m.Op.CONST, [], ["x"], attribute(m, "Const"))
    return s.addOperator(m.Op.CONST, [], ["x"], attribute(m, "Const"))


def without_block(m: ModuleType, s: Any) -> Any:
    s.startRegion("empty")
    tensor = m.TosaSerializerTensor("t", [1], m.DType.INT8)
    calls = [
        lambda: s.addConst([1], m.DType.INT8, [1]),
        lambda: s.addIntermediate([1], m.DType.INT8),
        lambda: s.addOutput([1], m.DType.INT8),
        lambda: s.addPlaceholder([1], m.DType.INT8),
        lambda: s.addInputTensor(tensor),
        lambda: s.addOutputTensor(tensor),
        lambda: s.addIntermediateShape(1),
        lambda: s.addOperator(m.Op.ADD, [], [], attribute(m)),
    ]
    return [attempt(call) for call in calls]


def text_without_block(m: ModuleType, s: Any) -> Any:
    s.startRegion("empty")
    return s.addConst([1], m.DType.INT8, [1])


def without_region(m: ModuleType, s: Any) -> Any:
    s.currRegion = None
    calls = [
        lambda: s.addConst([1], m.DType.INT8, [1]),
        lambda: s.addBasicBlock("b"),
        lambda: s.addOutput([1], m.DType.INT8),
        lambda: s.addOperator(m.Op.ADD, [], [], attribute(m)),
    ]
    failed = [attempt(call) for call in calls]
    return s.currRegion, failed, s.writeJson("x"), s.startRegion("new"), s.currRegion.name


def text_without_region(m: ModuleType, s: Any) -> Any:
    s.currRegion = None
    return s.addConst([1], m.DType.INT8, [1])


@pytest.mark.parametrize("case", cases(globals()), ids=lambda case: case.__name__)
def test_case_tells_what_upstream_tells(case: Case) -> None:
    assert outcome(ours, case, strict=False) == outcome(upstream, case)


def test_block_scaled_tensor_loses_its_scales_as_an_input_and_is_refused_in_strict_mode() -> None:
    def graph(module: ModuleType, **options: Any) -> tuple[bytes, str]:
        serializer = module.TosaSerializer("", **options)
        scaled = module.ScaledDType.BS32_FP8UE8M0_FP8E4M3
        tensors = [
            serializer.addConst([1, 32], scaled, [1.0] * 32, [2.0], name="constant"),
            serializer.addIntermediate([1, 32], scaled),
        ]
        serializer.addBasicBlock("other")
        for tensor in tensors:
            serializer.addInputTensor(tensor)
        return bytes(serializer.serialize()), str(serializer)

    assert graph(ours, strict=False) == graph(upstream)
    with pytest.raises(ValueError, match=r"'constant'.*block-scaled"):
        graph(ours)
