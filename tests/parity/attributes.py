"""The attribute kinds of the API, read from the signatures that pybind11 writes into docstrings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import ModuleType

ENUMS = ("DType", "NanPropagationMode", "ResizeMode", "RoundingMode", "BlockSize")
BYTE_VECTORS = ("min_val", "max_val", "implementation_attrs")


@dataclass(frozen=True)
class Parameter:
    """One field; `kind` is int, bool, str, bytes (of a uint8 vector), ints (of an int32 vector) or an enum's name."""

    name: str
    kind: str


@dataclass(frozen=True)
class AttributeKind:
    """For ClampAttribute: method "ClampAttribute" and its parameters in order."""

    method: str
    parameters: tuple[Parameter, ...]


def attribute_kinds(module: ModuleType) -> list[AttributeKind]:
    """All attribute kinds of the module, sorted by name."""
    methods = [
        name for name in dir(module.TosaSerializerAttribute) if name.endswith("Attribute") and name != "setAttribute"
    ]
    return [AttributeKind(name, _parameters(getattr(module.TosaSerializerAttribute, name).__doc__)) for name in methods]


def _parameters(doc: str) -> tuple[Parameter, ...]:
    signature = doc.splitlines()[0]
    inside = signature[signature.index("(") + 1 : signature.rindex(") ->")]
    fields = re.split(r", (?=\w+: )", inside)[1:]
    return tuple(_parameter(*field.split(": ", 1)) for field in fields)


def _parameter(name: str, annotation: str) -> Parameter:
    if annotation.startswith("collections.abc.Sequence["):
        return Parameter(name, "bytes" if name in BYTE_VECTORS else "ints")
    if annotation in ("bool", "str"):
        return Parameter(name, annotation)
    if annotation.split(".")[-1] in ENUMS:
        return Parameter(name, annotation.split(".")[-1])
    if annotation.startswith("typing.SupportsInt"):
        return Parameter(name, "int")
    raise ValueError(f"{name}: {annotation}: a kind of parameter that the tests do not know")
