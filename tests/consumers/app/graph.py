"""A graph with one weight."""

from __future__ import annotations

import numpy as np

import tosa_serializer as ts


def scaled(factor: float) -> ts.TosaSerializer:
    """y = x * factor, for four values in float32."""
    serializer = ts.TosaSerializer("")
    x = serializer.addPlaceholder([4], ts.DType.FP32)
    weight = serializer.addConst([4], ts.DType.FP32, np.full(4, factor, np.float32))
    shift = serializer.addConst([1], ts.DType.INT8, np.zeros(1, np.int8))
    y = serializer.addOutput([4], ts.DType.FP32)
    attribute = ts.TosaSerializerAttribute()
    attribute.MulAttribute()
    serializer.addOperator(ts.Op.MUL, [x.name, weight.name, shift.name], [y.name], attribute)
    return serializer
