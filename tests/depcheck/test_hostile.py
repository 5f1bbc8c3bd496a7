"""A tree is somebody's pull request: nothing of it is run, nothing out of it is read or written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depcheck.trees import commit, output, run, target, write

B = {"b/BUCK": target("b"), "b/b.py": ""}
A = {"a/BUCK": target("a"), "a/a.py": "import b.b\n"}


@pytest.mark.parametrize("is_base", [False, True])
def test_a_repository_hidden_in_a_tree_runs_nothing(tmp_path: Path, is_base: bool) -> None:
    ran = tmp_path / "ran"
    config = f'[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = "touch {ran}; false"\n'
    hidden = {"HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/x": "", "config": config}
    tree = write(tmp_path / "tree", {**A, **B, **hidden})
    clean = write(tmp_path / "clean", {**A, **B})

    answer = run(clean, "--base", str(tree)) if is_base else run(tree)

    assert answer.code == (0 if is_base else 1)
    assert not ran.exists()


def test_a_link_out_of_the_tree_is_said_and_not_read(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret", {"x.py": "import b.b\n"}) / "x.py"
    tree = write(tmp_path / "tree", {**A, **B, "c/BUCK": target("c")})
    (tree / "c/c.py").symlink_to(secret)
    answer = run(tree)

    assert [one["target"] for one in answer.reports] == ["//a:a"]
    assert answer.said == [("python-unreadable", "c/c.py", 1)]


def test_a_build_file_out_of_the_tree_is_not_mended(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"BUCK": target("a")}) / "BUCK"
    tree = write(tmp_path / "tree", {**B, "a/a.py": "import b.b\n", "d/BUCK": target("d"), "d/d.py": "import b.b\n"})
    (tree / "a/BUCK").symlink_to(outside)
    before = outside.read_bytes()
    code, text = output(tree, "--fix")

    assert code == 2
    assert "1 edit in 1 file" in text
    assert outside.read_bytes() == before


@pytest.mark.parametrize("link", ["a/BUCK", "a/a.py"])
def test_a_change_behind_a_link_is_seen(tmp_path: Path, link: str) -> None:
    tree = write(tmp_path / "tree", {**B, "a/BUCK": target("a", "//b:b"), "a/a.py": "import b.b\n"})
    behind = tree / "x" / Path(link).name.replace("BUCK", "TEXT")
    behind.parent.mkdir()
    (tree / link).rename(behind)
    (tree / link).symlink_to(Path("../x") / behind.name)
    if link == "a/a.py":
        behind.write_text("")
    commit(tree)
    behind.write_text("import c.c\n" if link == "a/a.py" else target("a"))
    write(tree, {"c/BUCK": target("c"), "c/c.py": ""})

    assert [one["target"] for one in run(tree, "--since", "HEAD").reports] == ["//a:a"]


def test_a_link_that_becomes_a_file_keeps_its_faults(tmp_path: Path) -> None:
    tree = write(tmp_path / "tree", {**B, "a/TEXT": target("a"), "a/a.py": "import b.b\n"})
    (tree / "a/BUCK").symlink_to("TEXT")
    commit(tree)
    (tree / "a/BUCK").unlink()
    (tree / "a/BUCK").write_text(target("a"))

    assert run(tree, "--since", "HEAD").reports == []
    assert [one["target"] for one in run(tree).reports] == ["//a:a"]


def test_an_edit_that_a_macro_does_not_take_is_left_to_people(tmp_path: Path) -> None:
    macro = "def my(name, srcs):\n    native.python_library(name = name, srcs = srcs)\n"
    build = 'load("//d:defs.bzl", "my")\nmy(name = "a", srcs = ["a.py"])\n'
    tree = write(tmp_path, {**A, **B, "d/BUCK": "", "d/defs.bzl": macro, "a/BUCK": build})
    code, text = output(tree, "--fix")

    assert code == 1
    assert "by hand" in text and "0 edits in 0 files, 1 left to hand" in text
    assert (tree / "a/BUCK").read_text() == build


def test_a_fault_elsewhere_with_the_same_last_names_is_new(tmp_path: Path) -> None:
    one = {"one/BUCK": target("lib", srcs='["utils.py"]'), "one/utils.py": "import b.common\n"}
    two = {"two/BUCK": target("lib", srcs='["utils.py"]'), "two/utils.py": ""}
    held = {f"{name}/BUCK": target("x", srcs='["common.py"]') for name in "bc"}
    tree = write(tmp_path, {**one, **two, **held, "b/common.py": "", "c/common.py": ""})
    commit(tree)
    for path in ("one/BUCK", "one/utils.py"):
        (tree / path).unlink()
    write(tree, {"two/utils.py": "import c.common\n"})

    assert [one["target"] for one in run(tree, "--since", "HEAD").reports] == ["//two:lib"]
