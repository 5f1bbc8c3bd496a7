"""Labels in every spelling, cells, and the names of build files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depcheck.trees import FAULT, FAULTY, check, target

CELLS = "[cells]\n  root = .\n  sub = lib/sub\n[cell_aliases]\n  other = sub\n"
# From lib/sub, to its target `sub` and to //x:y and //:top.
SPELLINGS = {
    "full": "//lib/sub:sub",
    "short": "//lib/sub",
    "local": ":sub",
    "slash at the end": "//lib/sub/",
    "root cell": "root//lib/sub:sub",
    "cell": "sub//:sub",
    "cell alias": "other//:sub",
    "cell with at": "@sub//:sub",
    "cell with two": "@@sub//:sub",
    "Bazel's main repository": "@//lib/sub:sub",
    "Bazel's main repository with two": "@@//lib/sub:sub",
    "one output": "//lib/sub:sub[out]",
}


@pytest.mark.parametrize("label", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_a_label_has_many_spellings(tmp_path: Path, label: str) -> None:
    files = {
        ".buckconfig": CELLS,
        "lib/sub/BUCK": target("sub") + target("user", label),
        "lib/sub/sub.py": "",
        "lib/sub/user.py": "import lib.sub.sub\nimport lib.sub.gone\n",
    }
    found = check(tmp_path, files)
    assert found.brief == [("gone-module", "//lib/sub:user", "lib.sub.gone")]


@pytest.mark.parametrize("label", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_a_label_that_is_not_there_is_told_in_every_spelling(tmp_path: Path, label: str) -> None:
    label = label.replace(":sub", ":lost") if ":sub" in label else label.replace("sub", "lost")
    files = {".buckconfig": CELLS, "lib/sub/BUCK": target("sub") + target("user", label)}
    found = check(tmp_path, {**files, "lib/sub/sub.py": "", "lib/sub/user.py": ""})
    assert found.brief == [("missing-label", "//lib/sub:user", label)]


@pytest.mark.parametrize("label", ["//:top", ":top", "root//:top", "@root//:top", "@//:top"])
def test_the_root_is_a_package(tmp_path: Path, label: str) -> None:
    files = {".buckconfig": CELLS, "BUCK": target("top") + target("user", label), "top.py": ""}
    assert check(tmp_path, {**files, "user.py": "import top\nimport gone\n"}).missing == ["gone"]


@pytest.mark.parametrize(
    "load", [":d.bzl", "//s:d.bzl", "root//s:d.bzl", "@root//s:d.bzl", "sub//:d.bzl", "@sub//:d.bzl"]
)
def test_a_load_has_the_spellings_of_a_label(tmp_path: Path, load: str) -> None:
    files = {
        ".buckconfig": "[cells]\nroot = .\nsub = s\n",
        "s/BUCK": f'load("{load}", "lib")\nlib("a")\n',
        "s/d.bzl": 'def lib(name):\n    python_library(name = name, srcs = [name + ".py"])\n',
        "s/a.py": "import s.gone\n",
    }
    found = check(tmp_path, files)
    assert (found.brief, found.diagnostics) == ([("gone-module", "//s:a", "s.gone")], [])


def test_a_label_of_a_cell_that_is_not_in_the_tree_is_somebody_elses(tmp_path: Path) -> None:
    deps = ["prelude//x:y", "far//x:y", "@elsewhere//x:y", "@elsewhere"]
    files = {".buckconfig": "[cells]\nroot = .\nprelude = prelude\n", "a/BUCK": target("a", *deps), "a/a.py": ""}
    assert check(tmp_path, files) == (0, [], [])


def test_a_label_that_the_config_calls_absent_is_no_fault(tmp_path: Path) -> None:
    files = {"depcheck.toml": 'absent_labels = ["//secret*"]\n', "a/BUCK": target("a", "//secret/x:y", "//gone:z")}
    assert check(tmp_path, {**files, "a/a.py": ""}).missing == ["//gone:z"]


def test_a_module_that_the_config_calls_absent_is_no_fault(tmp_path: Path) -> None:
    files = {"depcheck.toml": 'absent_modules = ["a.secret"]\n', "a/BUCK": target("a")}
    assert check(tmp_path, {**files, "a/a.py": "import a.secret\nimport a.gone\n"}).missing == ["a.gone"]


def test_labels_and_modules_begin_as_the_config_says(tmp_path: Path) -> None:
    config = 'label_prefix = "//big/tree"\nmodule_prefix = "big.tree"\n'
    build = target("a", "//big/tree/b:b", "//big/tree:top", "//other:x")
    files = {"depcheck.toml": config, "a/BUCK": build, "b/BUCK": target("b"), "b/b.py": "", "BUCK": target("top")}
    text = "import big.tree.b.b\nimport big.tree.top\nimport big.tree.gone\n"
    found = check(tmp_path, {**files, "top.py": "", "a/a.py": text})
    assert found.brief == [("gone-module", "//big/tree/a:a", "big.tree.gone")]


BUILD_FILES = {
    "BUCK": ({"a/BUCK": "A"}, ""),
    "TARGETS": ({"a/TARGETS": "A"}, ""),
    "BUCK before TARGETS": ({"a/BUCK": "A", "a/TARGETS": "B"}, ""),
    "BUCK.v2 before BUCK": ({"a/BUCK": "B", "a/BUCK.v2": "A"}, ""),
    "by the config of Buck": ({"a/MINE": "A", "a/BUCK": "B"}, "[buildfile]\nname = MINE\n"),
    "by the config of Buck 2": ({"a/MINE": "A", "a/BUCK": "B"}, "[buildfile]\n  name_v2 = NONE,MINE\n"),
    "BUILD.bazel": ({"a/BUILD.bazel": "A"}, ""),
    "BUILD": ({"a/BUILD": "A"}, ""),
    "BUILD.bazel before BUILD": ({"a/BUILD.bazel": "A", "a/BUILD": "B"}, ""),
}


@pytest.mark.parametrize(("files", "config"), BUILD_FILES.values(), ids=BUILD_FILES.keys())
def test_one_build_file_of_a_folder_counts(tmp_path: Path, files: dict[str, str], config: str) -> None:
    texts = {"A": target("a"), "B": target("wrong", srcs='["gone.py"]')}
    tree = {path: texts[text] for path, text in files.items()} | {".buckconfig": config, "a/a.py": "import a.gone\n"}
    assert check(tmp_path, tree).brief == [("gone-module", "//a:a", "a.gone")]


def test_buck_and_targets_stand_side_by_side_in_a_tree(tmp_path: Path) -> None:
    files = {"a/TARGETS": target("a", "//b:b"), "a/a.py": "import b.b\nimport a.gone\n", "b/BUCK": target("b")}
    assert check(tmp_path, {**files, "b/b.py": ""}).missing == ["a.gone"]


def test_buck_and_bazel_are_each_checked_by_themselves(tmp_path: Path) -> None:
    files = {
        "a/BUCK": target("a", "//b:b"),
        "a/BUILD.bazel": target("a", kind="py_library"),
        "b/BUCK": target("b"),
        "b/BUILD.bazel": target("b", kind="py_library"),
        "a/a.py": "import b.b\n",
        "b/b.py": "",
    }
    report = check(tmp_path, files).only
    assert [edit["file"] for edit in report["edits"]] == ["a/BUILD.bazel"]


def test_a_fault_of_both_engines_is_told_once(tmp_path: Path) -> None:
    bazel = {path.replace("BUCK", "BUILD.bazel"): text for path, text in FAULTY.items() if path.endswith("BUCK")}
    assert check(tmp_path, {**FAULTY, **bazel}).brief == [FAULT]


BAZEL = {
    "py_library": ("py_library", "", "p.s.b"),
    "py_test": ("py_test", "", "p.s.b"),
    "py_binary": ("py_binary", "", "p.s.b"),
    "imports of the folder": ("py_library", 'imports = ["."]', "b"),
    "imports of the folder above": ("py_library", 'imports = [".."]', "s.b"),
    "imports of the root": ("py_library", 'imports = ["../.."]', "p.s.b"),
}


@pytest.mark.parametrize(("kind", "more", "module"), BAZEL.values(), ids=BAZEL.keys())
def test_bazel_rules_hold_modules(tmp_path: Path, kind: str, more: str, module: str) -> None:
    text = 'load("@rules_python//python:defs.bzl", "py_binary", "py_library", "py_test")\n' + target(
        "b", kind=kind, more=more
    )
    user = target("a", "//p/s:b", kind="py_library")
    files = {
        "p/s/BUILD.bazel": text,
        "p/s/b.py": "",
        "a/BUILD.bazel": user,
        "a/a.py": f"import {module}\nimport a.gone\n",
    }
    found = check(tmp_path, files)
    assert (found.missing, found.diagnostics) == (["a.gone"], [])


def test_folders_that_buck_ignores_are_not_read(tmp_path: Path) -> None:
    config = "[project]\n  ignore = out, \\\n    faulty\n"
    assert check(tmp_path, {**FAULTY, ".buckconfig": config}) == (0, [], [])


def test_folders_that_the_config_excludes_are_not_read(tmp_path: Path) -> None:
    assert check(tmp_path, {**FAULTY, "depcheck.toml": 'exclude = ["faul*"]\n'}) == (0, [], [])


def test_values_of_buckconfig_are_read(tmp_path: Path) -> None:
    build = 'if read_config("x", "y", "no") == "yes":\n    ' + target("a").replace("\n", "\n    ").rstrip() + "\n"
    files = {"a/BUCK": build, "a/a.py": "import a.gone\n", ".buckconfig": "[x]\n  y = yes\n"}
    assert check(tmp_path, files).missing == ["a.gone"]
    assert check(tmp_path, {".buckconfig": "[x]\n  y = no\n"}).brief == []
