"""The model explorer's adapter shows our files as it shows upstream's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import checks
from tests.readers.files import Graph, recorded_graphs, sample
from tests.readers.reading import read, trees_of

READER = "model-explorer"


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> list[Graph]:
    trees_of(READER)
    return sample(recorded_graphs(), tmp_path_factory.mktemp("sample"))


def test_our_file_is_shown_as_upstreams(graphs: list[Graph], tmp_path: Path) -> None:
    answers, different = checks.saved_by_ours(READER, graphs, tmp_path)

    assert different == []
    assert {(answer.code, *answer.outputs) for answer in answers} == {(0, "graphs.json")}


def test_file_of_another_writer_is_shown_alike(graphs: list[Graph], tmp_path: Path) -> None:
    _, different = checks.of_another_writer(READER, graphs[::4], tmp_path)

    assert different == []


def test_changed_constant_is_shown(graphs: list[Graph], tmp_path: Path) -> None:
    assert len(checks.with_another_value(READER, graphs, tmp_path)) == 1


def test_constants_outside_are_not_shown(graphs: list[Graph], tmp_path: Path) -> None:
    inside, again = checks.outside(graphs[0], tmp_path)
    read(READER, [inside, again], tmp_path / "out")
    shown = [(tmp_path / "out" / number / "graphs.json").read_text().splitlines() for number in ("0", "1")]

    values = [after.strip() for before, after in zip(*shown, strict=True) if before != after]
    assert values
    assert set(values) == {'"value": "None"'}
