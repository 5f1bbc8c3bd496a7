"""A process that is killed in the middle of a save leaves the old file or the new one, whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.errors.killing import has_nameless_files, kill_saves

KILLS = 40


@pytest.mark.parametrize("sync", [True, False], ids=["sync", "no_sync"])
@pytest.mark.parametrize("fresh", [False, True], ids=["replaced", "new"])
def test_killed_save_leaves_a_whole_file_and_no_litter(fresh: bool, sync: bool, tmp_path: Path) -> None:
    nameless = has_nameless_files(tmp_path)

    counts = kill_saves(tmp_path, KILLS, fresh, sync)

    assert counts.kills == KILLS
    assert counts.broken == 0
    assert fresh or counts.none == 0
    # Saves were done: the kills did not all come before.
    assert counts.second != 0
    if nameless:
        # A file that is complete has a name of its own for some microseconds before it replaces the old one.
        assert counts.broken_litter == counts.stale == 0
        assert counts.litter == 0 if fresh else counts.litter <= KILLS // 10
