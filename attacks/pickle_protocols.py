"""Every way that copies or pickles, with states that were made up."""

import contextlib
import copy
import pickle

import tosa_serializer as ts

serializer = ts.TosaSerializer("")
attribute = ts.TosaSerializerAttribute()
attribute.Conv2dAttribute([0] * 4, [1, 1], [1, 1], False, ts.DType.INT32)
tensor = serializer.addIntermediate([1], ts.DType.INT8)
operator = serializer.addOperator(ts.Op.CONV2D, ["layer-1"] * 5, ["layer-1"], attribute)
block = serializer.currRegion.currBasicBlock
objects = [serializer, serializer.currRegion, block, block.tensors, operator, operator.attributes, operator.location]
objects += [
    attribute,
    tensor,
    ts.DType.INT8,
    ts.ConstMode.EMBED,
    serializer.getVersion(),
    ts.TensorTypeInfo(ts.DType.INT8),
]
for one in objects:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with contextlib.suppress(Exception):
            pickle.loads(pickle.dumps(one, protocol))
        with contextlib.suppress(Exception):
            make, arguments, *_ = object.__reduce_ex__(one, protocol)
            str(make(*arguments))
    for action in (copy.copy, copy.deepcopy):
        with contextlib.suppress(Exception):
            str(action(one))
    for state in (None, (), (1,), tuple(range(12)), ("t", [1], 1, [1], "", 0, 0, "", 0, [], 0, "\0")):
        with contextlib.suppress(Exception):
            other = type(one).__new__(type(one))
            other.__setstate__(state)
            str(other)
try:
    pickle.dumps(serializer)
except TypeError as error:
    print(f"refused: {error}")
else:
    raise SystemExit("a serializer was pickled")
