"""Read a tree: evaluate its build files, parse its Python files."""

from __future__ import annotations

import posixpath

from . import isolated
from .cache import Cache
from .config import Config
from .evaluate import Package
from .globs import Globs
from .imports import Parsed
from .model import Diagnostic
from .parallel import Parsing
from .roles import ROLES
from .tree import OUTSIDE, Tree, is_in
from .world import World

BUCK_FILES = ("BUCK.v2", "BUCK", "TARGETS.v2", "TARGETS")
BAZEL_FILES = ("BUILD.bazel", "BUILD")


def engines(tree: Tree, config: Config) -> dict[str, list[str]]:
    """Engine -> the names of its build files: the first that is there in a folder counts."""
    names = {name for names in tree.by_folder.values() for name in names}
    found = {}
    buck = config.build_files or list(BUCK_FILES)
    if names & set(buck):
        found["buck"] = buck
    if names & set(BAZEL_FILES) - set(buck):
        found["bazel"] = list(BAZEL_FILES)
    return found


def build_files(tree: Tree, names: list[str]) -> dict[str, str]:
    """Folder -> its build file."""
    found = {}
    is_bazel = names == list(BAZEL_FILES)
    for folder, files in tree.by_folder.items():
        if not is_bazel and is_in(folder, tree.ignored_by_buck):
            continue
        name = next((name for name in names if name in files), None)
        if name is not None:
            found[folder] = posixpath.join(folder, name)
    return found


def evaluate(tree: Tree, config: Config, names: list[str], cache: Cache) -> list[Package]:
    rules = sorted({*ROLES, *config.kinds} - {"unknown"})
    globs = Globs(tree, names)
    found: dict[str, Package] = {}
    todo = []
    for folder, file in sorted(build_files(tree, names).items()):
        known = cache.package(tree, globs, folder, file)
        if known is None:
            todo.append((folder, file))
        else:
            found[folder] = known
    for package, is_whole in isolated.packages(tree, config, globs, rules, todo):
        if is_whole:
            cache.keep_package(tree, globs, package)
        found[package.path] = package
    return [found[folder] for folder in sorted(found)]


class Reading:
    """The Python files of a tree, read while the caller evaluates its build files."""

    def __init__(self, tree: Tree, config: Config, cache: Cache) -> None:
        self._tree = tree
        self._cache = cache
        self._known: dict[str, Parsed | Diagnostic] = {}
        todo = []
        for path in tree.paths:
            if path.endswith(".py") and path in tree.outside:
                self._known[path] = Diagnostic("python-unreadable", path, 1, OUTSIDE)
            elif path.endswith(".py"):
                known = cache.parsed(tree, path)
                if known is None:
                    todo.append(path)
                else:
                    self._known[path] = known
        self._parsing = Parsing(tree, config, todo)

    def finish(self) -> dict[str, Parsed | Diagnostic]:
        for path, (digest, one) in self._parsing.finish().items():
            self._cache.keep_parsed(self._tree, path, digest, one)
            self._known[path] = one
        return self._known


def world(tree: Tree, config: Config, packages: list[Package], found: dict[str, Parsed | Diagnostic]) -> World:
    diagnostics = [one for one in found.values() if isinstance(one, Diagnostic)]
    parsed = {path: one for path, one in found.items() if isinstance(one, Parsed)}
    return World(tree, config, packages, parsed, diagnostics)
