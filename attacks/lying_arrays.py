"""Arrays that give other types and sizes than they say, and addresses in place of values."""

import numpy as np

import tosa_serializer as ts


class Disobedient(np.ndarray):
    def astype(self, *_, **__):
        return np.zeros(1, np.int8)

    def reshape(self, *_, **__):
        return self

    def tolist(self):
        return "values"


serializer = ts.TosaSerializer("")
for shape, dtype, values in (
    ([4], ts.DType.FP16, np.arange(4.0).view(Disobedient)),
    ([4], ts.DType.INT8, np.array([1, 2, 3, 4], object).view(Disobedient)),
    ([2], ts.DType.INT8, np.zeros(2, [("a", "i4")])),
    ([1], ts.DType.INT8, np.array(["2026-01-01"], "datetime64[D]")),
    ([1], ts.DType.SHAPE, [ts.DType.INT8]),
    ([1], ts.DType.SHAPE, np.array([object()])),
    ([1], ts.DType.INT8, [None]),
):
    try:
        serializer.addConst(shape, dtype, values)
    except (ValueError, TypeError) as error:
        reason = error
    else:
        raise SystemExit(f"{values!r} was accepted for {dtype}")
print(f"refused: {reason}")
