"""What is no fault, though it looks like one; and what breaks by a fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.depcheck.depcheck import cli

B = {"b/BUCK": 'python_library(name = "b", srcs = ["b.py"])\n', "b/b.py": ""}


def said(root: Path, capfd: pytest.CaptureFixture[str], files: dict[str, str], *words: str) -> list[dict[str, Any]]:
    """What the command prints of a tree of these files."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    cli.main([str(root), "--format", "jsonl", "--no-cache", *words])
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def lib(name: str, *deps: str, srcs: str | None = None, kind: str = "python_library", attribute: str = "deps") -> str:
    sources = srcs if srcs is not None else f'["{name}.py"]'
    return f'{kind}(name = "{name}", srcs = {sources}, {attribute} = {list(deps)})\n'.replace("'", '"')


def test_preloaded_deps_are_in_the_program(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    test = lib("t", "//b:b", kind="python_test", attribute="preload_deps")
    assert said(tmp_path, capfd, {**B, "t/BUCK": test, "t/t.py": "import b.b\n"}) == []


def test_a_script_may_import_in_two_ways(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = "if __package__:\n    from .c import X\nelse:\n    from c import X\n"
    files = {"a/BUCK": lib("a", srcs='["a.py", "c.py"]'), "a/a.py": text, "a/c.py": "X = 1\n"}
    assert said(tmp_path, capfd, files) == []


@pytest.mark.parametrize(("init", "faults"), [("# nothing\n", 0), ("NAME = 1\n", 1)], ids=["empty", "with a name"])
def test_an_empty_init_is_not_needed(tmp_path: Path, capfd: pytest.CaptureFixture[str], init: str, faults: int) -> None:
    files = {**B, "b/__init__.py": init, "a/BUCK": lib("a", "//b:b"), "a/a.py": "import b\n"}
    assert len(said(tmp_path, capfd, files)) == faults


@pytest.mark.parametrize("line", ["from . import b\n", "from b import b\n"])
def test_a_module_needs_no_init_that_imports_it(tmp_path: Path, capfd: pytest.CaptureFixture[str], line: str) -> None:
    both = B["b/BUCK"] + lib("all", ":b", srcs='["__init__.py"]')
    files = {**B, "b/BUCK": both, "b/__init__.py": line, "a/BUCK": lib("a", "//b:b"), "a/a.py": "from b import b\n"}
    assert said(tmp_path, capfd, files) == []


def test_a_file_that_nothing_imports_breaks_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = {**B, "a/BUCK": lib("a", srcs='["a.py", "debug.py"]'), "a/a.py": "", "a/debug.py": "import b.b\n"}
    tests = lib("t", "//a:a", kind="python_test") + lib("d", "//a:a", kind="python_test")
    files |= {"t/BUCK": tests, "t/t.py": "import a.a\n", "t/d.py": "from a import debug\n"}
    (report,) = said(tmp_path, capfd, files)
    assert report["breaks"] == ["//t:d"]


def test_a_package_whose_build_file_is_not_published(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = {**B, "h/h.py": "", "a/BUCK": lib("a", "//h:h"), "a/a.py": "import h.h, b.b\n"}
    files |= {"c/BUCK": lib("c", "//h:h"), "c/c.py": "import h.h\n"}
    report, diagnostic = said(tmp_path, capfd, files)
    assert (report["missing"], "unless //h:h" in report["message"]) == ("b.b", True)
    assert diagnostic["diagnostic"] == "hidden-package"


def test_a_label_that_one_package_names_is_missing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = {"h/h.py": "", "a/BUCK": lib("a", "//h:h"), "a/a.py": "import h.h\n"}
    assert [one["kind"] for one in said(tmp_path, capfd, files)] == ["missing-label"]


def test_a_file_that_is_held_under_another_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    build = 'python_library(name = "b", srcs = ["b.py"], base_module = "x.b")\n'
    files = {"b/BUCK": build, "b/b.py": "", "a/BUCK": lib("a", "//b:b"), "a/a.py": "import b.b\n", "b/c.py": ""}
    files |= {"b/BUCK": build + lib("c")}
    (report,) = said(tmp_path, capfd, files)
    assert report["message"] == "//a:a imports b.b, but //b:b holds b/b.py as x.b.b"


def test_a_macro_file_may_give_what_is_built_in(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    load = 'load("@far//x:y.bzl", "glob", "python_library")\n'
    files = {**B, "a/BUCK": load + lib("a", srcs='glob(["*.py"])'), "a/a.py": "import b.b\n"}
    assert [one["missing"] for one in said(tmp_path, capfd, files)] == ["b.b"]


def test_a_fault_that_moves_with_its_folder_is_not_new(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    old = {**B, "a/BUCK": lib("a"), "a/a.py": "import b.b\n"}
    new = {**B, "c/BUCK": lib("a"), "c/a.py": "import b.b\n"}
    assert len(said(tmp_path / "old", capfd, old)) == 1
    assert said(tmp_path / "new", capfd, new, "--base", str(tmp_path / "old")) == []


def test_a_fault_of_another_file_is_new(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    old = {**B, "a/BUCK": lib("a"), "a/a.py": "import b.b\n"}
    new = {**old, "c/BUCK": lib("a"), "c/a.py": "import b.b\n"}
    assert len(said(tmp_path / "old", capfd, old)) == 1
    assert [one["target"] for one in said(tmp_path / "new", capfd, new, "--base", str(tmp_path / "old"))] == ["//c:a"]


BROKEN = "python_library(\n"


def test_what_is_read_again_is_not_new(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    new = {**B, "a/BUCK": lib("a", "//c:c"), "a/a.py": "import b.b\n", "c/BUCK": lib("c"), "c/c.py": "import b.b\n"}
    old = {**new, "a/BUCK": BROKEN, "c/BUCK": BROKEN}
    assert [one["diagnostic"] for one in said(tmp_path / "old", capfd, old)] == ["build-file-syntax"] * 2
    assert said(tmp_path / "new", capfd, new, "--base", str(tmp_path / "old")) == []


def test_what_a_broken_build_file_leads_to_is_not_known(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = {**B, "a/BUCK": lib("a", "//c:c"), "a/a.py": "import b.b\n", "c/BUCK": BROKEN}
    assert [one["diagnostic"] for one in said(tmp_path, capfd, files)] == ["build-file-syntax"]
