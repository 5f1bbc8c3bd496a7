"""Three versions of Vela compile our files as they compile upstream's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import checks
from tests.readers.files import Graph, recorded_graphs, sample, written
from tests.readers.reading import VELAS, read, trees_of

NO_CONSTANT = "Input zero point tensor must be a compile time constant"


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> list[Graph]:
    return sample(recorded_graphs(), tmp_path_factory.mktemp("sample"))


@pytest.fixture(params=VELAS)
def vela(request: pytest.FixtureRequest) -> str:
    trees_of(request.param)
    return str(request.param)


def compiled(vela: str, graphs: list[Graph], folder: Path, count: int) -> list[Graph]:
    """The first graphs that this Vela can compile."""
    files = [written(folder / f"try/{graph.number}.tosa", graph.data) for graph in graphs]
    answers = read(vela, files, folder / "try-out")
    return [graph for graph, answer in zip(graphs, answers, strict=True) if answer.code == 0][:count]


def test_our_file_compiles_as_upstreams(vela: str, graphs: list[Graph], tmp_path: Path) -> None:
    answers, different = checks.saved_by_ours(vela, graphs, tmp_path)

    assert different == []
    done = [answer for answer in answers if answer.code == 0]
    assert len(done) > len(graphs) / 3
    assert all(any(name.endswith("_vela.npz") for name in answer.outputs) for answer in done)


def test_file_of_another_writer_compiles_alike(vela: str, graphs: list[Graph], tmp_path: Path) -> None:
    answers, different = checks.of_another_writer(vela, graphs[::4], tmp_path)

    assert different == []
    assert any(answer.code == 0 for answer in answers)


def test_changed_constant_compiles_to_something_else(vela: str, graphs: list[Graph], tmp_path: Path) -> None:
    assert len(checks.with_another_value(vela, graphs, tmp_path)) == 1


def test_vela_does_not_find_constants_outside(vela: str, graphs: list[Graph], tmp_path: Path) -> None:
    """It has no place for them: it crashes, or takes a constant for a value that comes later."""
    chosen = compiled(vela, graphs, tmp_path, 12)
    files = [checks.outside(graph, tmp_path) for graph in chosen]
    answers = [
        answer
        for (inside, again), answer in zip(
            files, read(vela, [again for _, again in files], tmp_path / "out"), strict=True
        )
        if inside.read_bytes() != again.read_bytes()
    ]

    assert answers
    assert {answer.code for answer in answers} <= {1, -11}
    assert all(NO_CONSTANT in answer.text for answer in answers if answer.code == 1)
