"""A file that upstream wrote, in either layout, loads and serializes again to the bytes that upstream gives."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.attributes import attribute_kinds
from tests.parity.random_graphs import enum_members, generate
from tests.parity.replay import Trace, recorded_traces, run

TRACES = recorded_traces()
KINDS = attribute_kinds(upstream)
MEMBERS = enum_members(upstream)
CAPS = (2**31 - 1, 0)

# A constant longer than its shape: strict mode tells of it, which is not what this file is about.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tmp_path_factory.mktemp("load")) / "graph.tosa"


def reserialized(module: ModuleType, file: Path, **options: Any) -> tuple[bool, bytes]:
    serializer = module.TosaSerializer("", **options)
    return serializer.loadTosaFlatbuffer(str(file)), serializer.serialize()


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.ident)
def test_recorded_graph_loads_in_both_layouts(trace: Trace, file: Path) -> None:
    for cap in CAPS:
        for data in run(trace.steps, upstream, fb_size_cap=cap):
            file.write_bytes(data)

            for again in CAPS:
                expected = reserialized(upstream, file, fb_size_cap=again)
                assert reserialized(ours, file, fb_size_cap=again) == expected
                assert expected[0]


@pytest.mark.parametrize("seed", range(300))
def test_random_graph_loads_in_both_layouts(seed: int, file: Path) -> None:
    for cap in CAPS:
        data = run(generate(seed, KINDS, MEMBERS), upstream, fb_size_cap=cap)[-1]
        file.write_bytes(data)

        for again in CAPS:
            result = reserialized(ours, file, strict=False, fb_size_cap=again)
            assert result == reserialized(upstream, file, fb_size_cap=again)


@pytest.mark.parametrize("seed", range(300, 400))
def test_file_of_ours_is_read_by_upstream(seed: int, file: Path) -> None:
    for cap in CAPS:
        steps = generate(seed, KINDS, MEMBERS)
        file.write_bytes(run(steps, ours, strict=False, fb_size_cap=cap)[-1])

        loaded, data = reserialized(upstream, file, fb_size_cap=cap)

        file.write_bytes(run(steps, upstream, fb_size_cap=cap)[-1])
        assert (loaded, data) == reserialized(upstream, file, fb_size_cap=cap)
