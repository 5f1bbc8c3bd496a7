"""Write tosa_serializer/_tosa_serializer.pyi from the module itself, whose names come from the schema's tables.

./buckw run //tools/stub:gen_stub > stub.pyi && mv stub.pyi tosa_serializer/_tosa_serializer.pyi
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import tosa_serializer._tosa_serializer as module

HEADER = '''"""The TOSA serializer's extension. Written by tools/stub/gen_stub.py: do not edit."""

import collections.abc
import typing

import numpy
import numpy.typing

_Int: typing.TypeAlias = typing.SupportsInt | typing.SupportsIndex
'''
ENUM = """
class _Enum:
    __members__: typing.ClassVar[dict[str, typing.Any]]
    def __init__(self, value: _Int) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __ne__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __index__(self) -> int: ...
    def __int__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...
"""
SIGNATURE = re.compile(r"^(?:\d+\. )?(\w+)\((.*)\) -> (.+)$")
# What pybind11 cannot say of a property or method, since C++ gives it an object.
TYPES = {
    ("TosaSerializerRegion", "currBasicBlock"): "TosaSerializerBasicBlock",
    ("TosaSerializerRegion", "basicBlocks"): "list[TosaSerializerBasicBlock]",
    ("TosaSerializerBasicBlock", "operators"): "list[TosaSerializerOperator]",
    ("TosaSerializer", "regions"): "list[TosaSerializerRegion]",
    ("TosaSerializerTensor", "data_view"): "numpy.typing.NDArray[typing.Any]",
    ("TosaSerializerTensor", "scale_data_view"): "numpy.typing.NDArray[typing.Any]",
}
# addConst gives a tensor, or a shape for the dtype SHAPE.
RESULTS = {
    "addConst": "typing.Any",
    "addPlaceholder": "typing.Any",
    "setAttribute": "None",
    "_file_layout": "tuple[int, bool, list[tuple[str, int]]]",
}


def plain(text: str) -> str:
    """A type of a docstring as a stub says it."""
    text = text.replace(f"{module.__name__}.", "").replace("tosa::TensorTypeInfo", "TensorTypeInfo")
    text = text.replace("tosa::TosaSerializationTensor", "TosaSerializerTensor")
    text = text.replace("tosa::TosaSerializationShape", "TosaSerializerShape")
    text = text.replace("typing.SupportsInt | typing.SupportsIndex", "_Int")
    text = re.sub(r"\bobject\b", "typing.Any", text)
    return re.sub(r"\blist\b(?!\[)", "list[typing.Any]", text)


def parameters(text: str) -> Iterator[str]:
    """The parameters of a signature, without the positions that only pybind11 knows."""
    depth = 0
    part = ""
    for character in text + ",":
        depth += {"[": 1, "(": 1, "<": 1, "]": -1, ")": -1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            if part.strip():
                yield part.strip()
            part = ""
        else:
            part += character


def declaration(name: str, arguments: str, result: str, is_method: bool) -> str:
    """`name(self, x: int = ...) -> None: ...`"""
    shown = []
    for position, parameter in enumerate(parameters(arguments)):
        head, _, default = parameter.partition(" = ")
        label, _, kind = head.partition(": ")
        if is_method and position == 0:
            shown.append("self")
        elif not kind:
            shown.append(label if label.startswith(("*", "/")) else f"{label}: typing.Any")
        else:
            optional = " | None" if default == "None" and "None" not in kind and kind != "object" else ""
            shown.append(f"{label}: {plain(kind)}{optional}" + (" = ..." if default else ""))
    if any("*args" in part for part in shown):
        shown = [part.replace("*args: typing.Any", "*args") for part in shown]
        shown = ["*args: typing.Any" if part == "*args" else part for part in shown]
    return f"def {name}({', '.join(shown)}) -> {RESULTS.get(name, plain(result))}: ..."


def function(name: str, docstring: str, indent: str, decorator: str, is_method: bool) -> Iterator[str]:
    """The declarations of one function, overloaded where its docstring lists several."""
    signatures = [match for line in docstring.splitlines() if (match := SIGNATURE.match(line.strip()))]
    signatures = [match for match in signatures if match[2] != "*args, **kwargs"]
    for match in signatures:
        if len(signatures) > 1:
            yield f"{indent}@typing.overload"
        if decorator:
            yield f"{indent}{decorator}"
        yield indent + declaration(name, match[2], match[3], is_method)


def properties(owner: type, name: str, value: property) -> Iterator[str]:
    """A property, with its setter where it has one."""
    getter = (value.fget.__doc__ or "") if value.fget else ""
    kind = plain(getter.rpartition("-> ")[2].strip()) or "typing.Any"
    kind = TYPES.get((owner.__name__, name), kind)
    yield "    @property"
    yield f"    def {name}(self) -> {kind}: ..."
    if value.fset is None:
        return
    signature = next(
        (m for line in (value.fset.__doc__ or "").splitlines() if (m := SIGNATURE.match("_" + line))), None
    )
    taken = list(parameters(signature[2]))[1].partition(": ")[2] if signature else kind
    yield f"    @{name}.setter"
    yield f"    def {name}(self, value: {plain(taken)}) -> None: ..."


def is_enum(value: Any) -> bool:
    """Whether pybind11 made the class as an enum."""
    return isinstance(value, type) and hasattr(value, "__members__")


def class_stub(owner: type) -> Iterator[str]:
    """The class with its own members."""
    bases = [base.__name__ for base in owner.__bases__ if base.__name__ not in ("pybind11_object", "object")]
    if is_enum(owner):
        bases = ["_Enum"]
    yield f"class {owner.__name__}({', '.join(bases)}):" if bases else f"class {owner.__name__}:"
    lines: list[str] = []
    if is_enum(owner):
        lines += [f"    {name}: typing.ClassVar[{owner.__name__}]" for name in owner.__members__]  # type: ignore[attr-defined]
        if hasattr(owner, "__and__"):
            lines += [f"    def {op}(self, other: object) -> int: ..." for op in ("__and__", "__or__", "__xor__")]
            lines += ["    def __lt__(self, other: object) -> bool: ..."]
    else:
        for name, value in sorted(vars(owner).items()):
            is_special = name.startswith("__") and name not in (
                "__init__",
                "__len__",
                "__getitem__",
                "__iter__",
                "__eq__",
            )
            if is_special or name.startswith(("_pybind11", "__pybind11")):
                continue
            if isinstance(value, property):
                lines += properties(owner, name, value)
            elif name == "__iter__":
                lines.append("    def __iter__(self) -> collections.abc.Iterator[str]: ...")
            elif name == "__eq__":
                lines.append("    def __eq__(self, other: object) -> bool: ...")
            elif callable(getattr(owner, name, None)):
                docstring = getattr(owner, name).__doc__ or ""
                is_static = isinstance(value, staticmethod)
                lines += function(name, docstring, "    ", "@staticmethod" if is_static else "", not is_static)
    yield from lines or ["    ..."]


def stub() -> str:
    """The whole file."""
    names = sorted({*module.__all__, "_TosaSerializationRegion", "_file_layout"})
    classes = [value for name in names if isinstance(value := getattr(module, name), type)]
    # Bases before what is derived from them.
    classes.sort(key=lambda owner: (len(owner.__mro__), owner.__name__))
    lines = [HEADER, ENUM]
    for owner in classes:
        lines += ["", *class_stub(owner)]
    lines.append("")
    for name in names:
        value = getattr(module, name)
        if isinstance(value, type):
            continue
        if callable(value):
            lines += function(name, value.__doc__ or "", "", "", False)
        elif is_enum(type(value)):
            lines.append(f"{name}: {type(value).__name__}")
        elif name == "BlockShapeValuesMap":
            lines.append(f"{name}: dict[BlockShape, list[int]]")
        elif isinstance(value, list):
            lines.append(f"{name}: list[str]")
        else:
            lines.append(f"{name}: {type(value).__name__}")
    lines += ["", "__all__ = [", *(f'    "{name}",' for name in module.__all__), "]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(stub())
