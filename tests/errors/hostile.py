"""Values that no caller should give, by name: a program that holds one can be printed, sent away and run again."""

from __future__ import annotations

import array
import collections
import decimal
import fractions
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import ml_dtypes
import numpy as np


@dataclass(frozen=True)
class Hostile:
    """The value of that name, made anew each time."""

    name: str


class Surroundings(Protocol):
    """What a hostile value may use and change while a call looks at it."""

    module: Any
    serializer: Any

    def disturb(self) -> None:
        """Change the graph."""


def make(name: str, world: Surroundings) -> Any:
    return (PLAIN.get(name) or ARRAYS.get(name) or LIARS.get(name) or OBJECTS[name])(world)


def _liar(base: type = object, **members: Any) -> Any:
    return type("Liar", (base,), members)()


def _raises(*_: Any, **__: Any) -> Any:
    raise ArithmeticError("a hostile value was looked at")


def _item(_: Any, index: int) -> int:
    if index > 9:
        raise IndexError(index)
    return 1


def _nested(depth: int) -> list[Any]:
    inner: list[Any] = [1]
    for _ in range(depth):
        inner = [inner]
    return inner


def _ring() -> list[Any]:
    ring: list[Any] = [1]
    ring.append(ring)
    return ring


def _failing_iterator() -> Iterator[int]:
    yield 1
    raise ArithmeticError("the iterator ends badly")


# Python's own values.
PLAIN: dict[str, Callable[[Surroundings], Any]] = {
    "none": lambda _: None,
    "true": lambda _: True,
    "zero": lambda _: 0,
    "minus_one": lambda _: -1,
    "minus_two": lambda _: -2,
    "int8_over": lambda _: 300,
    "int31_max": lambda _: 2**31 - 1,
    "int31_over": lambda _: 2**31,
    "int32_over": lambda _: 2**32,
    "int63_over": lambda _: 2**63,
    "int64_over": lambda _: 2**64,
    "int63_under": lambda _: -(2**63) - 1,
    "int_huge": lambda _: 10**30,
    "int_of_5000_digits": lambda _: 10**5000,
    "nan": lambda _: float("nan"),
    "infinity": lambda _: float("inf"),
    "fraction": lambda _: 1.5,
    "float_huge": lambda _: 1e308,
    "complex": lambda _: 1 + 2j,
    "decimal": lambda _: decimal.Decimal("1e400"),
    "rational": lambda _: fractions.Fraction(1, 3),
    "text": lambda _: "text",
    "text_empty": lambda _: "",
    "text_nul": lambda _: "a\0b",
    "text_surrogate": lambda _: "\ud800",
    "text_long": lambda _: "n" * 100_000,
    "text_wide": lambda _: "\U0001f600" * 9,
    "text_format": lambda _: "%s%n{0}",
    "bytes": lambda _: b"\1\2",
    "bytes_empty": lambda _: b"",
    "bytes_not_utf8": lambda _: b"\xff\xfe",
    "bytes_nul": lambda _: b"a\0b",
    "bytearray": lambda _: bytearray(b"\1\2\3"),
    "memoryview": lambda _: memoryview(b"abcd"),
    "memoryview_strided": lambda _: memoryview(b"abcdefgh")[::2],
    "memoryview_released": lambda _: _released(),
    "array_module": lambda _: array.array("d", [1, 2]),
    "list_empty": lambda _: [],
    "list_of_empty": lambda _: [[]],
    "list_ragged": lambda _: [[1, 2], [3]],
    "list_mixed": lambda _: [1, "a", None],
    "list_of_none": lambda _: [None],
    "list_of_texts": lambda _: ["1", "2"],
    "list_of_nan": lambda _: [float("nan"), float("inf"), -0.0],
    "list_of_huge": lambda _: [2**63, -(2**63), 2**64],
    "list_of_negative": lambda _: [-1, -2, -(2**31)],
    "list_deep": lambda _: _nested(40),
    "list_very_deep": lambda _: _nested(3000),
    "list_in_itself": lambda _: _ring(),
    "list_long": lambda _: [1] * 70_000,
    "dims_overflowing": lambda _: [2**31 - 1] * 4,
    "dims_zero": lambda _: [0, 2**31 - 1, 2**31 - 1, 2**31 - 1],
    "dims_many": lambda _: [1] * 1000,
    "tuple_empty": lambda _: (),
    "dict": lambda _: {1: 2},
    "set": lambda _: {1, 2},
    "deque": lambda _: collections.deque([1, 2]),
    "range": lambda _: range(3),
    "range_long": lambda _: range(70_000),
    "generator": lambda _: (i for i in range(3)),
    "iterator_failing": lambda _: _failing_iterator(),
    "object": lambda _: object(),
    "function": lambda _: len,
    "type": lambda _: int,
    "not_implemented": lambda _: NotImplemented,
    "exception": lambda _: ValueError("a value"),
}


def _released() -> memoryview:
    view = memoryview(b"abcd")
    view.release()
    return view


def _unaligned() -> np.ndarray:
    return np.frombuffer(bytes(range(33)), np.uint8)[1:].view(np.int32)


ARRAYS: dict[str, Callable[[Surroundings], Any]] = {
    "np_scalar": lambda _: np.int8(3),
    "np_0d": lambda _: np.array(5),
    "np_empty": lambda _: np.zeros((0, 3), np.int8),
    "np_empty_huge": lambda _: np.zeros((0, 2**40), np.int8),
    "np_strided": lambda _: np.arange(8, dtype=np.int16)[::2],
    "np_backwards": lambda _: np.arange(4, dtype=np.int32)[::-1],
    "np_broadcast": lambda _: np.broadcast_to(np.int8(1), (3, 4)),
    "np_broadcast_huge": lambda _: np.broadcast_to(np.int8(1), (2**20, 2**22)),
    "np_fortran": lambda _: np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3)),
    "np_big_endian": lambda _: np.arange(3, dtype=">i8"),
    "np_unaligned": lambda _: _unaligned(),
    "np_object": lambda _: np.array([1, 2.5, None], object),
    "np_object_ints": lambda _: np.array([1, 2**70], object),
    "np_object_liars": lambda _: np.array([_liar(__float__=_raises, __index__=_raises)], object),
    "np_structured": lambda _: np.zeros(2, [("a", "i4"), ("b", "f8")]),
    "np_record": lambda _: np.zeros(2, [("a", "i4")]).view(np.recarray),
    "np_datetime": lambda _: np.array(["2026-01-01"], "datetime64[D]"),
    "np_timedelta": lambda _: np.array([1], "timedelta64[s]"),
    "np_text": lambda _: np.array(["1", "x"]),
    "np_bytes": lambda _: np.array([b"1", b"x"]),
    "np_void": lambda _: np.zeros(2, "V4"),
    "np_complex": lambda _: np.array([1 + 1j], np.complex64),
    "np_longdouble": lambda _: np.array([1, 2], np.longdouble) * np.longdouble("1e4000"),
    "np_half_nan": lambda _: np.array([np.nan, np.inf], np.float16),
    "np_doubles": lambda _: np.array([1e300, -1e300, 5e-324]),
    "np_uint64": lambda _: np.array([2**64 - 1], np.uint64),
    "np_uint8": lambda _: np.array([200, 3], np.uint8),
    "np_bool": lambda _: np.array([True, False]),
    "np_bool_odd": lambda _: np.array([2, 255], np.uint8).view(np.bool_),
    "np_masked": lambda _: np.ma.masked_array([1, 2, 3], [True, False, True]),
    "np_matrix": lambda _: np.matrix([[1, 2], [3, 4]]),
    "np_read_only": lambda _: np.frombuffer(b"\1\2\3\4", np.int8),
    "np_32_dims": lambda _: np.zeros((1,) * 64, np.int8),
    "ml_int4": lambda _: np.array([1, -8], ml_dtypes.int4),
    "ml_float4": lambda _: np.array([1, 6], ml_dtypes.float4_e2m1fn),
    "ml_float8": lambda _: np.array([np.nan, 448], ml_dtypes.float8_e4m3fn),
    "ml_bfloat16": lambda _: np.array([1, 3e38], ml_dtypes.bfloat16),
    "ml_finfo": lambda _: ml_dtypes.finfo(ml_dtypes.bfloat16),
}


class _Disobedient(np.ndarray):  # type: ignore[misc]
    """An array whose methods give other things."""

    def astype(self, *_: Any, **__: Any) -> Any:
        return np.zeros(2**10, np.int8)

    def reshape(self, *_: Any, **__: Any) -> Any:
        return "no array"

    def item(self, *_: Any) -> Any:
        return None


class _Growing(list):  # type: ignore[type-arg]
    """A list that grows while it is gone through."""

    def __iter__(self) -> Iterator[Any]:
        for i in range(50):
            self.extend([1] * 9)
            yield i


def _then(world: Surroundings, result: Callable[[], Any]) -> Callable[..., Any]:
    """A method that changes the graph before it answers."""

    def method(*_: Any, **__: Any) -> Any:
        world.disturb()
        return result()

    return method


def _disturbing_list(world: Surroundings) -> list[Any]:
    values: list[Any] = [1]

    def index(_: Any) -> int:
        world.disturb()
        del values[:]
        values.extend([7] * 5)
        return 1

    values += [_liar(__index__=index, __float__=index), 3, 4]
    return values


def _resizing_array(world: Surroundings) -> np.ndarray:
    values = np.empty(3, object)

    def number(_: Any) -> int:
        world.disturb()
        values[:] = None
        return 1

    values[:] = [1, _liar(__index__=number), 2]
    return values


# Objects whose methods raise, lie, or change the graph while a call runs.
LIARS: dict[str, Callable[[Surroundings], Any]] = {
    "index_raises": lambda _: _liar(__index__=_raises),
    "index_lies": lambda _: _liar(__index__=lambda _: "no int"),
    "index_huge": lambda _: _liar(__index__=lambda _: 2**100),
    "int_lies": lambda _: _liar(__int__=lambda _: 7, __eq__=lambda *_: True),
    "int_unequal": lambda _: _liar(__int__=lambda _: 7, __eq__=_raises),
    "int_child": lambda _: _liar(int, __index__=_raises, __int__=_raises, __repr__=_raises),
    "float_child": lambda _: _liar(float, __float__=_raises, __repr__=_raises),
    "text_child": lambda _: _liar(str, __str__=_raises, __eq__=_raises, __hash__=_raises),
    "list_child": lambda _: _liar(list, __len__=_raises, __iter__=_raises, __getitem__=_raises),
    "tuple_child": lambda _: _liar(tuple, __len__=lambda _: 2**40, __iter__=_raises),
    "list_growing": lambda _: _Growing([1, 2]),
    "bool_raises": lambda _: _liar(__bool__=_raises),
    "bool_lies": lambda _: _liar(__bool__=lambda _: 3),
    "iter_raises": lambda _: _liar(__iter__=_raises),
    "iter_lies": lambda _: _liar(__iter__=lambda _: 5),
    "len_raises": lambda _: _liar(__len__=_raises, __getitem__=_raises),
    "len_negative": lambda _: _liar(__len__=lambda _: -5, __getitem__=_item),
    "len_huge": lambda _: _liar(__len__=lambda _: 2**62, __getitem__=_raises),
    "array_raises": lambda _: _liar(__array__=_raises),
    "array_lies": lambda _: _liar(__array__=lambda *_, **__: "no array"),
    "array_in_itself": lambda _: _liar(__array__=lambda self, *_, **__: self),
    "array_struct_lies": lambda _: _liar(__array_struct__=5),
    "buffer_raises": lambda _: _liar(__buffer__=_raises),
    "getattr_raises": lambda _: _liar(__getattr__=_raises),
    "class_lies": lambda _: _liar(__class__=property(lambda _: int)),
    "repr_raises": lambda _: _liar(__repr__=_raises, __str__=_raises),
    "repr_lies": lambda _: _liar(__repr__=lambda _: 5),
    "repr_surrogate": lambda _: _liar(__repr__=lambda _: "\ud800"),
    "array_child": lambda _: np.arange(4.0).view(_Disobedient),
    "array_child_object": lambda _: np.array([1, 2], object).view(_Disobedient),
    "list_of_liars": lambda _: [1, _liar(__index__=_raises)],
    # These disturb.
    "index_disturbs": lambda world: _liar(__index__=_then(world, lambda: 2)),
    "array_disturbs": lambda world: _liar(__array__=_then(world, lambda: np.ones(2, np.int8))),
    "iter_disturbs": lambda world: _liar(__iter__=_then(world, lambda: iter([1, 2])), __len__=lambda _: 2),
    "len_disturbs": lambda world: _liar(__len__=_then(world, lambda: 2), __getitem__=_item),
    "bool_disturbs": lambda world: _liar(__bool__=_then(world, lambda: True)),
    "float_disturbs": lambda world: [1.5, _liar(__float__=_then(world, lambda: 2.0))],
    "repr_disturbs": lambda world: _liar(__repr__=_then(world, lambda: "?")),
    "list_disturbs": _disturbing_list,
    "array_object_disturbs": _resizing_array,
}
# What these answer depends on what they are asked, and how often: the two modules ask differently.
UNCOMPARED = frozenset({name for name in LIARS if name.endswith("_disturbs")} | {"array_child", "array_child_object"})


def _other(world: Surroundings) -> Any:
    """Another serializer with a constant and an operator."""
    module = world.module
    other = module.TosaSerializer("")
    other.addConst([2], module.DType.INT8, [1, 2])
    attribute = module.TosaSerializerAttribute()
    attribute.AbsAttribute()
    tensor = other.addIntermediate([2], module.DType.INT8)
    other.addOperator(module.Op.ABS, ["const-0"], [tensor.name], attribute)
    return other


def _block(world: Surroundings) -> Any:
    return _other(world).currRegion.currBasicBlock


def _attribute(world: Surroundings) -> Any:
    attribute = world.module.TosaSerializerAttribute()
    attribute.Conv2dAttribute([0] * 4, [1, 1], [1, 1], False, world.module.DType.INT32)
    return attribute


def _child(world: Surroundings) -> Any:
    """An object of a class derived from ours, which says nothing of what it is."""
    kind: Any = type(
        "Child", (world.module.TosaSerializerTensor,), {"name": "a child", "shape": None, "__init__": _raises}
    )
    return kind.__new__(kind)


CLASSES = (
    "DType",
    "Op",
    "TosaSerializer",
    "TosaSerializerAttribute",
    "TosaSerializerBasicBlock",
    "TosaSerializerOperator",
    "TosaSerializerRegion",
    "TosaSerializerShape",
    "TosaSerializerTensor",
    "TensorTypeInfo",
    "TosaOpLocation",
    "TosaVersion",
)
# Objects of the module itself.
OBJECTS: dict[str, Callable[[Surroundings], Any]] = {
    "module": lambda world: world.module,
    "self": lambda world: world.serializer,
    "other_serializer": _other,
    "other_region": lambda world: _other(world).currRegion,
    "other_base_region": lambda world: _other(world).regions[0],
    "other_block": _block,
    "other_tensor": lambda world: _block(world).tensors["const-0"],
    "other_operator": lambda world: _block(world).operators[-1],
    "other_attribute": lambda world: _block(world).operators[-1].attributes,
    "other_location": lambda world: _block(world).operators[-1].location,
    "other_map": lambda world: _block(world).tensors,
    "loose_tensor": lambda world: world.module.TosaSerializerTensor("loose", [1], world.module.DType.INT8, [300]),
    "loose_region": lambda world: world.module.TosaSerializerRegion("loose", ""),
    "loose_shape": lambda world: world.module.TosaSerializerShape("loose", 3, [1]),
    "attribute_conv": _attribute,
    "attribute_unset": lambda world: world.module.TosaSerializerAttribute(),
    "child": _child,
    "enum_out_of_range": lambda world: world.module.DType(2**32 - 1),
    "enum_of_another_kind": lambda world: world.module.ResizeMode.NEAREST,
    "enum_scaled_unknown": lambda world: world.module.ScaledDType.UNKNOWN,
    "dtype_shape": lambda world: world.module.DType.SHAPE,
    "dtype_unknown": lambda world: world.module.DType.UNKNOWN,
    "op_unknown": lambda world: world.module.Op.UNKNOWN,
    "op_cond_if": lambda world: world.module.Op.COND_IF,
} | {f"unmade_{name}": lambda world, name=name: _unmade(world, name) for name in CLASSES}


def _unmade(world: Surroundings, name: str) -> Any:
    """An object whose __init__ never ran."""
    kind = getattr(world.module, name)
    return kind.__new__(kind)


NAMES = (*PLAIN, *ARRAYS, *LIARS, *OBJECTS)
