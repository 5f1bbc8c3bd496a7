"""An attribute of a kind that the schema does not have: a reader that takes it for another follows numbers."""

from __future__ import annotations

import sys

from _loading import load
from tosa.TosaGraph import TosaGraph

import tosa_serializer as ts


def hostile_file() -> bytes:
    serializer = ts.TosaSerializer("")
    x, y = (serializer.addIntermediate([1], ts.DType.INT8).name for _ in range(2))
    attribute = ts.TosaSerializerAttribute()
    attribute.AbsAttribute()
    serializer.addOperator(ts.Op.ABS, [x], [y], attribute)
    data = bytearray(serializer.serialize())
    operator = TosaGraph.GetRootAs(data).Regions(0).Blocks(0).Operators(0)
    kind = operator.AttributeType()
    # The byte is found by what the parser says of it.
    for place in [i for i, byte in enumerate(data) if byte == kind]:
        data[place] = 250
        if operator.AttributeType() == 250:
            break
        data[place] = kind
    return bytes(data)


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
