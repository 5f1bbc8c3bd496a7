"""What was read of a tree the last time. A cache that does not fit is as good as none."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from . import __version__
from .config import Config, ready_text
from .evaluate import Package, Record
from .globs import Globs
from .imports import Import, Parsed
from .model import Diagnostic
from .tree import Tree

# A file that changed this shortly before it was read may have changed again under the same stamp.
GRAIN_NS = 2_000_000_000
# Goes up when what is read, or what it means, is something else.
FORMAT = 2
# Stamp and digest of a file that is not there.
ABSENT = (None, "")

Stamp = tuple[int, int, int] | None


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def place(root: str) -> Path:
    """Where the cache of a tree is kept."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home, "depcheck", digest(os.fsencode(os.path.realpath(root))) + ".json")


def fingerprint(config: Config) -> str:
    """Of everything but the tree's files that an answer depends on."""
    parts = [str(FORMAT), __version__, sys.version, *config.sources, ready_text("standins/prelude.bzl")]
    parts += [
        ready_text("standins/" + file.removeprefix("ready:"))
        for _, file in config.standins
        if file.startswith("ready:")
    ]
    return digest("\0".join(parts).encode("utf-8", "surrogateescape"))


class Cache:
    def __init__(self, path: Path | None, config: Config) -> None:
        self._path = path
        self._fingerprint = fingerprint(config)
        self._began = time.time_ns()
        self._old = self._load()
        self._new: dict[str, Any] = {"python": {}, "packages": {}}
        self._is_changed = False

    def _load(self) -> dict[str, Any]:
        empty: dict[str, Any] = {"python": {}, "packages": {}, "began": 0}
        if self._path is None:
            return empty
        try:
            head, _, body = self._path.read_bytes().partition(b"\n")
        except OSError:
            return empty
        # What is damaged is none.
        if head.decode("ascii", "replace") != digest(body):
            return empty
        data: dict[str, Any] = json.loads(body)
        if data["fingerprint"] != self._fingerprint:
            return empty
        return data

    def save(self) -> None:
        """Keep what was read; a folder that cannot be written to is no fault."""
        is_gone = self._old["python"].keys() != self._new["python"].keys()
        if self._path is None or not (self._is_changed or is_gone):
            return
        data = {"fingerprint": self._fingerprint, "began": self._began, **self._new}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            body = json.dumps(data, separators=(",", ":")).encode()
            with tempfile.NamedTemporaryFile(dir=self._path.parent, delete=False) as file:
                file.write(digest(body).encode() + b"\n" + body)
            os.replace(file.name, self._path)
        except OSError:
            return

    def _is_same(self, tree: Tree, path: str, now: Stamp, stamp: list[int] | None, known: str) -> bool:
        """Whether a file whose stamp is now this is still what it was."""
        if path not in tree.files:
            return (stamp, known) == ABSENT
        if now is not None and stamp == list(now) and now[1] < self._old["began"] - GRAIN_NS:
            return True
        try:
            return digest(tree.read(path)) == known
        except OSError:
            return False

    # Python files.

    def parsed(self, tree: Tree, path: str) -> Parsed | Diagnostic | None:
        entry = self._old["python"].get(path)
        if entry is None:
            return None
        now = tree.stamp(path)
        if not self._is_same(tree, path, now, entry[0], entry[1]):
            return None
        self._new["python"][path] = [now, entry[1], entry[2]]
        return _unpack(entry[2])

    def keep_parsed(self, tree: Tree, path: str, known: str, found: Parsed | Diagnostic) -> None:
        self._new["python"][path] = [tree.stamp(path), known, _pack(found)]
        self._is_changed = True

    # Build files.

    def package(self, tree: Tree, globs: Globs, folder: str, build_file: str) -> Package | None:
        entry = self._old["packages"].get(build_file)
        if entry is None or entry["files"] != _listing(globs, folder):
            return None
        read = entry["read"].items()
        if not all(self._is_same(tree, path, tree.stamp(path), stamp, known) for path, (stamp, known) in read):
            return None
        self._new["packages"][build_file] = entry
        package = Package(folder, build_file, is_partial=entry["partial"], loaded=set(entry["read"]) - {build_file})
        package.records = [
            Record(kind, folder, attributes, file, line) for kind, attributes, file, line in entry["records"]
        ]
        package.diagnostics = [Diagnostic(*fields) for fields in entry["diagnostics"]]
        return package

    def keep_package(self, tree: Tree, globs: Globs, package: Package) -> None:
        read: dict[str, tuple[Stamp, str]] = {}
        for path in sorted({package.build_file, *package.loaded}):
            if path not in tree.files:
                # A load that leads nowhere, until the file is there.
                read[path] = ABSENT
                continue
            try:
                read[path] = (tree.stamp(path), digest(tree.read(path)))
            except OSError:
                return
        self._new["packages"][package.build_file] = {
            "files": _listing(globs, package.path),
            "read": read,
            "partial": package.is_partial,
            "records": [(record.kind, record.attributes, record.file, record.line) for record in package.records],
            "diagnostics": [(one.name, one.file, one.line, one.message) for one in package.diagnostics],
        }
        self._is_changed = True


def _listing(globs: Globs, folder: str) -> str:
    return digest("\0".join(globs.files(folder)).encode("utf-8", "surrogateescape"))


def _pack(found: Parsed | Diagnostic) -> list[Any]:
    if isinstance(found, Diagnostic):
        return [found.name, found.file, found.line, found.message]
    return [found.imports, None if found.names is None else sorted(found.names)]


def _unpack(entry: list[Any]) -> Parsed | Diagnostic:
    if len(entry) == 4:
        return Diagnostic(*entry)
    imports = tuple([Import(line, module, tuple(names), level, how) for line, module, names, level, how in entry[0]])
    return Parsed(imports, None if entry[1] is None else frozenset(entry[1]))
