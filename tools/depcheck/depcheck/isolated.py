"""Starlark in a process of its own: what ends it, or takes too long or too much memory, is said of its build file."""

from __future__ import annotations

import multiprocessing
import os
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from . import evaluate
from .config import Config
from .evaluate import Evaluator, Package
from .globs import Globs
from .model import Diagnostic
from .tree import Tree

if sys.platform == "win32":
    _CONTEXT = multiprocessing.get_context("spawn")
else:
    import resource

    # To a fork nothing has to be sent.
    _CONTEXT = multiprocessing.get_context("fork")

# A build file that is stuck ends by itself after evaluate.SECONDS, but for one step that takes forever.
GRACE = 5.0
# What the build files of a tree may take.
MEMORY = 2 << 30


def packages(
    tree: Tree, config: Config, globs: Globs, rules: list[str], files: list[tuple[str, str]]
) -> Iterator[tuple[Package, bool]]:
    """The packages of these folders and build files, in their order, and whether the evaluation came to its end."""
    todo = deque(files)
    while todo:
        here, there = _CONTEXT.Pipe(duplex=False)
        process = _CONTEXT.Process(target=_work, args=(there, tree, config, globs, rules, list(todo)), daemon=True)
        process.start()
        there.close()
        try:
            while todo:
                folder, file = todo.popleft()
                found = _next(here)
                if isinstance(found, str):
                    said = Diagnostic("build-file-error", file, 1, found)
                    yield Package(folder, file, diagnostics=[said], is_partial=True), False
                    break
                yield found, True
        finally:
            process.kill()
            process.join()
            here.close()


def _next(here: Connection) -> Package | str:
    """The next package, or why there is none."""
    limit = evaluate.SECONDS + GRACE
    if not here.poll(limit):
        return f"its evaluation did not end in {limit:.0f} seconds"
    try:
        found = here.recv()
    except EOFError:
        return "its evaluation ended the interpreter of Starlark: it is nested too deeply, or takes too much memory"
    if isinstance(found, Exception):
        raise found
    assert isinstance(found, Package)
    return found


def _work(
    there: Connection, tree: Tree, config: Config, globs: Globs, rules: list[str], files: list[tuple[str, str]]
) -> None:
    try:
        # The interpreter speaks to people when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        _limit_memory()
        evaluator = Evaluator(tree, config, globs, rules)
        for folder, file in files:
            there.send(evaluator.package(folder, file))
    except (MemoryError, BrokenPipeError):
        pass
    except Exception:
        there.send(RuntimeError(traceback.format_exc()))
    finally:
        # Nothing of the parent's is to be ended here.
        os._exit(0)


def _limit_memory() -> None:
    """On top of what the process has from its parent."""
    if sys.platform == "win32":
        return
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
