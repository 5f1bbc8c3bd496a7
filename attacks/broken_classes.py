"""Methods and properties are taken out of the classes, and called by hand on what they were not made for."""

import contextlib

import tosa_serializer as ts

serializer = ts.TosaSerializer("")
serializer.addConst([1], ts.DType.INT8, [1], name="w")
block = serializer.currRegion.currBasicBlock
objects = [
    serializer,
    block,
    block.tensors,
    block.tensors["w"],
    block.operators[0],
    ts.DType.INT8,
    ts.ConstMode.EMBED,
    5,
    None,
]
kinds = [kind for kind in vars(ts).values() if isinstance(kind, type)]
before = serializer.serialize()
calls = 0
for kind in kinds:
    for name, member in list(vars(kind).items()):
        if name in ("__init__", "__setstate__") or name.startswith(("add", "start", "set")):
            continue
        functions = [member.fget, member.fset] if isinstance(member, property) else [member]
        for function in filter(callable, functions):
            for one in objects:
                if isinstance(one, kind):
                    continue
                calls += 1
                try:
                    function(one)
                except Exception as error:
                    reason = error
for kind in (ts.TosaSerializerTensor, ts.TosaSerializerBasicBlock, ts.DType):
    for name in list(vars(kind)):
        with contextlib.suppress(TypeError, AttributeError):
            delattr(kind, name)
for one in objects:
    repr(one), str(one), dir(one)
if serializer.serialize() != before:
    raise SystemExit("the graph changed")
print(f"refused: {calls} calls on other objects, the last with {type(reason).__name__}")
