"""Numbers that no enum has: upstream writes them into the file, or reads past its tables."""

import tosa_serializer as ts

serializer = ts.TosaSerializer("")
operator_less = serializer.serialize()
attribute = ts.TosaSerializerAttribute()
attribute.AbsAttribute()
for value in (10**30, -1, 2**32, 1.5, "INT8", None):
    for kind in (ts.DType, ts.Op, ts.ScaledDType):
        try:
            kind(value)
        except TypeError as error:
            reason = error
        else:
            raise SystemExit(f"{kind.__name__}({value}) was made")
for value in (300, 2**32 - 1):
    loose = ts.TosaSerializer("")
    try:
        loose.currRegion.currBasicBlock.addTensor("t", [1], ts.DType(value))
        loose.addOperator(ts.Op(value), ["t"], ["t"], attribute)
        loose.serialize()
    except (ValueError, TypeError, RuntimeError) as error:
        reason = error
    else:
        raise SystemExit(f"the enum value {value} was written")
print(f"refused: {reason}")
