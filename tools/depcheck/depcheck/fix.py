"""Make edits in build files, and keep every byte besides."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from . import fix_lists
from .fix_labels import canonical, place
from .fix_source import ByHandError, Patch, Source
from .fix_write import write
from .model import Action, Edit

__all__ = ["FixResult", "apply", "write"]

# Calls that give a list in every engine.
LIST_MAKERS = {"glob", "select"}


@dataclass
class FixResult:
    """New bytes of the files that change, and what became of each edit."""

    files: dict[str, bytes] = field(default_factory=dict)
    done: list[Edit] = field(default_factory=list)
    by_hand: list[tuple[Edit, str]] = field(default_factory=list)


def apply(edits: Iterable[Edit], read: Callable[[str], bytes], package_prefix: str = "") -> FixResult:
    """Make `edits` in the files that `read` gives; nothing is written.

    `package_prefix` is what labels have before the path of a package in the tree, such as "executorch".
    """
    result = FixResult()
    by_file: dict[str, list[Edit]] = {}
    for edit in dict.fromkeys(edits):
        by_file.setdefault(edit.file, []).append(edit)
    for name, group in by_file.items():
        try:
            source = Source(read(name))
        except (OSError, ByHandError) as error:
            reason = f"the file cannot be read: {error.strerror or error}" if isinstance(error, OSError) else str(error)
            result.by_hand.extend((edit, reason) for edit in group)
            continue
        package = PurePosixPath(package_prefix, PurePosixPath(name).parent).as_posix()
        old = source.data
        new = _edit_file(source, group, "" if package == "." else package, result)
        if new != old:
            result.files[name] = new
    return result


def _edit_file(source: Source, edits: list[Edit], package: str, result: FixResult) -> bytes:
    # Lines move with each edit; the order of calls does not.
    calls = source.calls()
    removed: set[tuple[int, str, str]] = set()
    for edit in edits:
        before = source.data
        try:
            call = _find_call(calls, edit)
            mark = (call, edit.attribute, canonical(edit.value, package))
            if not (edit.action is Action.REMOVE and mark in removed):
                source = _edit_call(source, call, edit, package)
            if edit.action is Action.ADD:
                removed.discard(mark)
            else:
                removed.add(mark)
                removed.discard((call, edit.attribute, canonical(edit.new_value, package)))
            result.done.append(edit)
        except (ByHandError, RecursionError) as error:
            reason = str(error) if isinstance(error, ByHandError) else "the file is nested too deeply"
            result.by_hand.append((edit, reason))
            # The tree may have been changed already.
            source = Source(before)
    return source.data


def _find_call(calls: list[ast.Call], edit: Edit) -> int:
    named = [index for index, call in enumerate(calls) if _literal_name(call) == edit.target_name]
    covering = [index for index in named if calls[index].lineno <= edit.line <= (calls[index].end_lineno or 0)]
    starting = [index for index in covering if calls[index].lineno == edit.line]
    found = starting or covering or named
    if not found:
        raise ByHandError(f'no call has name = "{edit.target_name}"')
    if len(found) > 1:
        raise ByHandError(f'{len(found)} calls have name = "{edit.target_name}"')
    return found[0]


def _literal_name(call: ast.Call) -> str | None:
    for keyword in call.keywords:
        if keyword.arg == "name" and isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str):
            return keyword.value.value
    return None


def _edit_call(source: Source, call: int, edit: Edit, package: str) -> Source:
    """The file with the edit made. A label may stand there more than once, so there may be several steps."""
    is_first = True
    while True:
        patches = _step(source, source.calls()[call], edit, package, is_first)
        if patches is None:
            return source
        is_first = False
        # _step has made the same change in the tree.
        expected = ast.dump(source.tree)
        try:
            source = Source(source.patched(patches))
        except ByHandError:
            raise ByHandError("the layout is not understood: the edited file would not parse") from None
        if ast.dump(source.tree) != expected:
            raise ByHandError("the edit would change more than this list")


def _step(source: Source, call: ast.Call, edit: Edit, package: str, is_first: bool) -> list[Patch] | None:
    """The next change, which is made in the tree too; None where there is nothing left to do."""
    keyword = next((keyword for keyword in call.keywords if keyword.arg == edit.attribute), None)
    if keyword is None:
        if edit.action is Action.ADD:
            return _add_attribute(source, call, edit)
        raise ByHandError(f"there is no {edit.attribute}")
    lists = [node for node in _operands(keyword.value) if isinstance(node, ast.List)]

    def find(label: str, but: str | None = None) -> tuple[ast.List, int] | None:
        for node in lists:
            for index, value in enumerate(map(_text, node.elts)):
                if value is not None and value != but and canonical(value, package) == canonical(label, package):
                    return node, index
        return None

    if edit.action is Action.ADD:
        if find(edit.value):
            return None
        _refuse_if_named(keyword, lists, edit, package)
        return _add(source, keyword, lists, edit)
    new = edit.new_value if edit.action is Action.REPLACE else None
    old = find(edit.value, but=new)
    new_is_there = new is not None and any(new in map(_text, node.elts) for node in lists)
    if new is not None and canonical(new, package) != canonical(edit.value, package):
        new_is_there = find(new) is not None
    if old is None:
        if not is_first or new_is_there:
            return None
        _refuse_if_named(keyword, lists, edit, package)
        raise ByHandError(f'no list literal of {edit.attribute} holds "{edit.value}"')
    node, index = old
    if new is None or new_is_there:
        patches = fix_lists.remove(source, source.list_items(node), index)
        del node.elts[index]
        return patches
    item = node.elts[index]
    start, end = source.start(item), source.end(item)
    node.elts[index] = ast.Constant(new)
    return [Patch(start, end, _quoted(new, source.body[start : start + 1]))]


def _refuse_if_named(keyword: ast.keyword, lists: list[ast.List], edit: Edit, package: str) -> None:
    held = {id(item) for node in lists for item in node.elts}
    for item in ast.walk(keyword.value):
        value = _text(item)
        if id(item) not in held and value and canonical(value, package) == canonical(edit.value, package):
            raise ByHandError(f'{edit.attribute} names "{value}" in a call or a condition')


def _add(source: Source, keyword: ast.keyword, lists: list[ast.List], edit: Edit) -> list[Patch]:
    if lists:
        node = lists[0]
        values = [_text(item) for item in node.elts]
        texts = [value for value in values if value is not None]
        index = place(texts, edit.value) if len(texts) == len(values) else len(values)
        quoted = _quoted(edit.value, _quote(source, node.elts))
        patches = fix_lists.insert(source, source.list_items(node), index, lambda _: quoted)
        node.elts.insert(index, ast.Constant(edit.value))
        return patches
    value = keyword.value
    if not any(_is_list_like(node) for node in _operands(value)):
        raise ByHandError(f"{edit.attribute} is {_described(value)}")
    end = source.end(value)
    keyword.value = ast.BinOp(value, ast.Add(), ast.List([ast.Constant(edit.value)], ast.Load()))
    return [Patch(end, end, b" + [" + _quoted(edit.value, b'"') + b"]")]


def _add_attribute(source: Source, call: ast.Call, edit: Edit) -> list[Patch]:
    if any(keyword.arg is None for keyword in call.keywords):
        raise ByHandError(f"{edit.attribute} may be in the ** of the call")
    if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", edit.attribute):
        raise ByHandError(f"{edit.attribute!r} is no name of an attribute")
    srcs = [index for index, keyword in enumerate(call.keywords) if keyword.arg == "srcs"]
    index = srcs[0] + 1 if srcs else len(call.keywords)
    within = source.arguments(call)
    name = next(keyword for keyword in call.keywords if keyword.arg == "name")
    quoted = _quoted(edit.value, _quote(source, [name.value]))
    is_tight = source.body[source.start(name) + len(b"name")] == ord("=")
    head = edit.attribute.encode() + (b"=[" if is_tight else b" = [")

    def make(indent: bytes | None) -> bytes:
        if indent is None:
            return head + quoted + b"]"
        eol = source.eol(within.start)
        outer = source.indent(source.start(call))
        unit = indent[len(outer) :] if indent.startswith(outer) else b""
        unit = unit if 0 < len(unit) <= 4 else b"    "
        return head + eol + indent + unit + quoted + b"," + eol + indent + b"]"

    # Starlark has positional arguments before those with a name.
    patches = fix_lists.insert(source, within, len(call.args) + index, make)
    call.keywords.insert(index, ast.keyword(edit.attribute, ast.List([ast.Constant(edit.value)], ast.Load())))
    return patches


def _operands(value: ast.expr) -> list[ast.expr]:
    """The terms of a sum."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return [*_operands(value.left), *_operands(value.right)]
    return [value]


def _is_list_like(node: ast.expr) -> bool:
    return isinstance(node, ast.ListComp) or (isinstance(node, ast.Call) and _called(node) in LIST_MAKERS)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _described(value: ast.expr) -> str:
    if isinstance(value, ast.Name):
        return f"the variable {value.id}"
    if isinstance(value, ast.Call):
        return f"what {_called(value) or 'a call'}() gives"
    return {ast.Dict: "a dict", ast.IfExp: "a condition"}.get(type(value), "not a list literal")


def _text(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _quote(source: Source, items: list[ast.expr]) -> bytes:
    """The quotation mark of the strings there."""
    marks = {source.body[source.start(item) : source.start(item) + 1] for item in items if _text(item) is not None}
    return b"'" if marks == {b"'"} else b'"'


def _quoted(value: str, mark: bytes) -> bytes:
    """A string literal of Starlark."""
    mark = mark if mark == b"'" else b'"'
    escapes = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", mark.decode(): "\\" + mark.decode()}
    try:
        return mark + "".join(escapes.get(sign, sign) for sign in value).encode() + mark
    except UnicodeEncodeError:
        raise ByHandError(f"{value!r} is not UTF-8") from None
