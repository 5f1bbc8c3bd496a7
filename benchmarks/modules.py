"""The serializers that are compared."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

OURS = "tosa_serializer"
UPSTREAM = "tosa_tools_upstream"
PURE_PYTHON = "serializer.tosa_serializer"

_ENUMS = ("NanPropagationMode", "RoundingMode")


class Nothing:
    """A module, and every object of it, that takes each call and does nothing."""

    def __getattr__(self, name: str) -> Nothing:
        return self

    def __call__(self, *arguments: Any, **named: Any) -> Nothing:
        return self


def module_of(name: str) -> Any:
    """The module; the pure-Python one lacks enums that the vendored flatc classes have."""
    module = importlib.import_module(name)
    if name != PURE_PYTHON:
        return module
    enums = {enum: getattr(importlib.import_module(f"tosa.{enum}"), enum) for enum in _ENUMS}
    return SimpleNamespace(**vars(module) | enums)
