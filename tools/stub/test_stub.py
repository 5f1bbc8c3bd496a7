"""The stub file says what the module is."""

from __future__ import annotations

from pathlib import Path

import tosa_serializer
from tools.stub import gen_stub


def test_stub_is_what_the_generator_writes() -> None:
    """The file in the tree is current."""
    written = Path(tosa_serializer.__file__).with_name("_tosa_serializer.pyi").read_text(encoding="utf-8")
    assert written == gen_stub.stub()
