"""Cases that run on two modules and tell what can be compared."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

Case = Callable[[ModuleType, Any], Any]


def cases(namespace: dict[str, Any]) -> list[Case]:
    """The functions of a file that take a module `m` and a serializer `s`."""
    functions = [value for value in namespace.values() if hasattr(value, "__code__")]
    return [function for function in functions if function.__code__.co_varnames[:2] == ("m", "s")]


def plain(value: Any) -> Any:
    """What can be compared between two modules."""
    if hasattr(type(value), "__members__"):
        return type(value).__name__, value.name, int(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, str, bytes, np.dtype)):
        return value
    return type(value).__name__


def outcome(module: ModuleType, case: Case, **options: Any) -> Any:
    serializer = module.TosaSerializer("", **options)
    try:
        return plain(case(module, serializer)), serializer.serialize()
    except (AttributeError, IndexError, OSError, RuntimeError, TypeError, ValueError) as error:
        first_line = str(error).splitlines()[0] if str(error) else ""
        return (
            type(error).__name__,
            first_line.replace("tosa_tools_upstream", "tosa_serializer"),
            serializer.serialize(),
        )


def attempt(call: Callable[..., Any], *arguments: Any) -> Any:
    """The result, or the exception's name."""
    try:
        return call(*arguments)
    except (AttributeError, IndexError, OSError, RuntimeError, TypeError, ValueError) as error:
        return type(error).__name__


def attribute(module: ModuleType, kind: str = "Add", *values: Any) -> Any:
    result = module.TosaSerializerAttribute()
    getattr(result, f"{kind}Attribute")(*values)
    return result


def block(serializer: Any) -> Any:
    return serializer.currRegion.currBasicBlock
