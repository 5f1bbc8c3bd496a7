"""Every public name of upstream is here, with its members, arguments, defaults, values and setters."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
import tosa_serializer.numpy_utils as our_numpy_utils
import tosa_tools_upstream as upstream
import tosa_tools_upstream.numpy_utils as upstream_numpy_utils

import tosa_serializer as ours
from tests.parity.signatures import Argument, signatures

NAMES = list(upstream.__all__)
CLASSES = [name for name in NAMES if isinstance(getattr(upstream, name), type)]
ENUMS = [name for name in CLASSES if hasattr(getattr(upstream, name), "__members__")]
FUNCTIONS = [name for name in NAMES if inspect.isbuiltin(getattr(upstream, name))]
VALUES = [name for name in NAMES if name not in CLASSES and name not in FUNCTIONS]
SPECIAL = ("__init__", "__str__", "__eq__", "__getitem__", "__iter__", "__len__", "__getstate__", "__setstate__")


def members(name: str) -> list[str]:
    names = vars(getattr(upstream, name))
    return [m for m in names if m in SPECIAL or not m.startswith(("__", "_pybind11"))]


PAIRS = [(name, member) for name in CLASSES for member in members(name)]
METHODS = [pair for pair in PAIRS if not isinstance(vars(getattr(upstream, pair[0]))[pair[1]], property)]
PROPERTIES = [pair for pair in PAIRS if isinstance(vars(getattr(upstream, pair[0]))[pair[1]], property)]


def comparable(value: Any) -> Any:
    """Enum members of two modules are unequal: their type's name, own name and value are not."""
    if hasattr(type(value), "__members__"):
        return type(value).__name__, value.name, int(value)
    if isinstance(value, dict):
        return {comparable(k): comparable(v) for k, v in value.items()}
    return value


def test_upstream_has_160_names() -> None:
    assert len(NAMES) == 160
    assert len(METHODS) > 300
    assert len(PROPERTIES) > 100


@pytest.mark.parametrize("name", NAMES)
def test_name_is_public(name: str) -> None:
    assert name in ours.__all__
    assert type(getattr(ours, name)).__name__ == type(getattr(upstream, name)).__name__


@pytest.mark.parametrize("name", CLASSES)
def test_class_has_all_members_and_bases(name: str) -> None:
    ours_class, upstream_class = getattr(ours, name), getattr(upstream, name)

    assert [m for m in members(name) if m not in dir(ours_class)] == []
    expected = [base.__name__ for base in upstream_class.__mro__ if "pybind11" not in base.__name__]
    assert [base.__name__ for base in ours_class.__mro__ if base.__name__ in expected] == expected
    assert (ours_class.__hash__ is None) == (upstream_class.__hash__ is None)


@pytest.mark.parametrize(("name", "member"), METHODS, ids=[".".join(pair) for pair in METHODS])
def test_method_takes_upstream_arguments(name: str, member: str) -> None:
    expected = signatures(getattr(getattr(upstream, name), member))
    found = signatures(getattr(getattr(ours, name), member))

    for signature in expected:
        assert any(accepts(candidate, signature) for candidate in found), f"{signature} is none of {found}"


def accepts(candidate: tuple[Argument, ...], expected: tuple[Argument, ...]) -> bool:
    """The same arguments in order; what is more is keyword-only with a default."""
    added = candidate[len(expected) :]
    return candidate[: len(expected)] == expected and all(a.name.startswith("*") or a.default for a in added)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_takes_upstream_arguments(name: str) -> None:
    assert signatures(getattr(ours, name)) == signatures(getattr(upstream, name))


@pytest.mark.parametrize(("name", "member"), PROPERTIES, ids=[".".join(pair) for pair in PROPERTIES])
def test_property_is_settable_where_upstream_is(name: str, member: str) -> None:
    found = inspect.getattr_static(getattr(ours, name), member)
    expected = inspect.getattr_static(getattr(upstream, name), member)

    assert inspect.isdatadescriptor(found)
    # A slot of the C API has no fset; nothing of upstream's is one.
    assert (getattr(found, "fset", None) is not None) == (expected.fset is not None)


@pytest.mark.parametrize("name", ENUMS)
def test_enum_has_upstream_values(name: str) -> None:
    ours_enum, upstream_enum = getattr(ours, name), getattr(upstream, name)

    assert {k: int(v) for k, v in ours_enum.__members__.items()} == {
        k: int(v) for k, v in upstream_enum.__members__.items()
    }
    for member, expected in zip(ours_enum.__members__.values(), upstream_enum.__members__.values(), strict=True):
        assert (str(member), repr(member), hash(member)) == (str(expected), repr(expected), hash(expected))
        assert (member == int(member)) == (expected == int(expected))
    assert repr(ours_enum(999)) == repr(upstream_enum(999))


@pytest.mark.parametrize("name", VALUES)
def test_value_is_upstream_value(name: str) -> None:
    assert comparable(getattr(ours, name)) == comparable(getattr(upstream, name))


def test_numpy_utils_is_upstream_file() -> None:
    ours_file, upstream_file = Path(our_numpy_utils.__file__), Path(upstream_numpy_utils.__file__)

    assert ours_file.read_bytes() == upstream_file.read_bytes()
    assert our_numpy_utils.TOSA_DTYPE_MAPPING.keys() == set(ours.DType.__members__.values()) - {ours.DType.UNKNOWN}


def test_both_modules_live_in_one_process() -> None:
    assert ours.DType is not upstream.DType
    assert ours.TosaSerializer("").serialize() == upstream.TosaSerializer("").serialize()


@pytest.mark.parametrize(
    "name", ["IndexCounter", "TensorMap", "ShapeMap", "TosaAttributeBase", "TosaClampAttribute", "TosaAddAttribute"]
)
def test_class_without_constructor_has_none(name: str) -> None:
    for module in (ours, upstream):
        with pytest.raises(TypeError, match="No constructor defined"):
            getattr(module, name)()


def test_strict_is_an_addition_by_keyword_only() -> None:
    (signature,) = signatures(ours.TosaSerializer.__init__)

    assert signature[-1] == Argument("strict", "True")
    one_too_many: list[Any] = ["", ours.EMBED, 1, 1, 0, True, 100, True]
    with pytest.raises(TypeError):
        ours.TosaSerializer(*one_too_many)
