"""docs/versions.md: each row against tosa-tools 2026.5.0, and ours with the ml-dtypes and flatbuffers of ExecuTorch."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests import tools
from tests.parity import replay
from tests.readers.checks import differences
from tests.readers.files import Graph, recorded_graphs, sample, save_again, written
from tests.readers.old import names_of
from tests.readers.reading import READERS, isolated, trees_of
from tests.readers.signatures import comparable

OLD = "tosa-tools-2026.5.0"


def page() -> dict[str, str]:
    """The sections of the page by their titles."""
    parts = re.split(r"^## (.*)$", tools.path_of("TOSA_VERSIONS_MD").read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(section: str) -> list[list[str]]:
    """The cells of each row of its table, without the head."""
    lines = [line for line in page()[section].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def ask(verb: str, *arguments: str) -> Any:
    trees = trees_of(OLD)
    answer = json.loads(isolated("old.py", [verb, *arguments], trees))
    assert any(Path(answer["place"]).is_relative_to(tree) for tree in trees)
    return answer["answer"]


@pytest.fixture(scope="module")
def old() -> dict[str, Any]:
    return comparable(ask("names"))


@pytest.fixture(scope="module")
def new() -> dict[str, Any]:
    return comparable(names_of(upstream))


@pytest.fixture(scope="module")
def graphs() -> list[Graph]:
    return recorded_graphs()


@pytest.fixture(scope="module")
def old_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[list[str]]]:
    out = tmp_path_factory.mktemp("old")
    return out, ask("files", str(Path(replay.__file__).absolute()), str(out))


def test_page_lists_the_names_that_are_new(old: dict[str, Any], new: dict[str, Any]) -> None:
    listed = {word for row in rows("Names that 2026.5.0 does not have") for word in words(row[-1])}
    added = set(new) - set(old)
    # A class that is new as a whole has one entry.
    classes = {name.partition(".")[0] for name in new} - {name.partition(".")[0] for name in old}
    expected = {name if name.partition(".")[0] not in classes else name.partition(".")[0] for name in added}

    assert listed == expected


def test_no_name_of_the_old_module_is_missing(old: dict[str, Any]) -> None:
    assert set(old) - set(comparable(names_of(ours))) == set()


def test_page_lists_the_signatures_that_differ(old: dict[str, Any], new: dict[str, Any]) -> None:
    listed = {words(row[0])[0]: (words(row[1]), words(row[2])) for row in rows("Signatures that differ")}
    changed = {name for name in set(old) & set(new) if isinstance(old[name], list) and old[name] != new[name]}

    assert set(listed) == changed
    for name, (before, after) in listed.items():
        assert [word for word in old[name] if word not in new[name]] == before, name
        assert [word for word in new[name] if word not in old[name]] == after, name


def test_ours_takes_what_2026_8_0_takes(new: dict[str, Any]) -> None:
    """What ours has in addition comes after upstream's parameters."""
    mine = comparable(names_of(ours))
    plain = {name for name in new if isinstance(new[name], list) and "." in name}

    assert len(plain) > 300
    for name in plain:
        assert mine[name][: len(new[name])] == new[name], name


def test_page_lists_the_values_that_differ(old: dict[str, Any], new: dict[str, Any]) -> None:
    listed = {words(row[0])[0]: (int(row[1]), int(row[2])) for row in rows("Values that differ")}

    numbers = {name for name in set(old) & set(new) if isinstance(old[name], int)}
    assert len(numbers) > 100
    assert listed == {name: (old[name], new[name]) for name in numbers if old[name] != new[name]}


def test_no_recorded_graph_has_the_same_bytes(old_files: tuple[Path, list[list[str]]], graphs: list[Graph]) -> None:
    _, hashes = old_files
    traces = replay.recorded_traces()

    assert len(hashes) == len(traces) == 1006
    assert [len(found) for found in hashes] == [len(trace.outputs) for trace in traces]
    equal = [found == [output.sha256 for output in t.outputs] for found, t in zip(hashes, traces, strict=True)]
    assert sum(equal) == int(words(page()["Bytes"])[0])
    assert sum(map(len, hashes)) == len(graphs) == int(words(page()["Bytes"])[1].replace(",", ""))


def without(document: Any, keys: tuple[str, ...]) -> Any:
    if isinstance(document, dict):
        return {key: without(value, keys) for key, value in document.items() if key not in keys}
    return [without(item, keys) for item in document] if isinstance(document, list) else document


def test_the_listed_fields_are_all_that_differs(
    old_files: tuple[Path, list[list[str]]], graphs: list[Graph], tmp_path: Path
) -> None:
    listed = tuple(words(row[0])[0] for row in rows("Bytes"))
    for graph in graphs[::10]:
        mine = written(tmp_path / f"{graph.number}.tosa", graph.built_by_ours())
        theirs = old_files[0] / f"{graph.number}.tosa"
        new, old = (json.loads(tools.json_of(path, tmp_path)) for path in (mine, theirs))
        assert without(new, listed) == without(old, listed), graph.number
        for key in listed:
            kept = tuple(other for other in listed if other != key)
            assert without(new, kept) != without(old, kept), key


def test_old_file_saved_by_ours_becomes_a_new_one(
    old_files: tuple[Path, list[list[str]]], graphs: list[Graph], tmp_path: Path
) -> None:
    """All is as in a file of ours but the version of the software that wrote it first."""
    for graph in graphs[::10]:
        again = save_again(old_files[0] / f"{graph.number}.tosa", tmp_path / f"saved/{graph.number}.tosa")
        mine = written(tmp_path / f"{graph.number}.tosa", graph.built_by_ours())
        saved, new = (json.loads(tools.json_of(path, tmp_path)) for path in (again, mine))
        assert saved.pop("software_version")["_minor"] == 5
        assert new.pop("software_version")["_minor"] == 8
        assert saved == new, graph.number


@pytest.mark.parametrize("reader", READERS)
def test_old_file_saved_by_ours_reads_as_before(
    reader: str, old_files: tuple[Path, list[list[str]]], graphs: list[Graph], tmp_path: Path
) -> None:
    chosen = sample(graphs, tmp_path / "sample")[::4]
    theirs = [old_files[0] / f"{graph.number}.tosa" for graph in chosen]
    again = [save_again(path, tmp_path / f"saved/{path.name}") for path in theirs]
    assert all(one.read_bytes() != other.read_bytes() for one, other in zip(theirs, again, strict=True))

    answers, different = differences(reader, theirs, again, tmp_path)

    assert any(answer.outputs for answer in answers)
    assert different == []


PROGRAM = """
import hashlib, json, sys, warnings
import flatbuffers, ml_dtypes
from tosa.TosaGraph import TosaGraph
import tosa_serializer
from tests.parity.replay import recorded_traces, run
warnings.simplefilter("ignore")
right = operators = 0
for trace in recorded_traces():
    outputs = run(trace.steps, tosa_serializer)
    right += [hashlib.sha256(data).hexdigest() for data in outputs] == [o.sha256 for o in trace.outputs]
    for data in outputs:
        operators += TosaGraph.GetRootAs(data, 0).Regions(0).Blocks(0).OperatorsLength()
used = [(module.__file__, module.__version__) for module in (ml_dtypes, flatbuffers)]
print(json.dumps([used, right, operators]))
"""


def test_ours_gives_the_same_bytes_with_the_pins_of_executorch() -> None:
    """All 1,006, with ml-dtypes 0.5.1; and flatbuffers 24.3.25 reads them."""
    trees = [tree for tree in trees_of(OLD) if "tosa-tools" not in str(tree)]
    # Not from the checkout, which the interpreter would see first.
    done = tools.python("-B", "-c", PROGRAM, folder=Path("/"), ahead=trees)

    assert done.returncode == 0, done.stderr
    used, right, operators = json.loads(done.stdout)
    assert [version for _, version in used] == ["0.5.1", "24.3.25"]
    assert all(any(Path(place).is_relative_to(tree) for tree in trees) for place, _ in used)
    assert right == 1006
    assert operators > 5000
