"""Parse many Python files on every processor."""

from __future__ import annotations

import gc
import os
import re
import resource
import stat
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from . import imports
from .cache import digest
from .config import Config
from .imports import NotPython, Parsed
from .model import Diagnostic
from .tree import ChangedTree, Tree

# Below this a pool costs more than it saves.
FEW = 200
# What a process may use that parses a suspicious file.
MEMORY = 2 << 30
SECONDS = 30
# Operators, attributes, calls in one expression: what is less the parser refuses by itself, in little time and memory.
LONG_CHAIN = 20_000
_OPERATORS = b"-+*/%@&|^~."
_OPENING, _CLOSING = b"([{", b")]}"
_WORDS = (b"not", b"lambda", b"if")
_TOKEN = re.compile(
    rb"""
    (?:[fF][rR]?|[rR][fF])?(?:
        \"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"""
        |'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
        |"[^"\\\n]*(?:\\.[^"\\\n]*)*"
        |'[^'\\\n]*(?:\\.[^'\\\n]*)*'
    )
    |\#[^\n]*|\\\r?\n|\b(?:not|lambda|if)\b|[-+*/%@&|^~.()\[\]{},;\n]
    """,
    re.DOTALL | re.VERBOSE,
)

# The digest of the bytes, and what they say.
Found = tuple[str, "Parsed | Diagnostic"]


class _Folder:
    """The part of a tree that another process needs."""

    def __init__(self, tree: Tree) -> None:
        self.root = tree.root

    def read(self, path: str) -> bytes:
        with open(os.path.join(self.root, path), "rb") as file:
            return file.read()


def parse_file(tree: Tree | _Folder | _Apart, limit: int, path: str) -> Found:
    """Of what Python's parser may crash on, another process is the victim."""
    try:
        size = _size(tree, path)
        data = tree.read(path) if size is None or size <= limit else b""
    except OSError as error:
        return "", Diagnostic("python-unreadable", path, 1, error.strerror or str(error))
    size = max(size or 0, len(data))
    if size > limit:
        what = f"{size:,} bytes; at most {limit:,} are read (max_python_bytes)"
        return digest(data), Diagnostic("python-too-large", path, 1, what)
    if not isinstance(tree, _Apart) and is_suspicious(data):
        return _apart(data, limit, path)
    try:
        return digest(data), imports.parse(data, path.endswith("__init__.py"))
    except NotPython as error:
        return digest(data), Diagnostic(error.name, path, error.line, error.message)


def _size(tree: Tree | _Folder | _Apart, path: str) -> int | None:
    """Of a file on the disk; None where the bytes are at hand. Raises OSError for what is no file."""
    if isinstance(tree, _Apart) or (isinstance(tree, ChangedTree) and tree.is_changed(path)):
        return None
    status = os.stat(os.path.join(tree.root, path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError("not a regular file")
    return status.st_size


class _Apart:
    """One file, for a process that may end with it."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, path: str) -> bytes:
        return self._data


class Parsing:
    """Files that are being parsed; the caller may do something else meanwhile."""

    def __init__(self, tree: Tree, config: Config, paths: list[str]) -> None:
        self._tree = tree
        self._limit = config.max_python_bytes
        self._paths = paths
        self._one = partial(parse_file, _Folder(tree), self._limit)
        workers = min(os.cpu_count() or 1, 8)
        self._pool = ProcessPoolExecutor(workers, initializer=gc.disable) if len(paths) >= FEW and workers > 1 else None
        self._results = self._pool.map(self._one, paths, chunksize=64) if self._pool else iter(())

    def finish(self) -> dict[str, Found]:
        if self._pool is None:
            return {path: parse_file(self._tree, self._limit, path) for path in self._paths}
        found: dict[str, Found] = {}
        try:
            with self._pool:
                for path, result in zip(self._paths, self._results, strict=True):
                    found[path] = result
        except BrokenProcessPool:
            # One of them ended the process: each of the rest gets its own.
            for path in self._paths:
                if path not in found:
                    found[path] = _alone(self._one, path)
        return found


def is_suspicious(data: bytes) -> bool:
    """Expressions of a depth that no person writes: the parser needs stack and memory for them."""
    if data.count(b"elif") > LONG_CHAIN:
        return True
    # Most files hold too few of them altogether.
    count = len(data) - len(data.translate(None, _OPERATORS + _OPENING)) + sum(map(data.count, _WORDS))
    return count > LONG_CHAIN and _longest_chain(data) > LONG_CHAIN


def _longest_chain(data: bytes) -> int:
    """A bound of the depth of any expression: commas and ends of lines begin another, brackets add up."""
    count = best = longest = 0
    around: list[tuple[int, int]] = []
    for token in _TOKEN.findall(data):
        kind = token[0]
        if kind in b",;" or (token == b"\n" and not around):
            best = max(best, count)
            count = 0
        elif kind in _CLOSING:
            inside = max(best, count)
            count, best = around.pop() if around else (0, 0)
            count += inside
        elif kind in _OPENING:
            around.append((count + 1, best))
            count = best = 0
        elif kind in _OPERATORS or token in _WORDS:
            count += 1
        elif kind in b"fFrR" and b"{" in token:
            count += len(token) - len(token.translate(None, _OPERATORS + _OPENING))
        else:
            continue
        longest = max(longest, count)
        if not around:
            best = 0
    return max(longest, *(count for count, _ in around)) if around else longest


def _apart(data: bytes, limit: int, path: str) -> Found:
    return _alone(partial(parse_file, _Apart(data), limit), path)


def _alone(one: partial[Found], path: str) -> Found:
    try:
        with ProcessPoolExecutor(1, initializer=_limit) as pool:
            return pool.submit(one, path).result()
    except BrokenProcessPool:
        return "", Diagnostic("python-syntax", path, 1, "the parser of Python crashed on this file")


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
