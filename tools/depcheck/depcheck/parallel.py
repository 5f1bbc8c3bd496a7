"""Parse many Python files on every processor."""

from __future__ import annotations

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING

from .model import Diagnostic

if TYPE_CHECKING:
    from .config import Config
    from .imports import Parsed
    from .tree import Tree

# Below this a pool costs more than it saves.
FEW = 200


def parse_all(tree: Tree, config: Config, paths: list[str]) -> dict[str, Parsed | Diagnostic]:
    from .read import parse_file

    one = partial(parse_file, tree, config)
    workers = min(os.cpu_count() or 1, 8)
    if len(paths) < FEW or workers < 2:
        return {path: one(path) for path in paths}
    found: dict[str, Parsed | Diagnostic] = {}
    try:
        with ProcessPoolExecutor(workers, initializer=gc.disable) as pool:
            found.update(zip(paths, pool.map(one, paths, chunksize=64), strict=False))
    except BrokenProcessPool:
        # One of them ended the process: each of the rest gets its own.
        for path in paths:
            if path not in found:
                found[path] = _alone(one, path)
    return found


def _alone(one: partial[Parsed | Diagnostic], path: str) -> Parsed | Diagnostic:
    try:
        with ProcessPoolExecutor(1) as pool:
            return pool.submit(one, path).result()
    except BrokenProcessPool:
        return Diagnostic("python-syntax", path, 1, "the parser of Python crashed on this file")
