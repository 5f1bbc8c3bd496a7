"""Macros of .bzl files: what they make belongs to the package that calls them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depcheck.trees import check, output, target, write

B = {"b/BUCK": target("b"), "b/b.py": ""}
# (a/BUCK, tools/defs.bzl): each makes //a:a with the source a.py and without a dep.
MACROS = {
    "one": (
        'load("//tools:defs.bzl", "lib")\nlib("a", ["a.py"])\n',
        "def lib(name, srcs):\n    python_library(name = name, srcs = srcs)\n",
    ),
    "native": (
        'load("//tools:defs.bzl", "lib")\nlib("a", ["a.py"])\n',
        "def lib(name, srcs):\n    native.python_library(name = name, srcs = srcs)\n",
    ),
    "default": (
        'load("//tools:defs.bzl", "lib")\nlib("a")\n',
        'def lib(name, srcs = ["a.py"], deps = 0):\n    python_library(name = name, srcs = srcs, deps = deps or [])\n',
    ),
    "kwargs": (
        'load("//tools:defs.bzl", "lib")\nlib(name = "a", srcs = ["a.py"])\n',
        'def lib(**kwargs):\n    kwargs.setdefault("deps", [])\n    python_library(**kwargs)\n',
    ),
    "args": (
        'load("//tools:defs.bzl", "lib")\nlib("a", "a.py")\n',
        "def lib(name, *args):\n    python_library(name = name, srcs = list(args))\n",
    ),
    "another name": (
        'load("//tools:defs.bzl", mine = "lib")\nmine("a")\n',
        'def lib(name):\n    python_library(name = name, srcs = [name + ".py"])\n',
    ),
    "nested": (
        'load("//tools:defs.bzl", "lib")\nlib("a")\n',
        'load(":inner.bzl", "inner")\ndef lib(name):\n    inner(name)\n',
    ),
    "twice nested": (
        'load("//tools:defs.bzl", "lib")\nlib("a")\n',
        'load("//tools/deep:deep.bzl", "deep")\ndef lib(name):\n    deep(name)\n',
    ),
    "a constant": (
        'load("//tools:defs.bzl", "SRCS")\npython_library(name = "a", srcs = SRCS)\n',
        'SRCS = ["a.py"]\n',
    ),
    "a glob": (
        'load("//tools:defs.bzl", "lib")\nlib("a")\n',
        'def lib(name):\n    python_library(name = name, srcs = native.glob(["*.py"]))\n',
    ),
    "a struct": (
        'load("//tools:defs.bzl", "rules")\nrules.lib(name = "a", srcs = ["a.py"])\n',
        "def _lib(**kwargs):\n    python_library(**kwargs)\nrules = struct(lib = _lib)\n",
    ),
    "a function given": (
        'load("//tools:defs.bzl", "apply")\napply(python_library, name = "a", srcs = ["a.py"])\n',
        "def apply(rule, **kwargs):\n    rule(**kwargs)\n",
    ),
    "a lambda": (
        'load("//tools:defs.bzl", "lib")\nlib("a")\n',
        "lib = lambda name: python_library(name = name, srcs = [name + '.py'])\n",
    ),
    "the package's name": (
        'load("//tools:defs.bzl", "lib")\nlib()\n',
        'def lib():\n    python_library(name = native.package_name(), srcs = ["a.py"])\n',
    ),
    "if it is not there": (
        'load("//tools:defs.bzl", "lib")\nlib("a")\nlib("a")\n',
        "def lib(name):\n    if not native.rule_exists(name):\n        python_library(name = name, srcs = ['a.py'])\n",
    ),
    "types": (
        'load("//tools:defs.bzl", "lib")\nlib("a")\n',
        "def lib(name: str, *, srcs: list[str] = ['a.py']) -> None:\n    python_library(name = name, srcs = srcs)\n",
    ),
}
INNER = {
    "tools/BUCK": "",
    "tools/inner.bzl": 'def inner(name):\n    python_library(name = name, srcs = [name + ".py"])\n',
    "tools/deep/deep.bzl": 'load("//tools:inner.bzl", "inner")\ndef deep(name):\n    inner(name)\n',
}


@pytest.mark.parametrize(("build", "bzl"), MACROS.values(), ids=MACROS.keys())
def test_a_macro_makes_a_target(tmp_path: Path, build: str, bzl: str) -> None:
    files = {**B, **INNER, "a/BUCK": build, "tools/defs.bzl": bzl, "a/a.py": "import b.b\n"}
    report = check(tmp_path, files).only
    assert (report["kind"], report["target"], report["missing"]) == ("missing-dep", "//a:a", "b.b")
    assert [(edit["file"], edit["line"]) for edit in report["edits"]] == [("a/BUCK", 2)]


def test_a_macro_that_adds_the_dep_is_enough(tmp_path: Path) -> None:
    bzl = 'def lib(name, deps = []):\n    python_library(name = name, srcs = [name + ".py"], deps = deps + ["//b:b"])\n'
    build = 'load("//tools:defs.bzl", "lib")\nlib("a")\n'
    assert check(tmp_path, {**B, "tools/defs.bzl": bzl, "a/BUCK": build, "a/a.py": "import b.b\n"}) == (0, [], [])


def test_an_edit_goes_to_the_bzl_file_of_the_package(tmp_path: Path) -> None:
    bzl = 'def targets():\n    python_library(\n        name = "a",\n        srcs = ["a.py"],\n    )\n'
    build = 'load(":targets.bzl", "targets")\n\ntargets()\n'
    root = write(tmp_path, {**B, "a/targets.bzl": bzl, "a/BUCK": build, "a/a.py": "import b.b\n"})
    code, _ = output(root, "--fix")
    assert code == 0
    assert '        deps = [\n            "//b:b",\n        ],\n' in (root / "a/targets.bzl").read_text()
    assert (root / "a/BUCK").read_text() == build
    assert check(root, {}) == (0, [], [])


def test_a_missing_source_of_a_macro_is_told_where_it_is_called(tmp_path: Path) -> None:
    bzl = "def lib(name, srcs):\n    python_library(name = name, srcs = srcs)\n"
    build = 'load("//tools:defs.bzl", "lib")\n\n\nlib("a", ["gone.py"])\n'
    report = check(tmp_path, {"tools/defs.bzl": bzl, "a/BUCK": build}).only
    assert (report["missing"], report["file"], report["line"]) == ("a/gone.py", "a/BUCK", 4)


def test_a_stand_in_of_the_config_is_loaded_in_place(tmp_path: Path) -> None:
    files = {
        **B,
        "depcheck.toml": '[standins]\n"@rules//*" = "stand/in.bzl"\n',
        "stand/in.bzl": 'def special(name):\n    python_library(name = name, srcs = [name + ".py"])\n',
        "a/BUCK": 'load("@rules//:defs.bzl", "special")\nspecial("a")\n',
        "a/a.py": "import b.b\n",
    }
    report = check(tmp_path, files).only
    assert (report["target"], report["missing"]) == ("//a:a", "b.b")


def test_a_kind_of_the_config_is_a_rule(tmp_path: Path) -> None:
    files = {
        **B,
        "depcheck.toml": '[kinds]\nspecial_test = "test"\n',
        "a/BUCK": 'load("@rules//:defs.bzl", "special_test")\nspecial_test(name = "a", srcs = ["a.py"])\n',
        "a/a.py": "import b.b\n",
    }
    report = check(tmp_path, files).only
    assert (report["target"], report["missing"], report["breaks"]) == ("//a:a", "b.b", ["//a:a"])


def test_a_macro_that_the_config_ignores_is_no_matter(tmp_path: Path) -> None:
    config = 'ignored_macros = ["special"]\n'
    build = 'load("@rules//:defs.bzl", "special")\nspecial(name = "s")\n' + target("a")
    files = {**B, "depcheck.toml": config, "a/BUCK": build, "a/a.py": "import b.b\nimport a.gone\n"}
    found = check(tmp_path, files)
    assert (found.missing, found.diagnostics) == (["b.b", "a.gone"], [])


def test_macros_of_one_file_know_the_package_of_each_caller(tmp_path: Path) -> None:
    bzl = 'def lib():\n    python_library(name = package_name(), srcs = glob(["*.py"]))\n'
    build = 'load("//tools:defs.bzl", "lib")\nlib()\n'
    files = {
        "tools/defs.bzl": bzl,
        "a/BUCK": build,
        "c/BUCK": build,
        "a/a.py": "import c.c\n",
        "c/c.py": "import a.a\n",
    }
    found = check(tmp_path, files)
    assert found.brief == [("missing-dep", "//a:a", "c.c"), ("missing-dep", "//c:c", "a.a")]
