"""An object is told that it is of another class, whose methods would read its memory as something else."""

import tosa_serializer as ts


class Child(ts.TosaSerializerTensor):
    __slots__ = ()


class Stranger(ts.TosaSerializerOperator):
    __slots__ = ()


class Both(ts.TosaSerializerTensor, ts.TosaSerializerAttribute):
    def __init__(self):
        ts.TosaSerializerTensor.__init__(self, "b", [1], ts.DType.INT8)
        ts.TosaSerializerAttribute.__init__(self)


class OtherBoth(ts.TosaSerializerTensor, ts.TosaSerializerOperator):
    pass


tensor = ts.TosaSerializerTensor("t", [1], ts.DType.INT8)
child = Child("c", [1], ts.DType.INT8)
both = Both()
set_class = object.__dict__["__class__"].__set__
attacks = [
    lambda: setattr(tensor, "__class__", ts.TosaSerializerOperator),
    lambda: set_class(tensor, ts.TosaSerializerBasicBlock),
    lambda: set_class(child, Stranger),
    lambda: set_class(both, OtherBoth),
    lambda: set_class(ts.DType.INT8, ts.TosaSerializer),
    lambda: setattr(Child, "__bases__", (ts.TosaSerializerOperator,)),
    lambda: setattr(Both, "__bases__", (ts.TosaSerializerTensor, ts.TosaSerializerOperator)),
]
for number, attack in enumerate(attacks):
    try:
        attack()
    except TypeError as error:
        reason = error
    else:
        raise SystemExit(f"assignment {number} was accepted")

# A base more is no other layout for Python, but the object was made without it.
Child.__bases__ = (ts.TosaSerializerTensor, ts.TosaSerializerOperator)
try:
    child.inputs
except TypeError as error:
    print(f"refused: {error}")
else:
    raise SystemExit("a tensor was read as an operator")
