"""What build files say, in all their ways: which modules a target holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.depcheck.trees import check, target

PY = 'python_library(name = "x", srcs = {})\n'

# The build file of p, other files of the tree, and the modules of p that :x brings; p.none is never there.
HELD: dict[str, tuple[str, dict[str, str], str]] = {
    "list": (PY.format('["b.py", "c.py"]'), {}, "b c"),
    "sum": (PY.format('["b.py"] + ["c.py"]'), {}, "b c"),
    "select": (PY.format('select({"DEFAULT": ["b.py"], "//c:arm": ["c.py"]})'), {}, "b c"),
    "list and select": (PY.format('["b.py"] + select({"DEFAULT": [], "//c:arm": ["c.py"]})'), {}, "b c"),
    "select and list": (PY.format('select({"DEFAULT": None, "//c:arm": ["c.py"]}) + ["b.py"]'), {}, "b c"),
    "glob": (PY.format('glob(["*.py"])'), {}, "b c"),
    "glob by name": (PY.format('glob(include = ["*.py"])'), {}, "b c"),
    "glob of one letter": (PY.format('glob(["?.py"])'), {"p/long.py": ""}, "b c"),
    "glob of letters": (PY.format('glob(["[cd].py"])'), {}, "c"),
    "glob of other letters": (PY.format('glob(["[!c].py"])'), {}, "b"),
    "glob of other letters, as in a shell": (PY.format('glob(["[^c].py"])'), {}, "b"),
    "glob of letters that end before they begin": (PY.format('glob(["[z-a].py", "[b.py", "[].py", "b.py"])'), {}, "b"),
    "glob of many stars": (PY.format('glob(["**/*/**/*/**/*.py"])'), {"p/s/d.py": "", "p/s/t/e.py": ""}, "s.t.e"),
    "glob of alternatives": (PY.format('glob(["{c,d}.py"])'), {}, "c"),
    "glob without": (PY.format('glob(["*.py"], exclude = ["c.*"])'), {}, "b"),
    "glob stays in its folder": (PY.format('glob(["*.py"])'), {"p/s/d.py": ""}, "b c"),
    "glob of a folder": (PY.format('glob(["s/*.py"])'), {"p/s/d.py": "", "p/s/t/e.py": ""}, "s.d"),
    "glob of all": (PY.format('glob(["**/*.py"])'), {"p/s/d.py": "", "p/s/t/e.py": ""}, "b c s.d s.t.e"),
    "glob below": (PY.format('glob(["s/**/*.py"])'), {"p/s/d.py": "", "p/s/t/e.py": ""}, "s.d s.t.e"),
    "glob without below": (
        PY.format('glob(["**/*.py"], exclude = ["s/t/**"])'),
        {"p/s/d.py": "", "p/s/t/e.py": ""},
        "b c s.d",
    ),
    "glob stops at a package": (
        PY.format('glob(["**/*.py"])'),
        {"p/s/d.py": "", "p/t/BUCK": "", "p/t/e.py": "", "p/t/u/f.py": ""},
        "b c s.d",
    ),
    "native.glob": (PY.format('native.glob(["*.py"])'), {}, "b c"),
    "native rule": ('native.python_library(name = "x", srcs = ["b.py"])\n', {}, "b"),
    "subdir_glob": (PY.format('subdir_glob([("s", "*.py")])'), {"p/s/d.py": ""}, "d"),
    "f-string": ('N = "b"\n' + PY.format('[f"{N}.py"]'), {}, "b"),
    "format": (PY.format('["{}.py".format("b"), "%s.py" % "c"]'), {}, "b c"),
    "comprehension": (PY.format('[n + ".py" for n in ["b", "c"] if n != "c"]'), {}, "b"),
    "top-level if": ('if 1 == 1:\n    S = ["b.py"]\nelse:\n    S = ["c.py"]\n' + PY.format("S"), {}, "b"),
    "top-level for": ('S = []\nfor n in ["b", "c"]:\n    S.append(n + ".py")\n' + PY.format("S"), {}, "b c"),
    "function": ('def make(name):\n    python_library(name = name, srcs = ["b.py"])\nmake("x")\n', {}, "b"),
    "targets of a comprehension": (
        '[python_library(name = n, srcs = [s]) for n, s in {"x": "b.py", "y": "c.py"}.items()]\n',
        {},
        "b",
    ),
    "targets of a loop": ('for n in ["x"]:\n    python_library(name = n, srcs = ["b.py"])\n', {}, "b"),
    "dict, Buck's": (PY.format('{"n/d.py": "b.py"}'), {}, "n.d"),
    "dict, fbcode's": (PY.format('{"b.py": "n/d.py"}'), {}, "n.d"),
    "dict of a label": (PY.format('{"n/d.py": ":made"}') + 'genrule(name = "made", out = "o.py")\n', {}, "n.d"),
    "dict of a label, fbcode's": (PY.format('{":made": "n/d.py"}') + 'genrule(name = "made", out = "o")\n', {}, "n.d"),
    "__init__": (PY.format('["i/__init__.py"]'), {"p/i/__init__.py": ""}, "i"),
    "genrule": (PY.format('[":made"]') + 'genrule(name = "made", out = "d.py", cmd = "")\n', {}, "d"),
    "genrule with outs": (PY.format('[":made"]') + 'genrule(name = "made", outs = ["d.py", "s/e.py"])\n', {}, "d s.e"),
    "genrule of others' sources": (
        PY.format('[":made"]') + 'genrule(name = "made", srcs = ["b.py"], outs = ["d.py"])\n',
        {},
        "d",
    ),
    "one output": (
        PY.format('[":made[s/e.py]"]') + 'genrule(name = "made", outs = {"s/e.py": ["s/e.py"], "d.py": ["d.py"]})\n',
        {},
        "s.e",
    ),
    "export_file": (PY.format('[":b.py"]') + 'export_file(name = "b.py")\n', {}, "b"),
    "export_file of another name": (PY.format('[":f"]') + 'export_file(name = "f", src = "b.py")\n', {}, "b"),
    "filegroup": (PY.format('[":f"]') + 'filegroup(name = "f", srcs = ["b.py", "c.py"])\n', {}, "b c"),
    "filegroup of a glob": (PY.format('[":f"]') + 'filegroup(name = "f", srcs = glob(["*.py"]))\n', {}, "b c"),
    "alias": ('alias(name = "x", actual = ":y")\npython_library(name = "y", srcs = ["b.py"])\n', {}, "b"),
    "alias of an alias": (
        'alias(name = "x", actual = ":z")\nalias(name = "z", actual = ":y")\n'
        'python_library(name = "y", srcs = ["b.py"])\n',
        {},
        "b",
    ),
    "exported_deps": (
        'python_library(name = "x", exported_deps = [":y"])\npython_library(name = "y", srcs = ["b.py"])\n',
        {},
        "b",
    ),
    "deps by a select": (
        'python_library(name = "x", deps = select({"DEFAULT": [], "//c:arm": [":y"]}))\n'
        'python_library(name = "y", srcs = ["b.py"])\n',
        {},
        "b",
    ),
    "srcs of another folder": (PY.format('["s/d.py"]'), {"p/s/d.py": ""}, "s.d"),
    "sources that are no Python": (PY.format('["b.py", "data.txt"]'), {"p/data.txt": ""}, "b"),
    "extension": ('cxx_python_extension(name = "x", srcs = ["x.cpp"])\n', {}, "x"),
    "extension of another name": ('cxx_python_extension(name = "x", module_name = "_c")\n', {}, "_c"),
}
NAMES = ("b", "c", "d", "e", "x", "_c", "long", "n.d", "i", "s.d", "s.e", "s.t.e", "t.e", "t.u.f")


@pytest.mark.parametrize(("text", "others", "held"), HELD.values(), ids=HELD.keys())
def test_a_target_holds_its_modules(tmp_path: Path, text: str, others: dict[str, str], held: str) -> None:
    imports = "".join(f"import p.{name}\n" for name in NAMES)
    files = {"a/BUCK": target("a", "//p:x"), "a/a.py": imports, "p/BUCK": text, "p/b.py": "", "p/c.py": ""}
    found = check(tmp_path, {**files, **others})
    assert found.diagnostics == []
    assert [report["kind"] for report in found.reports if report["target"] != "//a:a"] == []
    wanted = {f"p.{name}" for name in NAMES} - {f"p.{name}" for name in held.split()}
    assert set(found.missing) == wanted


BASES = [('"q.r"', "q.r.b"), ('""', "b"), ('"q"', "q.b")]


@pytest.mark.parametrize(("base", "module"), BASES)
def test_base_module_stands_for_the_folder(tmp_path: Path, base: str, module: str) -> None:
    text = target("b", more=f"base_module = {base}")
    files = {"a/BUCK": target("a", "//p:b"), "a/a.py": f"import {module}\nimport p.b\n", "p/BUCK": text, "p/b.py": ""}
    assert check(tmp_path, files).missing == ["p"]


def test_a_generated_module_has_no_imports_that_could_be_missing(tmp_path: Path) -> None:
    text = PY.format('[":made"]') + 'genrule(name = "made", out = "b.py")\n'
    files = {"a/BUCK": target("a", "//p:x"), "a/a.py": "import p.b\nimport p.gone\n", "p/BUCK": text}
    assert check(tmp_path, {**files, "p/b.py": "import gone.gone\n"}).missing == ["p.gone"]


def test_sources_that_are_made_by_something_unknown_may_be_anything(tmp_path: Path) -> None:
    text = PY.format('["//p:made"]') + 'sh_binary(name = "made")\n'
    files = {"a/BUCK": target("a", "//p:x"), "a/a.py": "import p.b\n", "p/BUCK": text + target("y"), "p/y.py": ""}
    assert check(tmp_path, files) == (0, [], [])


MAINS = {
    "main_module": ('main_module = "p.gone"', "p.gone"),
    "main_function": ('main_function = "p.gone.main"', "p.gone"),
    "main_function of its package": ('main_function = ".gone.main"', "p.gone"),
    "main_module out of reach": ('main_module = "p.c"', "p.c"),
    "main_module that is there": ('main_module = "p.b"', None),
    "main_function that is there": ('main_function = "p.b.main"', None),
    "main_module of a dep": ('main_module = "p.d"', None),
}


@pytest.mark.parametrize(("text", "missing"), MAINS.values(), ids=MAINS.keys())
def test_a_binary_reaches_its_main_module(tmp_path: Path, text: str, missing: str | None) -> None:
    build = target("b", ":d", kind="python_binary", more=text) + target("c") + target("d")
    found = check(tmp_path, {"p/BUCK": build, "p/b.py": "", "p/c.py": "", "p/d.py": ""})
    assert found.missing == ([missing] if missing else [])
    assert [(report["file"], report["line"]) for report in found.reports] == ([("p/BUCK", 1)] if missing else [])


def test_the_main_of_a_binary_is_a_source(tmp_path: Path) -> None:
    files = {"p/BUCK": 'python_binary(name = "x", main = "b.py")\n', "p/b.py": "import p.b\nimport p.gone\n"}
    assert check(tmp_path, files).missing == ["p.gone"]
