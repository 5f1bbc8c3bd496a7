"""One description for both engines: the build files differ in the one line that loads the engine's rules."""

from __future__ import annotations

import ast
import re
import sys

import pytest
from checkout import ROOT, tracked_files

FOLDERS = sorted({name.rpartition("/")[0] for name in tracked_files() if name.rpartition("/")[2] == "targets.bzl"})
LOADS = {
    "BUCK": 'load("//shim/buck2:rules.bzl", "rules")',
    "BUILD.bazel": 'load("//shim/bazel:rules.bzl", "rules")',
}

# In a cell of their own they see nothing of this one but by its name.
FBSOURCE = """load("@tosa//shim/{engine}:rules.bzl", "rules")
load("@tosa//shim/common:fbsource.bzl", "define_fbsource_targets")

define_fbsource_targets(rules, "{folder}")
"""


@pytest.mark.parametrize("folder", FOLDERS)
def test_buck_and_targets_are_the_same_bytes(folder: str) -> None:
    assert (ROOT / folder / "BUCK").read_bytes() == (ROOT / folder / "TARGETS").read_bytes()


@pytest.mark.parametrize("folder", FOLDERS)
def test_bazel_twin_differs_by_its_load_line(folder: str) -> None:
    buck = (ROOT / folder / "BUCK").read_text().splitlines()
    bazel = (ROOT / folder / "BUILD.bazel").read_text().splitlines()
    different = [(b, z) for b, z in zip(buck, bazel, strict=True) if b != z]
    assert different == [(LOADS["BUCK"], LOADS["BUILD.bazel"])]


@pytest.mark.parametrize("folder", FOLDERS)
def test_common_description_names_no_engine(folder: str) -> None:
    text = (ROOT / folder / "targets.bzl").read_text()
    for word in ("select(", "native.", "PUBLIC", "visibility", "@", "load(", "lambda"):
        assert word not in text, f"{folder}/targets.bzl: {word}"


def fbsource_folders() -> set[str]:
    """The folders of the table in shim/common/fbsource.bzl."""
    tree = ast.parse((ROOT / "shim/common/fbsource.bzl").read_text())
    (table,) = (node.value for node in tree.body if isinstance(node, ast.Assign))
    return set(ast.literal_eval(table))


def test_every_folder_of_fbsource_has_its_build_files() -> None:
    names = [name for name in tracked_files() if name.startswith("shim/fbsource/third-party/")]

    assert {name.removeprefix("shim/fbsource/").rpartition("/")[0] for name in names} == fbsource_folders()


@pytest.mark.parametrize("folder", sorted(fbsource_folders()))
def test_a_folder_of_fbsource_calls_the_macro(folder: str) -> None:
    for file, engine in (("BUCK", "buck2"), ("TARGETS", "buck2"), ("BUILD.bazel", "bazel")):
        assert (ROOT / "shim/fbsource" / folder / file).read_text() == FBSOURCE.format(engine=engine, folder=folder)


def test_engines_and_buckw_know_the_same_modes() -> None:
    table = (ROOT / "shim/common/modes.bzl").read_text().partition("_MODES = {")[2]
    modes = re.findall(r'^    "(\w+)": _mode\(', table, flags=re.MULTILINE)
    sys.path.insert(0, str(ROOT / "shim/common/buckw"))
    from modes import MODES

    configs = re.findall(r"^build:(\w+) ", (ROOT / ".bazelrc").read_text(), flags=re.MULTILINE)

    assert sorted(modes) == sorted(MODES) == sorted(configs)
