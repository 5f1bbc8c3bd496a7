"""An int8 graph with the shapes of Llama 3.2 1B, built with the calls of ExecuTorch's Arm backend.

Linear layers are 1x1 convolutions, norms and softmax go through tables, every int32 result is rescaled to int8. The
weights are random, from a fixed seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.modules import Nothing


@dataclass(frozen=True)
class Shape:
    layers: int = 16
    width: int = 2048
    mlp: int = 8192
    heads: int = 32
    kv_heads: int = 8
    vocabulary: int = 128256
    tokens: int = 128

    @property
    def head_size(self) -> int:
        return self.width // self.heads

    def divided(self, by: int) -> Shape:
        """The same network, `by` times narrower; the weights take about the square of it less."""
        return Shape(
            layers=max(1, self.layers // by),
            width=max(32, self.width // by),
            mlp=max(64, self.mlp // by),
            heads=max(1, self.heads // by),
            kv_heads=max(1, self.kv_heads // by),
            vocabulary=max(64, self.vocabulary // by),
            tokens=self.tokens,
        )


class Weights:
    """The constants: made on the first build, the same arrays on each later one."""

    def __init__(self, shape: Shape, seed: int = 3) -> None:
        self._random = np.random.default_rng(seed)
        self._arrays: list[np.ndarray] = []
        self._next = 0
        build(Nothing(), Nothing(), shape, self)
        self.size = sum(array.nbytes for array in self._arrays)

    def rewind(self) -> None:
        self._next = 0

    def random(self, shape: Sequence[int], dtype: Any, low: int = -127, high: int = 128) -> np.ndarray:
        if self._next == len(self._arrays):
            self._arrays.append(self._random.integers(low, high, shape, dtype))
        self._next += 1
        return self._arrays[self._next - 1]


class Graph:
    """Adds nodes as ExecuTorch does: the tensor, the constants, the attribute, the operator."""

    def __init__(self, module: Any, serializer: Any, weights: Weights) -> None:
        self.module = module
        self.serializer = serializer
        self.weights = weights
        self._no_location = {} if module.__name__ == "serializer.tosa_serializer" else {"location": None}
        self._counts: dict[str, int] = {}
        self.shapes: dict[str, list[int]] = {}

    def input(self, name: str, shape: list[int], dtype: str) -> str:
        tensor = self.module.TosaSerializerTensor(name, shape, self._dtype(dtype), data=None)
        self.serializer.addInputTensor(tensor)
        self.shapes[name] = shape
        return name

    def output(self, name: str) -> None:
        self.serializer.currRegion.currBasicBlock.addOutput(name)

    def constant(self, name: str, dtype: str, values: Any) -> str:
        self.serializer.addConst(list(np.shape(values)), self._dtype(dtype), values, name=name)
        self.shapes[name] = list(np.shape(values))
        return name

    def node(
        self, op: str, kind: str, inputs: list[str], shape: list[int], dtype: str, *values: Any, **named: Any
    ) -> str:
        number = self._counts[op] = self._counts.get(op, -1) + 1
        name = f"tosa_{op.lower()}_default" + (f"_{number}" if number else "")
        self.serializer.currRegion.currBasicBlock.addTensor(name, shape, self._dtype(dtype))
        self.shapes[name] = shape
        attribute = self.module.TosaSerializerAttribute()
        getattr(attribute, f"{kind}Attribute")(*values, **named)
        self.serializer.addOperator(
            getattr(self.module.Op, op), inputs=inputs, outputs=[name], attributes=attribute, **self._no_location
        )
        return name

    def rescale(self, x: str, dtype: str = "INT8", of: str = "INT32") -> str:
        name = f"{x}_rescale_{len(self.shapes)}"
        inputs = [
            x,
            self.constant(f"{name}_multipliers", "INT32", [1 << 30]),
            self.constant(f"{name}_shifts", "INT8", [38]),
            self.constant(f"{name}_input_zp", of, [0]),
            self.constant(f"{name}_output_zp", dtype, [0]),
        ]
        return self.node(
            "RESCALE",
            "Rescale",
            inputs,
            self.shapes[x],
            dtype,
            scale32=True,
            rounding_mode=self.module.RoundingMode.SINGLE_ROUND,
            per_channel=False,
            input_unsigned=False,
            output_unsigned=False,
        )

    def reshape(self, x: str, shape: list[int], dtype: str = "INT8") -> str:
        dims = self.constant(f"{x}_shape_{len(self.shapes)}", "SHAPE", shape)
        return self.node("RESHAPE", "Reshape", [x, dims], shape, dtype)

    def transpose(self, x: str, permutation: list[int]) -> str:
        shape = [self.shapes[x][i] for i in permutation]
        return self.node("TRANSPOSE", "Transpose", [x], shape, "INT8", permutation)

    def pair(self, op: str, kind: str, a: str, b: str) -> str:
        """Both sides in int32, the result back in int8."""
        shape = [max(sizes) for sizes in zip(self.shapes[a], self.shapes[b], strict=True)]
        sides = [self.rescale(side, "INT32", "INT8") for side in (a, b)]
        return self.rescale(self.node(op, kind, sides, shape, "INT32"))

    def multiply(self, a: str, b: str) -> str:
        shape = [max(sizes) for sizes in zip(self.shapes[a], self.shapes[b], strict=True)]
        shift = self.constant(f"mul_shift_{len(self.shapes)}", "INT8", [0])
        return self.rescale(self.node("MUL", "Mul", [a, b, shift], shape, "INT32"))

    def table(self, x: str) -> str:
        values = self.weights.random([256], np.int8)
        name = self.constant(f"{x}_table_{len(self.shapes)}", "INT8", values)
        return self.node("TABLE", "Table", [x, name], self.shapes[x], "INT8")

    def linear(self, x: str, name: str, channels: int, weights: str | None = None) -> str:
        """`x` is [1, tokens, width]; `weights`, if given, is a tensor that is there already."""
        _, tokens, width = self.shapes[x]
        image = self.reshape(x, [1, tokens, 1, width])
        if weights is None:
            values = self.weights.random([channels, 1, 1, width], np.int8)
            weights = self.constant(f"{name}_weight", "INT8", values)
        inputs = [
            image,
            weights,
            self.constant(f"{name}_bias", "INT32", self.weights.random([channels], np.int32, -999, 999)),
            self.constant(f"{name}_input_zp", "INT8", [0]),
            self.constant(f"{name}_weight_zp", "INT8", [0]),
        ]
        sums = self.node(
            "CONV2D",
            "Conv2d",
            inputs,
            [1, tokens, 1, channels],
            "INT32",
            pad=[0, 0, 0, 0],
            stride=[1, 1],
            dilation=[1, 1],
            local_bound=False,
            acc_type=self.module.DType.INT32,
        )
        return self.reshape(self.rescale(sums), [1, tokens, channels])

    def matmul(self, a: str, b: str) -> str:
        shape = [*self.shapes[a][:2], self.shapes[b][2]]
        points = [self.constant(f"matmul_{side}_{len(self.shapes)}", "INT8", [0]) for side in ("a_zp", "b_zp")]
        return self.rescale(self.node("MATMUL", "MatMul", [a, b, *points], shape, "INT32"))

    def total(self, x: str) -> str:
        """The sum over the last axis, in int8."""
        shape = [*self.shapes[x][:-1], 1]
        wide = self.rescale(x, "INT32", "INT8")
        return self.rescale(self.node("REDUCE_SUM", "ReduceSum", [wide], shape, "INT32", len(shape) - 1))

    def norm(self, x: str, name: str) -> str:
        factor = self.table(self.total(self.multiply(x, x)))
        gain = self.constant(f"{name}_weight", "INT8", self.weights.random([1, 1, self.shapes[x][2]], np.int8))
        return self.multiply(self.multiply(x, factor), gain)

    def slice(self, x: str, start: list[int], shape: list[int]) -> str:
        number = len(self.shapes)
        inputs = [
            x,
            self.constant(f"{x}_start_{number}", "SHAPE", start),
            self.constant(f"{x}_size_{number}", "SHAPE", shape),
        ]
        return self.node("SLICE", "Slice", inputs, shape, "INT8")

    def rotate(self, x: str, cosines: str, sines: str) -> str:
        """Rotary positions: `x` is [heads, tokens, size]."""
        heads, tokens, size = self.shapes[x]
        half = [heads, tokens, size // 2]
        first, second = self.slice(x, [0, 0, 0], half), self.slice(x, [0, 0, size // 2], half)
        left = self.pair("SUB", "Sub", self.multiply(first, cosines), self.multiply(second, sines))
        right = self.pair("ADD", "Add", self.multiply(second, cosines), self.multiply(first, sines))
        return self.node("CONCAT", "Concat", [left, right], [heads, tokens, size], "INT8", 2)

    def softmax(self, x: str) -> str:
        shape = [*self.shapes[x][:-1], 1]
        mode = self.module.NanPropagationMode.PROPAGATE
        highest = self.node("REDUCE_MAX", "ReduceMax", [x], shape, "INT8", axis=len(shape) - 1, nan_mode=mode)
        exponents = self.table(self.pair("SUB", "Sub", x, highest))
        return self.multiply(exponents, self.table(self.total(exponents)))

    def _dtype(self, name: str) -> Any:
        return getattr(self.module.DType, name)


def attention(graph: Graph, x: str, name: str, shape: Shape, angles: tuple[str, str], mask: str) -> str:
    """Grouped queries: each of the KV heads serves several query heads."""
    size, group = shape.head_size, shape.heads // shape.kv_heads

    def heads(part: str, count: int) -> str:
        values = graph.linear(x, f"{name}_{part}", count * size)
        return graph.transpose(graph.reshape(values, [shape.tokens, count, size]), [1, 0, 2])

    def repeated(values: str) -> str:
        apart = graph.reshape(values, [shape.kv_heads, 1, shape.tokens, size])
        times = graph.constant(f"{values}_multiples_{len(graph.shapes)}", "SHAPE", [1, group, 1, 1])
        tiled = graph.node("TILE", "Tile", [apart, times], [shape.kv_heads, group, shape.tokens, size], "INT8")
        return graph.reshape(tiled, [shape.heads, shape.tokens, size])

    queries = graph.rotate(heads("q", shape.heads), *angles)
    keys = repeated(graph.rotate(heads("k", shape.kv_heads), *angles))
    values = repeated(heads("v", shape.kv_heads))
    scores = graph.pair("ADD", "Add", graph.matmul(queries, graph.transpose(keys, [0, 2, 1])), mask)
    mixed = graph.matmul(graph.softmax(scores), values)
    joined = graph.reshape(graph.transpose(mixed, [1, 0, 2]), [1, shape.tokens, shape.width])
    return graph.linear(joined, f"{name}_o", shape.width)


def feed_forward(graph: Graph, x: str, name: str, shape: Shape) -> str:
    gate = graph.linear(x, f"{name}_gate", shape.mlp)
    active = graph.multiply(gate, graph.table(gate))
    return graph.linear(graph.multiply(active, graph.linear(x, f"{name}_up", shape.mlp)), f"{name}_down", shape.width)


def build(module: Any, serializer: Any, shape: Shape, weights: Weights) -> None:
    """Token numbers in, the logits of each token out. The embedding is one constant, read at both ends."""
    weights.rewind()
    graph = Graph(module, serializer, weights)
    tokens = graph.input("tokens", [1, shape.tokens], "INT32")
    values = weights.random([1, shape.vocabulary, shape.width], np.int8)
    embedding = graph.constant("embedding_weight", "INT8", values)
    half = [1, shape.tokens, shape.head_size // 2]
    angles = (
        graph.constant("rope_cosines", "INT8", weights.random(half, np.int8)),
        graph.constant("rope_sines", "INT8", weights.random(half, np.int8)),
    )
    mask = graph.constant("mask", "INT8", weights.random([1, shape.tokens, shape.tokens], np.int8))
    x = graph.node("GATHER", "Gather", [embedding, tokens], [1, shape.tokens, shape.width], "INT8")
    for layer in range(shape.layers):
        name = f"layers_{layer}"
        mixed = attention(graph, graph.norm(x, f"{name}_norm_1"), name, shape, angles, mask)
        x = graph.pair("ADD", "Add", x, mixed)
        x = graph.pair("ADD", "Add", x, feed_forward(graph, graph.norm(x, f"{name}_norm_2"), name, shape))
    head = graph.reshape(embedding, [shape.vocabulary, 1, 1, shape.width])
    graph.output(graph.linear(graph.norm(x, "norm"), "head", shape.vocabulary, head))
