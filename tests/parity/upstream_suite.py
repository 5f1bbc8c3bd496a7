"""Run upstream's own tests with the module of a given name as their `tosa_serializer`; print their outcomes as JSON."""

from __future__ import annotations

import importlib
import json
import sys

import pytest


class Outcomes:
    """A pytest plugin that keeps what happened to each test."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in ("pyb_smoke", "pyb_fullsuite"):
            config.addinivalue_line("markers", marker)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.rpartition("::")[2]
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[name] = report.outcome


def main(module_name: str, test_file: str) -> int:
    for suffix in ("", ".numpy_utils"):
        sys.modules["tosa_serializer" + suffix] = importlib.import_module(module_name + suffix)
    plugin = Outcomes()
    options = ["-p", "no:cacheprovider", "-q", "-c", "/dev/null", "--import-mode=importlib"]
    code = pytest.main([*options, f"--rootdir={test_file.rpartition('/')[0]}", test_file], plugins=[plugin])
    print("\n" + json.dumps(plugin.outcomes))
    return int(code)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
