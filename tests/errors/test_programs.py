"""Random API programs, right and wrong: no crash, and upstream's bytes or a named error that changes nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import tosa_tools_upstream as upstream
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import tosa_serializer as ours
from tests.errors.children import Child, Crash
from tests.errors.judging import Judge
from tests.errors.playing import play
from tests.errors.running import program_of
from tests.errors.sources import Sources
from tests.errors.spoiling import spoil

SEEDS = 1000


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(upstream)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge()
    yield judge
    judge.close()


@settings(
    derandomize=True,
    max_examples=300,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)
@given(rng=st.randoms(use_true_random=False))
def test_spoilt_program_gives_upstreams_bytes_or_a_named_error(
    rng: random.Random, sources: Sources, judge: Judge
) -> None:
    steps = spoil(sources.draw(rng), rng)

    verdict = judge.judge(steps)

    note("\n".join(map(str, steps)))
    assert verdict.what != "fault", verdict.details


def test_programs_of_seeds_give_upstreams_bytes_or_a_named_error(sources: Sources, judge: Judge) -> None:
    verdicts = [judge.judge(program_of(seed, sources)) for seed in range(SEEDS)]

    assert [(seed, v.details) for seed, v in enumerate(verdicts) if v.what == "fault"] == []
    # The programs reach far enough to say something.
    counts = Counter(verdict.what for verdict in verdicts)
    assert counts["equal"] > SEEDS / 4 and counts["refused"] > SEEDS / 20
    assert sum(sum(verdict.refused.values()) for verdict in verdicts) > SEEDS


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_right_program_is_not_refused(sources: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Programs save files.
    monkeypatch.chdir(tmp_path)
    for seed in range(300):
        played = play(list(sources.draw(random.Random(seed))), ours)
        assert isinstance(played.final, bytes), (seed, played.final)
        assert not played.refused


def test_crash_of_a_program_is_seen() -> None:
    def crash(_: object) -> None:
        import os
        import signal

        os.kill(os.getpid(), signal.SIGKILL)

    child = Child(crash)
    assert child.ask([]) == Crash("SIGKILL")
    assert child.ask([]) == Crash("SIGKILL")
    child.close()
