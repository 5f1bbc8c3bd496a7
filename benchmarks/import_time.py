"""How long the import of a serializer takes. This file imports nothing that would make it shorter."""

from __future__ import annotations

import importlib
import time
from typing import Any


def measure(module_name: str, shared: bool) -> dict[str, Any]:
    """`shared`: numpy and ml_dtypes, which a client has anyway, are imported before."""
    if shared:
        importlib.import_module("numpy")
        importlib.import_module("ml_dtypes")
    begin = time.perf_counter()
    importlib.import_module(module_name)
    milliseconds = (time.perf_counter() - begin) * 1000
    step = "numpy imported before" if shared else "in total"
    return {"amount": 1, "data": 0, "sha256": "", "steps": {step: {"unit": "ms", "fresh": milliseconds}}}
