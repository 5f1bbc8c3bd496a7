"""Everything that can be wrong, as data: each case is a row of docs/errors.md and a test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import tosa_tools_upstream as upstream

from tests.tools import schema

# Calls of a module and of a serializer of it.
Step = Callable[[ModuleType, Any], Iterator[None] | None]


@dataclass(frozen=True)
class Wrong:
    """`do` raises `error` with a text that matches `says`. If it yields, only what comes after is wrong.

    `late`: what `do` adds is refused when the graph is written. `ours_only`: upstream cannot do it, or may crash.
    """

    do: Step
    error: type[Exception]
    says: str
    late: bool = False
    ours_only: bool = False


CASES: dict[str, Wrong] = {}


def wrong(error: type[Exception], says: str, **options: bool) -> Callable[[Step], Step]:
    def note(step: Step) -> Step:
        CASES[step.__name__] = Wrong(step, error, says, **options)
        return step

    return note


def block(s: Any) -> Any:
    return s.currRegion.currBasicBlock


def operator(m: ModuleType, s: Any, op: str, inputs: Any, outputs: Any, *values: Any, location: Any = None) -> None:
    attribute = m.TosaSerializerAttribute()
    attribute.setAttribute(getattr(m.Op, op), *values)
    s.addOperator(getattr(m.Op, op), inputs, outputs, attribute, location)


def operands(m: ModuleType, s: Any) -> None:
    """Tensors x, y and z, and a shape s."""
    for name in "xyz":
        block(s).addTensor(name, [1], m.DType.INT8)
    block(s).addShape("s", 1, [1])


# ---- values ----


def constant(ident: str, dtype: str, values: Any, error: type[Exception], says: str, shape: Any = None) -> None:
    """addConst of `values`, by default of shape [2]."""

    def add(m: ModuleType, s: Any) -> None:
        s.addConst([2] if shape is None else shape, getattr(m.DType, dtype), values, name="w")

    CASES[ident] = Wrong(add, error, rf"'w'.*{says}")


for integer_type, value in (
    ("INT4", 8),
    ("INT8", 300),
    ("INT16", -40000),
    ("INT32", 2**31),
    ("INT48", 2**47),
    ("INT64", 2**63),
    ("MXINT8", 300),
):
    constant(
        f"{integer_type.lower()}_range", integer_type, [1, value], ValueError, rf"{integer_type}.*{value} at index 1"
    )
constant("int4_minus_eight", "INT4", [0, -8], ValueError, r"INT4 values from -7 to 7.*-8 at index 1")
constant("integer_array_range", "INT8", np.array([1, 300]), ValueError, r"INT8.*300 \(int64\) at index 1")
constant("integer_fraction", "INT8", [1, 1.5], ValueError, r"INT8.*1\.5 at index 1")
constant("integer_nan", "INT32", [1, float("nan")], ValueError, r"INT32.*nan at index 1")
constant("integer_infinity", "INT16", [1, float("inf")], ValueError, r"INT16.*inf at index 1")
for float_type, number in (
    ("FP32", 1e39),
    ("FP16", 65520.0),
    ("BF16", 3.4e38),
    ("FP8E4M3", 465.0),
    ("FP8E5M2", 61440.0),
    ("FP6E2M3", 7.75),
    ("FP6E3M2", -30.0),
    ("FP4E2M1", 7.0),
    ("FP8UE8M0", 2.6e38),
):
    said = rf"{float_type} values from.*{re.escape(str(number))}.* at index 1"
    constant(f"{float_type.lower()}_range", float_type, [1, number], ValueError, said)
constant("fp8e4m3_infinity", "FP8E4M3", [1, float("inf")], ValueError, r"FP8E4M3.*inf.* at index 1")
constant("fp6_infinity", "FP6E3M2", [1, -float("inf")], ValueError, r"FP6E3M2.*-inf.* at index 1")
constant("fp6_nan", "FP6E2M3", [1, float("nan")], ValueError, r"FP6E2M3.*nan.* at index 1")
constant("fp4_nan", "FP4E2M1", np.array([1, np.nan], object), ValueError, r"FP4E2M1.*nan.* at index 1")
constant("scale_zero", "FP8UE8M0", [1, 0], ValueError, r"FP8UE8M0.*0 .*at index 1")
constant("scale_negative", "FP8UE8M0", [1, -1.0], ValueError, r"FP8UE8M0.*-1\.0.* at index 1")
constant(
    "scale_infinity", "FP8UE8M0", np.array([1, np.inf], np.float32), ValueError, r"FP8UE8M0.*inf \(float32\) at index 1"
)
constant("scale_underflow", "FP8UE8M0", [1, 1e-39], ValueError, r"FP8UE8M0.*1e-39.* at index 1")
constant("complex_values", "FP32", np.array([1j, 2]), TypeError, r"FP32.*complex128")
constant("dates", "INT64", np.array(["2020-01-01", "2020-01-02"], "M8[D]"), TypeError, r"INT64.*datetime64")
constant("text_for_numbers", "INT8", ["1", "2"], TypeError, r"INT8")
constant("bytes_for_numbers", "INT8", b"ab", ValueError, r"b'ab'")
constant("none_among_numbers", "FP16", [1, None], TypeError, r"FP16.*None at index 1")
constant("ragged_list", "INT8", [[1], [1, 2]], ValueError, r"inhomogeneous")
constant("shape_of_int32", "SHAPE", np.array([1, 2], np.int32), TypeError, r"SHAPE.*int32")
constant("shape_of_floats", "SHAPE", [1.0, 2.0], TypeError, r"SHAPE.*floats")
constant("no_values", "INT8", [], ValueError, r"no values for a shape \[2\]")
constant("integer_of_a_long_double", "INT64", np.array([1, 2**53 + 1], np.longdouble), ValueError, r"INT64.*at index 1")
constant("shape_of_big_endian", "SHAPE", np.array([1, 2], ">i8"), TypeError, r"SHAPE.*big-endian")
constant("shape_of_empty_bytes", "SHAPE", b"", TypeError, r"SHAPE.*an empty bytes object")
constant("dtype_without_values", "UNKNOWN", [1, 2], ValueError, r"type")


@wrong(TypeError, r"'w'.*SHAPE.*Python objects", ours_only=True)
def shape_of_objects(m: ModuleType, s: Any) -> None:
    s.addConst([1], m.DType.SHAPE, np.array([1], object), "w")


@wrong(ValueError, r"'t'.*expected a tensor without scales.*FP8E4M3")
def input_with_scales(m: ModuleType, s: Any) -> Iterator[None]:
    kind = m.ScaledDType.BS32_FP8UE8M0_FP8E4M3
    tensor = m.TosaSerializer("").addConst([1, 32], kind, [1.0] * 32, [1.0], "t")
    yield
    s.addInputTensor(tensor)


@wrong(ValueError, r"'layer-1'.*UNKNOWN", late=True)
def dtype_unknown(m: ModuleType, s: Any) -> None:
    s.addIntermediate([1], m.DType.UNKNOWN)


@wrong(ValueError, r"'layer-1'.*ScaledDType::UNKNOWN")
def scaled_dtype_unknown(m: ModuleType, s: Any) -> None:
    s.addIntermediate([1, 32], m.ScaledDType.UNKNOWN)


@wrong(TypeError, r"addIntermediate\(\).*'INT8'")
def dtype_as_text(m: ModuleType, s: Any) -> None:
    s.addIntermediate([1], "INT8")


# ---- sizes ----

constant("short_data", "INT8", [1, 2], ValueError, r"shape \[3\] of INT8 takes 3 bytes.*2 bytes", shape=[3])
constant("short_packed_data", "INT4", [1, 2], ValueError, r"shape \[3\] of INT4 takes 2 bytes.*1 byte", shape=[3])
constant("rank_without_values", "SHAPE", [1], ValueError, r"rank 2.*1")
constant("shape_of_two_dimensions", "SHAPE", [1, 2], ValueError, r"one dimension.*\[1, 2\]", shape=[1, 2])


@wrong(ValueError, r"'w'.*scale data has 1 byte")
def short_scales(m: ModuleType, s: Any) -> None:
    s.addConst([2, 32], m.ScaledDType.BS32_FP8UE8M0_FP8E4M3, [1.0] * 64, [1.0], "w")


@wrong(ValueError, r"'w'.*Both values or scales")
def scales_missing(m: ModuleType, s: Any) -> None:
    s.addConst([1, 32], m.ScaledDType.BS32_FP8UE8M0_FP8E4M3, [1.0] * 32, None, "w")


@wrong(ValueError, r"'w': 1 byte of scales.*INT8", late=True)
def scales_without_a_scaled_type(m: ModuleType, s: Any) -> None:
    s.addConst([1, 32], m.ScaledDType.BS32_FP8UE8M0_FP8E4M3, [1.0] * 32, [1.0], "w").setDtype(m.DType.INT8)


@wrong(ValueError, r"'w'.*\[2, 7\].*14 bytes.*2 bytes", late=True)
def dimension_grown(m: ModuleType, s: Any) -> None:
    s.addConst([2, 1], m.DType.INT8, [1, 2], name="w").SetDimSize(1, 7)


@wrong(ValueError, r"'w'.*INT32 takes 8 bytes.*2 bytes", late=True)
def type_widened(m: ModuleType, s: Any) -> None:
    s.addConst([2], m.DType.INT8, [1, 2], name="w").setDtype(m.DType.INT32)


# ---- dimensions ----


def dimensions(ident: str, dims: Any, error: type[Exception], says: str) -> None:
    def add(m: ModuleType, s: Any) -> None:
        s.addIntermediate(dims, m.DType.INT8)

    CASES[ident] = Wrong(add, error, says)


dimensions("dimension_negative", [3, -7], ValueError, r"'layer-1'.*-7")
dimensions("dimension_fraction", [np.float32(1.5)], TypeError, r"'layer-1': dimension 0.*1\.5.*float32")
dimensions("dimension_float", [3, 2.0], TypeError, r"'layer-1': dimension 1.*2\.0 \(float\)")
dimensions("dimension_bool", [True], TypeError, r"'layer-1': dimension 0.*True \(bool\)")
dimensions("dimension_text", ["1"], TypeError, r"'layer-1': dimension 0.*'1' \(str\)")
dimensions("dimension_huge", [2**31], TypeError, r"'layer-1': dimension 0.*2147483648")
dimensions("dimension_beyond_64_bits", [2**64], TypeError, r"'layer-1': dimension 0.*18446744073709551616")
dimensions("dimensions_overflow", [2**31 - 1] * 3, ValueError, r"'layer-1': shape \[.*2\^62")
dimensions("dimensions_no_list", 5, TypeError, r"addIntermediate\(\).*Invoked with: .*, 5, ")
constant("dimension_unknown_in_constant", "INT8", [1, 2], ValueError, r"dimension -1 in shape \[-1, 2\]", shape=[-1, 2])


@wrong(IndexError, r"'layer-1': dim 1 is out of bound.*\[2\]", ours_only=True)
def dimension_not_there(m: ModuleType, s: Any) -> Iterator[None]:
    tensor = s.addIntermediate([2], m.DType.INT8)
    yield
    tensor.SetDimSize(1, 5)


@wrong(TypeError, r"'layer-1': dimension 0.*2147483648")
def dimension_set_to_2_to_31(m: ModuleType, s: Any) -> Iterator[None]:
    tensor = s.addIntermediate([2], m.DType.INT8)
    yield
    tensor.SetDimSize(0, 2**31)


@wrong(TypeError, r"'shape-layer-0'.*rank is -1")
def rank_negative(m: ModuleType, s: Any) -> None:
    s.addIntermediateShape(-1)


@wrong(ValueError, r"'input-0'.*rank.*\[-1\]")
def rank_negative_of_a_placeholder(m: ModuleType, s: Any) -> None:
    s.addPlaceholder([-1], m.DType.SHAPE)


# ---- names ----


def named(ident: str, name: Any, error: type[Exception], says: str) -> None:
    def add(m: ModuleType, s: Any) -> None:
        block(s).addTensor(name, [1], m.DType.INT8)

    CASES[ident] = Wrong(add, error, says)


named("name_empty", "", ValueError, r"tensor's name is empty")
named("name_with_nul", "a\0b", ValueError, r"'a\\x00b' holds a NUL")
named("name_not_utf8", b"a\xff", ValueError, r"'a\\xff' is not UTF-8")
named("name_with_a_surrogate", "a\ud800", TypeError, r"addTensor\(\).*'a\\ud800' holds a lone surrogate")


@wrong(ValueError, r"'w'.*block 'main' already has")
def name_taken(m: ModuleType, s: Any) -> Iterator[None]:
    s.addConst([1], m.DType.INT8, [1], name="before")
    s.addConst([1], m.DType.INT8, [1], name="w")
    yield
    s.addConst([1], m.DType.INT8, [2], name="w")


@wrong(ValueError, r"'s'.*block 'main' already has")
def name_of_a_shape_taken(m: ModuleType, s: Any) -> Iterator[None]:
    block(s).addShape("s", 1)
    yield
    block(s).addShape("s", 1)


@wrong(ValueError, r"'layer-1'.*block 'main' already has")
def made_up_name_taken(m: ModuleType, s: Any) -> Iterator[None]:
    block(s).addTensor("layer-1", [1], m.DType.INT8)
    yield
    s.addIntermediate([1], m.DType.INT8)


@wrong(ValueError, r"block 'main'.*'t'", late=True)
def name_of_a_tensor_and_a_shape(m: ModuleType, s: Any) -> None:
    block(s).addTensor("t", [1], m.DType.INT8)
    block(s).addShape("t", 1)


@wrong(ValueError, r"'layer-1'.*variable_name.*NUL", late=True)
def variable_name_with_nul(m: ModuleType, s: Any) -> None:
    s.addIntermediate([1], m.DType.INT8, False, True, "a\0b")


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main': the name of its input is empty")
def operator_input_empty(m: ModuleType, s: Any) -> Iterator[None]:
    operands(m, s)
    yield
    operator(m, s, "ABS", [""], ["y"])


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main'.*output 'y\\x00' holds a NUL")
def operator_output_with_nul(m: ModuleType, s: Any) -> Iterator[None]:
    operands(m, s)
    yield
    operator(m, s, "ABS", ["x"], ["y\0"])


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main'.*location.*NUL", late=True)
def location_with_nul(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "ABS", ["x"], ["y"], location=m.TosaOpLocation("a\0b"))


@wrong(ValueError, r"operator 0 \(CUSTOM\) in block 'main'.*operator_name.*NUL", late=True)
def attribute_text_with_nul(m: ModuleType, s: Any) -> None:
    operator(m, s, "CUSTOM", [], [], "a\0b", "domain", [])


@wrong(ValueError, r"block input's name is empty")
def block_input_empty(m: ModuleType, s: Any) -> None:
    block(s).addInput("")


@wrong(ValueError, r"region's name is empty")
def region_name_empty(m: ModuleType, s: Any) -> None:
    s.startRegion("")


@wrong(ValueError, r"block's name is empty")
def block_name_empty(m: ModuleType, s: Any) -> None:
    s.addBasicBlock("")


@wrong(ValueError, r"region 'main': there is one of that name")
def region_name_taken(m: ModuleType, s: Any) -> None:
    s.startRegion("main")


@wrong(ValueError, r"block 'main': there is one of that name")
def block_name_taken(m: ModuleType, s: Any) -> None:
    s.addBasicBlock("main")


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main': its input 'n{100,200}\.\.\.'", late=True)
def unknown_name_of_a_megabyte(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "ABS", ["n" * 2**20], ["y"])


# ---- references ----


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main': its input 'nowhere'", late=True)
def unknown_input(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "ABS", ["nowhere"], ["y"])


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main': its output 'nowhere'", late=True)
def unknown_output(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "ABS", ["x"], ["nowhere"])


@wrong(ValueError, r"block 'main': 'z' has two producers, operator 0 \(ABS\) and operator 1 \(CEIL\)", late=True)
def two_producers(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "ABS", ["x"], ["z"])
    operator(m, s, "CEIL", ["y"], ["z"])


@wrong(ValueError, r"block 'main': its input 'nowhere'", late=True)
def unknown_block_input(m: ModuleType, s: Any) -> None:
    block(s).addInput("nowhere")


@wrong(ValueError, r"block 'main': its output 'nowhere'", late=True)
def unknown_block_output(m: ModuleType, s: Any) -> None:
    s.addOutputTensor(m.TosaSerializerTensor("nowhere", [1], m.DType.INT8))


@wrong(ValueError, r"operator 0 \(ABS\) in block 'second': its input 'x'", late=True)
def tensor_of_another_block(m: ModuleType, s: Any) -> None:
    operands(m, s)
    s.addBasicBlock("second")
    block(s).addTensor("y", [1], m.DType.INT8)
    operator(m, s, "ABS", ["x"], ["y"])


@wrong(ValueError, r"operator 0 \(COND_IF\) in block 'main': its else_graph 'no' is no region or block", late=True)
def body_of_cond_if_not_there(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "COND_IF", ["x"], ["y"], "main", "no")


@wrong(ValueError, r"operator 0 \(WHILE_LOOP\) in block 'main': its cond_graph 'no' is no region or block", late=True)
def body_of_while_loop_not_there(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "WHILE_LOOP", ["x"], ["y"], "no", "main")


# ---- operators ----


def counted(ident: str, op: str, inputs: list[str], outputs: list[str], says: str, *values: Any) -> None:
    def add(m: ModuleType, s: Any) -> Iterator[None]:
        operands(m, s)
        yield
        operator(m, s, op, inputs, outputs, *values)

    CASES[ident] = Wrong(add, ValueError, rf"operator 0 \({op}\) in block 'main': {says}")


counted("too_few_inputs", "ADD", ["x"], ["z"], r"it has 1 input, expected 2")
counted("too_many_inputs", "ABS", ["x", "y"], ["z"], r"it has 2 inputs, expected 1")
counted("empty_list_of_inputs", "CONCAT", [], ["z"], r"it has 0 inputs, expected 1 or more", 0)
counted("condition_missing", "COND_IF", [], ["z"], r"it has 0 inputs, expected 1 or more", "main", "main")
counted("no_output", "ABS", ["x"], [], r"it has 0 outputs, expected 1")
counted("too_many_outputs", "ABS", ["x"], ["y", "z"], r"it has 2 outputs, expected 1")
counted("one_output_for_two", "FFT2D", ["x", "y"], ["z"], r"it has 1 output, expected 2", False, False)
counted("outputs_of_a_write", "VARIABLE_WRITE", ["x"], ["y", "z"], r"it has 2 outputs, expected 0 to 1")
counted(
    "list_outputs_differ",
    "RESHAPE_BLOCK_SCALED",
    ["x", "s"],
    ["y", "z"],
    r"it has 2 outputs, expected 1 for 2 inputs",
    1,
)


@wrong(ValueError, r"operator 0 \(RESHAPE\) in block 'main': its input 'y' is a tensor, expected a shape", late=True)
def tensor_for_a_shape(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "RESHAPE", ["x", "y"], ["z"])


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main': its input 's' is a shape, expected a tensor", late=True)
def shape_for_a_tensor(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "ABS", ["s"], ["y"])


@wrong(ValueError, r"operator 0 \(DIM\) in block 'main': its output 'y' is a tensor, expected a shape", late=True)
def tensor_as_output_for_a_shape(m: ModuleType, s: Any) -> None:
    operands(m, s)
    operator(m, s, "DIM", ["x"], ["y"], 0)


@wrong(ValueError, r"operator 0 \(ADD\) in block 'main': it has the attribute Sub, expected the attribute Add")
def attribute_of_another_operator(m: ModuleType, s: Any) -> None:
    attribute = m.TosaSerializerAttribute()
    attribute.SubAttribute()
    s.addOperator(m.Op.ADD, ["x", "y"], ["z"], attribute)


@wrong(ValueError, r"operator 0 \(ADD\) in block 'main': it has no attribute, expected the attribute Add")
def attribute_missing(m: ModuleType, s: Any) -> None:
    attribute = m.TosaSerializerAttribute()
    attribute.NoneAttribute()
    s.addOperator(m.Op.ADD, ["x", "y"], ["z"], attribute)


@wrong(RuntimeError, r"operator 0 \(ADD\) in block 'main': Attribute not initialized")
def attribute_never_set(m: ModuleType, s: Any) -> None:
    s.addOperator(m.Op.ADD, ["x", "y"], ["z"], m.TosaSerializerAttribute())


@wrong(RuntimeError, r"TosaSerializerAttribute: attribute already set")
def attribute_set_twice(m: ModuleType, s: Any) -> Iterator[None]:
    attribute = m.TosaSerializerAttribute()
    attribute.AddAttribute()
    yield
    attribute.SubAttribute()


@wrong(TypeError, r"ConcatAttribute\(\).*Invoked with: .*, 2147483648")
def attribute_value_out_of_range(m: ModuleType, s: Any) -> None:
    m.TosaSerializerAttribute().ConcatAttribute(2**31)


@wrong(ValueError, r"operator 0 \(101\) in block 'main': TOSA has no such operator", ours_only=True)
def operator_unknown(m: ModuleType, s: Any) -> None:
    attribute = m.TosaSerializerAttribute()
    attribute.AddAttribute()
    s.addOperator(m.Op(101), ["x", "y"], ["z"], attribute)


@wrong(RuntimeError, r"Use addConst\(\) to add CONST")
def constant_by_add_operator(m: ModuleType, s: Any) -> None:
    operator(m, s, "CONST", [], ["x"])


@wrong(TypeError, r"addOperator\(\).*Invoked with: ")
def names_no_list(m: ModuleType, s: Any) -> None:
    operator(m, s, "ABS", None, ["y"])


# ---- objects from elsewhere ----


@wrong(ValueError, r"region 'main': another serializer holds it", ours_only=True)
def region_of_another_serializer(m: ModuleType, s: Any) -> None:
    s.currRegion = m.TosaSerializer("").currRegion


@wrong(TypeError, r"addInputTensor\(\).*Invoked with: ", ours_only=True)
def tensor_of_another_module(m: ModuleType, s: Any) -> None:
    s.addInputTensor(upstream.TosaSerializerTensor("x", [1], upstream.DType.INT8))


@wrong(ValueError, r"operator 0 \(ABS\) in block 'main': its input 'theirs'", late=True)
def tensor_of_another_serializer(m: ModuleType, s: Any) -> None:
    operands(m, s)
    other = m.TosaSerializer("")
    theirs = other.addConst([1], m.DType.INT8, [1], name="theirs")
    operator(m, s, "ABS", [theirs.name], ["y"])


@wrong(ValueError, r"'t'.*INT8.*300")
def tensor_made_before_any_serializer(m: ModuleType, s: Any) -> None:
    s.addInputTensor(m.TosaSerializerTensor("t", [1], m.DType.INT8, [300]))


@wrong(TypeError, r"fb_size_cap.*-1")
def cap_negative(m: ModuleType, s: Any) -> None:
    m.TosaSerializer("", fb_size_cap=-1)


@wrong(TypeError, r"fb_size_cap.*18446744073709551616")
def cap_of_2_to_64(m: ModuleType, s: Any) -> None:
    m.TosaSerializer("", fb_size_cap=2**64)


def limit(ident: str, max_size: Any, error: type[Exception], says: str) -> None:
    """serialize of a graph of some hundred bytes with this max_size."""

    def write(m: ModuleType, s: Any) -> Iterator[None]:
        s.addConst([20], m.DType.INT8, [1] * 20, name="w")
        yield
        s.serialize(max_size=max_size)

    CASES[ident] = Wrong(write, error, says, ours_only=True)


limit("max_size_too_small", 100, ValueError, r"at most 100 bytes, got [0-9]+;.*'w' \(20 bytes\)")
limit("max_size_negative", -1, ValueError, r"max_size: .*18446744073709551615, got -1")
limit("max_size_of_2_to_64", 2**64, ValueError, r"max_size: .*18446744073709551615, got 18446744073709551616")
limit("max_size_bool", True, TypeError, r"max_size: .*got True")
limit("max_size_fraction", 1e9, TypeError, r"max_size: .*got 1000000000\.0")


@wrong(ValueError, r"max_size: .*with constants outside; fb_size_cap is 0.*'w' \(1 bytes\)", ours_only=True)
def outside_layout_refused(m: ModuleType, s: Any) -> Iterator[None]:
    other = m.TosaSerializer("", fb_size_cap=0)
    other.addConst([1], m.DType.INT8, [1], name="w")
    yield
    other.serialize(max_size=m.MAX_INSIDE_SIZE)


# ---- order of calls, and files ----


@wrong(RuntimeError, r"No current region to add constant to")
def no_region(m: ModuleType, s: Any) -> Iterator[None]:
    s.currRegion = None
    yield
    s.addConst([1], m.DType.INT8, [1])


@wrong(RuntimeError, r"No current basic block to add constant to")
def no_block(m: ModuleType, s: Any) -> Iterator[None]:
    s.startRegion("empty")
    yield
    s.addConst([1], m.DType.INT8, [1])


@wrong(ValueError, r"saveFileJson: no schema is loaded.*loadFileSchema")
def json_saved_before_the_schema(m: ModuleType, s: Any) -> None:
    s.saveFileJson("/nowhere/graph.json")


@wrong(ValueError, r"loadTosaJson: no schema is loaded.*loadFileSchema")
def json_loaded_before_the_schema(m: ModuleType, s: Any) -> None:
    s.loadTosaJson("/nowhere/graph.json")


@wrong(FileNotFoundError, r"'/nowhere/graph\.tosa'")
def file_not_there(m: ModuleType, s: Any) -> None:
    s.loadTosaFlatbuffer("/nowhere/graph.tosa")


@wrong(FileNotFoundError, r"'/nowhere/graph\.tosa'")
def folder_not_there(m: ModuleType, s: Any) -> None:
    s.saveFileTosaFlatbuffer("/nowhere/graph.tosa")


@wrong(ValueError, r"tosa\.fbs'.*TOSA")
def file_of_another_kind(m: ModuleType, s: Any) -> None:
    s.loadTosaFlatbuffer(str(schema()))


@wrong(ValueError, r"tosa\.fbs'.*TOSA", ours_only=True)
def layout_of_another_kind(m: ModuleType, s: Any) -> None:
    m.file_layout(schema())


@wrong(FileNotFoundError, r"'/nowhere/graph\.tosa'", ours_only=True)
def layout_of_no_file(m: ModuleType, s: Any) -> None:
    m.file_layout("/nowhere/graph.tosa")


def dumped(ident: str, mode: str, values: Any, error: type[Exception], says: str) -> None:
    """addConst in a mode that writes the values to a file in a folder which is not there."""

    def add(m: ModuleType, s: Any) -> Iterator[None]:
        region = m.TosaSerializerRegion("dumping", "/nowhere", getattr(m, mode))
        region.addBasicBlock("dumping")
        s.currRegion = region
        yield
        region.addConst([1], m.DType.INT8, values)

    CASES[ident] = Wrong(add, error, says, ours_only=True)


dumped("dump_folder_not_there", "EMBED_DUMP", np.array([1], np.int8), FileNotFoundError, r"/nowhere/const-0\.npy")
dumped("input_folder_not_there", "INPUTS", np.array([1], np.int8), FileNotFoundError, r"/nowhere/const-0\.npy")
dumped("dump_of_another_type", "EMBED_DUMP", np.array([1]), RuntimeError, r"'const-0\.npy': Array dtype int64")
dumped("dump_of_a_list", "EMBED_DUMP", [1], TypeError, r"'const-0\.npy': expected a numpy array to save, got a list")
