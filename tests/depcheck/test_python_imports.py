"""Which import statements ask for a module, and how."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import indent

import pytest

from tests.depcheck.trees import check, target
from tools.depcheck.depcheck import imports

EAGER, LAZY, SILENT = "eager", "lazy", "silent"
IMPORT = "import b.b\n"


def body(head: str, *others: str, text: str = IMPORT) -> str:
    """`head`, with the import under it, then other lines."""
    return "\n".join([head, indent(text.rstrip(), "    "), *others]) + "\n"


STATEMENTS = {
    "import": (IMPORT, EAGER),
    "import as": ("import b.b as c\n", EAGER),
    "import of several": ("import os, b.b\n", EAGER),
    "import from": ("from b.b import x\n", EAGER),
    "from its package": ("from b import b\n", EAGER),
    "from its package, as": ("from b import b as c\n", EAGER),
    "over lines": ("from b import (\n    b,\n)\n", EAGER),
    "star": ("from b.b import *\n", EAGER),
    "behind a semicolon": ("x = 1; import b.b\n", EAGER),
    "function": (body("def f():"), LAZY),
    "async function": (body("async def f():"), LAZY),
    "method": ("class C:\n" + indent(body("def f(self):"), "    "), LAZY),
    "function in a function": ("def f():\n" + indent(body("def g():"), "    "), LAZY),
    "condition in a function": ("def f(x):\n" + indent(body("if x:"), "    "), LAZY),
    "eager beside lazy": (body("def f():") + IMPORT, EAGER),
    "class body": (body("class C:"), EAGER),
    "if": (body("if x:"), EAGER),
    "else": (body("if x:\n    pass\nelse:"), EAGER),
    "elif": (body("if x:\n    pass\nelif y:"), EAGER),
    "main": (body('if __name__ == "__main__":'), EAGER),
    "for": (body("for x in y:"), EAGER),
    "for else": (body("for x in y:\n    pass\nelse:"), EAGER),
    "while": (body("while x:"), EAGER),
    "with": (body("with x:"), EAGER),
    "match": ("match x:\n" + indent(body("case 1:"), "    "), EAGER),
    "try of another fault": (body("try:", "except ValueError:", "    pass"), EAGER),
    "try finally": (body("try:", "finally:", "    pass"), EAGER),
    "finally": (body("try:\n    pass\nfinally:"), EAGER),
    "else of a try of another fault": (body("try:\n    pass\nexcept OSError:\n    pass\nelse:"), EAGER),
    "handler of another fault": (body("try:\n    pass\nexcept OSError:"), EAGER),
    "guarded, raised again": (body("try:", "except ImportError:", "    raise"), EAGER),
    "guarded, said in other words": (body("try:", "except ImportError as e:", "    raise OSError() from e"), EAGER),
    "guarded, ends the program": (body("try:", "except ImportError:", "    sys.exit(1)"), EAGER),
    "guarded": (body("try:", "except ImportError:", "    b = None"), SILENT),
    "guarded by its child": (body("try:", "except ModuleNotFoundError:", "    b = None"), SILENT),
    "guarded by its parent": (body("try:", "except Exception:", "    b = None"), SILENT),
    "guarded by all": (body("try:", "except:", "    b = None"), SILENT),
    "guarded by one of several": (body("try:", "except (OSError, ImportError):", "    b = None"), SILENT),
    "guarded in a function": ("def f():\n" + indent(body("try:", "except ImportError:", "    pass"), "    "), SILENT),
    "what stands in for it": ("try:\n    import os\nexcept ImportError:\n    import b.b\n", SILENT),
    "else of a guard": (body("try:\n    import os\nexcept ImportError:\n    pass\nelse:"), SILENT),
    "finally of a guard": (body("try:\n    import os\nexcept ImportError:\n    pass\nfinally:"), EAGER),
    "suppress": (body("with contextlib.suppress(ImportError):"), SILENT),
    "suppress by its short name": (body("with suppress(ModuleNotFoundError):"), SILENT),
    "suppress of another fault": (body("with contextlib.suppress(OSError):"), EAGER),
    "typing": (body("if TYPE_CHECKING:"), SILENT),
    "typing by its long name": (body("if typing.TYPE_CHECKING:"), SILENT),
    "else of typing": (body("if TYPE_CHECKING:\n    pass\nelse:"), EAGER),
    "function under typing": ("if TYPE_CHECKING:\n" + indent(body("def f():"), "    "), SILENT),
    "version": (body("if sys.version_info >= (3, 11):"), SILENT),
    "else of a version": (body("if sys.version_info >= (3, 11):\n    pass\nelse:"), SILENT),
    "platform": (body('if sys.platform == "win32":'), SILENT),
    "found before": (body('if importlib.util.find_spec("b"):'), SILENT),
    "docstring": ('"""\nimport b.b\n"""\n', SILENT),
    "docstring of a function": ('def f():\n    """\n    import b.b\n    """\n', SILENT),
    "string": ("TEXT = '''\nimport b.b\nfrom b import b\n'''\n", SILENT),
    "comment": ("# import b.b\n", SILENT),
    "string given to exec": ('exec("import b.b")\n', SILENT),
    "handler of any fault, without an import": ("try:\n    x()\nexcept Exception:\n    import b.b\n", EAGER),
    "handler of all, without an import": ("try:\n    x()\nexcept:\n    import b.b\n", EAGER),
    "handler of any fault, with an import": ("try:\n    import os\nexcept Exception:\n    import b.b\n", SILENT),
    "handler of all, with an import": ("try:\n    import os\nexcept:\n    import b.b\n", SILENT),
    "handler of its error, without an import": ("try:\n    x()\nexcept ImportError:\n    import b.b\n", SILENT),
    "literal name": ('import importlib\nimportlib.import_module("b.b")\n', LAZY),
    "literal name, by itself": ('x = import_module("b.b")\n', LAZY),
    "literal name in a function": (body("def f():", text='return __import__("b.b")'), LAZY),
    "literal name in a default": ('def f(x=__import__("b.b")):\n    pass\n', LAZY),
    "literal name in a decorator": ('@__import__("b.b").f\ndef f():\n    pass\n', LAZY),
    "literal name in a test": ('if __import__("b.b"):\n    pass\n', LAZY),
    "literal name in a case": ('match x:\n    case 1 if __import__("b.b"):\n        pass\n', LAZY),
    "literal name, guarded": (body("try:", "except ImportError:", "    pass", text='import_module("b.b")'), SILENT),
    "literal name, raised again": (body("try:", "except ImportError:", "    raise", text='__import__("b.b")'), LAZY),
    "literal name under typing": (body("if TYPE_CHECKING:", text='x = import_module("b.b")'), SILENT),
    "literal name of a platform": (body('if os.name == "nt":', text='x = import_module("b.b")'), SILENT),
    "name that is made": ('importlib.import_module("b" + ".b")\n', SILENT),
    "a method of that name": ('self.import_module("b.b")\n', SILENT),
    "importorskip": ('x = pytest.importorskip("b.b")\n', SILENT),
    "CRLF": ("import os\r\nimport b.b\r\n", EAGER),
    "byte order mark": ("\ufeffimport b.b\n", EAGER),
    "encoding declared": ("# -*- coding: utf-8 -*-\nimport b.b\n", EAGER),
}


@pytest.mark.parametrize(("text", "wanted"), STATEMENTS.values(), ids=STATEMENTS.keys())
def test_a_statement_asks_for_its_module(tmp_path: Path, text: str, wanted: str) -> None:
    files = {"a/BUCK": target("a"), "a/a.py": text, "b/BUCK": target("b"), "b/b.py": ""}
    found = check(tmp_path, files)
    assert found.diagnostics == []
    wanted_reports = [] if wanted == SILENT else [("b.b", wanted == LAZY)]
    assert [(report["missing"], report["lazy"]) for report in found.reports] == wanted_reports


def test_except_star_guards_as_except_does(tmp_path: Path) -> None:
    text = "try:\n    import b.b\nexcept* ImportError:\n    pass\nimport b.c\n"
    files = {"a/BUCK": target("a"), "a/a.py": text, "b/BUCK": target("b", srcs='["b.py", "c.py"]')}
    try:
        compile(text, "a.py", "exec")
    except SyntaxError:
        pytest.skip("Python 3.10 has no except*")
    assert check(tmp_path, {**files, "b/b.py": "", "b/c.py": ""}).missing == ["b.c"]


# In p/q/m.py and in p/q/__init__.py.
RELATIVE = [
    ("m.py", "from . import x", "p.q.x"),
    ("m.py", "from .x import y", "p.q.x"),
    ("m.py", "from .s.x import y", "p.q.s.x"),
    ("m.py", "from .. import x", "p.x"),
    ("m.py", "from ..x import y", "p.x"),
    ("m.py", "from ..r.x import y", "p.r.x"),
    ("__init__.py", "from . import x", "p.q.x"),
    ("__init__.py", "from .x import y", "p.q.x"),
    ("__init__.py", "from .. import x", "p.x"),
    ("__init__.py", "from ..r import x", "p.r.x"),
]


@pytest.mark.parametrize(("file", "text", "module"), RELATIVE)
def test_a_relative_import_counts_from_its_package(tmp_path: Path, file: str, text: str, module: str) -> None:
    holders = target("h", srcs='["q/x.py", "q/s/x.py", "x.py", "r/x.py"]')
    others = dict.fromkeys(["p/q/x.py", "p/q/s/x.py", "p/x.py", "p/r/x.py"], "")
    files = {"p/BUCK": target("a", srcs=f'["q/{file}"]') + holders, f"p/q/{file}": text + "\n"}
    assert check(tmp_path, {**others, **files}).only["missing"] == module


def test_a_package_that_imports_a_module_of_its_own_does_not_bring_it_by_that(tmp_path: Path) -> None:
    text = "from . import gone\nfrom p import m\nn = 1\ndef f():\n    from . import n\n"
    files = {"p/BUCK": target("a", srcs='["__init__.py"]') + target("m"), "p/__init__.py": text, "p/m.py": ""}
    assert check(tmp_path, files).missing == ["p.gone", "p.m"]


def test_dots_that_lead_out_of_the_tree_ask_for_nothing(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a"), "a/a.py": "from ....x import y\nfrom ... import z\nimport a.gone\n"}
    assert check(tmp_path, files).missing == ["a.gone"]


# (text of b/__init__.py, the import, what is missing)
PACKAGES = {
    "a module": ("", "from b import m", ["b.m"]),
    "a name": ("n = 1\n", "from b import n", ["b"]),
    "a name over a module": ("m = 1\n", "from b import m", ["b"]),
    "an imported name": ("from os import path as n\n", "from b import n", ["b"]),
    "a class": ("class n: ...\n", "from b import n", ["b"]),
    "a name of a condition": ("if 1:\n    n = 1\n", "from b import n", ["b"]),
    "a name of a handler": ("try:\n    pass\nexcept OSError:\n    n = 1\n", "from b import n", ["b"]),
    "both": ("n = 1\n", "from b import m, n", ["b", "b.m"]),
    "made by __getattr__": ("def __getattr__(name): ...\n", "from b import n", ["b"]),
    "made by a star": ("from os import *\n", "from b import n", ["b"]),
    "of every module": ("", "from b import __file__", ["b"]),
    "star": ("", "from b import *", ["b"]),
    "no such name": ("", "from b import gone", ["b.gone"]),
    "the package": ("", "import b", ["b"]),
}


@pytest.mark.parametrize(("text", "statement", "missing"), PACKAGES.values(), ids=PACKAGES.keys())
def test_a_package_is_asked_for_its_names_and_a_module_for_itself(
    tmp_path: Path, text: str, statement: str, missing: list[str]
) -> None:
    holders = target("init", srcs='["__init__.py"]') + target("m")
    files = {"a/BUCK": target("a"), "a/a.py": statement + "\n", "b/BUCK": holders, "b/__init__.py": text, "b/m.py": ""}
    assert sorted(check(tmp_path, files).missing) == missing


# Texts of b/__init__.py: what binds n, what does not, and where nobody knows.
BINDING = [
    "match 1:\n    case 1:\n        n = 1\n",
    "match 1:\n    case n:\n        pass\n",
    "match [1]:\n    case [1, *n]:\n        pass\n",
    "match {}:\n    case {1: 1, **n}:\n        pass\n",
    "match 1:\n    case int() as n:\n        pass\n",
    "if (n := 1):\n    pass\n",
    "while (n := 0):\n    pass\n",
    "[n := x for x in [1]]\n",
    "print(n := 1)\n",
    "x = (n := 1)\n",
    "def f(x=(n := 1)): ...\n",
    "for n in []:\n    pass\n",
    "for x, (n, *y) in []:\n    pass\n",
    "with open('x') as n:\n    pass\n",
    "with x:\n    if y:\n        from os import path as n\n",
    "n: int = 1\n",
    "n = 0\ndef f():\n    global n\n    n = 1\n",
    "del n\nn = 1\n",
]
FREE = [
    "n = 1\ndel n\n",
    "for x in n:\n    pass\n",
    "with n:\n    pass\n",
    "[n for n in []]\n",
    "def f(n):\n    n = 1\n    return (n := 2)\n",
    "class C:\n    n = 1\n",
    "x = lambda: (n := 1)\n",
    "x.n = 1\n",
    "class C:\n    def __getattr__(self, name):\n        setattr(self, name, vars(self))\n",
]
UNSURE = [
    "for x in y:\n    globals()[x] = 1\n",
    "globals().update(x)\n",
    "vars()['n'] = 1\n",
    "locals()['n'] = 1\n",
    "import sys\nsetattr(sys.modules[__name__], 'n', 1)\n",
    "import sys\nsys.modules[__name__] = x\n",
    "from sys import modules\nmodules[__name__] = x\n",
    "def f(module):\n    setattr(module, 'n', 1)\n",
    "x.__dict__['n'] = 1\n",
    "exec('n = 1')\n",
    "def f():\n    global n\n    n = 1\n",
    "__getattr__ = x\n",
    "__getattr__, __dir__, __all__ = lazy.attach(__name__)\n",
    "from x import __getattr__\n",
    "from x import f as __getattr__\n",
    "if x:\n    def __getattr__(name): ...\n",
    "if x:\n    from x import *\n",
    "def f():\n    g = globals\n    g()['n'] = 1\n",
    "n = 1\nif x:\n    del n\n",
    "n: int\n",
]
INITS = [(text, {"n"}, set[str]()) for text in BINDING] + [(text, set[str](), {"n"}) for text in FREE]


@pytest.mark.parametrize(("text", "bound", "free"), INITS)
def test_the_names_that_a_package_binds_are_known(text: str, bound: set[str], free: set[str]) -> None:
    names = imports.parse(text.encode()).names
    assert names is not None
    assert bound <= names
    assert free.isdisjoint(names)


@pytest.mark.parametrize("text", UNSURE)
def test_where_it_cannot_be_told_no_name_is_known(text: str) -> None:
    assert imports.parse(text.encode()).names is None


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the type statement came with Python 3.12")
def test_a_type_statement_binds_its_name() -> None:
    assert imports.parse(b"type n[T] = list[T]\n").names == frozenset({"n"})


def test_a_literal_name_is_counted_once() -> None:
    text = b"class C:\n    def f(self):\n        if x:\n            return import_module('b.b')\n"
    assert imports.parse(text).imports == (imports.Import(4, "b.b", (), 0, imports.LAZY),)


NAMESPACES = {
    "a module of it": ("import n.b", []),
    "a module from it": ("from n import b", []),
    "itself": ("import n", []),
    "a module of it that is out of reach": ("import n.c", ["n.c"]),
    "a module from it that is out of reach": ("from n import c", ["n.c"]),
    "a part of it that is out of reach": ("import n.d", ["n.d"]),
    "what is gone": ("from n import gone", ["n.gone"]),
}


@pytest.mark.parametrize(("statement", "missing"), NAMESPACES.values(), ids=NAMESPACES.keys())
def test_a_namespace_package_has_no_file_of_its_own(tmp_path: Path, statement: str, missing: list[str]) -> None:
    holders = target("b") + target("c") + target("d", srcs='["d/e.py"]')
    files = {"a/BUCK": target("a", "//n:b"), "a/a.py": statement + "\n", "n/BUCK": holders}
    assert check(tmp_path, {**files, "n/b.py": "", "n/c.py": "", "n/d/e.py": ""}).missing == missing


@pytest.mark.parametrize("module", ["os", "os.path", "__future__", "unittest.mock", "collections.abc"])
def test_the_standard_library_needs_no_dep(tmp_path: Path, module: str) -> None:
    files = {"a/BUCK": target("a"), "a/a.py": f"import {module}\nimport elsewhere\n"}
    assert check(tmp_path, files).missing == ["elsewhere"]


def test_an_outside_package_is_missed_once(tmp_path: Path) -> None:
    text = "import elsewhere.b\nfrom elsewhere.c import d\nimport elsewhere\n"
    assert check(tmp_path, {"a/BUCK": target("a"), "a/a.py": text}).missing == ["elsewhere"]


def test_a_module_of_the_tests_own_target_is_there(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a", srcs='["a.py", "b.py"]'), "a/a.py": "from . import b\nimport a.b\n", "a/b.py": ""}
    assert check(tmp_path, files) == (0, [], [])


def test_the_line_is_that_of_the_statement(tmp_path: Path) -> None:
    text = '"""\nimport b.b\n"""\n\nif 1:\n    import os; import b.b\n'
    files = {"a/BUCK": target("a"), "a/a.py": text, "b/BUCK": target("b"), "b/b.py": ""}
    assert check(tmp_path, files).only["line"] == 6
