"""Calls whose arguments changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import libcst as cst
from libcst import matchers

from tools.codemod.members import text_of
from tools.codemod.names import NameRewriter
from tools.codemod.tables import (
    BUILDER_METHODS,
    ENUM_ARGUMENTS,
    ENUMS,
    KEYWORDS,
    NONE_ARGUMENTS,
    PLAIN_ATTRIBUTES,
    REGION_KEYWORDS,
)

OPERATOR_CALLS = ("addOperator", "TosaSerializerOperator")
OPERATOR = re.compile(r"(?:TosaOp\.)?Op\.([A-Z0-9_]+)")
NOT_ONCE = (cst.Lambda, cst.GeneratorExp, cst.ListComp, cst.SetComp, cst.DictComp)
CONCERNED = frozenset(
    [*OPERATOR_CALLS, *BUILDER_METHODS, *ENUM_ARGUMENTS, *KEYWORDS, *REGION_KEYWORDS, *NONE_ARGUMENTS, "setAttribute"]
)
# Parameters after the operator: inputs, outputs, attributes.
AFTER = 3


def is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def find(args: Sequence[cst.Arg], position: int, *keywords: str) -> int | None:
    """The index of an argument that is given by position or keyword."""
    for index, arg in enumerate(args):
        if arg.keyword is not None and arg.keyword.value in keywords:
            return index
    if position < len(args) and all(arg.keyword is None and not arg.star for arg in args[: position + 1]):
        return position
    return None


def without(args: Sequence[cst.Arg], index: int) -> list[cst.Arg]:
    kept = [*args[:index], *args[index + 1 :]]
    if kept and index == len(kept):
        kept[-1] = kept[-1].with_changes(comma=args[index].comma, whitespace_after_arg=args[index].whitespace_after_arg)
    return kept


class CallRewriter(NameRewriter):
    # Functions of the program that take an operator, its inputs, outputs and attribute, and where the operator is.
    also: Mapping[str, int | None] = MappingProxyType({})

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        result = super().leave_Call(original_node, updated_node)
        if not isinstance(result, cst.Call) or result is not updated_node:
            return result
        func = original_node.func
        name = func.attr.value if isinstance(func, cst.Attribute) else self.meaning(func) or text_of(func)
        if self.is_concerned(name) and self.is_own(original_node, name):
            self.tell(
                original_node,
                f"{name}() is left alone: this file defines or imports one; see what it does with its arguments",
            )
            return updated_node
        has_star = any(arg.star for arg in original_node.args)
        if has_star and (name in OPERATOR_CALLS or name in BUILDER_METHODS or name in NONE_ARGUMENTS):
            self.tell(original_node, f"{name}() with * or **: see whether its arguments changed")
            return updated_node
        args = list(updated_node.args)
        if name in BUILDER_METHODS:
            args = self.without_builder(original_node, name, args)
        if name in ENUM_ARGUMENTS:
            args = self.with_enum(original_node, name, args)
        args = self.with_keywords(original_node, name, args)
        args = self.without_none(original_node, name, args)
        if name == "setAttribute":
            args = self.of_set_attribute(original_node, args)
        elif name in ("addConst", "TosaSerializerTensor", "addTensor", "addPlaceholder"):
            self.check_constant(original_node, name)
        elif name in ("TosaSerializerBasicBlock", "TosaSerializerRegion", "IndexCounter"):
            self.check_class(original_node, name)
        if name == "TosaSerializerTensor":
            args = self.tensor_flags(args)
        if name in OPERATOR_CALLS or name in self.also:
            args = self.operator(original_node, args)
        else:
            self.check_wrapper(original_node, name)
        if name == "serialize" and args and text_of(args[0].value).endswith("builder"):
            self.tell(original_node, f"{text_of(original_node)}: only the whole serializer can be serialized")
        if len(args) == len(updated_node.args) and all(a is b for a, b in zip(args, updated_node.args, strict=True)):
            return updated_node
        self.count += 1
        return updated_node.with_changes(args=args)

    def is_concerned(self, name: str) -> bool:
        return name in CONCERNED and name not in self.also

    def is_own(self, call: cst.Call, name: str) -> bool:
        """Whether the program itself has something of this name, so that the call may mean that."""
        if isinstance(call.func, cst.Name):
            return self.meaning(call.func) is None
        if isinstance(call.func, cst.Attribute) and self.meaning(call.func) is None:
            return name in self.defined and not self.bindings.is_serializer(call.func.value)
        return False

    def as_list(self, value: cst.BaseExpression) -> cst.BaseExpression:
        """Bytes as the list of ints that ours takes; `list` may be another thing in the file."""
        if isinstance(value, (cst.List, cst.Tuple)):
            return value
        if "list" in self.bindings.names:
            return cst.List([cst.StarredElement(value)])
        return cst.Call(cst.Name("list"), [cst.Arg(value)])

    def without_builder(self, original: cst.Call, name: str, args: list[cst.Arg]) -> list[cst.Arg]:
        parameters = BUILDER_METHODS[name]
        index = find(original.args, 0, "serializer_builder")
        if index is None or len(args) != len(parameters) + 1:
            self.tell(original, f"{name}() has {len(args)} arguments, expected the builder and {len(parameters)}")
            return args
        args = without(args, index)
        for position, parameter in enumerate(parameters):
            found = find(args, position, parameter)
            if found is None or not parameter.endswith("_as_bytes"):
                continue
            arg = args[found]
            keyword = cst.Name(parameter.removesuffix("_as_bytes")) if arg.keyword is not None else None
            args[found] = arg.with_changes(value=self.as_list(arg.value), keyword=keyword)
        return args

    def with_enum(self, original: cst.Call, name: str, args: list[cst.Arg]) -> list[cst.Arg]:
        position, keyword, enum = ENUM_ARGUMENTS[name]
        index = find(args, position, keyword)
        value = args[index].value if index is not None else None
        if index is None or not isinstance(value, cst.Integer) or value.evaluated_value not in ENUMS[enum]:
            return args
        holder = self.reference(original, enum)
        if holder is None:
            return args  # An int is taken too.
        member = cst.Attribute(holder, cst.Name(ENUMS[enum][value.evaluated_value]))
        return [*args[:index], args[index].with_changes(value=member), *args[index + 1 :]]

    def with_keywords(self, original: cst.Call, name: str, args: list[cst.Arg]) -> list[cst.Arg]:
        renamed = dict(KEYWORDS.get(name, {}))
        func = original.func
        if isinstance(func, cst.Attribute) and text_of(func.value).rpartition(".")[2] == "currRegion":
            renamed |= REGION_KEYWORDS.get(name, {})
        changed = []
        for arg in args:
            new = renamed.get(arg.keyword.value) if arg.keyword is not None else None
            changed.append(arg.with_changes(keyword=cst.Name(new)) if new else arg)
        return changed

    def without_none(self, original: cst.Call, name: str, args: list[cst.Arg]) -> list[cst.Arg]:
        """None for a text was its default; ours has "" for that."""
        for position, keyword in NONE_ARGUMENTS.get(name, ()):
            index = find(args, position, keyword)
            if index is None:
                continue
            value = args[index].value
            if (is_none(value) and args[index].keyword is not None and keyword != "pathPrefix") or (
                is_none(value) and index == len(args) - 1 and keyword != "pathPrefix"
            ):
                args = without(args, index)
            elif is_none(value):
                args = [*args[:index], args[index].with_changes(value=cst.SimpleString('""')), *args[index + 1 :]]
            elif self.may_be_none(original, value):
                self.tell(original, f"{name}(): {text_of(value)} may be None: give a text, or nothing")
        return args

    def may_be_none(self, node: cst.CSTNode, value: cst.BaseExpression) -> bool:
        """Whether it is a parameter whose default is None."""
        function = self.function_of(node)
        if not isinstance(value, cst.Name) or not isinstance(function, cst.FunctionDef):
            return False
        params = [*function.params.posonly_params, *function.params.params, *function.params.kwonly_params]
        return any(p.name.value == value.value and p.default is not None and is_none(p.default) for p in params)

    def of_set_attribute(self, original: cst.Call, args: list[cst.Arg]) -> list[cst.Arg]:
        if not args:
            return args
        known = OPERATOR.fullmatch(self.meaning(original.args[0].value) or "")
        if known is None and len(args) > 1:
            self.tell(
                original, "setAttribute() of an operator that is not written here: CLAMP and CUSTOM lost the builder"
            )
        method = {"CLAMP": "ClampAttribute", "CUSTOM": "CustomAttribute"}.get(known[1] if known else "")
        if method is None:
            return args
        if len(args) != len(BUILDER_METHODS[method]) + 2:
            self.tell(original, f"setAttribute() has {len(args)} arguments: see {method}()")
            return args
        values = [
            arg.with_changes(value=self.as_list(arg.value)) if parameter.endswith("_as_bytes") else arg
            for arg, parameter in zip(args[2:], BUILDER_METHODS[method], strict=True)
        ]
        return [args[0], *values]

    def check_constant(self, original: cst.Call, name: str) -> None:
        for arg in original.args:
            if (self.meaning(arg.value) or "").rpartition(".")[2] == "FP8E5M2" and name != "addPlaceholder":
                self.tell(original, f"{name}() of FP8E5M2 takes the values, not their bits in uint8")

    def check_class(self, original: cst.Call, name: str) -> None:
        if name == "TosaSerializerBasicBlock" and len(original.args) == 1:
            self.tell(original, f"{name}() wants the region's name too")
        elif name == "IndexCounter":
            self.tell(original, f"{name}() cannot be made: the counters are the serializer's own")
        elif name == "TosaSerializerRegion" and find(original.args, 3, "indexCounter") is not None:
            self.tell(original, f"{name}() takes no indexCounter of yours: leave it out")

    def tensor_flags(self, args: list[cst.Arg]) -> list[cst.Arg]:
        """is_unranked and variable changed places."""
        names = {5: "is_unranked", 6: "variable", 7: "variable_name"}
        equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
        return [
            arg.with_changes(keyword=cst.Name(names[index]), equal=equal)
            if index in names and arg.keyword is None
            else arg
            for index, arg in enumerate(args)
        ]

    def operator_at(self, original: cst.Call) -> int | None:
        """Where the operator is among the arguments."""
        for index, arg in enumerate(original.args):
            if OPERATOR.fullmatch(self.meaning(arg.value) or ""):
                return index
        return None

    def check_wrapper(self, original: cst.Call, name: str) -> None:
        """A function of the program that takes an operator and is given None, or less than one argument for each."""
        index = self.operator_at(original)
        if index is None or name in ("setAttribute",):
            return
        after = original.args[index + 1 :]
        if any(is_none(arg.value) for arg in after[AFTER - 1 : AFTER]) or len(after) == AFTER - 1:
            self.tell(original, f"{name}() may want an attribute: if it ends in addOperator, run with --also {name}")

    def operator(self, original: cst.Call, args: list[cst.Arg]) -> list[cst.Arg]:
        name = text_of(original.func).rpartition(".")[2]
        position = self.also.get(name, 0)
        start = self.operator_at(original) if position is None else find(original.args, position, "op")
        if start is None:
            self.tell(
                original, f"{text_of(original.func)}(): no operator is written here: see that it has an attribute"
            )
            return args
        for position, keywords in ((1, ("inputs", "input_names")), (2, ("outputs", "output_names"))):
            args = self.in_a_list(args, find(args, start + position, *keywords))
        index = find(args, start + AFTER, "attributes")
        if index is not None and not is_none(args[index].value):
            if self.may_be_none(original, original.args[index].value):
                self.tell(original, f"attribute {text_of(original.args[index].value)} may be None: give one")
            return args
        made = self.new_attribute(original, original.args[start].value, args[start].value)
        if made is None:
            return args
        attribute = cst.Name(made)
        if index is not None:
            return [*args[:index], args[index].with_changes(value=attribute), *args[index + 1 :]]
        keyword = cst.Name("attributes") if any(arg.keyword is not None for arg in args) else None
        equal = (
            cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
            if keyword
            else cst.MaybeSentinel.DEFAULT
        )
        last = args[-1]
        comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        if isinstance(last.comma, cst.Comma):
            # A list of lines goes on as one.
            before = args[-2].comma if len(args) > 1 else comma
            args[-1] = last.with_changes(comma=before)
            return [*args, cst.Arg(attribute, keyword=keyword, equal=equal, comma=last.comma)]
        args[-1] = last.with_changes(comma=comma, whitespace_after_arg=cst.SimpleWhitespace(""))
        return [*args, cst.Arg(attribute, keyword=keyword, equal=equal, whitespace_after_arg=last.whitespace_after_arg)]

    def in_a_list(self, args: list[cst.Arg], index: int | None) -> list[cst.Arg]:
        """One name stood for a list of one."""
        value = args[index].value if index is not None else None
        is_name = isinstance(value, cst.Attribute) and value.attr.value == "name"
        if index is None or not (is_name or isinstance(value, (cst.SimpleString, cst.FormattedString))):
            return args
        assert value is not None
        return [*args[:index], args[index].with_changes(value=cst.List([cst.Element(value)])), *args[index + 1 :]]

    def new_attribute(self, call: cst.Call, operator: cst.BaseExpression, written: cst.BaseExpression) -> str | None:
        """Puts an attribute for the operator in front of the statement, and returns its name."""
        found = OPERATOR.fullmatch(self.meaning(operator) or "")
        if found is not None and found[1] not in PLAIN_ATTRIBUTES:
            self.tell(call, f"{found[1]} has no attribute here: give it one with its arguments")
            return None
        if found is None and not isinstance(operator, (cst.Name, cst.Attribute)):
            self.tell(call, f"the operator {text_of(operator)} has no attribute: give it one")
            return None
        statement = self.inside(call, cst.BaseStatement, cst.SimpleStatementSuite)
        once = self.inside(call, *NOT_ONCE, cst.BaseStatement, cst.SimpleStatementSuite)
        kind = self.reference(call, "TosaSerializerAttribute")
        if once is not statement or kind is None or not isinstance(statement, cst.SimpleStatementLine):
            self.tell(call, "the operator has no attribute, and there is no line before it for one: give it one")
            return None
        if found is None and (len(statement.body) > 1 or self.is_walrus_in(statement)):
            self.tell(call, f"{text_of(operator)} may be assigned in this line: give it an attribute")
            return None
        if found is None and self.may_be_skipped(call):
            self.tell(call, f"{text_of(operator)} is looked at only under a condition: give it an attribute")
            return None
        if isinstance(self.inside(call, cst.FunctionDef, cst.ClassDef), cst.ClassDef):
            self.tell(call, "the operator has no attribute, and one made here would be the class's: give it one")
            return None
        pending = self.pending[statement]
        name = self.free_name(call, found[1] if found else "operator", bool(pending))
        method = PLAIN_ATTRIBUTES[found[1]] if found else "setAttribute"
        arguments = [] if found else [cst.Arg(written)]
        made = cst.Assign([cst.AssignTarget(cst.Name(name))], cst.Call(kind))
        filled = cst.Expr(cst.Call(cst.Attribute(cst.Name(name), cst.Name(method)), arguments))
        pending += [cst.SimpleStatementLine([made]), cst.SimpleStatementLine([filled])]
        return name

    def may_be_skipped(self, call: cst.Call) -> bool:
        """Whether the statement may run without the call."""
        kinds = (cst.BooleanOperation, cst.IfExp, cst.Comparison, cst.Assert)
        return self.inside(call, *kinds, cst.BaseStatement, cst.SimpleStatementSuite) is not self.inside(
            call, cst.BaseStatement, cst.SimpleStatementSuite
        )

    def is_walrus_in(self, statement: cst.SimpleStatementLine) -> bool:
        return bool(matchers.findall(statement, matchers.NamedExpr()))

    def free_name(self, call: cst.Call, operator: str, is_second: bool) -> str:
        scope = self.inside(call, cst.FunctionDef, cst.Module) if self.function_of(call) else None
        used = self.names_in(scope) if isinstance(scope, cst.FunctionDef) else set(self.bindings.names) | self.all_names
        candidates = [] if is_second else ["attr"]
        candidates += [f"attr_{operator.lower()}", *(f"attr_{operator.lower()}_{n}" for n in range(2, 1000))]
        taken = used | (self.taken.get(scope, set()) if is_second else set())
        name = next(one for one in candidates if one not in taken)
        self.taken.setdefault(scope, set()).add(name)
        return name

    def names_in(self, node: cst.CSTNode) -> set[str]:
        collector = _Names()
        node.visit(collector)
        return collector.found

    def visit_Module(self, node: cst.Module) -> None:
        self.pending: dict[cst.CSTNode, list[cst.SimpleStatementLine]] = {}
        self.taken: dict[cst.CSTNode | None, set[str]] = {}
        self.all_names = self.names_in(node)
        kinds = matchers.FunctionDef() | matchers.ClassDef()
        self.defined = {found.name.value for found in matchers.findall(node, kinds) if hasattr(found, "name")}

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:
        self.pending[node] = []

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[cst.SimpleStatementLine]:
        pending = self.pending.pop(original_node)
        if not pending:
            return updated_node
        first = pending[0].with_changes(leading_lines=updated_node.leading_lines)
        return cst.FlattenSentinel([first, *pending[1:], updated_node.with_changes(leading_lines=[])])


class _Names(cst.CSTVisitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Name(self, node: cst.Name) -> None:
        self.found.add(node.value)
