"""The verb `test`: run, count over all targets, and say the counts in one line."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import results
from engines import Engine, command, run_and_explain
from problem import Problem

# What the mode coverage writes to, and whether tests/readers may skip what was not vendored.
PASSED_ON = ("LLVM_PROFILE_FILE", "TOSA_READERS")


def passed_on() -> list[tuple[str, str]]:
    """Variables of the caller that tests see: an engine shows them no others."""
    return [(name, os.environ[name]) for name in PASSED_ON if name in os.environ]


def run_tests(engine: Engine, labels: list[str], args: list[str], root: Path) -> None:
    """Run the tests among the labels. Prints `N passed, N failed`; raises the reason when one failed or none ran."""
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        words = command(engine, "test", labels, args)
        if engine.name == "bazel":
            events = room / "events.json"
            words[2:2] = [
                f"--build_event_json_file={events}",
                *(f"--test_env={name}={value}" for name, value in passed_on()),
            ]
        else:
            events = room / "events.json-lines"
            words[2:2] = ["--event-log", str(events)]
            runner = ["--env", f"TOSA_TEST_XML_DIR={room}"]
            runner += [word for name, value in passed_on() for word in ("--env", f"{name}={value}")]
            # Its --test-arg takes all that follows.
            cut = words.index("--") + 1 if "--" in words else len(words)
            words[cut:cut] = runner if "--" in words else ["--", *runner]
        problem = None
        try:
            run_and_explain(words, root)
        except Problem as found:
            problem = found
        counts = results.of_bazel(events) if engine.name == "bazel" else results.of_buck2(events, room)
    for failure in counts.failures:
        print(f"FAILED {failure}")
    print(counts.line(), flush=True)
    if counts.failed:
        code = problem.code if problem is not None else 1
        raise Problem(f"{counts.failed} tests failed, the first of them {counts.failures[0]}", code)
    if problem is not None:
        raise problem
    if not counts.passed:
        raise Problem(f"no test ran among {' '.join(labels)}; the tests are in //tests/... and //tosa_serializer/...")
