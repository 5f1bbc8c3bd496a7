"""What a tree says about itself: .buckconfig, depcheck.toml, and the ready-made configs."""

from __future__ import annotations

import fnmatch
import posixpath
import re
import sys
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from . import buckconfig
from .tree import BAZEL_ROOTS, Tree

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = "depcheck.toml"
READY = ("bazel", "executorch", "fbcode")

# What a kind of rule may be; see rules.py.
ROLES = ("library", "binary", "test", "extension", "files", "alias", "wheel", "opaque", "other")

# The most that one Python file may hold: parsing takes about a hundred times as much memory.
MAX_PYTHON_BYTES = 5_000_000


class ConfigError(Exception):
    """A config that cannot be used; the message names file and key."""


@dataclass
class Config:
    # How labels of this tree begin, such as //executorch; and how its modules do, such as executorch.
    label_prefix: str = "//"
    module_prefix: str = ""
    # Other spellings: the beginning of a label, and the folders that it may mean, first match first.
    cells: dict[str, list[str]] = field(default_factory=dict)
    # Patterns of loads, and the .bzl file that stands in: "ready:NAME" or a path in the tree.
    standins: list[tuple[str, str]] = field(default_factory=list)
    # kind of rule -> role; see rules.py.
    kinds: dict[str, str] = field(default_factory=dict)
    # Macros that make nothing a Python file could import.
    ignored_macros: list[str] = field(default_factory=list)
    # Labels that are not in this tree: pattern -> the modules that they bring.
    provides: dict[str, list[str]] = field(default_factory=dict)
    # Labels outside of this tree that bring labels of this tree.
    implies: dict[str, list[str]] = field(default_factory=dict)
    # What a test runner brings by itself: kind of rule -> modules.
    runners: dict[str, list[str]] = field(default_factory=dict)
    # Patterns such as "fbsource//third-party/pypi/{dist}:{dist}".
    pypi: list[str] = field(default_factory=list)
    # Folders of wheels, and the pattern of their labels.
    wheels: dict[str, str] = field(default_factory=dict)
    # Labels and modules that live elsewhere: their absence is no fault.
    absent_labels: list[str] = field(default_factory=list)
    absent_modules: list[str] = field(default_factory=list)
    # Folders (patterns) that are not read.
    exclude: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    build_files: list[str] = field(default_factory=list)
    max_python_bytes: int = MAX_PYTHON_BYTES
    # The ready-made configs that were chosen by the looks of the tree.
    guessed: list[str] = field(default_factory=list)
    # The texts of ready stand-ins are part of what a cache depends on.
    sources: list[str] = field(default_factory=list)

    def is_absent_label(self, label: str) -> bool:
        return matches(label, self.absent_labels)

    def is_absent_module(self, module: str) -> bool:
        return matches(module, self.absent_modules)

    def standin(self, label: str) -> str | None:
        for pattern, file in self.standins:
            if fnmatch.fnmatchcase(label, pattern):
                return file
        return None


def matches(text: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatchcase(text, pattern) for pattern in patterns)


LISTS = ("ignored_macros", "absent_labels", "absent_modules", "exclude", "build_files", "pypi")
TABLES = ("provides", "implies", "runners", "cells")
TEXTS = ("label_prefix", "module_prefix")
TEXT_TABLES = ("kinds", "wheels", "values")


def _expect(is_right: bool, where: str, key: str, expected: str, value: object) -> None:
    if not is_right:
        raise ConfigError(f"{where}: {key}: expected {expected}, got {value!r}")


def _strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _merge(config: Config, table: dict[str, Any], where: str) -> None:
    for key, value in table.items():
        if key in LISTS:
            _expect(_strings(value), where, key, "a list of strings", value)
            getattr(config, key).extend(value)
        elif key in TABLES:
            _expect(isinstance(value, dict), where, key, "a table", value)
            for name, items in value.items():
                _expect(_strings(items), where, f"{key}.{name}", "a list of strings", items)
                mine = getattr(config, key)
                mine[name] = mine.get(name, []) + items
        elif key in TEXTS:
            _expect(isinstance(value, str), where, key, "a string", value)
            setattr(config, key, value)
        elif key in TEXT_TABLES:
            _expect(isinstance(value, dict), where, key, "a table", value)
            for name, text in value.items():
                _expect(isinstance(text, str), where, f"{key}.{name}", "a string", text)
                _expect(key != "kinds" or name.isidentifier(), where, f"{key}.{name}", "the name of a rule", name)
                _expect(key != "kinds" or text in ROLES, where, f"{key}.{name}", f"one of {', '.join(ROLES)}", text)
            getattr(config, key).update(value)
        elif key == "standins":
            _expect(isinstance(value, dict), where, key, "a table", value)
            for pattern, file in value.items():
                _expect(isinstance(file, str), where, f"{key}.{pattern}", "a string", file)
            # What a repository says comes before what is ready-made.
            config.standins[:0] = list(value.items())
        elif key == "max_python_bytes":
            _expect(type(value) is int and value > 0, where, key, "a number above 0", value)
            config.max_python_bytes = value
        elif key != "extends":
            raise ConfigError(f"{where}: unknown key {key!r}")


def ready_text(name: str) -> str:
    """A file that comes with depcheck, such as standins/prelude.bzl."""
    return resources.files(__package__).joinpath(*name.split("/")).read_text("utf-8")


def _load(text: str, where: str) -> dict[str, Any]:
    try:
        table: dict[str, Any] = tomllib.loads(text)
        return table
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{where}: {error}") from error


def _add_ready(config: Config, name: str, where: str, done: list[str]) -> None:
    if name not in READY:
        raise ConfigError(f"{where}: extends: no ready-made config {name!r}; there are {', '.join(READY)}")
    if name in done:
        return
    done.append(name)
    text = ready_text(f"configs/{name}.toml")
    config.sources.append(text)
    table = _load(text, f"{name}.toml")
    for other in table.get("extends", []):
        _add_ready(config, other, f"{name}.toml", done)
    _merge(config, table, f"{name}.toml")


def guess(tree: Tree) -> list[str]:
    """The ready-made configs that fit a tree which names none."""
    if any(path.endswith("xplat/executorch/build/runtime_wrapper.bzl") for path in tree.files):
        return ["executorch"]
    for path in tree.paths:
        if path.endswith((".bzl", "BUCK", "TARGETS", ".v2")) and b"@fbcode_macros//" in _bytes(tree, path):
            return ["fbcode"]
    return ["bazel"] if any(name in tree.files for name in BAZEL_ROOTS) else []


def _bytes(tree: Tree, path: str) -> bytes:
    try:
        return tree.read(path)
    except OSError:
        return b""


def read(tree: Tree, file: str | None = None, extends: list[str] | None = None) -> Config:
    """The config of a tree: `file` or depcheck.toml of it, on top of the ready-made ones in `extends`.

    Raises ConfigError.
    """
    config = Config()
    done: list[str] = []
    path = file or FILE
    table: dict[str, Any] = {}
    if file is not None and path not in tree.files:
        raise ConfigError(f"{path}: no such file in the tree")
    if path in tree.files:
        try:
            text = tree.read(path).decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{path}: {error}") from error
        config.sources.append(text)
        table = _load(text, path)
        _expect(_strings(table.get("extends", [])), path, "extends", "a list of strings", table.get("extends"))
    names = extends if extends is not None else table.get("extends")
    if names is None:
        names = config.guessed = guess(tree)
    for name in names:
        _add_ready(config, name, path, done)
    _merge(config, table, path)
    _read_buckconfig(tree, config)
    _read_bazel_name(tree, config)
    return config


_BAZEL_NAME = re.compile(rb"^(?:module|workspace)\(\s*name\s*=\s*\"([\w.-]+)\"", re.MULTILINE)


def _read_bazel_name(tree: Tree, config: Config) -> None:
    """@name//x is //x where a tree calls itself so."""
    for file in BAZEL_ROOTS:
        if file in tree.files and (found := _BAZEL_NAME.search(_bytes(tree, file))):
            config.cells.setdefault(found[1].decode() + "//", [""])
            config.sources.append(found[1].decode())


def _read_buckconfig(tree: Tree, config: Config) -> None:
    if ".buckconfig" not in tree.files:
        return
    text = tree.read(".buckconfig").decode("utf-8", "replace")
    config.sources.append(text)
    values = buckconfig.parse(text)
    for key, value in values.items():
        config.values.setdefault(key, value)
        section, _, name = key.partition(".")
        if section in ("cells", "repositories") and not value.startswith("/"):
            folder = posixpath.normpath(value)
            config.cells.setdefault(name + "//", ["" if folder == "." else folder])
    for key, value in values.items():
        section, _, name = key.partition(".")
        if section in ("cell_aliases", "repository_aliases") and value + "//" in config.cells:
            config.cells.setdefault(name + "//", config.cells[value + "//"])
    names = values.get("buildfile.name_v2") or values.get("buildfile.name")
    if names and not config.build_files:
        config.build_files = [name.strip() for name in names.split(",") if name.strip()]
