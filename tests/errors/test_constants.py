"""Values that a constant cannot hold are refused, with the tensor, what was expected and what came."""

from __future__ import annotations

import copy
import pickle
import warnings
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours


@dataclass(frozen=True)
class Refused:
    """addConst(shape, dtype, values, name="w") that strict mode does not take."""

    shape: list[int]
    dtype: str
    values: Any
    error: type[Exception]
    says: str


REFUSED = {
    "int8_300": Refused([2], "INT8", [1, 300], ValueError, r"INT8.*-128 to 127.*300.*index 1"),
    "int8_minus_129": Refused([1], "INT8", [-129], ValueError, r"INT8.*-129"),
    "int8_wide_array": Refused([3], "INT8", np.array([1, 2, 300]), ValueError, r"INT8.*300.*int64.*index 2"),
    "int8_uint16_array": Refused([1], "INT8", np.array([200], np.uint16), ValueError, r"INT8.*200.*uint16"),
    "int8_fraction": Refused([2], "INT8", [1.0, 1.5], ValueError, r"INT8.*1\.5.*index 1"),
    "int32_fraction_array": Refused([1], "INT32", np.array([0.5], np.float32), ValueError, r"INT32.*0\.5.*float32"),
    "int32_nan": Refused([1], "INT32", [float("nan")], ValueError, r"INT32.*nan"),
    "int16_infinity": Refused([1], "INT16", np.array([np.inf]), ValueError, r"INT16.*inf"),
    "int16_40000": Refused([1], "INT16", [40000], ValueError, r"INT16.*40000"),
    "int32_2_to_31": Refused([1], "INT32", [2**31], ValueError, r"INT32.*2147483648"),
    "int48_2_to_47": Refused([1], "INT48", [2**47], ValueError, r"INT48.*140737488355328"),
    "int64_2_to_63": Refused([1], "INT64", [2**63], ValueError, r"INT64.*9223372036854775808"),
    "int64_uint64_beyond": Refused([1], "INT64", [2**64 - 1], ValueError, r"INT64.*18446744073709551615"),
    "mxint8_300": Refused([1], "MXINT8", [300], ValueError, r"MXINT8.*300"),
    "fp32_1e39": Refused(
        [2], "FP32", [1.0, 1e39], ValueError, r"FP32.*from -3\.4028\d*e\+38 to 3\.4028.*1e\+39.*index 1"
    ),
    "fp32_float64_array": Refused([1], "FP32", np.array([-1e39]), ValueError, r"FP32.*-1e\+39.*float64.*index 0"),
    "fp32_long_double": Refused([1], "FP32", np.array([1e300], np.longdouble), ValueError, r"FP32.*e\+300.*index 0"),
    "fp32_huge_int": Refused([2], "FP32", [1, 10**39], ValueError, rf"FP32.*{10**39}.*index 1"),
    "fp16_65520": Refused([2], "FP16", [1.0, 65520.0], ValueError, r"FP16.*-65504\.0 to 65504\.0.*65520\.0.*index 1"),
    "fp16_int": Refused([1], "FP16", [-70000], ValueError, r"FP16.*-70000.*index 0"),
    "fp16_uint16_array": Refused([1], "FP16", np.array([65535], np.uint16), ValueError, r"FP16.*65535.*uint16"),
    "fp16_scalar": Refused([1], "FP16", 1e5, ValueError, r"FP16.*100000\.0.*index 0"),
    "fp16_objects": Refused([2], "FP16", np.array([1, 1e6], object), ValueError, r"FP16.*1000000\.0.*index 1"),
    "fp16_of_bf16": Refused([1], "FP16", np.array([1e6], ml_dtypes.bfloat16), ValueError, r"FP16.*bfloat16"),
    "fp16_after_infinities": Refused(
        [3], "FP16", np.array([-np.inf, np.nan, 1e5]), ValueError, r"FP16.*100000\.0.*index 2"
    ),
    "fp16_strided": Refused(
        [2, 2], "FP16", np.array([[1, 2], [1e5, 4]]).T, ValueError, r"FP16.*\[2, 2\].*100000\.0.*index 1"
    ),
    "fp16_big_endian": Refused([2], "FP16", np.array([1, 7e4], ">f4"), ValueError, r"FP16.*70000\.0.*index 1"),
    "fp16_far_in": Refused(
        [5001], "FP16", np.array([1.0] * 5000 + [1e5], np.float32), ValueError, r"FP16.*100000\.0.*index 5000"
    ),
    "bf16_list": Refused([1], "BF16", [3.4e38], ValueError, r"BF16.*from -3\.389.*to 3\.389.*3\.4e\+38.*index 0"),
    "bf16_float32_array": Refused([1], "BF16", np.array([3.4e38], np.float32), ValueError, r"BF16.*float32.*index 0"),
    "fp8e5m2": Refused([2], "FP8E5M2", [57344, 61440], ValueError, r"FP8E5M2.*57344\.0.*61440.*index 1"),
    "fp8e4m3": Refused([2], "FP8E4M3", [448.0, 465.0], ValueError, r"FP8E4M3.*-448\.0 to 448\.0.*465\.0.*index 1"),
    "fp8e4m3_has_no_infinity": Refused([1], "FP8E4M3", [-np.inf], ValueError, r"FP8E4M3.*-inf.*index 0"),
    "fp8e4m3_of_fp8e5m2": Refused(
        [1], "FP8E4M3", np.array([512], ml_dtypes.float8_e5m2), ValueError, r"FP8E4M3.*512.*float8_e5m2"
    ),
    "fp6e2m3_tie": Refused([2], "FP6E2M3", [7.5, 7.75], ValueError, r"FP6E2M3.*-7\.5 to 7\.5.*7\.75.*index 1"),
    "fp6e3m2_int": Refused([1], "FP6E3M2", [-30], ValueError, r"FP6E3M2.*-28\.0 to 28\.0.*-30.*index 0"),
    "fp4_float32_array": Refused(
        [1], "FP4E2M1", np.array([7], np.float32), ValueError, r"FP4E2M1.*-6.*7\.0 \(float32\)"
    ),
    "fp4_long_double": Refused([1], "FP4E2M1", np.array([1e300], np.longdouble), ValueError, r"FP4E2M1.*e\+300"),
    "fp4_infinity": Refused([2], "FP4E2M1", [1, -np.inf], ValueError, r"FP4E2M1.*-inf.*index 1"),
    "fp4_nan_of_bf16": Refused([1], "FP4E2M1", np.array([np.nan], ml_dtypes.bfloat16), ValueError, r"nan \(bfloat16\)"),
    "fp6_of_fp8": Refused(
        [1], "FP6E2M3", np.array([8], ml_dtypes.float8_e4m3fn), ValueError, r"8\.0 \(float8_e4m3fn\)"
    ),
    "fp6_big_endian": Refused([2], "FP6E3M2", np.array([1, 31], ">f4"), ValueError, r"FP6E3M2.*31\.0.*index 1"),
    "fp6_strided": Refused([2], "FP6E3M2", np.array([1.0, 9, 31])[::2], ValueError, r"FP6E3M2.*31\.0.*index 1"),
    "scale_zero": Refused(
        [2], "FP8UE8M0", [1, 0.0], ValueError, r"FP8UE8M0.*5\.87.*e-39 to 1\.70.*e\+38.*0\.0.*index 1"
    ),
    "scale_false": Refused([1], "FP8UE8M0", [False], ValueError, r"FP8UE8M0.*False.*index 0"),
    "scale_negative": Refused([1], "FP8UE8M0", np.array([-2], np.int8), ValueError, r"FP8UE8M0.*-2 \(int8\)"),
    "scale_large": Refused([1], "FP8UE8M0", [1.5 * 2.0**127], ValueError, r"FP8UE8M0.*2\.55.*e\+38"),
    "scale_tiny": Refused([1], "FP8UE8M0", [2.0**-129], ValueError, r"FP8UE8M0.*1\.46.*e-39"),
    "complex": Refused([1], "FP32", np.array([1 + 2j]), TypeError, r"FP32.*complex128"),
    "date": Refused([1], "INT64", np.array(["2020-01-01"], "M8[D]"), TypeError, r"INT64.*datetime64"),
    "digits_as_text": Refused([1], "INT8", ["1"], TypeError, r"INT8"),
    "short_int8": Refused([3], "INT8", [1, 2], ValueError, r"shape \[3\].*3.*2"),
    "short_fp32": Refused([2, 2], "FP32", np.zeros(3, np.float32), ValueError, r"shape \[2, 2\].*16.*12"),
    "short_int4": Refused([3], "INT4", [1, 2], ValueError, r"shape \[3\].*2.*1"),
    "short_int48": Refused([2], "INT48", [1], ValueError, r"shape \[2\].*12.*6"),
    "short_fp6": Refused([8], "FP6E2M3", [1.0] * 4, ValueError, r"shape \[8\].*6.*3"),
    "unknown_dimension": Refused([-1, 2], "INT8", [1, 2], ValueError, r"dimension|shape \[-1, 2\]"),
    "negative_dimension": Refused([-7], "INT8", [1, 2], ValueError, r"-7"),
}


def constant(module: ModuleType, case: Refused, **options: Any) -> Any:
    serializer = module.TosaSerializer("", **options)
    serializer.addConst([1], module.DType.INT8, [1], name="before")
    serializer.addConst(case.shape, getattr(module.DType, case.dtype), case.values, name="w")
    return serializer


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_constant_is_refused_with_its_name_and_reason(case: Refused) -> None:
    with pytest.raises(case.error, match=rf"(?s)'w'.*{case.says}"):
        constant(ours, case)


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_refused_constant_leaves_the_graph_as_it_was(case: Refused) -> None:
    serializer = ours.TosaSerializer("")
    serializer.addConst([1], ours.DType.INT8, [1], name="before")
    before = serializer.serialize()

    with pytest.raises(case.error):
        serializer.addConst(case.shape, getattr(ours.DType, case.dtype), case.values, name="w")

    assert serializer.serialize() == before
    assert serializer.currRegion.currBasicBlock.tensors.keys() == ["before"]


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_permissive_constant_is_upstream(case: Refused) -> None:
    with warnings.catch_warnings():
        # numpy tells of NaN and complex casts.
        warnings.simplefilter("ignore")
        result = constant(ours, case, strict=False).serialize()
        expected = constant(upstream, case).serialize()

    assert result == expected


LARGEST = {
    "FP32": 3.4028234663852886e38,
    "BF16": 3.3895313892515355e38,
    "FP16": 65504.0,
    "FP8E5M2": 57344.0,
    "FP8E4M3": 448.0,
}


@pytest.mark.parametrize("dtype", LARGEST)
@pytest.mark.parametrize("form", [list, np.array, lambda v: np.array(v, object)], ids=["list", "array", "objects"])
def test_largest_value_infinity_and_nan_of_a_float_type_are_stored(dtype: str, form: Any) -> None:
    largest = LARGEST[dtype]
    numbers = [largest, -largest, largest * (1 + 2**-26), np.nan]
    numbers += [np.inf, -np.inf] if dtype != "FP8E4M3" else []

    def graph(module: ModuleType) -> bytes:
        serializer = module.TosaSerializer("")
        serializer.addConst([len(numbers)], getattr(module.DType, dtype), form(numbers))
        return bytes(serializer.serialize())

    assert graph(ours) == graph(upstream)


BOUNDED = {
    "FP6E2M3": [7.5, -7.5, 7.74, 0.06, 0.0, -0.0, True],
    "FP6E3M2": [28, -28, 29.9, 0.03, 0.0, -0.0, True],
    "FP4E2M1": [6, -6, 6.9, 0.2, 0.0, -0.0, True],
    "FP8UE8M0": [2.0**127, 2.0**-127, 1.49 * 2.0**127, 2.0**-128, 3, 1.4, np.nan, True],
}


@pytest.mark.parametrize("dtype", BOUNDED)
@pytest.mark.parametrize("form", [list, np.array, lambda v: np.array(v, object)], ids=["list", "array", "objects"])
def test_what_rounds_to_a_value_of_a_small_type_is_stored(dtype: str, form: Any) -> None:
    def graph(module: ModuleType) -> bytes:
        serializer = module.TosaSerializer("")
        serializer.addConst([len(BOUNDED[dtype])], getattr(module.DType, dtype), form(BOUNDED[dtype]))
        return bytes(serializer.serialize())

    assert graph(ours) == graph(upstream)


def test_block_scaled_scale_that_is_no_power_of_two_is_refused() -> None:
    with pytest.raises(ValueError, match=r"scale of tensor 'w'.*FP8UE8M0.*0\.0.*index 0"):
        ours.TosaSerializer("").addConst([1, 32], ours.ScaledDType.BS32_FP8UE8M0_FP8E4M3, [1.0] * 32, [0.0], name="w")


@pytest.mark.parametrize("case", [c for c in REFUSED if c.startswith(("fp", "bf"))])
def test_overflow_is_an_error_without_a_warning(case: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match="'w'"):
            constant(ours, REFUSED[case])


@pytest.mark.parametrize(
    ("dtype", "value"),
    [("FP32", 10**400), ("FP16", -(10**400)), ("FP16", 10**5000)],
    ids=["fp32", "fp16", "thousands_of_digits"],
)
def test_int_beyond_a_double_is_refused(dtype: str, value: int) -> None:
    with pytest.raises(ValueError, match=rf"'w'.*{dtype}.*index 1"):
        ours.TosaSerializer("").addConst([2], getattr(ours.DType, dtype), [1, value], name="w")


@pytest.mark.parametrize(("scaled", "value"), [("FP8E4M3", 500.0), ("FP8E5M2", 1e5)])
def test_block_scaled_values_that_overflow_are_refused(scaled: str, value: float) -> None:
    kind = getattr(ours.ScaledDType, f"BS32_FP8UE8M0_{scaled}")

    with pytest.raises(ValueError, match=rf"tensor 'w'.*{scaled}.*{value}.*index 31"):
        ours.TosaSerializer("").addConst([1, 32], kind, [1.0] * 31 + [value], [1.0], name="w")


def test_overflow_in_assigned_data_is_refused() -> None:
    tensor = ours.TosaSerializer("").addConst([1], ours.DType.FP16, [1.0], name="w")

    with pytest.raises(ValueError, match=r"'w'.*FP16.*100000\.0"):
        tensor.data = [1e5]

    assert tensor.data == [0x00, 0x3C]


def test_overflow_before_any_serializer_is_refused_when_a_strict_one_takes_the_tensor() -> None:
    with warnings.catch_warnings():
        # numpy tells of the cast that the permissive way makes.
        warnings.simplefilter("ignore")
        tensor = ours.TosaSerializerTensor("w", [1], ours.DType.FP16, [1e5])

    with pytest.raises(ValueError, match=r"'w'.*FP16.*100000\.0.*index 0"):
        ours.TosaSerializer("").addInputTensor(tensor)


@pytest.mark.parametrize("values", [[-8], [8], [300], np.array([200], np.uint8), np.array([-8], np.int8)], ids=repr)
@pytest.mark.parametrize("strict", [True, False], ids=["strict", "permissive"])
def test_int4_out_of_range_is_a_value_error_with_a_text(values: Any, strict: bool) -> None:
    serializer = ours.TosaSerializer("", strict=strict)

    with pytest.raises(ValueError, match=r"'w'.*7") as raised:
        serializer.addConst([1], ours.DType.INT4, values, name="w")

    assert not isinstance(raised.value, UnicodeError)


@pytest.mark.parametrize("values", ["ab", b"ab", object(), {1: 2}, [None], [[1], [2, 3]]], ids=repr)
@pytest.mark.parametrize("strict", [True, False], ids=["strict", "permissive"])
def test_what_holds_no_numbers_raises_as_upstream(values: Any, strict: bool) -> None:
    with pytest.raises((TypeError, ValueError)):
        upstream.TosaSerializer("").addConst([1], upstream.DType.INT8, values)
    with pytest.raises((TypeError, ValueError)):
        ours.TosaSerializer("", strict=strict).addConst([1], ours.DType.INT8, values)


@pytest.mark.parametrize("values", [np.array([1, 2], np.int32), [1.5, 2.0], b"abc", np.array([1.0])], ids=repr)
def test_shape_constant_of_another_type_is_refused(values: Any) -> None:
    serializer = ours.TosaSerializer("")

    with pytest.raises((TypeError, ValueError), match=r"'dims'.*SHAPE"):
        serializer.addConst([2], ours.DType.SHAPE, values, name="dims")

    result = ours.TosaSerializer("", strict=False)
    expected = upstream.TosaSerializer("")
    result.addConst([2], ours.DType.SHAPE, values, name="dims")
    expected.addConst([2], upstream.DType.SHAPE, values, name="dims")
    assert result.serialize() == expected.serialize()


@pytest.mark.parametrize("values", [[ours.DType.INT8], np.array([1], object)], ids=["enum", "object_array"])
def test_shape_constant_of_python_objects_is_refused(values: Any) -> None:
    # Upstream stores their addresses.
    with pytest.raises(TypeError, match=r"'dims'.*SHAPE.*Python objects"):
        ours.TosaSerializer("").addConst([1], ours.DType.SHAPE, values, name="dims")


def test_big_endian_shape_is_refused() -> None:
    # Upstream stores 1 as 2**56.
    with pytest.raises(TypeError, match=r"'dims'.*SHAPE.*big-endian"):
        ours.TosaSerializer("").addConst([1], ours.DType.SHAPE, np.array([1], ">i8"), name="dims")


def test_empty_bytes_for_a_shape_are_refused() -> None:
    assert upstream.TosaSerializer("").addConst([0], upstream.DType.SHAPE, b"").data == [0]
    with pytest.raises(TypeError, match=r"'dims'.*SHAPE.*empty bytes"):
        ours.TosaSerializer("").addConst([0], ours.DType.SHAPE, b"", name="dims")
    empties: list[Any] = [[], bytearray(), None]
    for empty in empties:
        assert ours.TosaSerializer("").addConst([0], ours.DType.SHAPE, empty).data == []


@pytest.mark.parametrize("dtype", ["INT8", "INT32", "INT48", "FP16", "FP32"])
def test_true_values_that_are_not_stored_as_1_are_1(dtype: str) -> None:
    odd = np.array([0, 1, 2, 255], np.uint8).view(np.bool_)

    tensor = ours.TosaSerializer("").addConst([4], getattr(ours.DType, dtype), odd)
    expected = upstream.TosaSerializer("").addConst([4], getattr(upstream.DType, dtype), odd)

    assert tensor.data == expected.data


@pytest.mark.parametrize("given", [([1.0] * 32, None), (None, [1.0])], ids=["no_scales", "no_values"])
@pytest.mark.parametrize("strict", [True, False], ids=["strict", "permissive"])
def test_block_scaled_constant_needs_values_and_scales(given: tuple[Any, Any], strict: bool) -> None:
    serializer = ours.TosaSerializer("", strict=strict)

    with pytest.raises(ValueError, match="Both values or scales need to be set or both need to be None"):
        serializer.addConst([1, 32], ours.ScaledDType.BS32_FP8UE8M0_FP8E4M3, *given)


@pytest.mark.parametrize(
    ("values", "scales", "says"),
    [
        ([1.0] * 31, [1.0], r"shape \[1, 32\].*32.*31"),
        ([1.0] * 64, [1.0], r"'w'.*2 bytes.*scale data.*1 byte"),
    ],
    ids=["short_values", "short_scales"],
)
def test_short_block_scaled_data_is_refused(values: Any, scales: Any, says: str) -> None:
    serializer = ours.TosaSerializer("")
    shape = [1, 32] if len(values) < 64 else [2, 32]

    with pytest.raises(ValueError, match=says):
        serializer.addConst(shape, ours.ScaledDType.BS32_FP8UE8M0_FP8E4M3, values, scales, name="w")


@pytest.mark.parametrize("name", ["", "a\0b"], ids=["empty", "nul"])
def test_name_that_a_file_cannot_hold_is_refused(name: str) -> None:
    serializer = ours.TosaSerializer("")

    with pytest.raises(ValueError, match="name"):
        serializer.currRegion.currBasicBlock.addTensor(name, [1], ours.DType.INT8)


def test_permissive_name_is_cut_at_nul_as_upstream_cuts() -> None:
    def graph(module: ModuleType, **options: Any) -> bytes:
        serializer = module.TosaSerializer("", **options)
        serializer.addConst([1], module.DType.INT8, [1], name="a\0b")
        return bytes(serializer.serialize())

    assert graph(ours, strict=False) == graph(upstream)


def test_scales_without_a_block_scaled_type_are_refused() -> None:
    # Above the cap upstream writes such a tensor without its scales.
    serializer = ours.TosaSerializer("", fb_size_cap=0)
    tensor = serializer.addConst([1, 32], ours.ScaledDType.BS32_FP8UE8M0_FP8E4M3, [1.0] * 32, [1.0], "w")
    tensor.setDtype(ours.DType.INT8)
    with pytest.raises(ValueError, match=r"'w': 1 byte of scales, but its type INT8 is no block-scaled one"):
        serializer.serialize()


def test_objects_for_bool_are_what_they_are_true_for() -> None:
    values = [ours.DType.UNKNOWN, ours.DType.INT8]
    assert [bool(value) for value in values] == [True, True]
    assert ours.TosaSerializer("").addConst([2], ours.DType.BOOL, values).data == [1, 1]


BEYOND_A_DOUBLE = 2**53 + 1


@pytest.mark.parametrize(
    "values",
    [
        [np.uint64(BEYOND_A_DOUBLE), -1],
        [np.int64(BEYOND_A_DOUBLE), 0.0],
        [BEYOND_A_DOUBLE, np.float32(0)],
        [[np.uint64(BEYOND_A_DOUBLE)], [-1]],
    ],
    ids=repr,
)
def test_integer_beside_other_numbers_keeps_its_last_bits(values: Any) -> None:
    tensor = ours.TosaSerializer("").addConst([2], ours.DType.INT64, values)

    assert tensor.data_view[0] == BEYOND_A_DOUBLE


def test_bools_that_are_no_zeros_and_ones_are_stored_as_such() -> None:
    odd = np.frombuffer(b"\2\0\xff", np.bool_)

    assert ours.TosaSerializer("").addConst([3], ours.DType.BOOL, odd).data == [1, 0, 1]


@pytest.mark.parametrize("ranked", [True, False], ids=["ranked", "unranked"])
def test_scales_that_a_file_would_lose_are_refused(ranked: bool) -> None:
    serializer = ours.TosaSerializer("", fb_size_cap=0)
    scaled = ours.ScaledDType.BS32_FP8UE8M0_FP8E4M3
    tensor = serializer.currRegion.currBasicBlock.addTensor("w", [1, 32], scaled, [1.0] * 32, [1.0])
    tensor.is_unranked = not ranked
    tensor.scale_dtype, tensor.block_shape = ours.DType.UNKNOWN, ours.BlockShape.UNKNOWN

    with pytest.raises(ValueError, match=r"'w': 1 byte of scales"):
        serializer.serialize()


class TestRefusedBeforeAnySerializer:
    """What strict mode would have raised goes with the tensor, until its cause is gone."""

    @pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
    def test_copy_is_refused_as_well(self, copied: Any) -> None:
        tensor = copied(ours.TosaSerializerTensor("t", [2], ours.DType.INT8, [300, 2]))

        with pytest.raises(ValueError, match=r"'t'.*300"):
            ours.TosaSerializer("").addInputTensor(tensor)

    def test_other_data_does_not_mend_a_shape(self) -> None:
        tensor = ours.TosaSerializerTensor("t", [np.float32(2.5)], ours.DType.INT8)
        tensor.data = None

        with pytest.raises(ValueError, match=r"'t'.*2\.5"):
            ours.TosaSerializer("").addInputTensor(tensor)

    def test_another_shape_does(self) -> None:
        tensor = ours.TosaSerializerTensor("t", [np.float32(2.5)], ours.DType.INT8)
        tensor.shape = [2]

        ours.TosaSerializer("").addInputTensor(tensor)
