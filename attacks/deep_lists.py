"""Lists that are nested deeper than the stack is, hold themselves, or are ragged."""

import tosa_serializer as ts

deep = [1]
for _ in range(100_000):
    deep = [deep]
ring = [1]
ring.append(ring)
serializer = ts.TosaSerializer("")
attribute = ts.TosaSerializerAttribute()
for values in (deep, ring, [[1, 2], [3]], [[[1]], [2]], [1, [2]], [deep] * 3):
    for attack in (
        lambda: serializer.addConst([1], ts.DType.INT32, values),
        lambda: serializer.addConst([1], ts.DType.FP16, values),
        lambda: serializer.addConst([1], ts.DType.SHAPE, values),
        lambda: serializer.addConst(values, ts.DType.INT8),
        lambda: attribute.TransposeAttribute(values),
    ):
        try:
            attack()
        except (ValueError, TypeError, RecursionError) as error:
            reason = str(error)
        else:
            raise SystemExit("a list without a shape was accepted")
print(f"refused: {reason[:80]}")
