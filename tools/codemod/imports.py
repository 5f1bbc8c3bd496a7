"""Import statements: what names the old module names ours; what has no equivalent stays, and is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import libcst as cst
from libcst.helpers import get_full_name_for_node

from tools.codemod.bindings import Bindings, module_of
from tools.codemod.tables import ENUM_CLASSES, ENUM_MODULES, NEW, NUMPY_UTILS, OLD, RENAMED, SAME, UTILITIES, UTILS

Small: TypeAlias = cst.Import | cst.ImportFrom
Tell = Callable[[cst.CSTNode, str], None]


def alias_of(name: str, as_name: str | None = None) -> cst.ImportAlias:
    given = cst.AsName(name=cst.Name(as_name)) if as_name not in (None, name) else None
    return cst.ImportAlias(name=cst.Name(name), asname=given)


def without_comment(comma: cst.Comma | cst.MaybeSentinel) -> cst.Comma | cst.MaybeSentinel:
    space = comma.whitespace_after if isinstance(comma, cst.Comma) else None
    if not isinstance(comma, cst.Comma) or not isinstance(space, cst.ParenthesizedWhitespace):
        return comma
    line = space.first_line.with_changes(comment=None, whitespace=cst.SimpleWhitespace(""))
    return comma.with_changes(whitespace_after=space.with_changes(first_line=line))


def local_of(alias: cst.ImportAlias) -> str:
    return str(alias.evaluated_alias or alias.evaluated_name)


def from_new(aliases: Sequence[cst.ImportAlias], like: cst.ImportFrom | None = None) -> cst.ImportFrom:
    """`like` is the import in whose lines and brackets the names stand."""
    node = cst.ImportFrom(module=cst.Name(NEW), names=[alias_of("_")])
    if like is None or not is_over_lines(like):
        return node.with_changes(names=without_last_comma(aliases))
    return in_brackets(node.with_changes(lpar=like.lpar, rpar=like.rpar), like, aliases)


def is_over_lines(node: cst.ImportFrom) -> bool:
    return node.lpar is not None and "\n" in cst.Module(body=[]).code_for_node(node)


def in_brackets(node: cst.ImportFrom, like: cst.ImportFrom, aliases: Sequence[cst.ImportAlias]) -> cst.ImportFrom:
    """Some names of an import over several lines: the last one ends as the import's last did, with its own comment."""
    assert not isinstance(like.names, cst.ImportStar) and like.rpar is not None
    last, end = aliases[-1].comma, like.names[-1].comma
    if last is end:
        return node.with_changes(names=aliases, rpar=like.rpar)
    before, rpar = like.rpar.whitespace_before, like.rpar
    if isinstance(before, cst.ParenthesizedWhitespace):
        line = before.first_line.with_changes(comment=None, whitespace=cst.SimpleWhitespace(""))
        rpar = rpar.with_changes(whitespace_before=before.with_changes(first_line=line))
    space = last.whitespace_after if isinstance(last, cst.Comma) else None
    if not isinstance(last, cst.Comma) or not isinstance(space, cst.ParenthesizedWhitespace):
        return node.with_changes(names=without_last_comma(aliases), rpar=rpar)
    ends = [end.whitespace_after if isinstance(end, cst.Comma) else None, before]
    found = next((one for one in ends if isinstance(one, cst.ParenthesizedWhitespace)), None)
    if found is None and space.first_line.comment is None:
        return node.with_changes(names=without_last_comma(aliases), rpar=rpar)
    if found is not None:
        space = space.with_changes(indent=found.indent, last_line=found.last_line)
    names = [*aliases[:-1], aliases[-1].with_changes(comma=last.with_changes(whitespace_after=space))]
    return node.with_changes(names=names, rpar=rpar.with_changes(whitespace_before=cst.SimpleWhitespace("")))


def with_names(node: cst.ImportFrom, names: Sequence[str]) -> cst.ImportFrom:
    assert not isinstance(node.names, cst.ImportStar)
    present = {local_of(alias) for alias in node.names}
    new = [alias_of(name) for name in names if name not in present]
    *first, last = node.names
    if new and isinstance(last.comma, cst.Comma):
        # The comma has the comment behind the last name, and the line before the bracket.
        return node.with_changes(names=[*first, *new, last])
    return node.with_changes(names=[*first, last, *new])


def without_last_comma(aliases: Sequence[cst.ImportAlias]) -> list[cst.ImportAlias]:
    return [*aliases[:-1], aliases[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)]


def of_import(node: cst.Import, bindings: Bindings) -> list[Small]:
    """What stands for `import a, b as c`."""
    kept: list[cst.ImportAlias] = []
    enums: list[cst.ImportAlias] = []
    for alias in node.names:
        full = get_full_name_for_node(alias.name) or ""
        enum = full.removeprefix("tosa.")
        if full in (OLD, UTILS):
            alias = alias.with_changes(name=cst.Name(NEW))
        elif full == NUMPY_UTILS:
            alias = alias.with_changes(name=cst.Attribute(cst.Name(NEW), cst.Name("numpy_utils")))
        elif full.startswith("tosa.") and enum in ENUM_CLASSES and alias.asname is not None:
            enums.append(alias_of(enum, bindings.local_enum(enum, local_of(alias))))
            if local_of(alias) not in bindings.kept:
                continue
        kept.append(alias)
    first: list[Small] = [node.with_changes(names=without_last_comma(kept))] if kept else []
    return [*first, *([from_new(enums)] if enums else [])]


class FromImport:
    """`from MODULE import NAMES`, sorted into what ours has, modules of ours, and the rest."""

    def __init__(self, node: cst.ImportFrom, bindings: Bindings, tell: Tell) -> None:
        self.node, self.bindings, self.tell = node, bindings, tell
        self.moved: list[cst.ImportAlias] = []
        self.modules: list[Small] = []
        self.rest: list[cst.ImportAlias] = []

    def sort(self) -> list[Small]:
        module = module_of(self.node)
        assert not isinstance(self.node.names, cst.ImportStar)
        if module == NUMPY_UTILS:
            return [self.node.with_changes(module=cst.Attribute(cst.Name(NEW), cst.Name("numpy_utils")))]
        for alias in self.node.names:
            self._place(module, get_full_name_for_node(alias.name) or "", alias)
        seen: dict[str, cst.ImportAlias] = {}
        for alias in self.moved:
            seen.setdefault(local_of(alias), alias)
        moved = list(seen.values())
        if not self.rest and not self.modules and len(moved) == len(self.node.names):
            return [self.node.with_changes(module=cst.Name(NEW), names=moved)]
        rest: list[Small] = []
        if self.rest:
            if is_over_lines(self.node):
                rest = [in_brackets(self.node, self.node, self.rest)]
            else:
                rest = [self.node.with_changes(names=without_last_comma(self.rest))]
        return [*self.modules, *([from_new(moved, self.node)] if moved else []), *rest]

    def _place(self, module: str, name: str, alias: cst.ImportAlias) -> None:
        if local_of(alias) in self.bindings.kept:
            self.rest.append(alias)
            alias = alias.with_changes(comma=without_comment(alias.comma))
        enum = ENUM_MODULES.get(name) if module == OLD else name if module == "tosa" and name in ENUM_CLASSES else None
        if enum is not None:
            new = alias_of(enum, self.bindings.local_enum(enum, local_of(alias)))
            # With the comment behind it.
            self.moved.append(new.with_changes(comma=alias.comma))
        elif module == OLD and name in RENAMED:
            asname = alias.asname if local_of(alias) != name else None
            self.moved.append(alias.with_changes(name=cst.Name(RENAMED[name]), asname=asname))
        elif (
            (module == OLD and name in SAME)
            or (module == UTILS and name in UTILITIES)
            or (name in ENUM_CLASSES and module == f"tosa.{name}")
        ):
            self.moved.append(alias)
        elif module == "serializer" and name in ("tosa_serializer", "tosa_serializer_utils"):
            self.modules.append(cst.Import(names=[alias_of(NEW, local_of(alias))]))
        elif module == "serializer" and name == "numpy_utils":
            self.moved.append(alias)
        else:
            if module in (OLD, UTILS):
                self.tell(self.node, f"{name} is not in {NEW}: do without it; the import of the old module stays")
            self.rest.append(alias)


def is_concerned(node: Small) -> bool:
    """Whether it imports something that moves."""
    if isinstance(node, cst.Import):
        names = [get_full_name_for_node(alias.name) or "" for alias in node.names if alias.asname is not None]
        plain = [get_full_name_for_node(alias.name) for alias in node.names]
        enums = any(name.startswith("tosa.") and name[5:] in ENUM_CLASSES for name in names)
        return enums or any(name in (OLD, UTILS, NUMPY_UTILS) for name in plain)
    if isinstance(node.names, cst.ImportStar):
        return False
    module = module_of(node)
    named = {get_full_name_for_node(alias.name) for alias in node.names}
    if module == "serializer":
        return bool(named & {"tosa_serializer", "tosa_serializer_utils", "numpy_utils"})
    if module == "tosa":
        return bool(named & ENUM_CLASSES)
    return module in (OLD, UTILS, NUMPY_UTILS) or (module.startswith("tosa.") and module[5:] in named & ENUM_CLASSES)


class ImportRewriter(cst.CSTTransformer):
    def __init__(self, bindings: Bindings, wanted: dict[cst.CSTNode, set[str]], tell: Tell) -> None:
        super().__init__()
        self.bindings, self.tell = bindings, tell
        # Names to add, by the import that is to get them.
        self.wanted = wanted
        self.count = 0

    # Their nodes stay the ones of the file, which have positions.
    def visit_Import(self, node: cst.Import) -> bool:
        return False

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        return False

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[cst.SimpleStatementLine]:
        body = self._body(updated_node)
        if len(body) == len(updated_node.body) or len(updated_node.body) > 1:
            return updated_node.with_changes(body=body)
        # The comments above stay above, the one behind stays with the first.
        first = updated_node.with_changes(body=[body[0].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])
        return cst.FlattenSentinel([first, *(cst.SimpleStatementLine(body=[small]) for small in body[1:])])

    def leave_SimpleStatementSuite(
        self, original_node: cst.SimpleStatementSuite, updated_node: cst.SimpleStatementSuite
    ) -> cst.SimpleStatementSuite:
        """What stands behind the colon of an `if` or `try`."""
        return updated_node.with_changes(body=self._body(updated_node))

    def _body(self, node: cst.SimpleStatementLine | cst.SimpleStatementSuite) -> list[cst.BaseSmallStatement]:
        body: list[cst.BaseSmallStatement] = []
        for small in node.body:
            if isinstance(small, (cst.Import, cst.ImportFrom)) and is_concerned(small):
                self.count += 1
                body += self._rewritten(small)
                body[-1] = body[-1].with_changes(semicolon=small.semicolon)
            else:
                body.append(small)
        return body

    def _rewritten(self, node: Small) -> list[Small]:
        if isinstance(node, cst.Import):
            return of_import(node, self.bindings)
        found = FromImport(node, self.bindings, self.tell).sort()
        wanted = sorted(self.wanted.get(node, ()))
        for i, one in enumerate(found):
            if wanted and isinstance(one, cst.ImportFrom) and module_of(one) == NEW:
                found[i] = with_names(one, wanted)
                return found
        return [*found, *([from_new([alias_of(name) for name in wanted])] if wanted else [])]
