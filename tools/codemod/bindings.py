"""Which names of a file mean the pure-Python serializer, or something of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import libcst as cst
import libcst.metadata as meta
from libcst import matchers
from libcst.helpers import get_absolute_module_for_import, get_full_name_for_node

from tools.codemod.tables import ENUM_CLASSES, ENUM_MODULES, NUMPY_UTILS, OLD, UTILS

MODULES = frozenset([OLD, UTILS, NUMPY_UTILS])
HOLDERS = {enum: holder for holder, enum in ENUM_MODULES.items()}


class Refusal(Exception):
    """The file is left alone as a whole."""

    def __init__(self, node: cst.CSTNode, what: str) -> None:
        super().__init__(what)
        self.node = node


def module_of(node: cst.ImportFrom) -> str:
    """Its absolute module, or nothing for a relative import."""
    return "" if node.relative else get_absolute_module_for_import(None, node) or ""


def imported(node: cst.Import | cst.ImportFrom) -> list[str]:
    """The full names that it imports."""
    if isinstance(node, cst.Import):
        return [get_full_name_for_node(alias.name) or "" for alias in node.names]
    module = module_of(node)
    if isinstance(node.names, cst.ImportStar):
        return [f"{module}.*"]
    return [f"{module}.{get_full_name_for_node(alias.name)}" for alias in node.names]


def is_old(name: str) -> bool:
    return any(name == module or name.startswith(module + ".") for module in MODULES)


def canonical(name: str) -> str | None:
    """A qualified name by its name in OLD, such as "TosaOp.Op.ADD"; "" is the module itself."""
    if name == OLD or name.startswith(OLD + "."):
        return name[len(OLD) + 1 :]
    if is_old(name):
        return name
    package, _, rest = name.partition(".")
    enum, _, member = rest.partition(".")
    if package != "tosa" or enum not in ENUM_CLASSES:
        return None
    holder = HOLDERS.get(enum, f"tosa.{enum}")
    return f"{holder}.{member}" if member else holder


def enum_of(name: str | None) -> str | None:
    """The enum that a canonical name is the class of."""
    holder, _, last = (name or "").rpartition(".")
    if last in ENUM_CLASSES and holder in (HOLDERS.get(last), f"tosa.{last}"):
        return last
    return "Op" if name == "Op" else None


def enum_module_of(name: str | None) -> str | None:
    """The enum whose module a canonical name is."""
    name = name or ""
    if name in ENUM_MODULES:
        return ENUM_MODULES[name]
    return name[5:] if name.startswith("tosa.") and name.count(".") == 1 else None


class Bindings:
    """Answers by scopes: a parameter called like the module is something else."""

    def __init__(self, wrapper: meta.MetadataWrapper) -> None:
        self.scopes: Any = wrapper.resolve(meta.ScopeProvider)
        self.parents: Any = wrapper.resolve(meta.ParentNodeProvider)
        # What each name of the file may mean; None is something that is not the old module's.
        self.names: dict[str, set[str | None]] = {}
        for scope in dict.fromkeys(scope for scope in self.scopes.values() if scope is not None):
            for name, meaning, _ in self._assignments(scope):
                self.names.setdefault(name, set()).add(meaning)
            self._refuse_two_meanings(scope)
        # Names whose import from the old module stays, since something else than a rewritten use is left of them.
        self.kept: set[str] = set()
        self.has_star = False
        # Names in `global` and `nonlocal`, which no pass rewrites.
        self.declared = {
            item.name.value
            for found in matchers.findall(wrapper.module, matchers.Global() | matchers.Nonlocal())
            if isinstance(found, (cst.Global, cst.Nonlocal))
            for item in found.names
        }
        self.contexts: Any = wrapper.resolve(meta.ExpressionContextProvider)
        # Imports of names from the old module that run whenever their module or function does.
        self.homes: list[cst.ImportFrom] = []

    def _assignments(self, scope: meta.Scope) -> Iterator[tuple[str, str | None, meta.BaseAssignment]]:
        for one in scope.assignments:
            meaning = None
            if isinstance(one, meta.ImportAssignment):
                found = {canonical(name.name) for name in one.get_qualified_names_for(one.name)}
                meaning = found.pop() if len(found) == 1 else None
            yield one.name, meaning, one

    def _refuse_two_meanings(self, scope: meta.Scope) -> None:
        found = list(self._assignments(scope))
        old = {name for name, meaning, _ in found if meaning is not None}
        for name, meaning, one in found:
            if name not in old or meaning is not None or not isinstance(one, (meta.Assignment, meta.ImportAssignment)):
                continue
            if isinstance(one, meta.ImportAssignment):
                raise Refusal(one.node, f"{name} is the old module here and another one elsewhere: import one of them")
            if not self.is_none(one):
                raise Refusal(one.node, f"{name} is assigned again: give that another name")

    def meaning(self, node: cst.CSTNode) -> str | None:
        scope = self.scopes.get(node)
        if scope is None:
            return None
        found = {
            canonical(name.name)
            for name in scope.get_qualified_names_for(node)
            if name.source is meta.QualifiedNameSource.IMPORT
        }
        return found.pop() if len(found) == 1 else None

    def visible(self, node: cst.CSTNode, wanted: str) -> str | None:
        """A name that means `wanted` where the node stands."""
        scope = self.scopes.get(node)
        for name, meanings in self.names.items():
            if wanted not in meanings or scope is None or "." in name or name not in scope:
                continue
            if all(isinstance(one, meta.ImportAssignment) or self.is_none(one) for one in scope[name]):
                return name
        return None

    def home(self, node: cst.CSTNode) -> cst.ImportFrom | None:
        """The import that more names can be added to for this node: the module's, else its own function's."""
        around = self.around(node)
        functions = [None, *(one for one in around if isinstance(one, cst.FunctionDef))]
        for function in functions:
            for one in self.homes:
                if next((n for n in self.around(one) if isinstance(n, cst.FunctionDef)), None) is function:
                    return one
        return None

    def around(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        found = []
        while (node := self.parents.get(node)) is not None:
            found.append(node)
        return found

    def is_always_run(self, node: cst.CSTNode) -> bool:
        """Whether it stands right in the module or a function, or in a `try` there."""
        line, *around = self.around(node)
        while isinstance(around[0], cst.IndentedBlock) and isinstance(around[1], cst.Try):
            if around[1].body is not around[0]:
                return False
            around = around[2:]
        return isinstance(line, cst.SimpleStatementLine) and (
            isinstance(around[0], cst.Module)
            or (isinstance(around[0], cst.IndentedBlock) and isinstance(around[1], cst.FunctionDef))
        )

    def is_serializer(self, node: cst.CSTNode) -> bool:
        """Whether nothing but a TosaSerializer was ever put into this variable, or attribute of self."""
        if isinstance(node, cst.Name):
            scope = self.scopes.get(node)
            found = list(scope[node.value]) if scope is not None else []
            values = [self.value_of(getattr(one, "node", None)) for one in found if not self.is_none(one)]
        elif isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and node.value.value == "self":
            kind = self.class_of(node)
            values = [
                self.value_of(other)
                for other in self.contexts
                if isinstance(other, cst.Attribute)
                and isinstance(other.value, cst.Name)
                and (other.value.value, other.attr.value) == ("self", node.attr.value)
                and self.contexts[other] is meta.ExpressionContext.STORE
                and self.class_of(other) is kind
            ]
        else:
            values = [node]
        return bool(values) and all(
            isinstance(one, cst.Call) and self.meaning(one.func) == "TosaSerializer" for one in values
        )

    def value_of(self, target: cst.CSTNode | None) -> cst.CSTNode | None:
        """What a plain assignment puts into its target; a parameter's annotation is as good."""
        if isinstance(target, cst.Param) and target.annotation is not None:
            return cst.Call(target.annotation.annotation)
        parent = self.parents.get(target)
        parent = self.parents.get(parent) if isinstance(parent, cst.AssignTarget) else parent
        return parent.value if isinstance(parent, (cst.Assign, cst.AnnAssign, cst.NamedExpr)) else None

    def class_of(self, node: cst.CSTNode) -> cst.ClassDef | None:
        return next((one for one in self.around(node) if isinstance(one, cst.ClassDef)), None)

    def is_none(self, one: meta.BaseAssignment) -> bool:
        """Whether it is NAME = None, as where an import failed."""
        assign = self.parents.get(self.parents.get(getattr(one, "node", None)))
        value = assign.value if isinstance(assign, (cst.Assign, cst.AnnAssign)) else None
        return isinstance(value, cst.Name) and value.value == "None"

    def local_enum(self, enum: str, local: str) -> str:
        """What to call an enum that came by its module: its own name, unless that is something else in the file."""
        # A star may bring the enum's own name too; where an import failed, the local one is None.
        if self.has_star or local in self.declared or None in self.names.get(local, set()):
            return local
        own = {"Op": {"Op", "TosaOp.Op"}, "DType": {"DType", "TosaDType.DType"}}.get(enum, {f"tosa.{enum}.{enum}"})
        own |= {HOLDERS.get(enum, f"tosa.{enum}")}
        return enum if self.names.get(enum, set()) <= own else local
