"""Objects of one serializer are given to another, and outlive both."""

import gc

import tosa_serializer as ts


def made():
    serializer = ts.TosaSerializer("")
    serializer.addConst([2], ts.DType.INT8, [1, 2], name="w")
    return serializer


first, second = made(), made()
try:
    first.currRegion = second.currRegion
except ValueError as error:
    reason = error
else:
    raise SystemExit("a region has two serializers")
tensor = second.currRegion.currBasicBlock.tensors["w"]
view, tensors = tensor.data_view, second.currRegion.currBasicBlock.tensors
try:
    first.addInputTensor(tensor)
except ValueError as error:
    reason = error
else:
    raise SystemExit("two tensors of one name were accepted")
del second
gc.collect()
tensor.data = [3, 4]
if list(view) != [1, 2] or tensors["w"].data != [3, 4] or made().serialize() != first.serialize():
    raise SystemExit("an object changed with another serializer's")
print(f"refused: {reason}")
