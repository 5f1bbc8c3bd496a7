"""One C++ object has one Python object, for as long as somebody holds it."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import weakref
from typing import Any

import pytest

import tosa_serializer as ts


def add_abs(serializer: Any) -> Any:
    attribute = ts.TosaSerializerAttribute()
    attribute.AbsAttribute()
    serializer.addPlaceholder([1], ts.DType.INT8, None)
    return serializer.addOperator(ts.Op.ABS, ["input-0"], [serializer.addOutput([1], ts.DType.INT8).name], attribute)


def test_asking_again_gives_the_same_object() -> None:
    serializer = ts.TosaSerializer("")
    tensor = serializer.addIntermediate([1], ts.DType.INT8)
    operator = add_abs(serializer)
    block = serializer.currRegion.currBasicBlock
    assert serializer.currRegion.currBasicBlock is block
    assert block.tensors[tensor.name] is tensor
    assert block.operators[0] is operator


def test_an_object_comes_back_after_its_last_reference_is_gone() -> None:
    serializer = ts.TosaSerializer("")
    block = serializer.currRegion.currBasicBlock
    name = serializer.addIntermediate([1, 2], ts.DType.INT8).name
    for _ in range(3):
        gc.collect()
        assert block.tensors[name].shape == [1, 2]


def test_objects_outlive_the_serializer() -> None:
    serializer = ts.TosaSerializer("")
    tensor = serializer.addConst([2], ts.DType.INT8, [1, 2])
    block = serializer.currRegion.currBasicBlock
    del serializer
    gc.collect()
    assert tensor.data == [1, 2] and list(block.tensors) == [tensor.name]


class Child(ts.TosaSerializerTensor):
    """A class of the user, with a dict."""

    def __init__(self, name: str) -> None:
        super().__init__(name, [1], ts.DType.INT8)
        self.note = [name]


class Both(ts.TosaSerializerTensor, ts.TosaSerializerAttribute):
    """Two bound bases: pybind11 lays such an object out in another way."""

    def __init__(self) -> None:
        ts.TosaSerializerTensor.__init__(self, "both", [3], ts.DType.INT8)
        ts.TosaSerializerAttribute.__init__(self)


def test_a_child_has_what_its_class_adds() -> None:
    child = Child("x")
    serializer = ts.TosaSerializer("")
    serializer.addInputTensor(child)
    gone = weakref.ref(child)
    assert child.note == ["x"] and child.shape == [1]
    del child
    assert gone() is None
    # The tensor lives on in the graph, without what only the child had.
    assert type(serializer.currRegion.currBasicBlock.tensors["x"]) is ts.TosaSerializerTensor


def test_an_object_of_two_bases_is_both() -> None:
    both = Both()
    both.AbsAttribute()
    serializer = ts.TosaSerializer("")
    serializer.addInputTensor(both)
    serializer.addOutput([3], ts.DType.INT8)
    serializer.addOperator(ts.Op.ABS, ["both"], ["result-0"], both)
    gone = weakref.ref(both)
    del both
    assert gone() is None
    assert serializer.currRegion.currBasicBlock.tensors["both"].shape == [3]


def test_weak_references_die_with_the_object() -> None:
    heard: list[str] = []
    objects: list[Any] = [ts.TosaSerializerAttribute(), ts.TosaSerializerTensor("t", [1], ts.DType.INT8)]
    references = [weakref.ref(one, lambda _: heard.append("gone")) for one in objects]
    objects.clear()
    assert heard == ["gone", "gone"] and all(reference() is None for reference in references)


def test_a_second_init_changes_nothing() -> None:
    tensor = ts.TosaSerializerTensor("first", [1], ts.DType.INT8)
    tensor.__init__("second", [2], ts.DType.INT8)  # type: ignore[misc]
    assert tensor.name == "first"


@pytest.mark.parametrize("kind", [ts.TosaSerializerTensor, ts.TosaSerializerAttribute, ts.TosaSerializerBasicBlock])
def test_an_object_without_init_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"__init__\(\) was not called"):
        str(kind.__new__(kind))


def test_copies_are_objects_of_their_own() -> None:
    tensor = ts.TosaSerializerTensor("t", [1], ts.DType.INT8, [5])
    for other in (copy.copy(tensor), pickle.loads(pickle.dumps(tensor))):
        assert other is not tensor
        other.name = "other"
        assert tensor.name == "t" and other.data == [5]


def test_nothing_is_left_behind() -> None:
    def rounds(count: int) -> int:
        for _ in range(count):
            serializer = ts.TosaSerializer("")
            add_abs(serializer)
            Child("y")
            Both()
            with pytest.raises(ValueError, match="const-0"):
                serializer.addConst([2], ts.DType.INT8, [1])
            serializer.serialize()
        gc.collect()
        return sys.getallocatedblocks()

    first = rounds(50)
    assert abs(rounds(500) - first) < 100
