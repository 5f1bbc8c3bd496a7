"""Texts with a NUL: upstream cuts names and texts of attributes there, and writes a location whole."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours


def build(module: ModuleType, method: str, arguments: list[Any], location: str, **options: Any) -> Any:
    serializer = module.TosaSerializer("", **options)
    serializer.addPlaceholder([1], module.DType.BOOL, None)
    serializer.addOutput([1], module.DType.BOOL)
    attribute = module.TosaSerializerAttribute()
    getattr(attribute, method)(*arguments)
    op = module.Op.CUSTOM if method == "CustomAttribute" else module.Op.COND_IF
    serializer.addOperator(op, ["input-0"], ["result-0"], attribute, module.TosaOpLocation(location))
    return serializer


CASES = {
    "custom": ("CustomAttribute", ["a\0bcdefgh", "d\0ef", [0, 1]], ""),
    "branches": ("CondIfAttribute", ["main\0x", "main"], ""),
    "location": ("CondIfAttribute", ["main", "main"], "a\0bcdefgh"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_the_bytes_are_upstreams(case: Any, tmp_path: Path) -> None:
    expected = bytes(build(upstream, *case).serialize())
    assert build(ours, *case, strict=False).serialize() == expected
    (tmp_path / "x.tosa").write_bytes(expected)
    again = []
    for module, options in ((upstream, {}), (ours, {"strict": False})):
        serializer = module.TosaSerializer("", **options)
        assert serializer.loadTosaFlatbuffer(str(tmp_path / "x.tosa"))
        again.append(bytes(serializer.serialize()))
    assert again[0] == again[1]


@pytest.mark.parametrize(
    ("case", "says"),
    [(CASES["custom"], "operator_name"), (CASES["branches"], "then_graph"), (CASES["location"], "location")],
    ids=list(CASES),
)
def test_strict_refuses_what_would_be_cut(case: Any, says: str) -> None:
    with pytest.raises(ValueError, match=rf"operator 0.*{says}.*NUL"):
        build(ours, *case).serialize()
