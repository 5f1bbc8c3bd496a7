"""A tree of files: on disk, or as a commit has it. Paths are relative, with slashes."""

from __future__ import annotations

import errno
import fnmatch
import os
import posixpath
import re
import subprocess
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from . import buckconfig

NEVER_READ = {".git", ".hg", ".sl", ".svn", "__pycache__", "buck-out", "node_modules"}
OUTSIDE = "a link that leads out of the tree is not followed"
BAZEL_ROOTS = ("MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel")


class TreeError(Exception):
    """A tree or commit that cannot be read."""


class Tree:
    """The files of a folder."""

    def __init__(self, root: str | os.PathLike[str], exclude: Iterable[str] = ()) -> None:
        self.root = os.path.abspath(root)
        if not os.path.isdir(self.root):
            raise TreeError(f"{root}: no such folder")
        self.ignored_by_buck = _ignored_by_buck(self.root)
        self._exclude = list(exclude)
        # Where Bazel works too, what Buck ignores is the other's.
        if not any(os.path.exists(os.path.join(self.root, name)) for name in BAZEL_ROOTS):
            self._exclude += self.ignored_by_buck
        # Symlinks to folders and to files of this tree: where they stand, and where they lead.
        self.links: dict[str, str] = {}
        self.file_links: dict[str, str] = {}
        # Links to files out of the tree: what they lead to may be anything, and is not read.
        self.outside: set[str] = set()
        self.submodules = _submodules(self.root)
        self.files: set[str] = set(self._list())

    @cached_property
    def paths(self) -> list[str]:
        return sorted(self.files)

    @cached_property
    def folders(self) -> set[str]:
        """Every folder that holds a file, at any depth."""
        found = {""}
        for path in self.files:
            folder = posixpath.dirname(path)
            while folder not in found:
                found.add(folder)
                folder = posixpath.dirname(folder)
        return found

    @cached_property
    def by_folder(self) -> dict[str, list[str]]:
        """The names of the files that stand right in a folder."""
        found: dict[str, list[str]] = {}
        for path in self.paths:
            folder, name = posixpath.split(path)
            found.setdefault(folder, []).append(name)
        return found

    @cached_property
    def subfolders(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for folder in sorted(self.folders - {""}):
            found.setdefault(posixpath.dirname(folder), []).append(folder)
        return found

    def exists(self, path: str) -> bool:
        """Also what a symlinked folder leads to, and folders."""
        return path in self.files or path in self.folders or os.path.exists(os.path.join(self.root, path))

    def find(self, path: str) -> str | None:
        """The file itself that a path leads to by symlinked folders; None where there is none."""
        if path in self.files:
            return path
        real = self.real(path)
        return real if real in self.files else None

    def real(self, path: str) -> str:
        """The path without symlinked folders in it."""
        for _ in range(len(self.links)):
            link = next((link for link in self.links if path.startswith(link + "/") or path == link), None)
            if link is None:
                break
            path = (self.links[link] + path[len(link) :]).lstrip("/")
        return path

    def read(self, path: str) -> bytes:
        """Raises OSError."""
        if path in self.outside:
            raise PermissionError(errno.EPERM, OUTSIDE)
        with open(os.path.join(self.root, path), "rb") as file:
            return file.read()

    def stamp(self, path: str) -> tuple[int, int, int] | None:
        """Changes whenever the content does, but for a change within the clock's grain; None where there is no file."""
        try:
            status = os.stat(os.path.join(self.root, path))
        except OSError:
            return None
        return (status.st_size, status.st_mtime_ns, status.st_ino)

    def excludes(self, folder: str) -> bool:
        return is_in(folder, self._exclude)

    def is_excluded(self, path: str) -> bool:
        return self._is_under_excluded(posixpath.dirname(path), {"": False})

    def _list(self) -> Iterable[str]:
        listed = _git_files(self.root)
        if listed is not None:
            excluded: dict[str, bool] = {"": False}
            kept = [path for path in listed if not self._is_under_excluded(posixpath.dirname(path), excluded)]
            return [path for path in kept if self._is_file(path)]
        return self._walk()

    def _is_under_excluded(self, folder: str, known: dict[str, bool]) -> bool:
        if folder not in known:
            name = posixpath.basename(folder)
            known[folder] = (
                name in NEVER_READ or self.excludes(folder) or self._is_under_excluded(posixpath.dirname(folder), known)
            )
        return known[folder]

    def _is_file(self, path: str) -> bool:
        full = os.path.join(self.root, path)
        if not os.path.islink(full):
            return os.path.isfile(full)
        inside = os.path.relpath(os.path.realpath(full), os.path.realpath(self.root))
        is_outside = inside.startswith("..") or inside == "."
        if os.path.isfile(full):
            if is_outside:
                self.outside.add(path)
            else:
                self.file_links[path] = inside
            return True
        if os.path.isdir(full) and not is_outside and not path.startswith(inside + "/"):
            self.links[path] = inside
        return False

    def _walk(self) -> Iterable[str]:
        todo = [""]
        while todo:
            folder = todo.pop()
            try:
                entries = list(os.scandir(os.path.join(self.root, folder)))
            except OSError:
                continue
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                # A symlinked folder is somebody else's, or this tree once more.
                if entry.is_dir(follow_symlinks=False):
                    is_venv = os.path.exists(os.path.join(entry.path, "pyvenv.cfg"))
                    if entry.name not in NEVER_READ and not is_venv and not self.excludes(path):
                        todo.append(path)
                elif self._is_file(path) if entry.is_symlink() else entry.is_file(follow_symlinks=False):
                    yield path


class ChangedTree(Tree):
    """A tree with some files as they were before: None where there was none."""

    def __init__(self, now: Tree, before: dict[str, bytes | None]) -> None:
        self.root = now.root
        self._now = now
        # A link shows what the file that it leads to was.
        through = {link: before[file] for link, file in now.file_links.items() if file in before and link not in before}
        before = {**before, **through}
        self._before = before
        self._exclude = now._exclude
        self.ignored_by_buck = now.ignored_by_buck
        self.links = now.links
        self.file_links = now.file_links
        self.outside = now.outside
        self.submodules = now.submodules
        gone = {path for path, data in before.items() if data is None}
        self.files = (now.files - gone) | {path for path, data in before.items() if data is not None}

    def exists(self, path: str) -> bool:
        if path in self._before:
            return self._before[path] is not None
        if path in self.files or path in self.folders:
            return True
        return path not in self._now.files and path not in self._now.folders and self._now.exists(path)

    def read(self, path: str) -> bytes:
        if path in self._before:
            data = self._before[path]
            if data is None:
                raise FileNotFoundError(path)
            return data
        return self._now.read(path)

    def stamp(self, path: str) -> tuple[int, int, int] | None:
        return None if path in self._before else self._now.stamp(path)

    def is_changed(self, path: str) -> bool:
        return path in self._before


def is_in(folder: str, patterns: list[str]) -> bool:
    """Whether a folder is one of the patterns or below one."""
    return any(fnmatch.fnmatchcase(folder, one) or fnmatch.fnmatchcase(folder, one + "/*") for one in patterns)


def _ignored_by_buck(root: str) -> list[str]:
    try:
        text = Path(root, ".buckconfig").read_text("utf-8", "replace")
    except OSError:
        return []
    ignored = buckconfig.parse(text).get("project.ignore", "")
    return [item.strip().rstrip("/") for item in ignored.split(",") if item.strip()]


# A tree is somebody's pull request: no repository hidden in it is believed, no program that it names is run.
_SAFE = ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}"]


def run_git(root: str, *words: str, data: bytes | None = None) -> bytes:
    """Raises TreeError with git's own words."""
    try:
        done = subprocess.run(["git", *_SAFE, "-C", root, *words], input=data, capture_output=True)
    except OSError as error:
        raise TreeError(f"git: {error.strerror}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise TreeError(f"git {words[0]}: {said or f'exit code {done.returncode}'}")
    return done.stdout


def _git_files(root: str) -> list[str] | None:
    """What git tracks, in submodules too, or would add; None outside of a work tree."""
    try:
        out = run_git(root, "ls-files", "-z", "--cached", "--recurse-submodules")
        out += run_git(root, "ls-files", "-z", "--others", "--exclude-standard")
    except TreeError:
        return None
    return [path for path in dict.fromkeys(os.fsdecode(out).split("\0")) if path] or None


def _submodules(root: str) -> list[str]:
    try:
        text = Path(root, ".gitmodules").read_text("utf-8", "replace")
    except OSError:
        return []
    return [found.strip().strip("/") for found in re.findall(r"^\s*path\s*=\s*(.+)$", text, re.MULTILINE)]
