"""What we write is read by others: the vendored flatc classes and the reference model."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
import tosa_reference_model
import tosa_tools_upstream as upstream
from tosa.Attribute import Attribute
from tosa.ClampAttribute import ClampAttribute
from tosa.TosaGraph import TosaGraph

import tosa_serializer as ours

CAPS = {"embedded": 2**31 - 1, "outside": 0}


def attribute(module: ModuleType, kind: str, *values: Any) -> Any:
    result = module.TosaSerializerAttribute()
    getattr(result, f"{kind}Attribute")(*values)
    return result


def clamped_sum(module: ModuleType, cap: int) -> Any:
    """clamp(x + [1, 2, 3], 0, 50) over FP32, in the block of the main region."""
    serializer = module.TosaSerializer("", fb_size_cap=cap)
    serializer.addInputTensor(module.TosaSerializerTensor("x", [2, 3], module.DType.FP32))
    serializer.addConst([1, 3], module.DType.FP32, np.array([[1, 2, 3]], np.float32), name="bias")
    total = serializer.addIntermediate([2, 3], module.DType.FP32)
    result = serializer.addOutput([2, 3], module.DType.FP32)
    limits = [list(np.float32(limit).tobytes()) for limit in (0, 50)]
    serializer.addOperator(module.Op.ADD, ["x", "bias"], [total.name], attribute(module, "Add"))
    clamp = attribute(module, "Clamp", *limits, module.NanPropagationMode.PROPAGATE)
    serializer.addOperator(module.Op.CLAMP, [total.name], [result.name], clamp, module.TosaOpLocation("a.py:7"))
    return serializer


@pytest.mark.parametrize("cap", CAPS.values(), ids=CAPS)
def test_vendored_classes_read_what_was_added(cap: int) -> None:
    data = clamped_sum(ours, cap).serialize()

    assert TosaGraph.TosaGraphBufferHasIdentifier(data, 0)
    graph = TosaGraph.GetRootAs(data, 0)
    version, software = graph.Version(), graph.SoftwareVersion()
    assert (version._Major(), version._Minor(), version._Patch(), version._Draft()) == (1, 1, 0, True)
    assert (software._Major(), software._Minor(), software._Micro(), software._Modifier()) == (2026, 8, 0, b"")
    assert graph.Compatibility().Features() == 0
    assert graph.RegionsLength() == 1
    assert (graph.Regions(0).Name(), graph.Regions(0).BlocksLength()) == (b"main", 1)
    block = graph.Regions(0).Blocks(0)
    assert [block.Inputs(i) for i in range(block.InputsLength())] == [b"x"]
    assert [block.Outputs(i) for i in range(block.OutputsLength())] == [b"result-0"]
    tensors = [block.Tensors(i) for i in range(block.TensorsLength())]
    assert [t.Name() for t in tensors] == [b"x", b"bias", b"layer-1", b"result-0"]
    assert [t.ShapeAsNumpy().tolist() for t in tensors] == [[2, 3], [1, 3], [2, 3], [2, 3]]
    assert {t.Type() for t in tensors} == {int(ours.DType.FP32)}
    assert constant(data, tensors[1]) == np.array([1, 2, 3], np.float32).tobytes()


def constant(data: bytes, tensor: Any) -> bytes:
    if tensor.DataIsNone():
        return data[tensor.Offset() : tensor.Offset() + tensor.Size()]
    return bytes(tensor.DataAsNumpy())


def test_vendored_classes_read_operators_and_attributes() -> None:
    block = TosaGraph.GetRootAs(clamped_sum(ours, CAPS["embedded"]).serialize(), 0).Regions(0).Blocks(0)
    const, add, clamp = (block.Operators(i) for i in range(block.OperatorsLength()))

    assert [op.Op() for op in (const, add, clamp)] == [ours.Op.CONST, ours.Op.ADD, ours.Op.CLAMP]
    assert [add.Inputs(0), add.Inputs(1), add.Outputs(0)] == [b"x", b"bias", b"layer-1"]
    assert [op.Location().Text() for op in (const, add, clamp)] == [b"", b"", b"a.py:7"]
    assert clamp.AttributeType() == Attribute.ClampAttribute
    limits = ClampAttribute()
    limits.Init(clamp.Attribute().Bytes, clamp.Attribute().Pos)
    assert limits.MinValAsNumpy().tobytes() == np.float32(0).tobytes()
    assert limits.MaxValAsNumpy().tobytes() == np.float32(50).tobytes()
    assert limits.NanMode() == ours.NanPropagationMode.PROPAGATE


@pytest.mark.parametrize("cap", CAPS.values(), ids=CAPS)
def test_reference_model_computes_the_graph(cap: int) -> None:
    x = np.array([[1, 20, 300], [-7, 0, 47]], np.float32)

    outputs, status = tosa_reference_model.run(clamped_sum(ours, cap).serialize(), [x])

    assert status == tosa_reference_model.GraphStatus.TOSA_VALID
    expected = np.clip(x + np.array([1, 2, 3], np.float32), 0, 50)
    assert np.array_equal(outputs[0].view(np.float32).reshape(2, 3), expected)


@pytest.mark.parametrize("cap", CAPS.values(), ids=CAPS)
def test_graph_has_upstream_bytes(cap: int) -> None:
    assert clamped_sum(ours, cap).serialize() == clamped_sum(upstream, cap).serialize()
