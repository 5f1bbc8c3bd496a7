"""The int8 MobileNetV2 as a TOSA graph, on any module with the API of `tosa_serializer`.

Layers and shapes are those of the paper (width 1.0, 224 x 224). The weights are random, from a fixed seed; the scales
are chosen so that the values of every layer spread over int8, as they do in a trained and calibrated network.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

IMAGE_SIZE = 224
CLASSES = 1000

# Of each stage: expansion, output channels, repeats, stride of the first.
STAGES = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))

RELU_ZERO_POINT = -128
# Real 6 in a scale of 6/240.
RELU_SIX = RELU_ZERO_POINT + 240
LINEAR_ZERO_POINT = 3
IMAGE_ZERO_POINT = -1

# Spread of the stored values around their zero point.
RELU_RMS = 42.0
LINEAR_RMS = 40.0
IMAGE_RMS = 73.9
WEIGHT_RMS = 73.3


@dataclass(frozen=True)
class Value:
    """A tensor of the graph: NHWC, int8."""

    name: str
    shape: tuple[int, int, int, int]
    zero_point: int
    rms: float


def multiplier_and_shift(scale: float) -> tuple[int, int]:
    """scale = multiplier * 2**-shift, with a multiplier of 31 bits, as RESCALE takes it."""
    mantissa, exponent = math.frexp(scale)
    multiplier, shift = round(mantissa * 2**31), 31 - exponent
    if multiplier == 2**31:
        multiplier, shift = 2**30, shift - 1
    if not 2 <= shift <= 62:
        raise ValueError(f"scale {scale}: shift {shift} is not from 2 to 62")
    return multiplier, shift


class Parameters:
    """The random constants of a network: made on the first build, the same arrays on each later one."""

    def __init__(self, seed: int = 2) -> None:
        self._random = np.random.default_rng(seed)
        self._arrays: list[np.ndarray] = []
        self._next = 0

    def rewind(self) -> None:
        self._next = 0

    def weights(self, shape: tuple[int, ...]) -> np.ndarray:
        return self._array(lambda: self._random.integers(-127, 128, shape, np.int8))

    def bias(self, spread: float, channels: int) -> np.ndarray:
        return self._array(lambda: self._random.normal(0, spread, channels).astype(np.int32))

    def multipliers_and_shifts(self, scale: float, channels: int) -> tuple[np.ndarray, np.ndarray]:
        """One pair for each channel, for scales around `scale`."""
        pairs = self._array(
            lambda: np.array([multiplier_and_shift(scale * x) for x in self._random.uniform(0.8, 1.2, channels)])
        )
        return pairs[:, 0].astype(np.int32), pairs[:, 1].astype(np.int8)

    def _array(self, make: Callable[[], np.ndarray]) -> np.ndarray:
        if self._next == len(self._arrays):
            self._arrays.append(make())
        self._next += 1
        return self._arrays[self._next - 1]


class Network:
    """Adds quantized layers to a serializer, each as a real lowering writes it."""

    def __init__(self, module: Any, serializer: Any, parameters: Parameters) -> None:
        self.module = module
        self.serializer = serializer
        self.parameters = parameters
        parameters.rewind()

    def image(self) -> Value:
        return self.input("image", (1, IMAGE_SIZE, IMAGE_SIZE, 3), IMAGE_ZERO_POINT, IMAGE_RMS)

    def input(self, name: str, shape: tuple[int, int, int, int], zero_point: int, rms: float) -> Value:
        tensor = self.module.TosaSerializerTensor(name, list(shape), self.module.DType.INT8)
        self.serializer.addInputTensor(tensor)
        return Value(name, shape, zero_point, rms)

    def output(self, value: Value) -> None:
        self.serializer.currRegion.currBasicBlock.addOutput(value.name)

    def conv(self, x: Value, name: str, channels: int, kernel: int = 1, stride: int = 1, relu: bool = True) -> Value:
        weights = self.parameters.weights((channels, kernel, kernel, x.shape[3]))
        return self._convolution("CONV2D", "Conv2d", x, name, weights, channels, stride, relu)

    def depthwise(self, x: Value, name: str, stride: int) -> Value:
        weights = self.parameters.weights((3, 3, x.shape[3], 1))
        return self._convolution("DEPTHWISE_CONV2D", "DepthwiseConv2d", x, name, weights, x.shape[3], stride, relu=True)

    def add(self, a: Value, b: Value, name: str) -> Value:
        """Both sides to int32 with 20 bits more, the sum back to int8."""
        headroom = 2.0**20
        sides = [
            self._rescale(value.name, f"{name}_{side}", value.shape, headroom, value.zero_point)
            for side, value in (("a", a), ("b", b))
        ]
        total = self._tensor(f"{name}_sum", a.shape, "INT32")
        self._operator("ADD", sides, total, self._attribute("Add"))
        rms = math.hypot(a.rms, b.rms)
        scale = LINEAR_RMS / rms / headroom
        self._rescale(total, name, a.shape, scale, 0, "INT32", LINEAR_ZERO_POINT, "INT8")
        return Value(name, a.shape, LINEAR_ZERO_POINT, LINEAR_RMS)

    def average_pool(self, x: Value, name: str) -> Value:
        _, height, width, channels = x.shape
        shape = (1, 1, 1, channels)
        attribute = self._attribute("AvgPool2d", [height, width], [1, 1], [0, 0, 0, 0], self.module.DType.INT32)
        points = [self._constant(f"{name}_{side}", [x.zero_point], "INT8") for side in ("input_zp", "output_zp")]
        self._operator("AVG_POOL2D", [x.name, *points], self._tensor(name, shape, "INT8"), attribute)
        return Value(name, shape, x.zero_point, x.rms)

    def reshape(self, x: Value, name: str, shape: list[int]) -> Value:
        dims = self._constant(f"{name}_shape", shape, "SHAPE")
        self._tensor(name, shape, "INT8")
        self._operator("RESHAPE", [x.name, dims], name, self._attribute("Reshape"))
        return Value(name, x.shape, x.zero_point, x.rms)

    def _convolution(
        self, op: str, kind: str, x: Value, name: str, weights: np.ndarray, channels: int, stride: int, relu: bool
    ) -> Value:
        kernel = weights.shape[0] if op == "DEPTHWISE_CONV2D" else weights.shape[1]
        size = x.shape[1] // stride
        # The border that makes the output input/stride wide, the odd pixel at the end.
        border = (size - 1) * stride + kernel - x.shape[1]
        before = border // 2
        pad = [before, border - before] * 2
        fan_in = kernel * kernel * (1 if op == "DEPTHWISE_CONV2D" else x.shape[3])
        spread = WEIGHT_RMS * math.sqrt(fan_in) * x.rms
        bias = self.parameters.bias(spread / 10, channels)
        inputs = [
            x.name,
            self._constant(f"{name}_weight", weights, "INT8"),
            self._constant(f"{name}_bias", bias, "INT32"),
            self._constant(f"{name}_input_zp", [x.zero_point], "INT8"),
            self._constant(f"{name}_weight_zp", [0], "INT8"),
        ]
        shape = (1, size, size, channels)
        sums = self._tensor(f"{name}_sums", shape, "INT32")
        attribute = self._attribute(kind, pad, [stride, stride], [1, 1], False, self.module.DType.INT32)
        self._operator(op, inputs, sums, attribute)

        target, zero_point = (60.0, RELU_ZERO_POINT) if relu else (LINEAR_RMS, LINEAR_ZERO_POINT)
        scales = self.parameters.multipliers_and_shifts(target / spread, channels)
        result = f"{name}_linear" if relu else name
        self._rescale(sums, result, shape, scales, 0, "INT32", zero_point, "INT8")
        if relu:
            self._clamp(result, name, shape)
        return Value(name, shape, zero_point, RELU_RMS if relu else LINEAR_RMS)

    def _clamp(self, source: str, name: str, shape: tuple[int, ...]) -> None:
        limits = [list(np.int8(limit).tobytes()) for limit in (RELU_ZERO_POINT, RELU_SIX)]
        attribute = self._attribute("Clamp", *limits, self.module.NanPropagationMode.PROPAGATE)
        self._operator("CLAMP", [source], self._tensor(name, shape, "INT8"), attribute)

    def _rescale(
        self,
        source: str,
        name: str,
        shape: tuple[int, ...],
        scale: float | tuple[np.ndarray, np.ndarray],
        zero_point: int,
        dtype: str = "INT8",
        out_zero_point: int = 0,
        out_dtype: str = "INT32",
    ) -> str:
        """One scale for all, or the multipliers and shifts of each channel."""
        per_channel = isinstance(scale, tuple)
        multiplier, shift = scale if isinstance(scale, tuple) else ([n] for n in multiplier_and_shift(scale))
        inputs = [
            source,
            self._constant(f"{name}_multiplier", multiplier, "INT32"),
            self._constant(f"{name}_shift", shift, "INT8"),
            self._constant(f"{name}_rescale_input_zp", [zero_point], dtype),
            self._constant(f"{name}_rescale_output_zp", [out_zero_point], out_dtype),
        ]
        mode = self.module.RoundingMode.SINGLE_ROUND
        attribute = self._attribute("Rescale", True, mode, per_channel, False, False)
        self._operator("RESCALE", inputs, self._tensor(name, shape, out_dtype), attribute)
        return name

    def _constant(self, name: str, values: Any, dtype: str) -> str:
        array = np.asarray(values, {"INT8": np.int8, "INT32": np.int32, "SHAPE": np.int64}[dtype])
        self.serializer.addConst(list(array.shape), getattr(self.module.DType, dtype), array, name=name)
        return name

    def _tensor(self, name: str, shape: Any, dtype: str) -> str:
        block = self.serializer.currRegion.currBasicBlock
        block.addTensor(name, list(shape), getattr(self.module.DType, dtype))
        return name

    def _operator(self, op: str, inputs: list[str], output: str, attribute: Any) -> None:
        self.serializer.addOperator(getattr(self.module.Op, op), inputs, [output], attribute)

    def _attribute(self, kind: str, *values: Any) -> Any:
        attribute = self.module.TosaSerializerAttribute()
        getattr(attribute, f"{kind}Attribute")(*values)
        return attribute


def build_mobilenet_v2(module: Any, serializer: Any, parameters: Parameters) -> None:
    """The whole network: int8 image in, int8 logits out."""
    net = Network(module, serializer, parameters)
    x = net.conv(net.image(), "stem", 32, kernel=3, stride=2)
    number = 0
    for expansion, channels, repeats, first_stride in STAGES:
        for repeat in range(repeats):
            number += 1
            x = _inverted_residual(net, x, f"block_{number}", expansion, channels, first_stride if repeat == 0 else 1)
    x = net.conv(x, "head", 1280)
    x = net.average_pool(x, "pool")
    x = net.conv(x, "classifier", CLASSES, relu=False)
    net.output(net.reshape(x, "logits", [1, CLASSES]))


def _inverted_residual(net: Network, x: Value, name: str, expansion: int, channels: int, stride: int) -> Value:
    y = x
    if expansion != 1:
        y = net.conv(y, f"{name}_expand", x.shape[3] * expansion)
    y = net.depthwise(y, f"{name}_depthwise", stride)
    y = net.conv(y, f"{name}_project", channels, relu=False)
    return net.add(x, y, f"{name}_add") if x.shape == y.shape else y


def build_one_layer(module: Any, serializer: Any, parameters: Parameters) -> None:
    """The last 1 x 1 convolution, 320 to 1280 channels over 7 x 7, with its RESCALE."""
    net = Network(module, serializer, parameters)
    x = net.input("features", (1, 7, 7, 320), LINEAR_ZERO_POINT, LINEAR_RMS)
    net.output(net.conv(x, "head", 1280, relu=False))
