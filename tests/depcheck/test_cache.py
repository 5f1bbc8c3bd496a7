"""The cache: the answer is the same as without it, whatever changes between two runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.depcheck.trees import FAULT, FAULTY, output, run, target, write
from tools.depcheck.depcheck import cache
from tools.depcheck.depcheck.cache import Cache
from tools.depcheck.depcheck.evaluate import Package
from tools.depcheck.depcheck.globs import Globs
from tools.depcheck.depcheck.imports import Parsed
from tools.depcheck.depcheck.model import Diagnostic
from tools.depcheck.depcheck.tree import Tree

TREE: dict[str, str | bytes] = {
    **FAULTY,
    "a/BUCK": 'load("//d:d.bzl", "DEPS")\npython_library(name = "a", srcs = glob(["*.py"]), deps = DEPS)\n',
    "a/a.py": "import b.b\n",
    "b/BUCK": target("b"),
    "b/b.py": "def f():\n    from b import gone\n",
    "c/BUCK": "magic(name = 'c')\n",
    "c/c.py": "def f(:\n",
    "d/BUCK": "",
    "d/d.bzl": 'load(":e.bzl", _deps = "DEPS")\nDEPS = _deps\n',
    "d/e.bzl": 'DEPS = ["//b:b"]\n',
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    root = write(tmp_path / "tree", TREE)
    # Stamps that are younger than the clock's grain are not believed.
    age(root)
    first = run(root, cached=True)
    assert ("gone-module", "//b:b", "b.gone") in first.brief
    yield root
    # However the tree changed, the cache makes no difference.
    assert run(root, cached=True) == run(root)


def age(root: Path) -> None:
    for path in root.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))


class Reads:
    """What is read anew, and not taken from the cache."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.build_files: list[str] = []
        self.python: list[str] = []
        old_package, old_parsed = Cache.keep_package, Cache.keep_parsed

        def keep_package(cache: Cache, tree: Tree, globs: Globs, package: Package) -> None:
            self.build_files.append(package.build_file)
            old_package(cache, tree, globs, package)

        def keep_parsed(cache: Cache, tree: Tree, path: str, known: str, found: Parsed | Diagnostic) -> None:
            self.python.append(path)
            old_parsed(cache, tree, path, known, found)

        monkeypatch.setattr(Cache, "keep_package", keep_package)
        monkeypatch.setattr(Cache, "keep_parsed", keep_parsed)


@pytest.fixture
def reads(root: Path, monkeypatch: pytest.MonkeyPatch) -> Reads:
    return Reads(monkeypatch)


def test_a_second_run_gives_the_same_and_reads_nothing(root: Path, reads: Reads) -> None:
    second = run(root, cached=True)
    assert (reads.build_files, reads.python) == ([], [])
    assert second == run(root)
    assert second.code == 2


def test_a_python_file_that_changes_is_read_alone(root: Path, reads: Reads) -> None:
    write(root, {"a/a.py": "import b.b\nimport a.lost\n"})
    assert ("gone-module", "//a:a", "a.lost") in run(root, cached=True).brief
    assert (reads.build_files, reads.python) == ([], ["a/a.py"])


def test_a_build_file_that_changes_is_read_alone(root: Path, reads: Reads) -> None:
    write(root, {"faulty/BUCK": target("faulty", "//wanted:wanted")})
    assert FAULT not in run(root, cached=True).brief
    assert (reads.build_files, reads.python) == (["faulty/BUCK"], [])


@pytest.mark.parametrize(
    ("path", "text"), [("d/d.bzl", "DEPS = []\n"), ("d/e.bzl", "DEPS = []\n")], ids=["loaded", "loaded by a loaded one"]
)
def test_who_loads_a_file_that_changes_is_read(root: Path, reads: Reads, path: str, text: str) -> None:
    write(root, {path: text})
    assert ("missing-dep", "//a:a", "b.b") in run(root, cached=True).brief
    assert reads.build_files == ["a/BUCK"]


def test_a_file_that_a_glob_finds_is_seen(root: Path, reads: Reads) -> None:
    write(root, {"a/new.py": "import a.lost\n"})
    assert ("gone-module", "//a:a", "a.lost") in run(root, cached=True).brief
    assert reads.build_files == ["a/BUCK"]


def test_a_file_that_a_glob_found_is_gone(root: Path) -> None:
    write(root, {"a/new.py": "import a.lost\n"})
    assert run(root, cached=True).missing.count("a.lost") == 1
    (root / "a/new.py").unlink()
    assert run(root, cached=True).missing.count("a.lost") == 0


def test_a_glob_stops_where_a_package_begins(root: Path) -> None:
    write(root, {"a/BUCK": target("a", "//b:b", srcs='glob(["**/*.py"])'), "a/s/x.py": "import a.lost\n"})
    assert ("gone-module", "//a:a", "a.lost") in run(root, cached=True).brief
    write(root, {"a/s/BUCK": ""})
    assert ("gone-module", None, "a.lost") in run(root, cached=True).brief


def test_a_missing_load_that_comes_is_seen(root: Path) -> None:
    write(root, {"n/BUCK": 'load(":x.bzl", "f")\nf("n")\n', "n/n.py": "import b.b\n"})
    assert "missing-load" in [name for name, _, _ in run(root, cached=True).said]
    write(root, {"n/x.bzl": 'def f(name):\n    native.python_library(name = name, srcs = [name + ".py"])\n'})
    assert ("missing-dep", "//n:n", "b.b") in run(root, cached=True).brief


def test_a_missing_load_that_comes_in_another_package_is_seen(root: Path) -> None:
    write(root, {"n/BUCK": 'load("//d:x.bzl", "f")\nf("n")\n', "n/n.py": "import b.b\n"})
    assert "missing-load" in [name for name, _, _ in run(root, cached=True).said]
    write(root, {"d/x.bzl": 'def f(name):\n    native.python_library(name = name, srcs = [name + ".py"])\n'})
    assert ("missing-dep", "//n:n", "b.b") in run(root, cached=True).brief


def test_a_source_in_another_package_that_goes_is_seen(root: Path) -> None:
    write(root, {"n/BUCK": target("n", srcs='["//d:y.py"]') + target("m", srcs='["../b/b.py"]')})
    assert "b/b.py" not in run(root, cached=True).missing
    (root / "b/b.py").unlink()
    assert ("missing-source", "//n:m", "b/b.py") in run(root, cached=True).brief


CONFIGS = {
    "depcheck.toml": {"depcheck.toml": 'absent_modules = ["wanted.wanted"]\n'},
    "a kind": {"depcheck.toml": '[kinds]\nmagic = "library"\n'},
    ".buckconfig": {".buckconfig": "[buildfile]\nname = TARGETS,BUCK\n[cells]\nx = a\n"},
}


@pytest.mark.parametrize("files", CONFIGS.values(), ids=CONFIGS.keys())
def test_a_config_that_changes_is_seen(root: Path, reads: Reads, files: dict[str, str]) -> None:
    write(root, files)
    assert run(root, cached=True) == run(root)
    assert len(reads.build_files) == 2 * sum(path.endswith("BUCK") for path in TREE)


def test_a_stand_in_that_changes_is_seen(root: Path) -> None:
    stand = 'def f(name):\n    native.python_library(name = name, srcs = ["n.py"], deps = {})\n'
    write(root, {"depcheck.toml": '[standins]\n"@far//*" = "s.bzl"\n', "s.bzl": stand.format("[]")})
    write(root, {"n/BUCK": 'load("@far//:x.bzl", "f")\nf("n")\n', "n/n.py": "import b.b\n"})
    assert ("missing-dep", "//n:n", "b.b") in run(root, cached=True).brief
    write(root, {"s.bzl": stand.format('["//b:b"]')})
    assert ("missing-dep", "//n:n", "b.b") not in run(root, cached=True).brief


def test_a_change_within_the_clocks_grain_is_seen(root: Path) -> None:
    """Of the same size and time, right after the run that read the file."""
    write(root, {"a/a.py": "import a.lost\n"})
    assert "a.lost" in run(root, cached=True).missing
    status = (root / "a/a.py").stat()
    with (root / "a/a.py").open("r+") as file:
        file.write("import a.gone\n")
    os.utime(root / "a/a.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (root / "a/a.py").stat().st_ino == status.st_ino
    assert "a.gone" in run(root, cached=True).missing


def cache_file(home: Path) -> Path:
    found = list((home / "depcheck").iterdir())
    assert len(found) == 1
    return found[0]


BROKEN = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-1],
    "its first line": lambda data: data[: data.index(b"\n") + 1],
    "another": lambda data: b'{"fingerprint": null}',
    "no text": lambda data: b"\xff\xfe\n" + data,
    "changed": lambda data: data.replace(b"b.b", b"b.c"),
}


@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_cache_is_none(root: Path, home: Path, reads: Reads, damage: Callable[[bytes], bytes]) -> None:
    data = cache_file(home).read_bytes()
    assert data != damage(data)
    cache_file(home).write_bytes(damage(data))
    run(root, cached=True)
    assert len(reads.build_files) == sum(path.endswith("BUCK") for path in TREE)


def test_a_cache_of_another_version_is_none(root: Path, reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "__version__", "0.0.0")
    run(root, cached=True)
    assert len(reads.build_files) == sum(path.endswith("BUCK") for path in TREE)


def test_a_folder_that_cannot_be_written_to_is_no_fault(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"file": ""})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert run(root, cached=True) == run(root)
    assert capfd.readouterr().err == ""


def test_nothing_is_kept_where_that_is_asked_for(root: Path, home: Path) -> None:
    before = cache_file(home).read_bytes()
    write(root, {"a/a.py": ""})
    output(root, "--no-cache")
    assert cache_file(home).read_bytes() == before


def test_nothing_but_the_cache_is_left(root: Path, home: Path) -> None:
    write(root, {"a/a.py": ""})
    run(root, cached=True)
    assert [path.name for path in home.rglob("*")] == ["depcheck", cache_file(home).name]


def test_nothing_is_written_into_the_tree(root: Path) -> None:
    assert {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()} == set(TREE)


def test_what_a_failed_load_loads_is_looked_at_again(tmp_path: Path, home: Path) -> None:
    build = 'load(":a.bzl", "f")\n' + target("p")
    files = {"p/BUCK": build, "p/a.bzl": 'load(":b.bzl", "f")\n', "p/b.bzl": "f = (\n", "p/p.py": ""}
    write(tmp_path, files)
    assert run(tmp_path, cached=True).code == 2
    write(tmp_path, {"p/b.bzl": "f = 1\n"})

    assert run(tmp_path, cached=True).code == 0


def test_a_stand_in_counts_for_every_package_that_it_stands_in_for(tmp_path: Path, home: Path) -> None:
    macro = 'load("@depcheck//:prelude.bzl", "rule_python_library")\n\n'
    macro += "def my(name):\n    rule_python_library(name = name{})\n"
    config = 'extends = []\n[standins]\n"@x//:d.bzl" = "d.bzl"\n'
    build = 'load("@x//:d.bzl", "my")\nmy("t")\n'
    write(tmp_path, {"depcheck.toml": config, "d.bzl": macro.format(""), "p/BUCK": build, "q/BUCK": build})
    assert run(tmp_path, cached=True).reports == []
    write(tmp_path, {"d.bzl": macro.format(', srcs = ["gone.py"]')})

    assert [one["target"] for one in run(tmp_path, cached=True).reports] == ["//p:t", "//q:t"]
