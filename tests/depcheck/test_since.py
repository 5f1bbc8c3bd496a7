"""--since and --base: only what a change adds. The repositories are real ones."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.depcheck.trees import FAULT, FAULTY, Answer, commit, git, output, run, target, write

CLEAN = {"a/BUCK": target("a"), "a/a.py": "", "b/BUCK": target("b"), "b/b.py": ""}
NEW = ("missing-dep", "//a:a", "b.b")
Since = Callable[[Path, dict[str, "str | None"]], Answer]


def change(root: Path, files: dict[str, str | None]) -> None:
    for path, text in files.items():
        if text is None:
            (root / path).unlink()
        else:
            write(root, {path: text})


def in_the_work_tree(root: Path, files: dict[str, str | None]) -> Answer:
    commit(root)
    change(root, files)
    return run(root, "--since", "HEAD")


def against_a_folder(root: Path, files: dict[str, str | None]) -> Answer:
    base = root.parent / "base"
    shutil.copytree(root, base, symlinks=True)
    change(root, files)
    return run(root, "--base", str(base))


@pytest.fixture(params=[in_the_work_tree, against_a_folder])
def since(request: pytest.FixtureRequest) -> Since:
    found: Since = request.param
    return found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree that has a fault already."""
    return write(tmp_path / "tree", {**FAULTY, **CLEAN})


Files = dict[str, "str | None"]
SILENT: dict[str, Files] = {
    "nothing": {},
    "lines that move": {
        "faulty/faulty.py": "import os\n\n\nimport wanted.wanted\n",
        "faulty/BUCK": "\n" + FAULTY["faulty/BUCK"],
    },
    "a target of another name": {"faulty/BUCK": target("other", srcs='["faulty.py"]')},
    "a module more": {"a/c.py": ""},
    "a mended fault": {"faulty/BUCK": target("faulty", "//wanted:wanted")},
    "a fault that goes with its target": {"faulty/BUCK": "", "faulty/faulty.py": None},
    "the same import once more": {"faulty/faulty.py": "import wanted.wanted\ndef f():\n    import wanted.wanted\n"},
    "a file that is no matter": {"notes/x.txt": "x"},
}


@pytest.mark.parametrize("files", SILENT.values(), ids=SILENT.keys())
def test_a_change_that_adds_no_fault_is_clean(root: Path, since: Since, files: Files) -> None:
    assert since(root, files) == (0, [], [])


# The change, and the faults that it adds.
ADDED: dict[str, tuple[Files, list[tuple[str, str | None, str]]]] = {
    "an import": ({"a/a.py": "import b.b\n"}, [NEW]),
    "a dep that goes": ({"a/a.py": "import b.b\n", "a/BUCK": target("a", "//b:b")}, []),
    "an import of a file that has a fault": (
        {"faulty/faulty.py": "import wanted.wanted\nimport b.b\n"},
        [("missing-dep", "//faulty:faulty", "b.b")],
    ),
    "a new target": ({"n/BUCK": target("n"), "n/n.py": "import b.b\n"}, [("missing-dep", "//n:n", "b.b")]),
    "a module that goes": (
        {"wanted/wanted.py": None, "wanted/BUCK": target("w"), "wanted/w.py": ""},
        [("gone-module", "//faulty:faulty", "wanted.wanted")],
    ),
    "a source that goes": ({"a/a.py": None}, [("missing-source", "//a:a", "a/a.py")]),
    "a label that goes": (
        {"b/BUCK": target("c", srcs='["b.py"]'), "a/BUCK": target("a", "//b:b")},
        [("missing-label", "//a:a", "//b:b")],
    ),
    "a macro": (
        {
            "a/BUCK": 'load(":d.bzl", "f")\nf()\n',
            "a/d.bzl": 'def f():\n    python_library(name = "a", srcs = ["x.py"])\n',
        },
        [("missing-source", "//a:a", "a/x.py")],
    ),
    "a file for a glob": (
        {"a/BUCK": target("a", srcs='glob(["*.py"])'), "a/new.py": "import b.b\n"},
        [NEW],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("files", "faults"), ADDED.values(), ids=ADDED.keys())
def test_only_what_a_change_adds_is_told(
    root: Path, since: Since, files: Files, faults: list[tuple[str, str, str]]
) -> None:
    found = since(root, files)
    assert found.brief == faults
    assert (found.code, found.diagnostics) == (1 if faults else 0, [])


def test_a_dep_that_goes_is_told(root: Path, since: Since) -> None:
    write(root, {"a/BUCK": target("a", "//b:b"), "a/a.py": "import b.b\n"})
    assert since(root, {"a/BUCK": target("a")}).brief == [NEW]


def test_a_latent_fault_that_begins_to_break_is_told(root: Path, since: Since) -> None:
    test = target("t", "//a:a", "//b:b", kind="python_test")
    write(root, {"a/a.py": "import b.b\n", "t/BUCK": test, "t/t.py": ""})
    assert [report["latent"] for report in run(root).reports if report["target"] == "//a:a"] == [True]
    found = since(root, {"t/BUCK": target("t", "//a:a", kind="python_test")})
    assert found.brief == [NEW]
    assert found.reports[0]["breaks"] == ["//t:t"]


def test_a_fault_that_becomes_latent_is_silent(root: Path, since: Since) -> None:
    write(root, {"a/a.py": "import b.b\n", "t/BUCK": target("t", "//a:a", kind="python_test"), "t/t.py": ""})
    assert since(root, {"t/BUCK": target("t", "//a:a", "//b:b", kind="python_test")}) == (0, [], [])


def test_a_target_that_cannot_be_read_any_more_is_said(root: Path, since: Since) -> None:
    found = since(root, {"a/BUCK": "python_library(\n"})
    assert (found.code, found.said) == (2, [("build-file-syntax", "a/BUCK", 1)])


def test_what_could_not_be_read_before_is_silent(root: Path, since: Since) -> None:
    write(root, {"c/BUCK": "python_library(\n", "d/d.py": "def f(:\n"})
    found = since(root, {"a/a.py": "import b.b\n"})
    assert (found.code, found.brief, found.said) == (1, [NEW], [])


def test_what_the_config_says_of_now_counts_for_both(root: Path, since: Since) -> None:
    write(root, {"a/a.py": "import a.special\n"})
    assert since(root, {"depcheck.toml": 'absent_modules = ["a.special"]\n'}) == (0, [], [])


def test_a_report_is_there_before_the_fix_and_gone_after_it(root: Path) -> None:
    start = commit(root)
    broken = commit(root, {"a/a.py": "import b.b\n"})
    assert run(root, "--since", start).brief == [NEW]
    assert output(root, "--fix", "--only", "a")[0] == 0
    commit(root)
    assert run(root, "--since", start) == (0, [], [])
    assert run(root, "--since", broken) == (0, [], [])


def test_untracked_files_are_of_the_change(root: Path) -> None:
    commit(root)
    write(root, {"n/BUCK": target("n"), "n/n.py": "import b.b\n"})
    assert run(root, "--since", "HEAD").brief == [("missing-dep", "//n:n", "b.b")]


def test_ignored_files_are_not_of_the_tree(root: Path) -> None:
    commit(root, {".gitignore": "/n\n"})
    write(root, {"n/BUCK": target("n"), "n/n.py": "import b.b\n"})
    assert run(root, "--since", "HEAD") == (0, [], [])
    assert run(root).brief == [FAULT]


def test_what_others_merged_meanwhile_is_not_of_the_change(root: Path) -> None:
    commit(root, {"c/BUCK": target("c", "//b:b"), "c/c.py": "import b.b\n"})
    git(root, "checkout", "-q", "-b", "mine")
    commit(root, {"a/a.py": "import b.b\n"})
    git(root, "checkout", "-q", "main")
    commit(root, {"c/BUCK": target("c"), "faulty/BUCK": target("faulty", "//wanted:wanted")})
    git(root, "checkout", "-q", "mine")
    assert run(root, "--since", "main").brief == [NEW]


def test_a_folder_of_a_work_tree_is_a_tree(root: Path) -> None:
    commit(root.parent)
    write(root, {"a/a.py": "import b.b\n"})
    write(root.parent, {"beside/BUCK": target("beside"), "beside/beside.py": "import beside.gone\n"})
    assert run(root, "--since", "HEAD").brief == [NEW]
    commit(root.parent)
    assert run(root, "--since", "HEAD~1").brief == [NEW]
    assert run(root, "--since", "HEAD") == (0, [], [])


@pytest.mark.parametrize("revision", ["gone", "0" * 40, "--all", "HEAD:a", ""])
def test_a_revision_that_is_none_is_a_wrong_use(root: Path, revision: str, capsys: pytest.CaptureFixture[str]) -> None:
    commit(root)
    assert output(root, f"--since={revision}") == (3, "")
    assert "depcheck: " in capsys.readouterr().err


def test_a_tree_without_git_has_no_revisions(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(root, "--since", "HEAD") == (3, "")
    assert "not a git repository" in capsys.readouterr().err


def test_a_base_that_is_no_folder_is_a_wrong_use(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(root, "--base", str(root / "gone")) == (3, "")
    assert "no such folder" in capsys.readouterr().err


def test_a_shallow_clone_compares_with_the_revision_itself(root: Path) -> None:
    commit(root)
    commit(root, {"a/a.py": "import b.b\n"})
    shallow = root.parent / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{root}", str(shallow)], check=True)
    git(shallow, "fetch", "-q", "--depth=1", "origin", git(root, "rev-parse", "HEAD~1"))
    assert run(shallow, "--since", "FETCH_HEAD").brief == [NEW]


def test_a_file_that_becomes_a_folder_is_compared(root: Path, since: Since) -> None:
    write(root, {"a/x.py": ""})
    found = since(root, {"a/x.py": None, "a/x/y.py": "import a.gone\n", "a/x/__init__.py": ""})
    assert found.brief == [("gone-module", None, "a.gone")]
