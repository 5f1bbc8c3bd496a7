"""Members of enums that are asked for what they were as numbers: their text, sums, truth and identity."""

from __future__ import annotations

from typing import Any

import libcst as cst

ASKS_NUMBER = frozenset(["bool", "format", "isinstance", "print", "repr", "str", "type"])
BITWISE = (cst.BitAnd, cst.BitOr, cst.BitXor)


def text_of(node: cst.CSTNode) -> str:
    return str(cst.Module(body=[]).code_for_node(node))


def change_of(node: cst.Attribute, parents: Any) -> str | None:
    """What is to be told of a member where it stands."""
    text, parent = text_of(node), parents.get(node)
    if is_asked_as_number(parent, parents):
        return f"{text} is no int any more: write int({text}) for the number"
    if is_condition(node, parent):
        return f"{text} is true whatever its number: write int({text}) for the number"
    if isinstance(operator_beside(parent), (cst.Is, cst.IsNot)):
        return f"{text} is an object of its own each time that it is asked for: compare by == or !="
    return None


def is_asked_as_number(parent: Any, parents: Any) -> bool:
    if isinstance(parent, cst.Arg):
        call = parents.get(parent)
        func = call.func if isinstance(call, cst.Call) else None
        member = func.attr.value if isinstance(func, cst.Attribute) else ""
        return member in ("format", "dumps") or (isinstance(func, cst.Name) and func.value in ASKS_NUMBER)
    if isinstance(parent, cst.Element):
        # In "%s %s" % (a, b)
        outer = parents.get(parents.get(parent))
        return isinstance(outer, cst.BinaryOperation) and isinstance(outer.operator, cst.Modulo)
    if isinstance(parent, cst.UnaryOperation):
        return not isinstance(parent.operator, cst.Not)
    is_sum = isinstance(parent, cst.BinaryOperation) and not isinstance(parent.operator, BITWISE)
    return is_sum or isinstance(parent, cst.FormattedStringExpression)


def is_condition(node: cst.Attribute, parent: Any) -> bool:
    if isinstance(parent, (cst.If, cst.While, cst.IfExp, cst.Assert)):
        return parent.test is node
    return isinstance(parent, (cst.UnaryOperation, cst.BooleanOperation))


def operator_beside(parent: Any) -> cst.BaseCompOp | None:
    """Of a comparison."""
    if isinstance(parent, cst.ComparisonTarget):
        return parent.operator
    return parent.comparisons[0].operator if isinstance(parent, cst.Comparison) else None
