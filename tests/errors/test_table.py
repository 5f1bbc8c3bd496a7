"""Each row of docs/errors.md: refused by name, with the graph as it was; strict=False does what upstream does."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.errors.wrong import CASES, Wrong
from tests.parity.behaviour import attempt
from tests.tools import path_of


def start(case: Wrong, module: ModuleType, serializer: Any) -> Callable[[], Any]:
    """Does what is right of the case, and returns the rest."""
    if not inspect.isgeneratorfunction(case.do):
        return lambda: case.do(module, serializer)
    steps = case.do(module, serializer)
    next(steps)
    return lambda: next(steps, None)


def with_more(module: ModuleType, serializer: Any) -> tuple[Any, ...]:
    """One more object of each kind, whose names tell the counters."""
    if serializer.currRegion is None or serializer.currRegion.currBasicBlock is None:
        serializer.startRegion("more")
        serializer.addBasicBlock("more")
    dtype = module.DType.INT8
    calls: list[Callable[[], Any]] = [
        lambda: serializer.addConst([0], dtype).name,
        lambda: serializer.addConst([0], module.DType.SHAPE).name,
        lambda: serializer.addIntermediate([1], dtype).name,
        lambda: serializer.addOutput([1], dtype).name,
        lambda: serializer.addPlaceholder([1], dtype).name,
        lambda: serializer.addIntermediateShape(1).name,
    ]
    return *map(attempt, calls), serializer.serialize(), str(serializer)


@pytest.mark.parametrize("ident", [ident for ident, case in CASES.items() if not case.late])
def test_wrong_call_is_refused_by_name_and_leaves_the_graph_as_it_was(ident: str) -> None:
    case = CASES[ident]
    serializer, untouched = ours.TosaSerializer(""), ours.TosaSerializer("")
    call = start(case, ours, serializer)
    before = serializer.serialize(), str(serializer)

    with pytest.raises(case.error, match=f"(?s){case.says}") as raised:
        call()

    assert type(raised.value) is case.error
    assert (serializer.serialize(), str(serializer)) == before
    start(case, ours, untouched)
    assert with_more(ours, serializer) == with_more(ours, untouched)


@pytest.mark.parametrize("ident", [ident for ident, case in CASES.items() if case.late])
def test_wrong_graph_is_not_written_and_stays_as_it_was(ident: str) -> None:
    case = CASES[ident]
    serializer = ours.TosaSerializer("")
    start(case, ours, serializer)()
    before = str(serializer)
    told = set()

    for _ in range(2):
        with pytest.raises(case.error, match=f"(?s){case.says}") as raised:
            serializer.serialize()
        assert type(raised.value) is case.error
        told.add(str(raised.value))

    assert len(told) == 1
    assert len(told.pop()) < 1000
    assert str(serializer) == before


def permissive_outcome(case: Wrong, module: ModuleType, **options: Any) -> str | bytes:
    """What the graph is without the checks, or the exception."""
    serializer = module.TosaSerializer("", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            start(case, module, serializer)()
            return bytes(serializer.serialize())
        except Exception as error:
            return type(error).__name__


@pytest.mark.parametrize("ident", [ident for ident, case in CASES.items() if not case.ours_only])
def test_permissive_is_upstream(ident: str) -> None:
    case = CASES[ident]

    assert permissive_outcome(case, ours, strict=False) == permissive_outcome(case, upstream)


def documented() -> dict[str, list[str]]:
    """The cells of each row by its first one."""
    rows = {}
    for line in path_of("TOSA_ERRORS_MD").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells and re.fullmatch(r"`\w+`", cells[0]):
            ident = cells[0].strip("`")
            assert ident not in rows, ident
            rows[ident] = cells
    return rows


ROWS = documented()


def test_each_row_is_a_case_and_each_case_a_row() -> None:
    assert sorted(ROWS) == sorted(CASES)


@pytest.mark.parametrize("ident", sorted(set(ROWS) & set(CASES)))
def test_row_tells_what_happens(ident: str) -> None:
    case = CASES[ident]
    _, _, error, _, example, permissive = ROWS[ident]

    assert error == case.error.__name__ + (", when written" if case.late else "")
    assert re.search(f"(?s){case.says}", example.strip("`").replace("\\|", "|")), example
    outcome = permissive_outcome(case, ours, strict=False)
    assert permissive == ("written" if isinstance(outcome, bytes) else outcome)
