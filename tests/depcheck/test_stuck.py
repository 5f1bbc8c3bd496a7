"""What would end a parser, or never end: the command goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.depcheck.trees import FAULT, FAULTY, check, environment, run, target, write
from tools.depcheck.depcheck import evaluate, imports, isolated, parallel
from tools.depcheck.depcheck.model import Diagnostic
from tools.depcheck.depcheck.tree import ChangedTree, Tree

# Each a Python file.
NESTED = {
    "parentheses": "(" * 5000 + ")" * 5000 + "\n",
    "operators": "x = " + "-" * 3000 + "1\n",
    "attributes": "x" + ".y" * 20_000 + "\n",
    "sums": "x = " + "1 + " * 20_000 + "1\n",
    "blocks": "".join(" " * depth + "if x:\n" for depth in range(95)) + " " * 95 + "pass\n",
    "else ifs": "if x:\n    pass\n" + "elif x:\n    pass\n" * 3000,
    "lambdas": "x = " + "lambda: " * 3000 + "1\n",
    "calls": "x = f" + "()" * 20_000 + "\n",
}


def test_deep_python_is_no_crash(tmp_path: Path) -> None:
    """In a process of its own, which it might end."""
    write(tmp_path, {**FAULTY, **{f"a/{n}.py": text for n, text in enumerate(NESTED.values())}})
    words = [sys.executable, "-m", "tools.depcheck.depcheck", str(tmp_path), "--no-cache"]
    done = subprocess.run(words, env=environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 2, done
    assert "a/0.py:1: python-syntax: " in done.stdout
    assert "wanted.wanted" in done.stdout


DEPTH = 100_000
# Each a build file.
DEEP = {
    "lists": "x = " + "[" * DEPTH + "]" * DEPTH + "\n",
    "sums": "x = " + "1 + " * DEPTH + "1\n",
    "minus": "x = " + "-" * DEPTH + "1\n",
    "attributes": "x = y" + ".z" * DEPTH + "\n",
    "calls": "x = f" + "()" * DEPTH + "\n",
    "a list that grows": f"x = []\nfor _ in range({DEPTH * 10}):\n    x = [x]\n",
    "a list that grows, as text": f"x = []\nfor _ in range({DEPTH * 10}):\n    x = [x]\ny = str(x)\n",
    "a list that grows, given": f'x = []\nfor _ in range({DEPTH}):\n    x = [x]\nalias(name = "x", srcs = x)\n',
    "a text that doubles": 'x = "a"\nfor _ in range(60):\n    x = x + x\n',
    "a list that is huge": "x = [0] * 2000000000\n",
    "a range that is sorted": "x = sorted(range(2000000000))\n",
    "recursion": "f = lambda f: f(f)\nf(f)\n",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_starlark_that_ends_its_interpreter_is_said(
    tmp_path: Path, text: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolated, "MEMORY", 512 << 20)
    files = {**FAULTY, "a/BUCK": text, "z/BUCK": target("z"), "z/z.py": "import z.gone\n"}
    found = check(tmp_path, files)
    assert found.brief == [FAULT, ("gone-module", "//z:z", "z.gone")]
    assert [(one["diagnostic"].rpartition("-")[0], one["file"]) for one in found.diagnostics] == [
        ("build-file", "a/BUCK")
    ]
    assert found.code == 2
    assert capfd.readouterr() == ("", "")


def test_each_package_that_loads_what_ends_it_is_said(tmp_path: Path) -> None:
    load = 'load("//d:d.bzl", "x")\n'
    files = {**FAULTY, "a/BUCK": load, "b/BUCK": "", "c/BUCK": load, "d/d.bzl": DEEP["a list that grows"]}
    found = check(tmp_path, files)
    assert [(name, file) for name, file, _ in found.said] == [
        ("build-file-error", "a/BUCK"),
        ("build-file-error", "c/BUCK"),
    ]
    assert found.brief == [FAULT]


def test_what_ended_it_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache does not know what was loaded."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    files = {**FAULTY, "a/BUCK": 'load("//d:d.bzl", "x")\n', "d/d.bzl": DEEP["a list that grows"]}
    root = write(tmp_path / "tree", files)
    assert run(root, cached=True).code == 2
    write(root, {"d/d.bzl": "x = 1\n"})
    assert (run(root, cached=True).code, run(root, cached=True).brief) == (1, [FAULT])


LONG = {
    # The interpreter is asked to stop.
    "a loop": "def f():\n    for i in range(2000000000):\n        pass\nf()\n",
    "a comprehension": "x = len([i for i in range(2000000000) if i < 0])\n",
    "loops in loops": "def f():\n    r = range(2000000000)\n    for i in r:\n        for j in r:\n            j\nf()\n",
    # One step that takes forever.
    "a number that grows": "x = 3\nfor _ in range(40):\n    x = x * x\n",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_starlark_that_does_not_end_is_ended(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "SECONDS", 0.3)
    monkeypatch.setattr(isolated, "GRACE", 0.3)
    found = check(tmp_path, {**FAULTY, "a/BUCK": text})
    assert [(name, file) for name, file, _ in found.said] == [("build-file-error", "a/BUCK")]
    assert found.brief == [FAULT]
    assert found.code == 2


def test_many_python_files_are_parsed_by_many_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "FEW", 2)
    files = {**FAULTY, "a/BUCK": target("a", srcs='glob(["*.py"])'), "a/bad.py": "def f(:\n"}
    files |= {f"a/m{number}.py": f"import a.gone{number}\n" for number in range(200)}
    found = check(tmp_path, files)
    assert sorted(found.missing) == sorted([f"a.gone{number}" for number in range(200)] + [FAULT[2]])
    assert found.said == [("python-syntax", "a/bad.py", 1)]


TIMES = 24_000
# Each a Python file, and whether another process should read it.
SUSPICIOUS = {
    "attributes": ("a" + ".b" * TIMES, True),
    "calls": ("f" + "()" * TIMES, True),
    "calls with arguments": ("f" + "(1, 2)" * TIMES, True),
    "sums": ("x = " + "1+" * TIMES + "1", True),
    "signs": ("x = " + "- " * TIMES + "1", True),
    "nots": ("x = " + "not " * TIMES + "1", True),
    "lambdas": ("x = " + "lambda y: " * TIMES + "1", True),
    "choices": ("x = " + "1 if 1 else " * TIMES + "1", True),
    "else ifs": ("if x:\n    pass\n" + "elif x:\n    pass\n" * TIMES, True),
    "over lines": ("x = (a\n" + "    .b()\n" * TIMES + ")", True),
    "over joined lines": ("x = 1" + " + \\\n1" * TIMES, True),
    "within brackets": ("x = [1, (" + "1+" * TIMES + "1), 2]", True),
    "brackets that add up": ("x = " + "(" * 90 + "1" + ("+1" * 250 + ")") * 90, True),
    "in a string with expressions": ('x = f"{' + "1+" * TIMES + '1}"', True),
    "a module's name": ("import a" + ".b" * TIMES, True),
    "numbers": ("x = [" + "-1.5, " * TIMES + "]", False),
    "a string": ('x = "' + "a+b/" * TIMES + '"', False),
    "a long string": ("x = '''" + "a+(b/\n" * TIMES + "'''", False),
    "a comment": ("# " + "- (" * TIMES, False),
    "a dict": ("x = {" + '"a": {"c": [a.b, (1)]}, ' * TIMES + "}", False),
    "statements": ("a.b(c)\n" * TIMES, False),
}


@pytest.mark.parametrize(("text", "is_suspicious"), SUSPICIOUS.values(), ids=SUSPICIOUS.keys())
def test_a_process_of_its_own_is_for_long_chains_only(text: str, is_suspicious: bool) -> None:
    assert parallel.is_suspicious(text.encode()) == is_suspicious


def test_long_lines_of_data_are_read_in_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("another process")

    monkeypatch.setattr(parallel, "_alone", never)
    files = {f"a/{n}.py": "x = [" + "-1.5, " * TIMES + "]\n" for n in range(20)}
    assert check(tmp_path, {**FAULTY, **files}).brief == [FAULT]


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "x = 1\n", "b.py": "", "c.py": ""})
    os.truncate(tmp_path / "a.py", 1 << 40)
    tree = Tree(tmp_path)
    found = parallel.parse_file(tree, 1000, "a.py")[1]
    assert isinstance(found, Diagnostic)
    assert (found.name, found.message.split(";")[0]) == ("python-too-large", "1,099,511,627,776 bytes")
    before = ChangedTree(tree, {"a.py": b"import os\n", "b.py": b"#" * 2000})
    assert isinstance(parallel.parse_file(before, 1000, "a.py")[1], imports.Parsed)
    found = parallel.parse_file(before, 1000, "b.py")[1]
    assert isinstance(found, Diagnostic)
    assert (found.name, found.message.split(";")[0]) == ("python-too-large", "2,000 bytes")
    # Waiting for one that writes into it would never end.
    (tmp_path / "c.py").unlink()
    os.mkfifo(tmp_path / "c.py")
    found = parallel.parse_file(tree, 1000, "c.py")[1]
    assert isinstance(found, Diagnostic)
    assert (found.name, found.message) == ("python-unreadable", "not a regular file")


# Lines of .gitignore, which a regular expression would try in more ways than there is time for.
STARS = ["/**/**/" + "**/" * 12 + "x", "**/a/" * 12 + "x", "*a" * 40 + "x", "[z-a", "[", "[]", "[^"]


def test_a_pattern_with_many_stars_ends_at_once(tmp_path: Path) -> None:
    deep = "/".join(["a" * 20] * 40)
    build = target("a", srcs=f'["{deep}/b.py"]')
    started = time.monotonic()
    found = check(tmp_path, {**FAULTY, ".gitignore": "\n".join(STARS), "a/BUCK": build})
    assert time.monotonic() - started < 5
    assert found.brief == [("missing-source", "//a:a", f"a/{deep}/b.py"), FAULT]
