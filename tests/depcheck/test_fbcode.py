"""The macros of fbcode, in a little tree of ExecuTorch's shape."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depcheck.trees import check, output, run, target, write

FBCODE = 'load("@fbcode_macros//build_defs:build_file_migration.bzl", "fbcode_target", "non_fbcode_target")\n'
RUNTIME = 'load("@fbsource//xplat/executorch/build:runtime_wrapper.bzl", "runtime")\n'
TREE = {
    # By this file a tree is seen to be ExecuTorch's.
    "shim_et/xplat/executorch/build/runtime_wrapper.bzl": "",
    "exir/TARGETS": RUNTIME + 'runtime.python_library(\n    name = "lib",\n    srcs = ["lib.py"],\n)\n',
    "exir/lib.py": "",
}


def calling(*deps: str, kind: str = "fbcode_target(_kind = runtime.python_library, ", srcs: str = '["a.py"]') -> str:
    listed = ", ".join(f'"{dep}"' for dep in deps)
    return f'{FBCODE}{RUNTIME}{kind}name = "a", srcs = {srcs}, deps = [{listed}])\n'


CALLS = {
    "fbcode_target": "fbcode_target(_kind = runtime.python_library, ",
    "fbcode_target of a native rule": "fbcode_target(_kind = python_library, ",
    "runtime": "runtime.python_library(",
    "a test": "runtime.python_test(",
    "a binary": "runtime.python_binary(",
    "fbcode_target of a test": "fbcode_target(_kind = runtime.python_test, ",
    "native": "python_library(",
}


@pytest.mark.parametrize("kind", CALLS.values(), ids=CALLS.keys())
def test_a_target_is_checked(tmp_path: Path, kind: str) -> None:
    files = {**TREE, "a/BUCK": calling(kind=kind), "a/a.py": "from executorch.exir import lib\n"}
    report = check(tmp_path, files).only
    assert (report["kind"], report["target"]) == ("missing-dep", "//executorch/a:a")
    assert report["missing"] == "executorch.exir.lib"
    assert [(edit["action"], edit["value"]) for edit in report["edits"]] == [("add", "//executorch/exir:lib")]


def test_a_target_for_others_than_fbcode_is_none(tmp_path: Path) -> None:
    kind = "non_fbcode_target(_kind = runtime.python_library, "
    files = {**TREE, "a/BUCK": calling(kind=kind, srcs='["gone.py"]'), "a/a.py": "import executorch.gone\n"}
    # The file is nobody's now: only what it imports in vain is told.
    assert check(tmp_path, files).brief == [("gone-module", None, "executorch.gone")]


LABELS = [
    "//executorch/exir:lib",
    "fbcode//executorch/exir:lib",
    "@fbcode//executorch/exir:lib",
    "fbsource//xplat/executorch/exir:lib",
    "@fbsource//xplat/executorch/exir:lib",
    "//xplat/executorch/exir:lib",
]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_has_the_spellings_of_the_company(tmp_path: Path, label: str) -> None:
    files = {**TREE, "a/BUCK": calling(label), "a/a.py": "from executorch.exir import lib\n"}
    assert check(tmp_path, files) == (0, [], [])


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_is_not_there_is_told_as_it_is_spelled(tmp_path: Path, label: str) -> None:
    label = label.replace(":lib", ":lost")
    files = {**TREE, "a/BUCK": calling(label), "a/a.py": ""}
    assert check(tmp_path, files).brief == [("missing-label", "//executorch/a:a", label)]


def test_what_only_the_company_has_is_no_fault(tmp_path: Path) -> None:
    text = "import executorch.a.fb.x\nfrom libfb.py import y\nimport executorch.a.gone\n"
    files = {**TREE, "a/BUCK": calling("//executorch/a/fb:x", "//caffe2:torch", "fbcode//libfb/py:y"), "a/a.py": text}
    assert check(tmp_path, files).missing == ["executorch.a.gone"]


def test_the_dep_on_torch_brings_torch_alone(tmp_path: Path) -> None:
    files = {**TREE, "a/BUCK": calling("//caffe2:torch"), "a/a.py": "import torch.nn\nimport torchvision\n"}
    report = check(tmp_path, files).only
    assert report["missing"] == "torchvision"
    assert [edit["value"] for edit in report["edits"]] == ["//pytorch/vision:torchvision"]


def test_packages_of_pypi_have_their_label(tmp_path: Path) -> None:
    deps = ["fbsource//third-party/pypi/pyyaml:pyyaml"]
    files = {**TREE, "a/BUCK": calling(*deps), "a/a.py": "import yaml\nimport numpy\n"}
    assert [edit["value"] for edit in check(tmp_path, files).only["edits"]] == [
        "fbsource//third-party/pypi/numpy:numpy"
    ]


def test_python_pytest_brings_pytest_and_python_unittest_does_not(tmp_path: Path) -> None:
    load = 'load("@fbcode_macros//build_defs:python_{0}.bzl", "python_{0}")\n'
    build = load.format("pytest") + load.format("unittest")
    build += target("test_a", kind="python_pytest") + target("test_b", kind="python_unittest")
    text = "import pytest\n"
    found = check(tmp_path, {**TREE, "a/BUCK": build, "a/test_a.py": text, "a/test_b.py": text})
    assert found.diagnostics == []
    assert found.brief == [("missing-dep", "//executorch/a:test_b", "pytest")]


def test_common_targets_of_a_package_are_checked(tmp_path: Path) -> None:
    """As most packages have it: BUCK loads targets.bzl, which calls runtime."""
    bzl = RUNTIME + (
        "def define_common_targets():\n"
        "    for aten_mode in (True, False):\n"
        '        suffix = "_aten" if aten_mode else ""\n'
        "        runtime.cxx_library(\n"
        '            name = "ops" + suffix,\n'
        '            srcs = native.glob(["*.cpp"]),\n'
        "        )\n"
        "    runtime.python_library(\n"
        '        name = "a",\n'
        '        srcs = ["a.py"],\n'
        "    )\n"
    )
    build = (
        FBCODE + 'load(":targets.bzl", "define_common_targets")\n\noncall("executorch")\n\ndefine_common_targets()\n'
    )
    root = write(tmp_path, {**TREE, "a/BUCK": build, "a/targets.bzl": bzl, "a/a.py": "import executorch.exir.lib\n"})
    found = run(root)
    assert found.brief == [("missing-dep", "//executorch/a:a", "executorch.exir.lib")]
    assert [(edit["file"], edit["line"]) for edit in found.reports[0]["edits"]] == [("a/targets.bzl", 9)]
    assert output(root, "--fix")[0] == 0
    assert (
        '        deps = [\n            "//executorch/exir:lib",\n        ],\n' in (root / "a/targets.bzl").read_text()
    )
    assert run(root) == (0, [], [])


def test_both_build_files_of_a_folder_are_not_read(tmp_path: Path) -> None:
    """BUCK comes first: fbcode's TARGETS of the same folder is for another time."""
    files = {**TREE, "a/BUCK": calling(), "a/TARGETS": calling(srcs='["gone.py"]'), "a/a.py": ""}
    assert check(tmp_path, files) == (0, [], [])


def test_a_static_twin_is_a_target(tmp_path: Path) -> None:
    build = RUNTIME + 'runtime.genrule(name = "made", out = "made.py", cmd = "")\n'
    files = {**TREE, "a/BUCK": calling("//executorch/b:made_static"), "a/a.py": "", "b/BUCK": build}
    assert check(tmp_path, files) == (0, [], [])


def test_a_tree_of_fbcode_is_seen_by_its_loads(tmp_path: Path) -> None:
    build = FBCODE + 'fbcode_target(_kind = python_library, name = "a", srcs = ["a.py"])\n'
    files = {"a/TARGETS": build, "a/a.py": "import a.gone\nfrom libfb.py import x\n"}
    assert check(tmp_path, files).brief == [("gone-module", "//a:a", "a.gone")]


def test_a_ready_made_config_is_taken_when_it_is_named(tmp_path: Path) -> None:
    root = write(tmp_path, {"a/TARGETS": target("a"), "a/a.py": "import executorch.gone\n"})
    assert run(root).missing == ["executorch"]
    assert run(root, "--ready", "executorch").brief == [("gone-module", "//executorch/a:a", "executorch.gone")]


def test_a_file_of_the_tree_extends_what_is_ready_made(tmp_path: Path) -> None:
    config = 'extends = ["fbcode"]\nabsent_modules = ["a.mine"]\n'
    files = {
        "a/TARGETS": target("a"),
        "a/a.py": "import a.mine\nimport libfb\nimport a.gone\n",
        "depcheck.toml": config,
    }
    assert check(tmp_path, files).missing == ["a.gone"]
