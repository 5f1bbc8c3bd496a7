"""What Bazel's own attributes make of sources: imports, labels of files, the folder of a script."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depcheck.trees import check

ROOT = {"MODULE.bazel": "", "lib/BUILD.bazel": 'py_library(name = "lib", srcs = ["lib.py"])\n', "lib/lib.py": ""}


def test_imports_put_a_folder_below_the_package_on_the_path(tmp_path: Path) -> None:
    build = 'py_library(name = "a", srcs = glob(["src/**/*.py"]), imports = ["src"])\n'
    files = {"pkg/BUILD.bazel": build, "pkg/src/p/__init__.py": "", "pkg/src/p/x.py": "from p import y\nimport p.y\n"}

    answer = check(tmp_path, {**ROOT, **files, "pkg/src/p/y.py": "import lib.lib\n"})

    assert [(one["file"], one["missing"]) for one in answer.reports] == [("pkg/src/p/y.py", "lib.lib")]


def test_a_script_sees_what_stands_beside_it(tmp_path: Path) -> None:
    build = 'py_binary(name = "m", srcs = ["m.py", "helper.py"])\n'

    assert check(tmp_path, {**ROOT, "BUILD.bazel": build, "m.py": "import helper\n", "helper.py": ""}).code == 0


@pytest.mark.parametrize("spelled", ['srcs = [":a.py"]', 'srcs = ["//a:a.py"]', 'srcs = ["b.py"], main = ":a.py"'])
@pytest.mark.parametrize("name", ["BUILD.bazel", "BUCK"])
def test_a_file_by_its_label_is_a_source(tmp_path: Path, spelled: str, name: str) -> None:
    kind = "py_binary" if "main" in spelled else "py_library"
    files = {f"a/{name}": f'{kind}(name = "a", {spelled})\n', "a/a.py": "import lib.lib\n", "a/b.py": ""}
    if name == "BUCK":
        files["lib/BUCK"] = 'python_library(name = "lib", srcs = ["lib.py"])\n'

    answer = check(tmp_path, {**ROOT, **files})

    assert [(one["target"], one["missing"]) for one in answer.reports] == [("//a:a", "lib.lib")]


@pytest.mark.parametrize("text", ['module(name = "mine")\n', 'module(\n    name = "mine",\n    version = "1",\n)\n'])
def test_a_tree_knows_its_own_name(tmp_path: Path, text: str) -> None:
    build = 'py_library(name = "a", srcs = ["a.py"], deps = ["@mine//lib"])\n'

    assert check(tmp_path, {**ROOT, "MODULE.bazel": text, "BUILD.bazel": build, "a.py": "import lib.lib\n"}).code == 0
