"""Seeded random programs that reach every part of the format: one seed is one program, on every machine."""

from __future__ import annotations

import random
from typing import Any

import ml_dtypes
import numpy as np

from tests.parity.attributes import AttributeKind, Parameter
from tests.parity.replay import Assign, Get, Invoke, Member, New, Ref, Step

BLOCK = 32
MAX_VALUES = 70

ARRAY_TYPES: dict[str, Any] = {
    "BOOL": np.bool_,
    "INT4": np.int8,
    "INT8": np.int8,
    "INT16": np.int16,
    "INT32": np.int32,
    "INT48": np.int64,
    "INT64": np.int64,
    "FP16": np.float16,
    "FP32": np.float32,
    "BF16": ml_dtypes.bfloat16,
    "FP8E4M3": ml_dtypes.float8_e4m3fn,
    "FP8E5M2": ml_dtypes.float8_e5m2,
    "FP8UE8M0": ml_dtypes.float8_e8m0fnu,
    "FP6E2M3": ml_dtypes.float6_e2m3fn,
    "FP6E3M2": ml_dtypes.float6_e3m2fn,
    "FP4E2M1": ml_dtypes.float4_e2m1fn,
    "MXINT8": np.int8,
}
INT_BITS = {"INT4": 4, "INT8": 8, "INT16": 16, "INT32": 32, "INT48": 48, "INT64": 64, "MXINT8": 8}
SCALED_TYPES = {
    "BS32_FP8UE8M0_FP8E4M3": "FP8E4M3",
    "BS32_FP8UE8M0_FP8E5M2": "FP8E5M2",
    "BS32_FP8UE8M0_FP6E3M2": "FP6E3M2",
    "BS32_FP8UE8M0_FP6E2M3": "FP6E2M3",
    "BS32_FP8UE8M0_FP4E2M1": "FP4E2M1",
    "BS32_FP8UE8M0_MXINT8": "MXINT8",
}


def generate(seed: int, kinds: list[AttributeKind], members: dict[str, list[str]]) -> list[Step]:
    """The program of a seed; `members` holds the member names of each enum."""
    return Author(seed, kinds, members).write()


def readable(steps: list[Step]) -> list[Step]:
    """The program without its random target version, which not every reader takes."""
    return [
        New(step.out, step.kind) if isinstance(step, New) and step.kind == "TosaSerializer" else step for step in steps
    ]


def enum_members(module: Any) -> dict[str, list[str]]:
    """Names of the members of each enum that an attribute or operator takes."""
    enums = ("DType", "Op", "NanPropagationMode", "ResizeMode", "RoundingMode", "BlockSize")
    return {enum: sorted(getattr(module, enum).__members__) for enum in enums}


def values(rng: random.Random, dtype: str, count: int) -> Any:
    """`count` values that fit `dtype`, as a list, as an array of the native type or as one of another type."""
    if dtype in INT_BITS:
        # INT4 of upstream is -7 to 7.
        high = 7 if dtype == "INT4" else 2 ** (INT_BITS[dtype] - 1) - 1
        numbers: list[Any] = [rng.randint(-high, high) for _ in range(count)]
        wide: Any = np.int64
    elif dtype == "BOOL":
        numbers = [rng.randint(0, 1) for _ in range(count)]
        wide = np.int32
    else:
        low = 0 if dtype == "FP8UE8M0" else -6
        numbers = [rng.uniform(low, 6) for _ in range(count)]
        wide = np.float64
    form = rng.randrange(6)
    if form == 0:
        return numbers
    if form == 1:
        return tuple(numbers)
    array = np.array(numbers, dtype=wide)
    if form == 2:
        return array
    if form == 3:
        return array.astype(array.dtype.newbyteorder(">"))
    native = array.astype(ARRAY_TYPES[dtype])
    if form == 4 and count % 2 == 0:
        return np.asfortranarray(native.reshape(2, count // 2))
    return native


class Author:
    """Writes one program, step by step, with the numbers and names of what it has made so far."""

    def __init__(self, seed: int, kinds: list[AttributeKind], members: dict[str, list[str]]) -> None:
        self.rng = random.Random(seed)
        self.kinds = kinds
        self.members = members
        self.steps: list[Step] = []
        self.made = 0
        self.tensors: list[int] = []
        # Upstream crashes above the cap when a tensor with scales gets a type without.
        self.scaled_tensors: list[int] = []
        self.scaled_names: list[str] = []
        self.names = ["input-0"]
        self.serializer = self.region = self.block = -1
        self.regions: list[int] = []

    def write(self) -> list[Step]:
        target = self.rng.choice(((1, 1, 0, True), (1, 0, 0, False), (1, 1, 0, False), (0, 0, 0, True)))
        names = ("targetMajor", "targetMinor", "targetPatch", "targetDraft")
        self.serializer = self.new("TosaSerializer", "", **dict(zip(names, target, strict=True)))
        self.look()
        actions = [self.operator] * 8 + [self.constant] * 4 + [self.intermediate] * 3 + [self.tensor] * 2
        actions += [self.input, self.output, self.scaled, self.shape, self.edge, self.change, self.place, self.version]
        for _ in range(self.rng.randint(0, 24)):
            self.rng.choice(actions)()
        self.call(self.serializer, "serialize")
        return self.steps

    def new(self, kind: str, *args: Any, **kwargs: Any) -> int:
        self.made += 1
        self.steps.append(New(self.made, kind, list(args), kwargs))
        return self.made

    def call(self, target: int, method: str, *args: Any, **kwargs: Any) -> int:
        self.made += 1
        self.steps.append(Invoke(self.made, target, method, list(args), kwargs))
        return self.made

    def get(self, target: int, attribute: str) -> int:
        self.made += 1
        self.steps.append(Get(self.made, target, attribute))
        return self.made

    def look(self) -> None:
        self.region = self.get(self.serializer, "currRegion")
        self.block = self.get(self.region, "currBasicBlock")
        self.regions.append(self.region)

    def owner(self) -> int:
        return self.rng.choice((self.serializer, self.region))

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def text(self) -> str:
        length = self.rng.choice((0, 1, 3, 4, 5, 7, 8, 15, 40))
        return "".join(self.rng.choice("abcXYZ_-/.019 éß☃") for _ in range(length))

    def name(self) -> str:
        """A name for a plain tensor or a shape, now and then one that is taken."""
        name = self.rng.choice(self.names) if self.chance(5) else self.text()
        self.names.append(name)
        return name

    def fresh_name(self) -> str:
        """A name that no tensor has yet."""
        self.scaled_names.append(f"{self.text()}#{len(self.scaled_names)}")
        return self.scaled_names[-1]

    def some_names(self) -> list[str]:
        return [self.rng.choice(self.names + self.scaled_names) for _ in range(self.rng.choice((0, 1, 1, 2, 3)))]

    def dims(self) -> list[int]:
        low = -1 if self.chance(10) else 0
        return [self.rng.randint(low, 9) for _ in range(self.rng.choice((0, 1, 2, 4)))]

    def dtype(self) -> str:
        return self.rng.choice(sorted(ARRAY_TYPES))

    def data(self, dtype: str) -> Any:
        if self.chance(15):
            return None
        return values(self.rng, dtype, self.rng.choice((0, 1, 2, 3, 4, 5, 8, 17, self.rng.randint(0, MAX_VALUES))))

    def input(self) -> None:
        if self.chance(50):
            self.tensors.append(self.call(self.owner(), "addPlaceholder", self.dims(), Member("DType", self.dtype())))
            return
        dtype = self.dtype()
        arguments = [self.name(), self.dims(), Member("DType", dtype), self.data(dtype), "file", self.chance(20)]
        tensor = self.new("TosaSerializerTensor", *arguments, self.chance(20), self.text())
        self.call(self.owner(), "addInputTensor", Ref(tensor))
        self.tensors.append(tensor)

    def output(self) -> None:
        if self.chance(30) and self.tensors:
            self.call(self.owner(), "addOutputTensor", Ref(self.rng.choice(self.tensors + self.scaled_tensors)))
            return
        kind: Any = Member("DType", self.dtype())
        tensors = self.tensors
        if self.chance(30):
            kind, tensors = Member("ScaledDType", self.rng.choice(sorted(SCALED_TYPES))), self.scaled_tensors
        elif self.chance(30):
            kind = Ref(self.new("TensorTypeInfo", kind))
        tensors.append(self.call(self.owner(), "addOutput", self.dims(), kind))

    def constant(self) -> None:
        dtype = self.dtype()
        known = set(self.names)
        named = {"name": self.name()} if self.chance(40) else {}
        # For a name that is taken addConst gives the block's last tensor, which may have scales.
        tensors = self.scaled_tensors if known.intersection(named.values()) else self.tensors
        tensors.append(
            self.call(self.owner(), "addConst", self.dims(), Member("DType", dtype), self.data(dtype), **named)
        )

    def intermediate(self) -> None:
        kind, tensors = Member("DType", self.dtype()), self.tensors
        if self.chance(20):
            kind, tensors = Member("ScaledDType", self.rng.choice(sorted(SCALED_TYPES))), self.scaled_tensors
        extra = [self.chance(20), self.chance(20), self.text()] if self.chance(50) else []
        tensors.append(self.call(self.owner(), "addIntermediate", self.dims(), kind, *extra))

    def tensor(self) -> None:
        dtype = self.dtype()
        extra = {"is_unranked": self.chance(50), "variable": self.chance(50), "variable_name": self.text()}
        extra = extra if self.chance(50) else {}
        self.tensors.append(
            self.call(
                self.block, "addTensor", self.name(), self.dims(), Member("DType", dtype), self.data(dtype), **extra
            )
        )

    def scaled(self) -> None:
        scaled = self.rng.choice(sorted(SCALED_TYPES))
        blocks = self.rng.randint(1, 2)
        dims, kind = [blocks, BLOCK], Member("ScaledDType", scaled)
        data = values(self.rng, SCALED_TYPES[scaled], blocks * BLOCK)
        scales = [2.0 ** self.rng.randint(-9, 9) for _ in range(blocks)]
        if self.chance(30):
            self.scaled_tensors.append(self.call(self.block, "addTensor", self.fresh_name(), dims, kind, data, scales))
            return
        named = {"name": self.fresh_name()} if self.chance(40) else {}
        self.scaled_tensors.append(self.call(self.owner(), "addConst", dims, kind, data, scales, **named))

    def shape(self) -> None:
        rank = self.rng.randint(0, 6)
        data = [self.rng.randint(-1, 99) for _ in range(rank)] if self.chance(70) else None
        form = self.rng.randrange(3)
        if form == 0:
            named = {"name": self.name()} if self.chance(40) else {}
            self.call(self.owner(), "addConst", [rank], Member("DType", "SHAPE"), data, **named)
        elif form == 1:
            self.call(self.owner(), "addIntermediateShape", rank, data)
        else:
            self.call(self.block, "addShape", self.name(), rank, data)

    def edge(self) -> None:
        self.call(self.block, self.rng.choice(("addInput", "addOutput")), self.text())

    def change(self) -> None:
        if not self.tensors:
            return
        tensor = self.rng.choice(self.tensors)
        form = self.rng.randrange(6)
        if form == 0:
            self.steps.append(Assign(tensor, "shape", self.dims()))
        elif form == 1:
            self.steps.append(Assign(tensor, "name", self.name()))
        elif form == 2:
            self.steps.append(Assign(tensor, "is_unranked", self.chance(50)))
        else:
            # The type first: data is converted to the type that the tensor has at that time.
            dtype = self.dtype()
            self.call(tensor, "setDtype", Member("DType", dtype))
            if form > 3:
                self.steps.append(Assign(tensor, "data", self.data(dtype)))

    def place(self) -> None:
        form = self.rng.randrange(4)
        if form == 0 and len(self.regions) > 1:
            self.steps.append(Assign(self.serializer, "currRegion", Ref(self.rng.choice(self.regions))))
        elif form > 1:
            self.call(self.serializer, "startRegion", self.text())
            self.call(self.serializer, "addBasicBlock", self.text())
        else:
            self.call(self.serializer, "addBasicBlock", self.text())
        self.look()

    def version(self) -> None:
        if self.chance(20):
            self.call(self.serializer, "setExperimentalDevVersion")
        elif self.chance(20):
            self.call(self.serializer, "serialize")

    def operator(self) -> None:
        kind = self.rng.choice(self.kinds)
        attribute = self.new("TosaSerializerAttribute")
        self.call(attribute, kind.method, *map(self.argument, kind.parameters))
        where = self.rng.choice((self.serializer, self.region, self.block))
        # Only a block takes a bare CONST: the others refer to addConst.
        ops = [op for op in self.members["Op"] if where == self.block or op not in ("CONST", "CONST_SHAPE")]
        location: list[Any] = []
        if self.chance(30):
            location = [Ref(self.new("TosaOpLocation", self.text()))]
        elif self.chance(10):
            location = [self.rng.choice((None, self.text()))]
        op = Member("Op", self.rng.choice(ops))
        self.call(where, "addOperator", op, self.some_names(), self.some_names(), Ref(attribute), *location)

    def argument(self, parameter: Parameter) -> Any:
        if parameter.kind == "int":
            return self.rng.choice((0, 1, -1, 3, 2**31 - 1))
        if parameter.kind == "bool":
            return self.chance(50)
        if parameter.kind == "str":
            return self.text()
        if parameter.kind == "ints":
            return [self.rng.choice((0, 1, 2, -1, 70000)) for _ in range(self.rng.choice((0, 1, 2, 3, 4, 6)))]
        if parameter.kind == "bytes":
            return [self.rng.randrange(256) for _ in range(self.rng.choice((0, 1, 2, 3, 4, 8)))]
        return Member(parameter.kind, self.rng.choice(self.members[parameter.kind]))
