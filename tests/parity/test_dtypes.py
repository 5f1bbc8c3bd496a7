"""Values of every dtype, in every form that Python holds them, become the bytes that upstream writes."""

from __future__ import annotations

import array
import warnings
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.random_graphs import ARRAY_TYPES, INT_BITS, SCALED_TYPES

NUMERIC = sorted(ARRAY_TYPES)
FLOATS = sorted(set(NUMERIC) - set(INT_BITS) - {"BOOL"})
NUMBERS = [1, 0, 1, 1, 0, 1]
# FP8UE8M0 has no 0, which strict mode refuses there.
POWERS = [1, 2, 1, 1, 2, 1]
ML_TYPES = (
    ml_dtypes.bfloat16,
    ml_dtypes.float8_e4m3fn,
    ml_dtypes.float8_e5m2,
    ml_dtypes.float6_e2m3fn,
    ml_dtypes.float4_e2m1fn,
    ml_dtypes.int4,
)


def cast(dtype: Any, numbers: list[int]) -> np.ndarray:
    return np.array(numbers).astype(dtype)


class HasArray:
    """Not an array, but makes one."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.array(self.numbers, dtype=dtype or np.int64)


# Of six numbers, which the dtype can represent.
FORMS: dict[str, Callable[[list[int]], Any]] = {
    "list": list,
    "tuple": tuple,
    "nested": lambda x: [x[:2], x[2:4], x[4:]],
    "floats": lambda x: [float(n) for n in x],
    "bools": lambda x: [bool(n) for n in x],
    "numpy_scalars": lambda x: [np.int16(n) for n in x],
    "bytearray": bytearray,
    "memoryview": lambda x: memoryview(bytes(x)),
    "array_b": lambda x: array.array("b", x),
    "array_i": lambda x: array.array("i", x),
    "array_d": lambda x: array.array("d", x),
    "has_array": HasArray,
    "bool8": lambda x: np.array(x, dtype=np.bool_),
    "big_endian_i4": lambda x: np.array(x, dtype=">i4"),
    "big_endian_f4": lambda x: np.array(x, dtype=">f4"),
    "not_contiguous": lambda x: np.array([n for number in x for n in (number, 9)], dtype=np.int32)[::2],
    "reversed": lambda x: np.array(x[::-1], dtype=np.int8)[::-1],
    "fortran": lambda x: np.asfortranarray(np.array(x, dtype=np.float32).reshape(2, 3)),
    "transposed": lambda x: np.array(x, dtype=np.int16).reshape(2, 3).T.copy().T,
    "read_only": lambda x: np.frombuffer(bytes(x), dtype=np.uint8),
    "subclass": lambda x: np.array(x, dtype=np.int64).view(np.recarray),
    **{f"numpy_{t.name}": partial(np.array, dtype=t) for t in map(np.dtype, "bBhHiIqQefd")},
    **{f"ml_dtypes_{t.__name__}": partial(cast, t) for t in ML_TYPES},
}


def constant(module: ModuleType, dtype: str, values: Any, shape: list[int], **options: Any) -> bytes:
    serializer = module.TosaSerializer("", **options)
    serializer.addConst(shape, getattr(module.DType, dtype), values)
    return bytes(serializer.serialize())


def check_constant(dtype: str, values: Callable[[], Any], shape: list[int], **options: Any) -> None:
    """Ours has upstream's bytes, or refuses with TypeError what upstream refuses so."""
    try:
        expected = constant(upstream, dtype, values(), shape)
    except TypeError:
        # ml_dtypes does not cast between all of its types.
        with pytest.raises(TypeError):
            constant(ours, dtype, values(), shape, **options)
        return

    assert constant(ours, dtype, values(), shape, **options) == expected


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "permissive"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dtype", NUMERIC)
def test_form_of_values_has_upstream_bytes(dtype: str, form: str, strict: bool) -> None:
    numbers = POWERS if strict and dtype == "FP8UE8M0" else NUMBERS

    check_constant(dtype, lambda: FORMS[form](numbers), [2, 3], strict=strict)


@pytest.mark.parametrize("values", [5, 1.0, np.int8(1), np.array(1.0), True], ids=repr)
@pytest.mark.parametrize("dtype", NUMERIC)
def test_scalar_has_upstream_bytes(dtype: str, values: Any) -> None:
    check_constant(dtype, lambda: values, [])


@pytest.mark.parametrize("values", [None, [], (), np.zeros((0, 4), np.float32)], ids=["none", "list", "tuple", "array"])
@pytest.mark.parametrize("dtype", [*NUMERIC, "SHAPE"])
def test_no_values_is_a_constant_without_data(dtype: str, values: Any) -> None:
    assert constant(ours, dtype, values, [0]) == constant(upstream, dtype, values, [0])


@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("dtype", NUMERIC)
def test_odd_tails_are_packed_as_upstream_packs_them(dtype: str, count: int) -> None:
    values = [(3 * n) % 7 + (dtype == "FP8UE8M0") for n in range(count)]

    assert constant(ours, dtype, values, [count]) == constant(upstream, dtype, values, [count])


@pytest.mark.parametrize("bits", [b for b in sorted(INT_BITS) if b != "INT4"])
def test_limits_of_an_integer_type_are_kept(bits: str) -> None:
    high = 2 ** (INT_BITS[bits] - 1)
    values = [-high, -1, high - 1]

    assert constant(ours, bits, values, [3]) == constant(upstream, bits, values, [3])


def test_int4_holds_seven_to_minus_seven() -> None:
    values = list(range(-7, 8))

    assert constant(ours, "INT4", values, [15]) == constant(upstream, "INT4", values, [15])


@pytest.mark.parametrize("source", [np.float32, np.float64, np.float16])
@pytest.mark.parametrize("dtype", FLOATS)
def test_floats_are_rounded_as_upstream_rounds_them(dtype: str, source: Any) -> None:
    steps = np.arange(-2048, 2048)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-8, -1e-8, 65504, 448, 57344]
    numbers = np.concatenate([steps / 256, steps * 0.37, np.float64(2) ** (steps[::8] / 16), special])

    with warnings.catch_warnings():
        # Casts to the small types overflow, which numpy may tell.
        warnings.simplefilter("ignore")
        values = numbers.astype(source)
        result = constant(ours, dtype, values, [len(values)], strict=False)
        expected = constant(upstream, dtype, values, [len(values)])

    assert result == expected


@pytest.mark.parametrize("dtype", FLOATS)
def test_every_bit_pattern_of_a_float_type_survives(dtype: str) -> None:
    native = np.dtype(ARRAY_TYPES[dtype])
    count = {"FP6E2M3": 64, "FP6E3M2": 64, "FP4E2M1": 16}.get(dtype, 256)
    values = np.repeat(np.arange(count, dtype=np.uint8), native.itemsize).view(native)

    assert constant(ours, dtype, values, [count]) == constant(upstream, dtype, values, [count])


@pytest.mark.parametrize(
    "values",
    [
        [3, 4, 5],
        (3, 4),
        [],
        None,
        np.array([2**40, -1], np.int64),
        np.array([1, 2], ">i8").astype("<i8"),
        np.arange(6, dtype=np.int64)[::2],
        b"\1\0\0\0\0\0\0\0",
    ],
    ids=repr,
)
def test_shape_values_are_64_bit(values: Any) -> None:
    rank = 0 if values is None else 1 if isinstance(values, bytes) else len(values)

    assert constant(ours, "SHAPE", values, [rank]) == constant(upstream, "SHAPE", values, [rank])


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "permissive"])
@pytest.mark.parametrize("scaled", sorted(SCALED_TYPES))
@pytest.mark.parametrize("form", ["array", "list", "native", "none"])
def test_block_scaled_constant_has_upstream_bytes(form: str, scaled: str, strict: bool) -> None:
    numbers = [float(n % 6) for n in range(64)]
    scales = [0.5, 4.0]
    native = np.array(numbers).astype(ARRAY_TYPES[SCALED_TYPES[scaled]]).reshape(2, 32)
    values: dict[str, tuple[Any, Any]] = {
        "array": (np.array(numbers, np.float32).reshape(2, 32), np.array(scales, np.float32).reshape(2, 1)),
        "list": (numbers, scales),
        "native": (native, np.array(scales).astype(ml_dtypes.float8_e8m0fnu).reshape(2, 1)),
        "none": (None, None),
    }

    def graph(module: ModuleType, **options: Any) -> bytes:
        serializer = module.TosaSerializer("", **options)
        kind = getattr(module.ScaledDType, scaled)
        serializer.addConst([2, 32], kind, *values[form])
        block = serializer.currRegion.currBasicBlock
        block.addTensor("t", [2, 32], kind, *values[form])
        serializer.addIntermediate([2, 32], kind)
        serializer.addOutput([2, 32], kind)
        return bytes(serializer.serialize())

    assert graph(ours, strict=strict) == graph(upstream)


@pytest.mark.parametrize("values", [None, [1, 2, 3], bytearray(b"abc"), np.array([1.5, 2.5, 3.5])], ids=repr)
@pytest.mark.parametrize("dtype", [*NUMERIC, "SHAPE"])
def test_static_conversion_gives_upstream_bytes(dtype: str, values: Any) -> None:
    if isinstance(values, np.ndarray) and dtype in (*INT_BITS, "BOOL"):
        values = values.astype(np.int64) % 2
    if isinstance(values, bytearray):
        values = bytearray(b"\1\0\1")

    def convert(module: ModuleType) -> list[int]:
        return list(module.TosaSerializer.convertDataToUint8Vec(getattr(module.DType, dtype), values))

    assert convert(ours) == convert(upstream)


@pytest.mark.parametrize("dtype", NUMERIC)
def test_data_is_copied_when_it_is_given(dtype: str) -> None:
    values = np.array(NUMBERS).astype(ARRAY_TYPES[dtype])
    serializer = ours.TosaSerializer("")
    serializer.addConst([6], getattr(ours.DType, dtype), values)
    before = serializer.serialize()

    values[:] = np.zeros(6, np.int8).astype(values.dtype)

    assert serializer.serialize() == before


@pytest.mark.parametrize("dtype", NUMERIC)
def test_data_of_a_tensor_reads_back_as_bytes(dtype: str) -> None:
    numbers = POWERS if dtype == "FP8UE8M0" else NUMBERS

    def read(module: ModuleType) -> list[int]:
        serializer = module.TosaSerializer("")
        tensor = serializer.addConst([6], getattr(module.DType, dtype), numbers)
        first = tensor.data
        tensor.data = numbers[::-1]
        return [*first, *tensor.data]

    assert read(ours) == read(upstream)


NARROW_FLOATS = ("BF16", "FP16", "FP8E4M3", "FP8E5M2")
# With all upper halves: each narrow value, and what lies on, just below and just above the middle between two of them.
LOWER_HALVES = (0x0000, 0x0001, 0x0FFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0x8001, 0xFFFF)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("dtype", NARROW_FLOATS)
def test_float32_rounds_as_upstream(dtype: str, strict: bool) -> None:
    upper = np.arange(1 << 16, dtype=np.uint32) << 16
    values = np.concatenate([upper | lower for lower in LOWER_HALVES]).view(np.float32)
    with np.errstate(all="ignore"):
        values = values[np.isfinite(values.astype(ARRAY_TYPES[dtype]).astype(np.float32))]
    assert len(values) > 100_000
    shape = [len(values)]
    assert constant(ours, dtype, values, shape, strict=strict) == constant(upstream, dtype, values, shape)


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("dtype", NARROW_FLOATS)
def test_a_value_that_is_not_finite_is_upstreams_among_many(dtype: str, value: float) -> None:
    values = np.ones(10_000, dtype=np.float32)
    values[9_000] = value
    # Strict mode refuses an infinity where it would become NaN.
    assert constant(ours, dtype, values, [10_000], strict=False) == constant(upstream, dtype, values, [10_000])
