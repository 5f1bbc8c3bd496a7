"""Bad input: it is said where, the rest of the tree is still checked, and the exit code says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depcheck.trees import FAULT, FAULTY, Answer, check, target


def bad(root: Path, files: dict[str, str | bytes], *options: str) -> Answer:
    """The answer about a tree with a fault elsewhere, which is found all the same."""
    found = check(root, {**FAULTY, **files}, *options)
    assert FAULT in found.brief
    assert found.code == 2
    return found


# Files of the tree, and what is said: name, file, line, and a part of the message.
Case = tuple[dict[str, "str | bytes"], tuple[str, str, int], str]
SAID: dict[str, Case] = {
    "build file that is no Starlark": (
        {"a/BUCK": "\n" + target("a")[:-2], "a/a.py": ""},
        ("build-file-syntax", "a/BUCK", 4),
        "Parse error",
    ),
    "fail()": (
        {"a/BUCK": target("a") + '\nfail("no way")\n', "a/a.py": ""},
        ("build-file-error", "a/BUCK", 6),
        "no way",
    ),
    "error in a macro": (
        {"a/BUCK": 'load(":d.bzl", "f")\n\nf()\n', "a/d.bzl": "def f():\n    return 1 // 0\n"},
        ("build-file-error", "a/BUCK", 3),
        "zero",
    ),
    "error in a loaded file": (
        {"a/BUCK": 'load(":d.bzl", "f")\n\nf()\n', "a/d.bzl": "\nX = [][1]\n"},
        ("build-file-error", "a/d.bzl", 2),
        "",
    ),
    "loaded file that is no Starlark": (
        {"a/BUCK": 'load(":d.bzl", "f")\n', "a/d.bzl": "\n\ndef f(:\n"},
        ("build-file-syntax", "a/d.bzl", 3),
        "Parse error",
    ),
    "unknown macro": (
        {"a/BUCK": 'load("@far//:d.bzl", "magic")\n\nmagic(name = "m")\n'},
        ("unknown-macro", "a/BUCK", 3),
        "the macro magic is unknown",
    ),
    "unknown macro without a load": ({"a/BUCK": '\nmagic(name = "m")\n'}, ("unknown-macro", "a/BUCK", 2), "magic"),
    "unknown rule of native": (
        {"a/BUCK": '\nnative.magic(name = "m")\n'},
        ("unknown-macro", "a/BUCK", 2),
        "native.magic",
    ),
    "unknown symbol": (
        {"a/BUCK": '\nload(":d.bzl", "f", "gone")\n', "a/d.bzl": "def f():\n    pass\n"},
        ("missing-symbol", "a/BUCK", 2),
        "no symbol gone",
    ),
    "missing load": (
        {"a/BUCK": target("a") + 'load("//gone:d.bzl", "f")\n', "a/a.py": ""},
        ("missing-load", "a/BUCK", 5),
        "there is no gone/d.bzl",
    ),
    "load cycle": (
        {"a/BUCK": 'load(":d.bzl", "f")\n', "a/d.bzl": 'load(":e.bzl", "f")\n', "a/e.bzl": 'load(":d.bzl", "f")\n'},
        ("load-cycle", "a/e.bzl", 1),
        "a/d.bzl -> a/e.bzl -> a/d.bzl",
    ),
    "targets that depend on each other": (
        {"a/BUCK": target("a", ":b") + "\n" + target("b", ":a"), "a/a.py": "", "a/b.py": ""},
        ("dependency-cycle", "a/BUCK", 1),
        "//a:a, //a:b",
    ),
    "target that depends on itself": (
        {"a/BUCK": target("a", ":a"), "a/a.py": ""},
        ("dependency-cycle", "a/BUCK", 1),
        "//a:a",
    ),
    "import cycle that no dep can mend": (
        {"a/BUCK": target("a") + target("b", ":a"), "a/a.py": "\nimport a.b\n", "a/b.py": "import a.a\n"},
        ("import-cycle", "a/a.py", 2),
        "//a:b -> //a:a",
    ),
    "build file that is not UTF-8": (
        {"a/BUCK": b"# a\n# \xff\n" + target("a").encode(), "a/a.py": ""},
        ("build-file-encoding", "a/BUCK", 2),
        "0xff",
    ),
    "loaded file that is not UTF-8": (
        {"a/BUCK": 'load(":d.bzl", "f")\n', "a/d.bzl": b"\n\n# \xe4\n"},
        ("build-file-encoding", "a/d.bzl", 3),
        "0xe4",
    ),
    "Python that is not UTF-8": (
        {"a/BUCK": target("a"), "a/a.py": b"import os\n\nx = '\xe4'\n"},
        ("python-encoding", "a/a.py", 3),
        "utf-8",
    ),
    "Python of an unknown encoding": (
        {"a/BUCK": target("a"), "a/a.py": "# coding: nonsense\n"},
        ("python-encoding", "a/a.py", 1),
        "nonsense",
    ),
    "Python that is none": (
        {"a/BUCK": target("a"), "a/a.py": "import os\ndef f(:\n"},
        ("python-syntax", "a/a.py", 2),
        "invalid syntax",
    ),
    "Python of version 2": (
        {"a/BUCK": target("a"), "a/a.py": 'x = 1\nprint "a"\n'},
        ("python-syntax", "a/a.py", 2),
        "print",
    ),
    "Python with a null byte": ({"a/BUCK": target("a"), "a/a.py": b"\0"}, ("python-syntax", "a/a.py", 1), "null"),
    "Python file that is large": (
        {"a/BUCK": target("a"), "a/a.py": b"#" * 10_000_000},
        ("python-too-large", "a/a.py", 1),
        "10,000,000 bytes",
    ),
    "Python file over the config's limit": (
        {"depcheck.toml": "max_python_bytes = 100\n", "a/BUCK": target("a"), "a/a.py": "#" * 101},
        ("python-too-large", "a/a.py", 1),
        "101 bytes",
    ),
    "nested parentheses in Python": (
        {"a/BUCK": target("a"), "a/a.py": "(" * 5000 + ")" * 5000},
        ("python-syntax", "a/a.py", 1),
        "",
    ),
    "recursion": ({"a/BUCK": "def f():\n    f()\nf()\n"}, ("build-file-error", "a/BUCK", 2), ""),
    "two targets of a name": (
        {"a/BUCK": target("a") + "\n" + target("a"), "a/a.py": ""},
        ("duplicate-target", "a/BUCK", 6),
        "//a:a",
    ),
}


@pytest.mark.parametrize(("files", "said", "part"), SAID.values(), ids=SAID.keys())
def test_bad_input_is_said_with_its_place(
    tmp_path: Path, files: dict[str, str | bytes], said: tuple[str, str, int], part: str
) -> None:
    found = bad(tmp_path, files)
    assert found.said == [said]
    assert part in found.diagnostics[0]["message"]
