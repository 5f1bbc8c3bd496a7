"""Upstream's own test_pybindings.py, unmodified, gives with our module what it gives with upstream's."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.parity import upstream_suite
from tests.tools import python, upstream_tests


@pytest.fixture(scope="module")
def outcomes() -> dict[str, dict[str, str]]:
    """For each module the outcome of each of upstream's tests."""
    result = {}
    for module in ("tosa_serializer", "tosa_tools_upstream"):
        run = python(str(Path(upstream_suite.__file__)), module, str(upstream_tests()))
        assert run.returncode == 0, run.stdout + run.stderr
        result[module] = json.loads(run.stdout.splitlines()[-1])
    return result


def test_upstream_suite_passes_with_our_module(outcomes: dict[str, dict[str, str]]) -> None:
    assert Counter(outcomes["tosa_serializer"].values()) == {"passed": 7, "skipped": 8}


def test_each_of_upstream_tests_ends_as_with_upstream_module(outcomes: dict[str, dict[str, str]]) -> None:
    assert outcomes["tosa_serializer"] == outcomes["tosa_tools_upstream"]
