"""A program that was moved writes the graph that it wrote before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codemod.both import PROGRAMS, run, written_again
from tools.codemod.rewrite import rewrite
from tools.codemod.tables import PLAIN_ATTRIBUTES

NAMES = sorted(path.stem for path in PROGRAMS.glob("*.before"))


def text_of(name: str, suffix: str) -> str:
    return (PROGRAMS / f"{name}.{suffix}").read_text(encoding="utf-8")


def test_there_is_a_program_of_each_awkward_kind() -> None:
    assert {"clamp", "cond_if", "conv2d", "reduce", "rescale", "shapes", "table", "tensors"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_moved_program_writes_the_same_graph(name: str, tmp_path: Path) -> None:
    before = text_of(name, "before")
    outcome = rewrite(before.encode())

    assert outcome.findings == []
    assert outcome.data.decode() == text_of(name, "after")
    old, new = run(before, f"{name}.before"), run(outcome.data.decode(), f"{name}.after")
    assert written_again(old, tmp_path) == new


@pytest.mark.parametrize("name", NAMES)
def test_moved_program_is_left_alone(name: str) -> None:
    after = text_of(name, "after").encode()

    assert rewrite(after) == (after, 0, [])


@pytest.mark.parametrize("operator", sorted(PLAIN_ATTRIBUTES))
def test_operator_without_attribute_gets_the_one_that_it_had(operator: str, tmp_path: Path) -> None:
    # The block asks nothing of its operators in either module; the graph is only written.
    before = f"""
import serializer.tosa_serializer as ts
def build():
    operator = ts.TosaSerializerOperator(ts.TosaOp.Op().{operator}, ["a"], ["b"])
    return operator
"""
    outcome = rewrite(before.encode())

    old, new = run(before), run(outcome.data.decode())
    kind = type(new.attributes).__name__.removeprefix("Tosa")
    from tosa.Attribute import Attribute

    assert getattr(Attribute, kind) == old.attributes.utype
    assert (int(new.op), new.inputs, new.outputs) == (old.op, old.inputs, old.outputs)
