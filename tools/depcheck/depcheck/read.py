"""Read a tree: evaluate its build files, parse its Python files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from . import imports
from .config import Config
from .evaluate import Evaluator, Package
from .imports import NotPython, Parsed
from .model import Diagnostic
from .parallel import parse_all
from .rules import ROLES
from .tree import Tree
from .world import World

BUCK_FILES = ("BUCK.v2", "BUCK", "TARGETS.v2", "TARGETS")
BAZEL_FILES = ("BUILD.bazel", "BUILD")


def engines(tree: Tree, config: Config) -> dict[str, list[str]]:
    """Engine -> the names of its build files, the first of a folder that is there counts."""
    names = {name for names in tree.by_folder.values() for name in names}
    found = {}
    buck = config.build_files or list(BUCK_FILES)
    if names & set(buck):
        found["buck"] = buck
    if names & set(BAZEL_FILES):
        found["bazel"] = list(BAZEL_FILES)
    return found


def build_files(tree: Tree, names: list[str]) -> dict[str, str]:
    """Folder -> its build file."""
    found = {}
    for folder, files in tree.by_folder.items():
        name = next((name for name in names if name in files), None)
        if name is not None:
            found[folder] = posixpath.join(folder, name)
    return found


def evaluate(tree: Tree, config: Config, names: list[str]) -> list[Package]:
    rules = sorted({*ROLES, *config.kinds} - {"unknown"})
    evaluator = Evaluator(tree, config, names, rules)
    return [evaluator.package(folder, file) for folder, file in sorted(build_files(tree, names).items())]


def parse_file(tree: Tree, config: Config, path: str) -> Parsed | Diagnostic:
    try:
        data = tree.read(path)
    except OSError as error:
        return Diagnostic("python-unreadable", path, 1, error.strerror or str(error))
    if len(data) > config.max_python_bytes:
        what = f"{len(data):,} bytes; at most {config.max_python_bytes:,} are read (max_python_bytes)"
        return Diagnostic("python-too-large", path, 1, what)
    try:
        return imports.parse(data, path.endswith("__init__.py"))
    except NotPython as error:
        return Diagnostic(error.name, path, error.line, error.message)


Parser = Callable[[Tree, Config, list[str]], dict[str, "Parsed | Diagnostic"]]


def read(tree: Tree, config: Config, names: list[str], parse: Parser = parse_all) -> World:
    python = [path for path in tree.paths if path.endswith(".py")]
    found = parse(tree, config, python)
    diagnostics = [one for one in found.values() if isinstance(one, Diagnostic)]
    parsed = {path: one for path, one in found.items() if isinstance(one, Parsed)}
    return World(tree, config, evaluate(tree, config, names), parsed, diagnostics)
