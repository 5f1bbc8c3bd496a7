"""Files and folders that are not what they seem: the rest of the tree is still checked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.depcheck.trees import FAULT, FAULTY, check, commit, output, run, target, write


def test_a_tree_without_build_files_is_a_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(tmp_path) == (3, "")
    assert "no BUCK, TARGETS, BUILD.bazel or BUILD in it" in capsys.readouterr().err
    write(tmp_path, {"a.py": "import a.gone\n"})
    assert output(tmp_path) == (3, "")


def test_a_tree_of_an_empty_build_file_is_clean(tmp_path: Path) -> None:
    assert check(tmp_path, {"BUCK": ""}) == (0, [], [])


def test_a_tree_that_is_no_folder_is_a_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"BUCK": ""})
    for tree in ("gone", "BUCK"):
        assert output(tmp_path / tree) == (3, "")
        assert f"{tree}: no such folder" in capsys.readouterr().err


def unreadable(path: Path) -> None:
    """Also for root, who may read everything else."""
    path.unlink()
    path.symlink_to("/proc/self/mem")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that nobody can read")
@pytest.mark.parametrize(
    ("path", "name"),
    [("a/a.py", "python-unreadable"), ("a/BUCK", "build-file-unreadable"), ("a/d.bzl", "build-file-unreadable")],
)
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, path: str, name: str) -> None:
    build = 'load(":d.bzl", "f")\n' + target("a")
    root = write(tmp_path, {**FAULTY, "a/BUCK": build, "a/a.py": "", "a/d.bzl": "f = 1\n"})
    unreadable(root / path)
    found = run(root)
    assert found.said == [(name, path, 1)]
    assert FAULT in found.brief
    assert found.code == 2


def test_a_config_that_cannot_be_read_is_a_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"BUCK": "", "depcheck.toml": b"# \xff\n"})
    assert output(tmp_path) == (3, "")
    assert "depcheck: depcheck.toml: 'utf-8' codec can't decode" in capsys.readouterr().err


def test_a_folder_named_like_a_python_file_is_none(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a", srcs='glob(["*.py"])'), "a/a.py": "from a import x\n", "a/x.py/note.txt": ""}
    assert check(tmp_path, {**FAULTY, **files}).brief == [("gone-module", "//a:a", "a.x"), FAULT]


def test_a_folder_named_like_a_build_file_is_none(tmp_path: Path) -> None:
    files = {"a/BUCK/note.txt": "", "a/TARGETS": target("a"), "a/a.py": "import a.gone\n"}
    assert check(tmp_path, {**FAULTY, **files}).brief == [("gone-module", "//a:a", "a.gone"), FAULT]


def test_a_broken_symlink_is_no_source(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a", srcs='["a.py", "b.py"]'), "a/a.py": "import a.b\n"}
    root = write(tmp_path, {**FAULTY, **files})
    (root / "a/b.py").symlink_to("nowhere.py")
    (root / "a/c").symlink_to("nowhere")
    found = run(root)
    assert found.brief == [("missing-source", "//a:a", "a/b.py"), ("gone-module", "//a:a", "a.b"), FAULT]


@pytest.mark.parametrize("is_git", [False, True])
def test_symlinks_that_lead_round_end(tmp_path: Path, is_git: bool) -> None:
    root = write(tmp_path, {**FAULTY, "a/BUCK": target("a", srcs='glob(["**/*.py"])'), "a/a.py": "import a.gone\n"})
    (root / "a/up").symlink_to("..")
    (root / "a/here").symlink_to(".")
    (root / "a/one").symlink_to("two")
    (root / "a/two").symlink_to("one")
    (root / "a/self.py").symlink_to("self.py")
    (root / "whole").symlink_to(root)
    if is_git:
        commit(root)
    assert run(root).brief == [("gone-module", "//a:a", "a.gone"), FAULT]


@pytest.mark.parametrize("is_git", [False, True])
def test_a_symlinked_folder_is_the_folder_it_leads_to(tmp_path: Path, is_git: bool) -> None:
    files = {"real/BUCK": target("r"), "real/r.py": "", "a/BUCK": target("a", srcs='["a.py", "link/r.py"]')}
    root = write(tmp_path, {**FAULTY, **files, "a/a.py": "import a.link.r\nimport a.link.gone\n"})
    (root / "a/link").symlink_to("../real")
    if is_git:
        commit(root)
    found = run(root)
    assert found.brief == [("gone-module", "//a:a", "a.link.gone"), FAULT]
    assert found.diagnostics == []


def test_a_symlinked_file_is_a_file(tmp_path: Path) -> None:
    root = write(tmp_path, {**FAULTY, "a/BUCK": target("a"), "real.py": "import a.gone\n"})
    (root / "a/a.py").symlink_to("../real.py")
    found = run(root)
    assert ("gone-module", "//a:a", "a.gone") in found.brief
    assert found.diagnostics == []


def test_a_link_out_of_the_tree_is_no_part_of_it(tmp_path: Path) -> None:
    write(tmp_path / "out", {"BUCK": target("o", srcs='["gone.py"]'), "o.py": "import a.gone\n"})
    root = write(tmp_path / "tree", FAULTY)
    (root / "out").symlink_to(tmp_path / "out")
    assert run(root).brief == [FAULT]


def test_a_pipe_named_like_a_python_file_is_not_waited_for(tmp_path: Path) -> None:
    root = write(tmp_path, {**FAULTY, "a/BUCK": target("a", srcs='glob(["*.py"])'), "a/a.py": ""})
    os.mkfifo(root / "a/pipe.py")
    os.mkfifo(root / "wanted/TARGETS")
    assert run(root).brief == [FAULT]


def test_a_name_that_is_not_utf8_is_said_where_it_is_asked_for(tmp_path: Path) -> None:
    root = write(tmp_path, {**FAULTY, "a/BUCK": target("a", srcs='glob(["*.py"])'), "a/a.py": ""})
    try:
        (root / os.fsdecode(b"a/\xff.py")).write_text("")
    except OSError:
        pytest.skip("this file system has UTF-8 names only")
    found = run(root)
    assert found.said == [("build-file-error", "a/BUCK", 3)]
    assert found.brief == [FAULT]
    assert found.code == 2


def test_names_with_new_lines_and_blanks_are_names(tmp_path: Path) -> None:
    files = {
        "a/BUCK": target("a", srcs='glob(["*.py"])'),
        "a/new\nline.py": "import a.gone\n",
        "b c/BUCK": target("b c"),
    }
    root = write(tmp_path, {**FAULTY, **files, "b c/b c.py": "import a.lost\n"})
    wanted = [("gone-module", "//a:a", "a.gone"), ("gone-module", "//b c:b c", "a.lost"), FAULT]
    assert run(root).brief == wanted
    commit(root)
    assert run(root).brief == wanted
    assert run(root, "--since", "HEAD") == (0, [], [])


@pytest.mark.parametrize("folder", [".git", "__pycache__", "buck-out", "node_modules", ".hg"])
def test_folders_of_tools_are_not_read(tmp_path: Path, folder: str) -> None:
    files = {f"x/{folder}/{path}": text for path, text in FAULTY.items()}
    assert check(tmp_path, {**files, "BUCK": ""}) == (0, [], [])


def test_a_virtual_environment_is_not_read(tmp_path: Path) -> None:
    files = {f"venv/{path}": text for path, text in FAULTY.items()} | {"venv/pyvenv.cfg": "", "BUCK": ""}
    assert check(tmp_path, files) == (0, [], [])
