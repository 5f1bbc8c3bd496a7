"""Count the tests of a run, whichever engine ran it: the JUnit files of the targets, and the targets that left none."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse


@dataclass
class Counts:
    """Tests by outcome, and the names of those that failed. A target that died without a report is one failed test."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    targets: int = 0
    failures: list[str] = field(default_factory=list)

    def fail(self, name: str) -> None:
        """Count one failure."""
        self.failed += 1
        self.failures.append(name)

    def line(self) -> str:
        """`N passed, N failed[, N skipped]`."""
        tail = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{tail}"


def add_junit(counts: Counts, target: str, report: Path | None, target_passed: bool) -> None:
    """Count one target by its report; its own verdict stands where it has none or where the two disagree."""
    counts.targets += 1
    before = counts.failed
    try:
        cases = list(ElementTree.parse(report).iter("testcase")) if report is not None and report.is_file() else []
    except ElementTree.ParseError:
        cases = []
    for case in cases:
        tags = {child.tag for child in case}
        if tags & {"failure", "error"}:
            counts.fail(f"{target} {case.get('classname', '')}::{case.get('name', '')}")
        elif "skipped" in tags:
            counts.skipped += 1
        else:
            counts.passed += 1
    if not target_passed and counts.failed == before:
        counts.fail(f"{target} (no report of a failed test)")
    if target_passed and not cases:
        counts.passed += 1


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON lines; none if the engine never wrote it."""
    if path.is_file():
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines if line.strip())


def of_bazel(build_events: Path) -> Counts:
    """Counts of `bazel test --build_event_json_file=FILE`."""
    counts = Counts()
    for event in json_lines(build_events):
        result = event.get("testResult")
        if result is None:
            continue
        files = {output["name"]: output.get("uri", "") for output in result.get("testActionOutput", [])}
        uri = files.get("test.xml", "")
        report = Path(unquote(urlparse(uri).path)) if uri else None
        add_junit(counts, event["id"]["testResult"]["label"], report, result.get("status") == "PASSED")
    return counts


def of_buck2(event_log: Path, reports: Path) -> Counts:
    """Counts of `buck2 test --event-log FILE.json-lines`, whose tests wrote their reports to the folder `reports`."""
    counts = Counts()
    passed = 1  # buck2.data.TestStatus.PASS
    for event in json_lines(event_log):
        data = event.get("Event", {}).get("data", {})
        result = data.get("Instant", {}).get("data", {}).get("TestResult")
        if result is None:
            continue
        target = result["name"].split(" ")[0]
        name = target.partition("//")[2] if "//" in target else target
        report = reports / (name.replace("/", ".").replace(":", ".") + ".xml")
        add_junit(counts, target, report, result.get("status") == passed)
    return counts
