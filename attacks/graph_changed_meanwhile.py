"""Values whose methods change the graph and its objects while a call looks at them."""

import contextlib

import tosa_serializer as ts

serializer = ts.TosaSerializer("")
tensor = ts.TosaSerializerTensor("t", [1] * 64, ts.DType.INT8, [1])
shape = ts.TosaSerializerShape("s", 1, [1])
count = 0


def change(_=None):
    global count
    count += 1
    serializer.startRegion(f"region {count}")
    serializer.addBasicBlock(f"block {count}")
    serializer.addConst([1], ts.DType.INT8, [1], name=f"inner {count}")
    serializer.currRegion = None
    with contextlib.suppress(Exception):
        serializer.loadTosaFlatbuffer("/no/such/file")
    for one in (tensor, shape):
        one.data = None
    tensor.name = "another name, too long to be short"
    tensor.shape = []
    del numbers[1:]
    return 1


class Changing:
    __index__ = __float__ = __int__ = __bool__ = change
    __len__ = change

    def __array__(self, *_, **__):
        return [change()]

    def __iter__(self):
        change()
        return iter([1])

    def __getitem__(self, index):
        return change() if index < 3 else [][index]


for _ in range(20):
    region = serializer.regions[0]
    numbers = [1, Changing(), 2, 3]
    value = Changing()
    serializer.startRegion(f"outer {_}")
    serializer.addBasicBlock(f"outer {_}")
    block = serializer.currRegion.currBasicBlock
    attribute = ts.TosaSerializerAttribute()
    for action in (
        lambda: serializer.addConst(numbers, ts.DType.INT8, [1]),
        lambda: serializer.addConst([1], ts.DType.INT8, value),
        lambda: serializer.addConst([1], ts.DType.INT32, numbers),
        lambda: serializer.addConst([1], ts.DType.SHAPE, numbers),
        lambda: serializer.addPlaceholder(numbers, ts.DType.INT8),
        lambda: block.addTensor("x", numbers, ts.DType.FP32, numbers, is_unranked=value),
        lambda: block.addShape("x", value, numbers),
        lambda: setattr(tensor, "data", numbers),
        lambda: setattr(tensor, "data", value),
        lambda: setattr(tensor, "shape", numbers),
        lambda: tensor.SetDimSize(value, value),
        lambda: setattr(shape, "data", numbers),
        lambda: attribute.Conv2dAttribute(numbers, numbers, numbers, value, ts.DType.INT8),
        lambda: attribute.ClampAttribute(numbers, value, ts.NanPropagationMode.IGNORE),
        lambda: tensor.__init__("y", numbers, ts.DType.INT8, value),
    ):
        with contextlib.suppress(Exception):
            action()
        with contextlib.suppress(Exception):
            serializer.serialize()
        str(serializer), str(tensor), str(shape)
print(f"refused: the graph is whole after {count} changes")
