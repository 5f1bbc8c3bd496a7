"""Shapes whose sizes overflow, and arrays that claim more memory than there is."""

import numpy as np

import tosa_serializer as ts

most = 2**31 - 1
bomb = np.broadcast_to(np.int8(1), (2**20, 2**22))
serializer = ts.TosaSerializer("")
before = serializer.serialize()
for attack in (
    lambda: serializer.addConst([most] * 4, ts.DType.INT8, [1]),
    lambda: serializer.addConst([most] * 40, ts.DType.INT4, [1]),
    lambda: serializer.addConst([2**16] * 4, ts.DType.INT32, [1]),
    lambda: serializer.addConst([-1], ts.DType.INT8, [1]),
    lambda: serializer.addConst([2**31], ts.DType.INT8, [1]),
    lambda: serializer.addConst([2**64], ts.DType.INT8, [1]),
    lambda: serializer.addConst([1], ts.DType.INT8, bomb),
    lambda: serializer.addConst([most, 32], ts.ScaledDType.BS32_FP8UE8M0_FP8E4M3, [1.0], [1.0]),
    lambda: serializer.addConst([2], ts.DType.SHAPE, [2**63, 1]),
    lambda: serializer.addConst([most], ts.DType.SHAPE, [1]),
):
    try:
        attack()
    except (ValueError, TypeError, MemoryError) as error:
        reason = error
    else:
        raise SystemExit("a size that cannot be was accepted")
if serializer.serialize() != before:
    raise SystemExit("a refused constant changed the graph")
print(f"refused: {reason}")
