"""Thousands of damaged files and texts, from recorded graphs in both layouts, are read or refused."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
import tosa_tools_upstream as upstream

from tests.parity.replay import recorded_traces, run
from tests.tools import MODE, json_of, path_of

CAPS = (2**31 - 1, 0)
EVERY = 20
COUNT = 5000

pytestmark = pytest.mark.skipif(MODE == "fuzz", reason="libFuzzer has other arguments")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("files")
    for number, trace in enumerate(recorded_traces()[::EVERY]):
        for cap in CAPS:
            (folder / f"{number}-{cap}.tosa").write_bytes(run(trace.steps, upstream, fb_size_cap=cap)[-1])
    return folder


@pytest.fixture(scope="module")
def texts(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("texts")
    room = tmp_path_factory.mktemp("json")
    for path in sorted(files.glob(f"*-{CAPS[0]}.tosa")):
        (folder / f"{path.stem}.json").write_bytes(json_of(path, room))
    return folder


@pytest.mark.parametrize(("program", "seeds"), [("TOSA_FUZZ_READER", "files"), ("TOSA_FUZZ_JSON", "texts")])
def test_damaged_input_is_read_or_refused(program: str, seeds: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(seeds)
    environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    counts = {}
    for count in (0, COUNT):
        command = [path_of(program), folder, str(count)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr[-4000:]
        found = re.fullmatch(r"(\d+) inputs: (\d+) read, (\d+) refused, 0 took over .*\n", done.stdout)
        assert found is not None, done.stdout
        counts[count] = tuple(map(int, found.groups()))

    whole = len(list(folder.iterdir()))
    assert counts[0] == (whole, whole, 0)
    assert counts[COUNT][0] == COUNT
    assert min(counts[COUNT][1:]) > COUNT // 100
