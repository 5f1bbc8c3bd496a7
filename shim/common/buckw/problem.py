"""The one way in which buckw fails: a sentence that says what is wrong and what to do."""

from __future__ import annotations

import sys


class Problem(Exception):
    """What is wrong and what to do."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


def say(text: str) -> None:
    print(f"buckw: {text}", file=sys.stderr, flush=True)
