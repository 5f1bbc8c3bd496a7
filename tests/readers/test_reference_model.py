"""The reference model gives the same verdict and outputs on our files as on upstream's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import checks
from tests.readers.files import Graph, recorded_graphs, sample

READER = "reference-model"


@pytest.fixture(scope="module")
def every() -> list[Graph]:
    return recorded_graphs()


@pytest.fixture(scope="module")
def graphs(every: list[Graph], tmp_path_factory: pytest.TempPathFactory) -> list[Graph]:
    return sample(every, tmp_path_factory.mktemp("sample"))


def rejected(every: list[Graph]) -> list[Graph]:
    return [graph for graph in every if "dynamic_interpolate[rand_double_scale" in graph.trace.ident]


def test_our_file_evaluates_as_upstreams(graphs: list[Graph], tmp_path: Path) -> None:
    answers, different = checks.saved_by_ours(READER, graphs, tmp_path)

    assert different == []
    assert sum(answer.text.endswith("TOSA_VALID\n") and bool(answer.outputs) for answer in answers) > len(answers) * 0.9


def test_the_four_that_it_rejects_are_rejected_alike(every: list[Graph], tmp_path: Path) -> None:
    four = rejected(every)
    answers, different = checks.saved_by_ours(READER, four, tmp_path)

    assert len(four) == 4
    assert different == []
    assert all(answer.code == 1 and "has invalid shape with dimension -1" in answer.text for answer in answers)


def test_file_of_another_writer_evaluates_alike(graphs: list[Graph], tmp_path: Path) -> None:
    _, different = checks.of_another_writer(READER, graphs[::4], tmp_path)

    assert different == []


def test_changed_constant_evaluates_to_something_else(graphs: list[Graph], tmp_path: Path) -> None:
    assert len(checks.with_another_value(READER, graphs, tmp_path)) == 1


def test_constants_outside_are_found(graphs: list[Graph], tmp_path: Path) -> None:
    pairs = [checks.outside(graph, tmp_path) for graph in graphs[:12]]
    left, right = ([pair[side] for pair in pairs] for side in (0, 1))
    answers, different = checks.differences(READER, left, right, tmp_path)

    assert different == []
    assert sum(bool(answer.outputs) for answer in answers) >= 10
