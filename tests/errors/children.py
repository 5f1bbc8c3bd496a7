"""Forked processes that play programs: a crash is an answer like others."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.tools import MODE

FORK = multiprocessing.get_context("fork")
MEMORY = 6 << 30
SECONDS = 30


@dataclass(frozen=True)
class Crash:
    """The process ended, or was ended since it hung."""

    how: str


class Child:
    """A process that answers with `answer(question)`. It is made anew after a crash."""

    def __init__(self, answer: Callable[[Any], Any]) -> None:
        self.answer = answer
        self.process: Any = None
        self.connection: Any = None

    def ask(self, question: Any) -> Any:
        if self.process is None:
            self.connection, theirs = FORK.Pipe()
            self.process = FORK.Process(target=_serve, args=(self.answer, theirs, self.connection), daemon=True)
            self.process.start()
            theirs.close()
        try:
            self.connection.send(question)
            if not self.connection.poll(SECONDS):
                self.close()
                return Crash(f"no answer in {SECONDS} s")
            return self.connection.recv()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self.process.join()
            code = self.process.exitcode
            self.close()
            return Crash(signal.Signals(-code).name if code < 0 else f"exit code {code}")

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.connection.close()
        self.process = None


def _serve(answer: Callable[[Any], Any], connection: Connection, theirs: Connection) -> None:
    theirs.close()
    if MODE != "asan":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        while True:
            try:
                question = connection.recv()
            except EOFError:
                return
            for path in Path(folder).iterdir():
                if path.is_file():
                    path.unlink()
            connection.send(answer(question))
