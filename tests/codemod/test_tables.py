"""The codemod's tables are what the two modules say."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest

import tosa_serializer as ours
from tests.codemod.both import pure
from tools.codemod import tables

METHODS = {
    name: [parameter for parameter in inspect.signature(method).parameters if parameter != "self"]
    for name, method in vars(pure.TosaSerializerAttribute).items()
    if name.endswith("Attribute")
}


def public(module: Any) -> set[str]:
    return {name for name in vars(module) if not name.startswith("_")}


def test_same_names_are_those_of_both_modules() -> None:
    assert public(pure) & public(ours) == tables.SAME


@pytest.mark.parametrize(("old", "new"), sorted(tables.RENAMED.items()))
def test_renamed_name_is_of_one_module_each(old: str, new: str) -> None:
    assert hasattr(pure, old) and not hasattr(ours, old)
    assert hasattr(ours, new) and not hasattr(pure, new)


@pytest.mark.parametrize("enum", sorted(tables.ENUM_CLASSES))
def test_enums_have_the_same_members(enum: str) -> None:
    old = vars(getattr(importlib.import_module(f"tosa.{enum}"), enum))
    new = getattr(ours, enum).__members__

    assert {name: value for name, value in old.items() if name[0] != "_"} == {k: int(v) for k, v in new.items()}
    assert {n: tables.ENUMS[enum][v] for n, v in old.items() if v in tables.ENUMS.get(enum, {})} == {
        n: n for n, v in old.items() if v in tables.ENUMS.get(enum, {})
    }
    # UNKNOWN is not moved.
    assert enum in tables.ENUM_MODULES.values() or len(tables.ENUMS[enum]) == len(new) - 1


def test_plain_attributes_are_the_methods_without_arguments() -> None:
    assert sorted(tables.PLAIN_ATTRIBUTES.values()) == sorted(name for name, given in METHODS.items() if not given)


@pytest.mark.parametrize(("operator", "method"), sorted(tables.PLAIN_ATTRIBUTES.items()))
def test_plain_attribute_is_what_the_operator_gets(operator: str, method: str) -> None:
    by_operator, by_method = pure.TosaSerializerAttribute(), pure.TosaSerializerAttribute()
    by_operator.setAttribute(getattr(pure.Op, operator))
    getattr(by_method, method)()

    assert by_operator.utype == by_method.utype


def test_enum_arguments_are_where_the_methods_have_them() -> None:
    enums = {
        "nan_mode": "NanPropagationMode",
        "rounding_mode": "RoundingMode",
        "mode": "ResizeMode",
        "block_size": "BlockSize",
    }
    found = {}
    for method, parameters in METHODS.items():
        given = [parameter for parameter in parameters if parameter != "serializer_builder"]
        for name in filter(enums.__contains__, given):
            found[method] = (given.index(name), name, enums[name])

    assert found == tables.ENUM_ARGUMENTS


def test_builder_methods_are_those_that_take_a_builder() -> None:
    found = {method: tuple(given[1:]) for method, given in METHODS.items() if given[:1] == ["serializer_builder"]}

    assert found == tables.BUILDER_METHODS


@pytest.mark.parametrize("member", sorted(tables.GONE_MEMBERS))
def test_gone_member_is_nowhere_in_ours(member: str) -> None:
    kinds = [kind for kind in vars(ours).values() if isinstance(kind, type)]
    source = inspect.getsource(pure)

    assert not any(hasattr(kind, member) for kind in kinds)
    assert f"self.{member}" in source or f"def {member}(" in source
