"""Right programs: random ones in which every name is known and all data fits, and recorded ones, cut short."""

from __future__ import annotations

import math
import random
from types import ModuleType
from typing import Any

import numpy as np

from tests.parity.attributes import AttributeKind, attribute_kinds
from tests.parity.random_graphs import ARRAY_TYPES, SCALED_TYPES, Author, enum_members, values
from tests.parity.replay import Invoke, Member, New, Ref, Step, recorded_traces

# Operators by how many inputs they have; all have one output.
INPUTS = {
    1: (
        "ABS ARGMAX BITWISE_NOT CAST CEIL CLAMP CLZ COS ERF EXP FLOOR IDENTITY LOG LOGICAL_NOT RECIPROCAL REDUCE_ALL "
        "REDUCE_ANY REDUCE_MAX REDUCE_MIN REDUCE_PRODUCT REDUCE_SUM REVERSE RSQRT SIGMOID SIN TANH TRANSPOSE"
    ),
    2: (
        "ADD ARITHMETIC_RIGHT_SHIFT BITWISE_AND BITWISE_OR BITWISE_XOR CONCAT CUSTOM EQUAL GATHER GREATER "
        "GREATER_EQUAL INTDIV LOGICAL_AND LOGICAL_LEFT_SHIFT LOGICAL_OR LOGICAL_RIGHT_SHIFT LOGICAL_XOR "
        "MAXIMUM MINIMUM POW SUB TABLE"
    ),
    3: "AVG_POOL2D MUL NEGATE SCATTER SELECT",
    4: "MATMUL",
    5: "CONV2D CONV3D DEPTHWISE_CONV2D RESCALE TRANSPOSE_CONV2D",
}
MAX_STEPS = 120
MAX_BYTES = 1 << 16


class Sources:
    """Draws right programs."""

    def __init__(self, module: ModuleType) -> None:
        self.kinds = attribute_kinds(module)
        self.members = enum_members(module)
        self.traces = [trace.steps for trace in recorded_traces() if _is_small(trace.steps)]

    def draw(self, rng: random.Random) -> list[Step]:
        if rng.randrange(3) != 0:
            return RightAuthor(rng.randrange(10**6), self.kinds, self.members).write()
        steps = rng.choice(self.traces)
        cut = steps[: rng.randint(1, len(steps))]
        # Made by the first step of all of them.
        assert isinstance(cut[0], New)
        return [*cut, Invoke(None, cut[0].out, "serialize")]


def _is_small(steps: list[Step]) -> bool:
    arrays = [item for step in steps for item in getattr(step, "args", []) if isinstance(item, np.ndarray)]
    return len(steps) <= MAX_STEPS and sum(array.nbytes for array in arrays) <= MAX_BYTES


class RightAuthor(Author):
    """Writes programs that strict mode takes."""

    def __init__(self, seed: int, kinds: list[AttributeKind], members: dict[str, list[str]]) -> None:
        super().__init__(seed, kinds, members)
        by_op = {kind.method.removesuffix("Attribute").lower(): kind for kind in kinds}
        self.ops = [
            (op, count, by_op[op.replace("_", "").lower()])
            for count, ops in INPUTS.items()
            for op in ops.split()
            if op.replace("_", "").lower() in by_op
        ]
        self.layers = 0
        self.known: list[str] = []
        self.shapes: list[str] = []

    def write(self) -> list[Step]:
        cap = {"fb_size_cap": self.rng.choice((0, 100, 1000, 5000))} if self.chance(20) else {}
        self.serializer = self.new("TosaSerializer", "", **cap)
        self.look()
        actions = [self.operator] * 12 + [self.constant] * 8 + [self.tensor] * 4 + [self.large]
        actions += [self.input, self.scaled, self.shape, self.edge, self.place, self.version] * 2
        for _ in range(self.rng.randint(1, 20)):
            self.rng.choice(actions)()
        self.call(self.serializer, "serialize")
        if self.chance(20):
            self.call(self.serializer, "saveFileTosaFlatbuffer", "saved.tosa")
            self.call(self.serializer, "loadTosaFlatbuffer", "saved.tosa")
        return self.steps

    def name(self) -> str:
        self.known.append(f"{self.text()}#{self.made}")
        return self.known[-1]

    def fresh_name(self) -> str:
        return self.name()

    def dims(self) -> list[int]:
        return [self.rng.randint(0, 4) for _ in range(self.rng.choice((0, 1, 2, 4)))]

    def input(self) -> None:
        dtype = self.dtype()
        tensor = self.new("TosaSerializerTensor", self.name(), self.dims(), Member("DType", dtype))
        self.call(self.owner(), "addInputTensor", Ref(tensor))
        self.tensors.append(tensor)

    def fitting(self) -> tuple[list[int], str, Any]:
        dims, dtype = self.dims(), self.dtype()
        data = values(self.rng, dtype, math.prod(dims))
        return dims, dtype, data if math.prod(dims) and not isinstance(data, bytes) else None

    def constant(self) -> None:
        dims, dtype, data = self.fitting()
        self.tensors.append(self.call(self.owner(), "addConst", dims, Member("DType", dtype), data, name=self.name()))

    def large(self) -> None:
        # From some size on values are kept, written and handed over in other ways.
        count = self.rng.choice((4096, 5000, 1 << 16, 300_000, 300_000, 5 << 20))
        data = np.arange(count, dtype=np.int64).astype(np.int8)
        self.call(self.owner(), "addConst", [count], Member("DType", "INT8"), data, name=self.name())

    def tensor(self) -> None:
        dims, dtype, data = self.fitting()
        self.tensors.append(self.call(self.block, "addTensor", self.name(), dims, Member("DType", dtype), data))

    def scaled(self) -> None:
        scaled = self.rng.choice(sorted(SCALED_TYPES))
        data, scales = values(self.rng, SCALED_TYPES[scaled], 32), [2.0 ** self.rng.randint(-9, 9)]
        self.call(self.owner(), "addConst", [1, 32], Member("ScaledDType", scaled), data, scales, name=self.name())

    def shape(self) -> None:
        rank = self.rng.randint(0, 6)
        data = [self.rng.randint(-1, 99) for _ in range(rank)]
        self.call(self.block, "addShape", self.name(), rank, data)
        # No operator here takes a shape.
        self.shapes.append(self.known.pop())

    def edge(self) -> None:
        if self.known or self.shapes:
            self.call(self.block, self.rng.choice(("addInput", "addOutput")), self.rng.choice(self.known + self.shapes))

    def place(self) -> None:
        self.call(self.serializer, "startRegion", f"region {self.made}")
        self.call(self.serializer, "addBasicBlock", f"block {self.made}")
        self.look()
        self.known = []
        self.shapes = []

    def operator(self) -> None:
        if not self.known:
            return
        op, count, kind = self.rng.choice(self.ops)
        self.layers += 1
        output = f"layer-{self.layers}"
        self.tensors.append(
            self.call(
                self.owner(), "addIntermediate", self.dims(), Member("DType", self.rng.choice(sorted(ARRAY_TYPES)))
            )
        )
        attribute = self.new("TosaSerializerAttribute")
        self.call(attribute, kind.method, *map(self.argument, kind.parameters))
        inputs = [self.rng.choice(self.known) for _ in range(count)]
        where = self.rng.choice((self.serializer, self.region, self.block))
        self.call(where, "addOperator", Member("Op", op), inputs, [output], Ref(attribute))
        self.known.append(output)
