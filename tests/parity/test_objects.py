"""Tensors, shapes, enums, versions and texts are as upstream's: each case tells the same on both modules."""

from __future__ import annotations

import copy
import pickle
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.behaviour import Case, attempt, attribute, block, cases, outcome


def texts_of_all_objects(m: ModuleType, s: Any) -> Any:
    s.addOperator(m.Op.ADD, ["x", "y"], ["z"], attribute(m))
    s.addPlaceholder([], m.DType.INT8)
    s.addOutput([1, 2], m.ScaledDType.BS32_FP8UE8M0_MXINT8)
    s.addIntermediateShape(1, [2])
    s.addIntermediateShape(0)
    s.addBasicBlock("second")
    s.startRegion("empty", "other")
    first = s.regions[0].basicBlocks[0]
    operator, tensor = first.operators[0], first.tensors["result-0"]
    return [str(x) for x in (s, s.regions[0], s.regions[1], first, operator, tensor, first.shapes["shape-layer-0"])]


def texts_of_attributes(m: ModuleType, s: Any) -> Any:
    clamp = attribute(m, "Clamp", [1], [2], m.NanPropagationMode.IGNORE)
    return [str(a) for a in (m.TosaSerializerAttribute(), attribute(m), clamp, attribute(m, "None"))]


def texts_of_unknown_enums(m: ModuleType, s: Any) -> Any:
    operator = m.TosaSerializerOperator(m.Op(999), [], [], attribute(m, "None"))
    return str(operator), str(m.TosaSerializerTensor("t", [], m.DType(999))), operator.attributes


def tensor_state(m: ModuleType, s: Any) -> Any:
    tensor = m.TosaSerializerTensor("t", [2], m.DType.INT8, [1, 2], "file", True, False, "state")
    again = pickle.loads(pickle.dumps(tensor))
    return tensor.__getstate__(), again.__getstate__(), copy.copy(tensor).__getstate__(), again == tensor


def tensor_setters(m: ModuleType, s: Any) -> Any:
    tensor = s.addConst([2], m.DType.INT8, [1, 2])
    tensor.scale_dtype, tensor.block_shape, tensor.is_unranked = m.DType.FP32, m.BlockShape.BLOCK_SHAPE_32, True
    tensor.dtype, tensor.shape = m.DType.INT32, (1, 2)
    tensor.SetDimSize(1, 2**31)
    type_info = tensor.tosa_type
    return tensor.__getstate__(), tensor.is_block_scaled, type_info.scale_type, type_info.is_primitive


def read_only_properties(m: ModuleType, s: Any) -> Any:
    tensor = s.addConst([1], m.DType.INT8, [1])
    names = ("is_variable", "variable_name", "placeholderFilename", "is_block_scaled", "tosa_type", "no_such_name")
    return [attempt(setattr, tensor, name, None) for name in names]


def shape_objects(m: ModuleType, s: Any) -> Any:
    shape = m.TosaSerializerShape("s", 2, (1, 2))
    states = [shape.data, shape.dims, shape.shape, shape.rank, shape.dtype]
    shape.data = [4]
    states += [shape.dims, shape.rank]
    shape.dims = None
    return [*states, shape.dims, m.TosaSerializerShape("s", 0).shape, attempt(lambda: m.TosaSerializerShape("s", -1))]


def shape_constants(m: ModuleType, s: Any) -> Any:
    made = [
        s.addConst(shape, m.DType.SHAPE, values) for shape, values in (([3], [1]), ([], []), ([0], None), ([1, 2], [1]))
    ]
    return [(c.rank, c.dims, c.name) for c in made], type(made[0]).__name__


def accepted_sequences(m: ModuleType, s: Any) -> Any:
    given = [(1, 2), range(3), np.array([1, 2]), [np.int64(3), True], iter([1]), map(int, "12"), {7}, [np.float32(1.7)]]
    return [m.TosaSerializerTensor("t", dims, m.DType.INT8).shape for dims in given]


def refused_sequences(m: ModuleType, s: Any) -> Any:
    given = [None, "12", b"12", [1.0], [np.float64(1)], ["1"], [2**31], [-(2**31) - 1], {1: 2}, 5, [None]]
    return [attempt(m.TosaSerializerTensor, "t", dims, m.DType.INT8) for dims in given]


def names_of_operators(m: ModuleType, s: Any) -> Any:
    given = [("a",), [], ["a", b"b"], "ab", None, [1], [None], ["a\ud800"]]
    return [attempt(lambda x: s.addOperator(m.Op.ADD, x, [], attribute(m)).inputs, names) for names in given]


def numbers_for_enums(m: ModuleType, s: Any) -> Any:
    tensors = [
        attempt(lambda x: m.TosaSerializerTensor("t", [], x).dtype, n) for n in (3, True, np.int32(3), 3.0, -1, "INT8")
    ]
    other = m.TosaSerializerTensor("t", [], m.Op.ADD).dtype
    operator = s.addOperator(15, [], [], attribute(m, "Maximum", 2)).op
    return (
        tensors,
        other,
        operator,
        attempt(lambda: m.TosaSerializer("", 1)),
        attempt(lambda: s.addOutput([1], 3).dtype),
    )


def truth_values(m: ModuleType, s: Any) -> Any:
    given = [1, 0, None, np.bool_(True), "x", [], 1.0]
    return [
        attempt(lambda x: m.TosaSerializerTensor("t", [], m.DType.INT8, is_unranked=x).is_unranked, v) for v in given
    ]


def type_infos(m: ModuleType, s: Any) -> Any:
    scaled = m.BlockScaledToTensorTypeInfo(m.ScaledDType.BS32_FP8UE8M0_MXINT8)
    plain_type = m.TensorTypeInfo(m.DType.INT8)
    same = [
        scaled == m.ScaledDType.BS32_FP8UE8M0_MXINT8,
        plain_type == m.TensorTypeInfo(m.DType.INT8),
        plain_type != scaled,
    ]
    other = [plain_type == m.DType.INT8, plain_type == 3, m.TensorTypeInfoToBlockScaled(scaled)]
    refused = [attempt(m.TensorTypeInfo, *v) for v in ((3,), (m.ScaledDType.UNKNOWN,), (None,) * 3, ())]
    none = m.BlockScaledToTensorTypeInfo(m.ScaledDType.UNKNOWN), m.TensorTypeInfoToBlockScaled(plain_type)
    return [*same, *other, *refused, *none, attempt(lambda: hash(scaled))]


def names_to_enums(m: ModuleType, s: Any) -> Any:
    given = ("INT8", "int8", "UNKNOWN", "", "XX", "BS32_FP8UE8M0_MXINT8", None)
    functions = (m.dtype_str_to_val, m.scaled_dtype_str_to_val)
    return [attempt(f, n) for n in given for f in functions]


def versions(m: ModuleType, s: Any) -> Any:
    v, lib = m.TosaVersion, m.SerLibVersion
    pairs = [
        ((1, 0, 0, False), (1, 1, 0, True)),
        ((1, 1, 0, True), (1, 1, 0, False)),
        ((0, 90, 0, False), (1, 0, 0, False)),
    ]
    compared = [(v.less_than(v(*a), v(*b)), v.is_compatible(v(*a), v(*b))) for a, b in pairs]
    readers = [lib(-1, -1, -1, ""), lib(2025, 7, 0, ""), lib(2027, 1, 0, "")]
    reading = [lib.is_compatible(lib(2026, 9, 0, ""), lib(2026, 8, 0, ""), reader) for reader in readers]
    texts = [v().to_string(), v(1, 2, 3, True).to_string(), lib(1, 2, 3, ".dev").to_string()]
    own = [s.getVersion().to_string(), s.getGraphTosaVersion().to_string(), s.getSoftwareVersion().to_string()]
    return (
        compared,
        reading,
        texts,
        own,
        lib.earliest_compatible_release().to_string(),
        lib.less_than(lib(), lib(), True),
    )


def versions_are_live(m: ModuleType, s: Any) -> Any:
    s.getSoftwareVersion()._major = 5
    s.getSoftwareVersion()._modifier = "rc"
    s.getGraphTosaVersion()._minor = 77
    return s.getSoftwareVersion().to_string(), s.getGraphTosaVersion().to_string(), s.getVersion().to_string()


def compatibility(m: ModuleType, s: Any) -> Any:
    info = m.SerializationCompatibilityInfo()
    for feature in ("MXFP", "MXFP", "NONE"):
        info.addFeature(getattr(m.CompatibilityFeature, feature))
    info.min_reader_version = m.SerLibVersion(1, 2, 3, "x")
    states = [info.features, info.min_reader_version.to_string()]
    info.clear()
    own = s.getSerializationCompatibility()
    s.addIntermediate([1, 32], m.ScaledDType.BS32_FP8UE8M0_MXINT8)
    s.serialize()
    return [
        *states,
        info.features,
        info.min_reader_version.to_string(),
        own.features,
        own.min_reader_version.to_string(),
    ]


def unknown_dtype_does_not_serialize(m: ModuleType, s: Any) -> Any:
    other = m.TosaSerializer("")
    block(other).addTensor("t", [1], m.DType(999))
    return attempt(other.serialize)


def unknown_op_does_not_serialize(m: ModuleType, s: Any) -> Any:
    other = m.TosaSerializer("", **({"strict": False} if m is ours else {}))
    block(other).addOperator(m.Op(101), [], [], attribute(m))
    return attempt(other.serialize)


@pytest.mark.parametrize("case", cases(globals()), ids=lambda case: case.__name__)
def test_case_tells_what_upstream_tells(case: Case) -> None:
    assert outcome(ours, case, strict=False) == outcome(upstream, case)
