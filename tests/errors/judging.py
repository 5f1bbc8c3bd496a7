"""Ours beside upstream's module on one program, each in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.errors.children import Child, Crash
from tests.errors.playing import Played, play, replay
from tests.errors.spoiling import AnyStep


@dataclass(frozen=True)
class Verdict:
    """`what` is "equal", "refused", "not compared" or "fault"; `details` says by what, why, or where."""

    what: str
    details: str = ""
    refused: dict[str, int] = field(default_factory=dict)


class Judge:
    """Plays programs on both modules and says what came of it."""

    def __init__(self) -> None:
        self.ours = Child(lambda steps: play(steps, ours))
        self.upstream = Child(lambda steps: replay(steps, upstream))

    def close(self) -> None:
        self.ours.close()
        self.upstream.close()

    def judge(self, steps: list[AnyStep]) -> Verdict:
        played: Any = self.ours.ask(steps)
        if isinstance(played, Crash):
            return Verdict("fault", f"crash: {played.how}")
        assert isinstance(played, Played)
        refused = dict(played.refused)
        if played.faults:
            return Verdict("fault", "; ".join(played.faults), refused)
        if played.final is None:
            return Verdict("not compared", "no serializer", refused)
        if not isinstance(played.final, bytes):
            return Verdict("refused", played.final[0], refused)
        if not played.is_compared:
            return Verdict("not compared", "a value lied", refused)
        expected: Any = self.upstream.ask(played.kept)
        if isinstance(expected, Crash):
            return Verdict("not compared", "upstream crashed", refused)
        if not isinstance(expected, bytes):
            return Verdict("not compared", f"upstream raised {expected[0]}", refused)
        if played.final != expected:
            return Verdict("fault", "the bytes are not upstream's", refused)
        return Verdict("equal", "", refused)
