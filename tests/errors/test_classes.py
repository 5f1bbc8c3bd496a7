"""An object stays of the class that it was made as; classes of the user go on working as with upstream's module."""

from __future__ import annotations

import importlib
import itertools
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.tools import python

SHARED: Any = ours.DType.__mro__[-2]
CLASSES = [kind for kind in vars(ours).values() if isinstance(kind, type) and issubclass(kind, SHARED)]
set_class = object.__dict__["__class__"].__set__


def slotted(kind: Any) -> Any:
    return type("Slotted", (kind,), {"__slots__": ()})


MAKERS: list[Any] = [ours.TosaSerializerTensor, ours.TosaSerializerOperator, ours.TosaSerializer, ours.DType]


@pytest.mark.parametrize(("kind", "other"), list(itertools.permutations(MAKERS, 2)))
def test_class_of_an_object_cannot_be_assigned(kind: Any, other: Any) -> None:
    for own, strange in ((kind, other), (slotted(kind), slotted(other)), (slotted(kind), other), (kind, SHARED)):
        one = own.__new__(own)
        with pytest.raises(TypeError):
            one.__class__ = strange
        with pytest.raises(TypeError):
            set_class(one, strange)
        assert type(one) is own


def test_class_of_an_object_of_two_bases_cannot_be_assigned() -> None:
    child = type("Child", (ours.TosaSerializerTensor,), {})
    for first in (ours.TosaSerializerTensor, child):
        own: Any = type("Own", (first, ours.TosaSerializerAttribute), {})
        strange = type("Strange", (first, ours.TosaSerializerOperator), {})
        with pytest.raises(TypeError):
            set_class(own.__new__(own), strange)
        with pytest.raises(TypeError):
            own.__bases__ = strange.__bases__


def test_bases_of_a_class_cannot_be_exchanged() -> None:
    child = type("Child", (ours.TosaSerializerTensor,), {})
    with pytest.raises(TypeError):
        child.__bases__ = (ours.TosaSerializerOperator,)


def test_object_has_nothing_of_a_base_that_came_later() -> None:
    child: Any = type("Child", (ours.TosaSerializerTensor,), {})
    one = child("t", [1], ours.DType.INT8)
    child.__bases__ = (ours.TosaSerializerTensor, ours.TosaSerializerOperator)
    with pytest.raises(TypeError, match="not made with the base class"):
        one.inputs  # noqa: B018
    with pytest.raises(TypeError, match="not made with the base class"):
        ours.TosaSerializerOperator.__init__(
            child.__new__(child), ours.Op.CONST, [], ["t"], set_attribute(ours.TosaSerializerAttribute())
        )
    assert one.name == "t"


def set_attribute(attribute: Any) -> Any:
    attribute.ConstAttribute()
    return attribute


def test_attributes_of_operators_are_told_apart() -> None:
    def attributes_of(op: str, *arguments: Any) -> Any:
        attribute = ours.TosaSerializerAttribute()
        getattr(attribute, f"{op}Attribute")(*arguments)
        return ours.TosaSerializerOperator(ours.Op.ABS, [], [], attribute).attributes

    concat = attributes_of("Concat", 1)
    concat.__class__ = ours.TosaConv2dAttribute
    with pytest.raises(TypeError, match="another kind"):
        concat.stride  # noqa: B018


# What these say is the same for all objects of the class, or of none.
OF_THE_CLASS = {"__doc__", "__members__", "dtype", "name"}


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_object_without_init_is_refused_by_its_properties(kind: Any) -> None:
    names = [name for name, member in vars(kind).items() if isinstance(member, property)]
    for one in (kind.__new__(kind), SHARED.__new__(kind)):
        for name in names:
            if name in OF_THE_CLASS and (hasattr(kind, "__members__") or kind is ours.TosaSerializerShape):
                continue
            with pytest.raises(TypeError, match=r"__init__\(\) was not called"):
                getattr(one, name)
    assert len(names) > 0 or kind.__name__.endswith(("Attribute", "Base", "Map", "TosaSerializer", "Region"))


def test_object_of_no_bound_class_cannot_be_made() -> None:
    for kind in (SHARED, type("Child", (SHARED,), {})):
        with pytest.raises(TypeError, match="no TOSA class"):
            kind()
        with pytest.raises(TypeError, match="no TOSA class"):
            SHARED.__new__(kind)


class Note:
    """A mixin that hears of its children."""

    heard: Any = None

    def __init_subclass__(cls, heard: Any = None, **named: Any) -> None:
        super().__init_subclass__(**named)
        cls.heard = heard


@pytest.mark.parametrize("module", [ours, upstream], ids=["ours", "upstream"])
class TestClassesOfTheUser:
    def test_object_may_become_one_of_a_sister_class(self, module: ModuleType) -> None:
        first = type("First", (module.TosaSerializerTensor,), {})
        second = type("Second", (module.TosaSerializerTensor,), {"twice": lambda self: self.name * 2})
        one = first("t", [1], module.DType.INT8)
        one.note = 1
        one.__class__ = second
        assert (one.twice(), one.note) == ("tt", 1)

    def test_init_subclass_reaches_a_mixin(self, module: ModuleType) -> None:
        child: Any = type("Child", (module.TosaSerializerTensor, Note), {}, heard=5)
        assert child.heard == 5
        with pytest.raises(TypeError):
            type("Child", (module.TosaSerializerTensor,), {}, nothing=5)

    def test_class_may_be_patched(self, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module.TosaSerializer, "serialize", lambda _: b"patched")
        assert module.TosaSerializer("").serialize() == b"patched"

    def test_child_with_slots_is_a_tensor(self, module: ModuleType) -> None:
        kind = slotted(module.TosaSerializerTensor)
        serializer = module.TosaSerializer("")
        for number in range(50):
            serializer.addInputTensor(kind(f"t{number}", [1], module.DType.INT8))
        assert len(serializer.currRegion.currBasicBlock.tensors) == 50

    def test_docs_of_an_enum_name_its_members(self, module: ModuleType) -> None:
        assert "INT48" in module.DType.__doc__ and module.DType.__doc__ == module.DType.INT8.__doc__


def test_docs_of_enums_are_upstreams() -> None:
    for name in ("DType", "Op", "ConstMode", "TensorDir", "ScaledDType"):
        assert getattr(ours, name).__doc__ == getattr(upstream, name).__doc__


SUBINTERPRETER = """
import importlib, sys
name, first = sys.argv[1:]
if first == "first":
    import tosa_serializer
interpreters = importlib.import_module(name)
program = '''
try:
    import tosa_serializer
except ImportError as error:
    assert "subinterpreter" in str(error), error
else:
    raise SystemError("imported")
'''
failure = interpreters.run_string(interpreters.create(LEGACY), program)
assert failure is None, failure
import tosa_serializer
print(len(tosa_serializer.TosaSerializer("").serialize()) > 100)
"""


@pytest.mark.parametrize("first", ["first", "later"])
def test_import_in_a_subinterpreter_is_refused_at_once(first: str, tmp_path: Path) -> None:
    for name, legacy in (("_interpreters", "'legacy'"), ("_xxsubinterpreters", "")):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        program = SUBINTERPRETER.replace("LEGACY", legacy)
        done = python("-c", program, name, first, seconds=30, folder=tmp_path)
        assert (done.stdout, done.stderr) == ("True\n", "")
        return
    pytest.fail("this Python has no subinterpreters")
