"""Import statements of every shape: what moves, what stays, and where added names go."""

from __future__ import annotations

import re

import pytest

from tools.codemod.rewrite import rewrite

OVER_LINES = {
    "from tosa import (\n    Op,\n    DType,\n    TosaGraph,\n)\nimport serializer.tosa_serializer\n": (
        "from tosa_serializer import (\n    Op,\n    DType,\n)\nfrom tosa import (\n    TosaGraph,\n)\n"
        "import tosa_serializer\n"
    ),
    "from serializer.tosa_serializer import (  # a\n    TosaOp,  # b\n    bfloat16,  # c\n    TosaDType  # d\n)\n": (
        "from tosa_serializer import (  # a\n    Op,  # b\n    DType  # d\n)\n"
        "from serializer.tosa_serializer import (  # a\n    bfloat16,  # c\n)\n"
    ),
    "from serializer.tosa_serializer import (TosaOp,\n                                        bfloat16)\n": (
        "from tosa_serializer import (Op)\nfrom serializer.tosa_serializer import (bfloat16)\n"
    ),
    "if x:\n    from serializer.tosa_serializer import (\n        bfloat16,\n        Op, TosaOp,\n    )\n": (
        "if x:\n    from tosa_serializer import (\n        Op)\n"
        "    from serializer.tosa_serializer import (\n        bfloat16,\n    )\n"
    ),
    "from serializer.tosa_serializer import Op, \\\n    bfloat16\n": (
        "from tosa_serializer import Op\nfrom serializer.tosa_serializer import bfloat16\n"
    ),
}


@pytest.mark.parametrize("source", OVER_LINES)
def test_import_over_lines_keeps_them_and_its_comments(source: str) -> None:
    assert rewrite(source.encode()).data.decode() == OVER_LINES[source]


IN_ONE_LINE = {
    "try: import serializer.tosa_serializer as ts\nexcept ImportError: pass\nx = ts.TosaOp.Op.ADD\n": (
        "try: import tosa_serializer as ts\nexcept ImportError: pass\nx = ts.Op.ADD\n"
    ),
    "if x: y = 1; from serializer.tosa_serializer import TosaOp, bfloat16; z = TosaOp.Op().ADD\n": (
        "if x: y = 1; from tosa_serializer import Op; from serializer.tosa_serializer import bfloat16; z = Op.ADD\n"
    ),
}


@pytest.mark.parametrize("source", IN_ONE_LINE)
def test_import_behind_a_colon_moves_with_its_uses(source: str) -> None:
    assert rewrite(source.encode()).data.decode() == IN_ONE_LINE[source]


CALL = "g.addOperator(Op.ADD, [a], [b])"
WITH_ATTRIBUTE = [
    "attr = TosaSerializerAttribute()",
    "attr.AddAttribute()",
    "g.addOperator(Op.ADD, [a], [b], attr)",
]


def test_class_that_is_added_is_imported_where_all_uses_see_it() -> None:
    inner = "def f():\n    from serializer.tosa_serializer import DType\n"
    source = f"{inner}from serializer.tosa_serializer import (\n    Op,  # all\n)\ndef h():\n    {CALL}\n"

    assert rewrite(source.encode()).data.decode().splitlines() == [
        "def f():",
        "    from tosa_serializer import DType",
        "from tosa_serializer import (",
        "    TosaSerializerAttribute, Op,  # all",
        ")",
        "def h():",
        *(f"    {line}" for line in WITH_ATTRIBUTE),
    ]


def test_class_that_is_added_is_imported_in_each_function_that_imports() -> None:
    source = "".join(f"def {name}():\n    from serializer.tosa_serializer import Op\n    {CALL}\n" for name in "fh")

    moved = rewrite(source.encode()).data.decode().splitlines()
    lines = ["    from tosa_serializer import Op, TosaSerializerAttribute", *(f"    {line}" for line in WITH_ATTRIBUTE)]
    assert moved == ["def f():", *lines, "def h():", *lines]


def test_class_that_has_no_import_to_be_added_to_is_told() -> None:
    source = f"if x:\n    from serializer.tosa_serializer import Op\n{CALL}\n"
    outcome = rewrite(source.encode())

    assert CALL in outcome.data.decode().splitlines()
    assert [finding.line for finding in outcome.findings] == [3]


BARE = [
    "ops = TosaOp",
    "X = O",
    "del TosaOp",
    '__all__ = ["TosaOp"]',
    '__all__ += ["O"]',
    'def f(x: "TosaOp.Op"): pass',
    'def f(x) -> "list[TosaOp.Op]": pass',
    '__all__ = ["TosaSerializerOpLocation"]',
]


@pytest.mark.parametrize("line", BARE)
def test_name_that_is_left_keeps_its_import(line: str) -> None:
    names = ["TosaOp", "TosaOp as O", "TosaSerializerOpLocation"]
    source = f"from serializer.tosa_serializer import {', '.join(names)}\nx = TosaOp.Op.ADD\n{line}\n"
    kept = next(name for name in reversed(names) if re.search(rf"\b{name.split()[-1]}\b", line))
    outcome = rewrite(source.encode())

    assert outcome.data.decode().splitlines() == [
        "from tosa_serializer import Op, TosaOpLocation",
        f"from serializer.tosa_serializer import {kept}",
        "x = Op.ADD",
        line,
    ]
    assert [finding.line for finding in outcome.findings] == [3]


def test_type_in_quotes_of_the_module_is_told() -> None:
    outcome = rewrite(b"import serializer.tosa_serializer as ts\ndef f(x: 'ts.TosaOp.Op'): pass\n")

    assert [finding.line for finding in outcome.findings] == [2]


def test_enum_by_the_path_of_its_module_leaves_the_file_alone() -> None:
    source = b"import serializer.tosa_serializer as ts\nimport tosa.Op\nx = tosa.Op.Op.ADD\n"
    outcome = rewrite(source)

    assert outcome.data == source
    assert [finding.line for finding in outcome.findings] == [3]


def test_star_of_another_module_hides_no_enum() -> None:
    source = b"from serializer.tosa_serializer import TosaOp\nfrom mytypes import *\nx = TosaOp.Op.ADD\n"

    assert rewrite(source).data == (
        b"from tosa_serializer import Op as TosaOp\nfrom mytypes import *\nx = TosaOp.ADD\n"
    )


def test_global_enum_keeps_its_name() -> None:
    source = "def f():\n    global TosaOp\n    from serializer.tosa_serializer import TosaOp\nx = TosaOp.Op.ADD\n"

    assert rewrite(source.encode()).data.decode() == source.replace(
        "serializer.tosa_serializer import TosaOp", "tosa_serializer import Op as TosaOp"
    ).replace("TosaOp.Op.", "TosaOp.")


def test_renamed_class_under_its_own_name_moves_with_its_uses() -> None:
    name = "TosaSerializerOpLocation"
    source = f"from serializer.tosa_serializer import {name} as {name}\nx = {name}()\n"

    assert rewrite(source.encode()).data == b"from tosa_serializer import TosaOpLocation\nx = TosaOpLocation()\n"
