"""One file's bytes to the bytes that stand for them, with what is left to do by hand."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import libcst as cst
import libcst.metadata as meta

from tools.codemod.bindings import Bindings, Refusal, imported, is_old, module_of
from tools.codemod.calls import CallRewriter
from tools.codemod.check import check_result
from tools.codemod.imports import ImportRewriter
from tools.codemod.names import Finding
from tools.codemod.tables import NEW, NUMPY_UTILS, OLD, RENAMED, UTILS


class Unreadable(Exception):
    """The file is no Python: the line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


class Outcome(NamedTuple):
    data: bytes
    places: int
    findings: list[Finding]


class _Imports(cst.CSTVisitor):
    def __init__(self) -> None:
        super().__init__()
        self.nodes: list[cst.Import | cst.ImportFrom] = []
        self.strings: list[cst.SimpleString] = []

    def visit_Import(self, node: cst.Import) -> None:
        self.nodes.append(node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        self.nodes.append(node)


def check_python(data: bytes) -> None:
    """Python's own parser first: brackets that it refuses for their depth would crash LibCST's."""
    try:
        ast.parse(data)
    except SyntaxError as error:
        raise Unreadable(error.lineno or 1, error.msg) from error
    except (ValueError, LookupError, RecursionError, MemoryError) as error:
        raise Unreadable(1, str(error) or type(error).__name__) from error


def parse(data: bytes) -> cst.Module:
    check_python(data)
    try:
        return cst.parse_module(data)
    except cst.ParserSyntaxError as error:
        raise Unreadable(error.raw_line, error.message.splitlines()[0]) from error
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unreadable(line, f"byte {data[error.start]:#04x} is not {error.encoding}") from error


def rewrite(
    data: bytes, also: Mapping[str, int | None] = MappingProxyType({}), accepted: frozenset[str] = frozenset()
) -> Outcome:
    if b"serializer" not in data:
        return Outcome(data, 0, [])
    wrapper = meta.MetadataWrapper(parse(data), unsafe_skip_copy=True)
    imports = _Imports()
    wrapper.module.visit(imports)
    lines = wrapper.resolve(meta.PositionProvider)
    try:
        if not any(is_old(name) for node in imports.nodes for name in imported(node)):
            return Outcome(data, 0, strings_of(wrapper))
        outcome = rewritten(wrapper, imports.nodes, also, accepted)
    except Refusal as refusal:
        position = lines.get(refusal.node)
        line = position.start.line if position is not None else 1
        return Outcome(data, 0, [Finding(line, f"{refusal}; the file is left alone")])
    if outcome.data != data:
        check_result(data, outcome.data)
    return outcome


def rewritten(
    wrapper: meta.MetadataWrapper,
    nodes: list[cst.Import | cst.ImportFrom],
    also: Mapping[str, int | None],
    accepted: frozenset[str],
) -> Outcome:
    refuse(nodes)
    bindings = Bindings(wrapper)
    refuse_new_name(nodes, bindings)
    bindings.has_star = any(isinstance(getattr(node, "names", None), cst.ImportStar) for node in nodes)
    bindings.homes = [
        node
        for node in nodes
        if isinstance(node, cst.ImportFrom) and module_of(node) == OLD and bindings.is_always_run(node)
    ]
    calls = CallRewriter(wrapper, bindings)
    calls.also, calls.accepted = also, accepted
    moved = wrapper.module.visit(calls)
    positions = {id(node) for node in nodes}

    def tell(node: cst.CSTNode, what: str) -> None:
        if id(node) in positions:
            calls.tell(node, what)

    rewriter = ImportRewriter(bindings, calls.wanted, tell)
    moved = moved.visit(rewriter)
    return Outcome(moved.bytes, calls.count + rewriter.count, sorted(calls.findings))


def refuse_new_name(nodes: list[cst.Import | cst.ImportFrom], bindings: Bindings) -> None:
    """`import serializer.tosa_serializer` becomes a name that may be another thing in the file."""
    for node in nodes:
        for name in sorted(bindings.declared & set(RENAMED)):
            if f"{OLD}.{name}" in imported(node) and bindings.names.get(name):
                raise Refusal(node, f"{name} is global or nonlocal here: import it with another name")
        plain = isinstance(node, cst.Import) and any(alias.asname is None for alias in node.names)
        if plain and OLD in imported(node) and None in bindings.names.get(NEW, set()):
            raise Refusal(node, f"{NEW} is another thing in this file: give it another name")


def strings_of(wrapper: meta.MetadataWrapper) -> list[Finding]:
    """Of a file that does not import the old module, only what names it in a string."""
    found = []
    for node, position in wrapper.resolve(meta.PositionProvider).items():
        if isinstance(node, cst.SimpleString) and node.evaluated_value in (OLD, UTILS, NUMPY_UTILS):
            found.append(Finding(position.start.line, f"{node.value} names the old module in a string"))
    return sorted(set(found))


def refuse(nodes: list[cst.Import | cst.ImportFrom]) -> None:
    for node in nodes:
        names = imported(node)
        if isinstance(node, cst.ImportFrom) and isinstance(node.names, cst.ImportStar):
            if names[0].partition(".")[0] in ("serializer", "tosa"):
                raise Refusal(node, f"from {module_of(node)} import *: import its names one by one")
        elif isinstance(node, cst.Import):
            for alias, name in zip(node.names, names, strict=True):
                if name in (UTILS, NUMPY_UTILS) and alias.asname is None:
                    raise Refusal(node, f"import {name}: give it a name with `as`")
