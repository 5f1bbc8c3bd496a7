"""Objects come back to life in __del__, and are asked for by the collector's back doors."""

import contextlib
import gc
import weakref

import tosa_serializer as ts

kept = []


class Undead(ts.TosaSerializerTensor):
    def __del__(self):
        kept.append(self)


class Late(ts.TosaSerializerTensor):
    def __del__(self):
        self.__init__("late", [2], ts.DType.INT8, [1, 2])
        kept.append(self)


serializer = ts.TosaSerializer("")
for number in range(100):
    undead = Undead(f"t{number}", [1], ts.DType.INT8, [1])
    undead.self = undead
    serializer.addInputTensor(undead)
    reference = weakref.ref(undead, kept.append)
    del undead
Late.__new__(Late)
gc.collect()
for one in gc.get_objects():
    if type(one).__module__.startswith("tosa_serializer"):
        with contextlib.suppress(Exception):
            gc.get_referents(one), gc.get_referrers(one), str(one)
for one in kept:
    with contextlib.suppress(AttributeError):
        one.data = [2, 3]
        one.shape = [2]
        str(one)
kept.clear()
gc.collect()
data = serializer.serialize()
if len(serializer.currRegion.currBasicBlock.tensors) != 100 or data != serializer.serialize():
    raise SystemExit("the graph changed with objects that were gone")
print("refused: the graph is what it was")
