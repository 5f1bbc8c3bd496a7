"""Every attribute kind, with default and other values, has upstream's bytes and reads back as it was set."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.attributes import ENUMS, AttributeKind, attribute_kinds

KINDS = attribute_kinds(upstream)

# For each kind of parameter: values that the file leaves out or that are empty, and values that it holds.
DEFAULTS: dict[str, Any] = {"int": 0, "bool": False, "str": "", "ints": [], "bytes": []}
OTHERS: dict[str, list[Any]] = {
    "int": [1, -1, 2**31 - 1, -(2**31)],
    "bool": [True],
    "str": ["a", "region_one", "é☃"],
    "ints": [[1], [1, 2], [0, 0, 0, 0], [2**31 - 1, -(2**31), 5]],
    "bytes": [[0], [1, 2, 3], [255] * 4, list(range(9))],
}


def arguments(module: ModuleType, kind: AttributeKind, variant: int) -> list[Any]:
    """Variant 0 holds defaults, variant n the n-th other value of each parameter, around again."""
    result = []
    for parameter in kind.parameters:
        if parameter.kind in ENUMS:
            members = list(getattr(module, parameter.kind).__members__.values())
            result.append(members[variant % len(members)])
        elif variant == 0:
            result.append(DEFAULTS[parameter.kind])
        else:
            others = OTHERS[parameter.kind]
            result.append(others[(variant - 1) % len(others)])
    return result


def serialized(module: ModuleType, kind: AttributeKind, values: list[Any], op: str) -> bytes:
    # An attribute of another operator, which strict mode refuses.
    serializer = module.TosaSerializer("", **({"strict": False} if module is ours else {}))
    attribute = module.TosaSerializerAttribute()
    getattr(attribute, kind.method)(*values)
    for _ in range(2):
        serializer.addOperator(getattr(module.Op, op), [], [], attribute, module.TosaOpLocation("here"))
    return bytes(serializer.serialize())


@pytest.mark.parametrize("variant", range(5))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.method)
def test_attribute_has_upstream_bytes(kind: AttributeKind, variant: int) -> None:
    values = arguments(ours, kind, variant)

    result = serialized(ours, kind, values, "CUSTOM")

    assert result == serialized(upstream, kind, arguments(upstream, kind, variant), "CUSTOM")


@pytest.mark.parametrize("kind", [k for k in KINDS if k.parameters], ids=lambda kind: kind.method)
def test_attribute_of_an_operator_reads_back(kind: AttributeKind) -> None:
    values = arguments(ours, kind, 1)
    attribute = ours.TosaSerializerAttribute()
    getattr(attribute, kind.method)(**{p.name: v for p, v in zip(kind.parameters, values, strict=True)})

    operator = ours.TosaSerializerOperator(ours.Op.CUSTOM, [], [], attribute)

    assert type(operator.attributes).__name__ == f"Tosa{kind.method}"
    assert [getattr(operator.attributes, p.name) for p in kind.parameters] == values


@pytest.mark.parametrize("op", sorted(upstream.Op.__members__))
def test_set_attribute_takes_the_kind_of_the_op(op: str) -> None:
    def outcome(module: ModuleType) -> str:
        attribute = module.TosaSerializerAttribute()
        try:
            attribute.setAttribute(getattr(module.Op, op))
        except (TypeError, ValueError) as error:
            # The text after the first line holds module names and addresses.
            return f"{type(error).__name__}: {str(error).splitlines()[0]}"
        return str(attribute)

    assert outcome(ours) == outcome(upstream)


def test_attribute_is_set_once() -> None:
    attribute = ours.TosaSerializerAttribute()
    attribute.AddAttribute()

    with pytest.raises(RuntimeError, match="attribute already set"):
        attribute.MulAttribute()


def test_attribute_that_was_never_set_is_refused() -> None:
    serializer = ours.TosaSerializer("")

    with pytest.raises(RuntimeError, match="Attribute not initialized"):
        serializer.addOperator(ours.Op.ADD, [], [], ours.TosaSerializerAttribute())

    assert serializer.serialize() == upstream.TosaSerializer("").serialize()


@pytest.mark.parametrize("value", [[256], [-1], [1.5], ["1"], b"ab", "ab", None, 1])
def test_byte_vector_takes_only_bytes(value: Any) -> None:
    for module in (ours, upstream):
        with pytest.raises(TypeError):
            module.TosaSerializerAttribute().ClampAttribute(value, value, module.NanPropagationMode.IGNORE)


@pytest.mark.parametrize("value", [2**31, -(2**31) - 1, 1.0, "1", None])
def test_integer_is_an_int32(value: Any) -> None:
    for module in (ours, upstream):
        with pytest.raises(TypeError):
            module.TosaSerializerAttribute().ConcatAttribute(value)
