"""A graph without weights."""

from __future__ import annotations

import tosa_serializer as ts


def magnitude() -> ts.TosaSerializer:
    """y = |x|, for four values in int32."""
    serializer = ts.TosaSerializer("")
    x = serializer.addPlaceholder([4], ts.DType.INT32)
    y = serializer.addOutput([4], ts.DType.INT32)
    attribute = ts.TosaSerializerAttribute()
    attribute.AbsAttribute()
    serializer.addOperator(ts.Op.ABS, [x.name], [y.name], attribute)
    return serializer
