"""Each mode reports the planted faults that it is for, and the default build none of them."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.tools import MODE, path_of

FINDS = {
    "": {},
    "asan": {"overflow": "signed integer overflow", "read": "heap-buffer-overflow"},
    "coverage": {},
    "fuzz": {"overflow": "signed integer overflow", "read": "heap-buffer-overflow"},
    "tsan": {"race": "data race"},
    "ubsan": {"overflow": "signed integer overflow"},
}


@pytest.mark.parametrize("fault", ["overflow", "read", "race"])
def test_fault_is_found_in_the_modes_that_are_for_it(fault: str) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    done = subprocess.run([path_of("TOSA_FAULT"), fault], env=environment, capture_output=True, text=True, check=False)

    report = FINDS[MODE].get(fault)
    if report is None:
        assert (done.returncode, done.stdout) == (0, "nobody noticed\n"), done.stderr
    else:
        assert done.returncode != 0
        assert report in done.stderr
