"""The program measures every case and says in all of its outputs what is an estimate."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from benchmarks.modules import OURS, PURE_PYTHON, UPSTREAM
from benchmarks.plan import CASES, LINEAR, QUADRATIC
from benchmarks.program import main, refuse_other_bytes
from benchmarks.results import NAMES, estimate

SVG = "{http://www.w3.org/2000/svg}"
# Steps that the pure-Python serializer does not have.
OURS_AND_UPSTREAM = ("save without sync", "load", "load: anonymous memory")

Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(tmp_path_factory.mktemp("report")) / "made"
    capture = pytest.MonkeyPatch()
    capture.setenv("TMPDIR", str(folder.parent))
    try:
        assert main(["--out", str(folder), "--quick", "--shrink", "1000", "--pages", "0"]) == 0
    finally:
        capture.undo()
    return folder


@pytest.fixture(scope="module")
def rows(out: Path) -> Rows:
    return list(json.loads((out / "results.json").read_text())["rows"])


def test_every_case_is_there(rows: Rows) -> None:
    names = ["constants", "above_cap", "llama", "operators", "small_constants", "packing", "import"]
    assert list(dict.fromkeys(row["case"] for row in rows)) == names


def test_every_part_of_every_case_is_there_at_every_size(rows: Rows) -> None:
    for case in CASES:
        for part in case.parts:
            of_part = [row for row in rows if (row["case"], row["part"]) == (case.name, part)]
            steps = [row["step"] for row in of_part]
            assert {steps.count(step) for step in steps} == {len(case.sizes)}, part


def test_every_figure_is_positive(rows: Rows) -> None:
    for row in rows:
        least = 0.0 if row["unit"] == "MiB" else 1e-9
        for entry in row["modules"].values():
            for value in filter(None, (entry["fresh"], entry["warm"])):
                assert value["median"] >= least, row
                assert all(one >= least for one in value["values"]), row
                assert row["unit"] != "ms" or value["ratio"] > 0, row
            assert entry["peak"] is None or entry["peak"] >= 0, row


def test_every_module_has_a_value_in_every_time(rows: Rows) -> None:
    for case in CASES:
        for row in rows:
            if row["case"] != case.name or row["unit"] != "ms":
                continue
            expected = {NAMES[module] for module in case.modules}
            if row["step"] in OURS_AND_UPSTREAM:
                expected.discard(NAMES[PURE_PYTHON])
            assert set(row["modules"]) == expected, row


def test_ratio_of_ours_is_one(rows: Rows) -> None:
    for row in rows:
        if row["unit"] == "ms":
            assert row["modules"][NAMES[OURS]]["fresh"]["ratio"] == 1


def test_exactly_what_was_skipped_is_marked_as_extrapolated(rows: Rows) -> None:
    marked = 0
    for case in CASES:
        for step in {(row["part"], row["step"]) for row in rows if row["case"] == case.name and row["unit"] == "ms"}:
            of_step = [row for row in rows if (row["part"], row["step"]) == step]
            for size, row in zip(case.sizes, of_step, strict=True):
                for module in (OURS, UPSTREAM, PURE_PYTHON):
                    if (entry := row["modules"].get(NAMES[module])) is not None:
                        assert entry["fresh"]["extrapolated"] == (module in size.skipped + size.slow), row
                        marked += entry["fresh"]["extrapolated"]
    assert marked > 0


def test_chart_is_xml_with_a_bar_for_every_ratio(out: Path, rows: Rows) -> None:
    root = ElementTree.parse(out / "results.svg").getroot()

    assert root.tag == f"{SVG}svg"
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    values = [
        value
        for row in rows
        for name, entry in row["modules"].items()
        if name != NAMES[OURS]
        for value in (entry["fresh"], entry["warm"] if name == NAMES[UPSTREAM] else None)
        if value is not None and value["ratio"]
    ]
    marked = [text for text in texts if text.startswith("~") and text.endswith("x")]
    assert len(marked) == sum(value["extrapolated"] for value in values)
    assert {case.name for case in CASES} <= set(texts)
    bars = [element for element in root.iter(f"{SVG}rect") if element.get("height") == "10"]
    assert len(bars) == len(values)


def test_markdown_has_one_line_a_row_and_marks_estimates(capsys: pytest.CaptureFixture[str]) -> None:
    quick = ["--markdown", "--quick", "--shrink", "1000", "--pages", "0", "--only", "small_constants"]

    assert main(quick) == 0

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 2 * 3
    assert len({line.count("|") for line in lines}) == 1
    assert ["~" in line for line in lines[2:]] == [False] * 2 + [True] * 4


def test_estimates_follow_the_growth() -> None:
    def cost(n: int) -> float:
        return 3.0 * n + 0.5 * n * n

    points = [(n, cost(n)) for n in (10, 100)]
    assert estimate(points, 1000, QUADRATIC) == pytest.approx(cost(1000))
    assert estimate([(10, 30.0), (100, 300.0)], 1000, QUADRATIC) == pytest.approx(3000.0)
    assert estimate([(10, 30.0)], 1000, LINEAR) == pytest.approx(3000.0)


def test_modules_that_write_different_bytes_are_not_compared() -> None:
    def answers(ours: str, upstream: str, pure: str) -> dict[str, list[dict[str, Any]]]:
        return {OURS: [{"sha256": ours}], UPSTREAM: [{"sha256": upstream}], PURE_PYTHON: [{"sha256": pure}]}

    refuse_other_bytes("constants", answers("a", "a", "b"))
    with pytest.raises(RuntimeError, match=r"constants: .* different bytes"):
        refuse_other_bytes("constants", answers("a", "b", "b"))


def test_wrong_options_are_refused() -> None:
    for wrong in (["--only", "nothing"], ["--repeats", "-1"], ["--shrink", "-1"]):
        with pytest.raises(SystemExit):
            main(wrong)
