"""A graph with a bit of everything that strict mode takes, for any module with the API of `tosa_serializer`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np


def sound_graph(module: ModuleType, **options: Any) -> Any:
    """Constants of several types, a shape, attributes of several kinds, two regions, a location, a variable."""
    serializer = module.TosaSerializer("", **options)
    dtype, op = module.DType, module.Op
    x = serializer.addPlaceholder([1, 4], dtype.INT8)
    serializer.addConst([1, 4], dtype.INT8, [1, -2, 3, -4], name="w")
    serializer.addConst([2], dtype.INT32, [5, 6], name="b")
    serializer.addConst([4], dtype.FP32, [0.5, 1, 2, 4], name="f")
    serializer.addConst([2], dtype.SHAPE, [2, 2], name="s")
    serializer.addIntermediate([2], dtype.INT8, True, True, "state")
    total = serializer.addIntermediate([1, 4], dtype.INT8)
    y = serializer.addOutput([2, 2], dtype.INT8)
    z = serializer.addOutput([1, 4], dtype.INT8)
    location = module.TosaOpLocation("model.py:1 é")

    def add(kind: Any, inputs: list[str], outputs: list[str], method: str, *values: Any) -> None:
        attribute = module.TosaSerializerAttribute()
        getattr(attribute, method)(*values)
        serializer.addOperator(kind, inputs, outputs, attribute, location)

    add(op.ADD, [x.name, "w"], [total.name], "AddAttribute")
    add(op.RESHAPE, [total.name, "s"], [y.name], "ReshapeAttribute")
    add(op.CUSTOM, [total.name], [z.name], "CustomAttribute", "name", "domain", [0, 255])
    serializer.startRegion("second")
    serializer.addBasicBlock("only")
    values = np.arange(32, dtype=np.float32) / 8
    serializer.addConst([1, 32], module.ScaledDType.BS32_FP8UE8M0_FP8E4M3, values, [[2.0]], name="scaled")
    return serializer
