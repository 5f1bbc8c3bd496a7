"""Names of the old module in expressions, and what is asked of its objects."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import libcst as cst
import libcst.metadata as meta

from tools.codemod.bindings import Bindings, Refusal, enum_module_of, enum_of, is_old
from tools.codemod.members import change_of, text_of
from tools.codemod.tables import (
    CALLED_MEMBERS,
    COPIES,
    ENUM_CLASSES,
    ENUM_MODULES,
    GONE_MEMBERS,
    LIST_CHANGES,
    MAKERS,
    MAP_METHODS,
    MAPS,
    NEW,
    OLD,
    RENAMED,
    SAME,
    UTILITIES,
)

ENUM_MEMBER = re.compile(r"(?:\w+\.)*(?:DType|Op)\.[A-Z]\w*")
NAME_PATH = re.compile(r"[A-Za-z_][\w.]*")


class Finding(NamedTuple):
    """What is left to do by hand."""

    line: int
    what: str


class NameRewriter(cst.CSTTransformer):
    # Functions of the program that may get the module as an argument.
    accepted: frozenset[str] = frozenset()

    def __init__(self, wrapper: meta.MetadataWrapper, bindings: Bindings) -> None:
        super().__init__()
        self.bindings = bindings
        self.positions: Any = wrapper.resolve(meta.PositionProvider)
        self.parents = bindings.parents
        self.findings: list[Finding] = []
        self.count = 0
        # Names to import beside those that the file imports, by the import that they stand in.
        self.wanted: dict[cst.CSTNode, set[str]] = {}
        # Per function: names that hold tensors or shapes.
        self.tensors: set[tuple[Any, str]] = set()

    def tell(self, node: cst.CSTNode, what: str) -> None:
        finding = Finding(self.positions[node].start.line, what)
        if finding not in self.findings:
            self.findings.append(finding)

    def meaning(self, node: cst.CSTNode) -> str | None:
        return self.bindings.meaning(node)

    def reference(self, node: cst.CSTNode, name: str) -> cst.BaseExpression | None:
        """An expression for a name of the new module, where the node stands."""
        for wanted in (name, f"tosa.{name}.{name}", f"tosa.{name}"):
            if (local := self.bindings.visible(node, wanted)) is not None:
                return cst.Name(self.bindings.local_enum(name, local) if wanted == f"tosa.{name}" else local)
        if (local := self.bindings.visible(node, "")) is not None:
            return cst.Attribute(cst.Name(local), cst.Name(name))
        if self.bindings.visible(node, OLD.partition(".")[0]) or "serializer.tosa_serializer" in self.bindings.names:
            return cst.Attribute(cst.Name(NEW), cst.Name(name))
        home = self.bindings.home(node)
        # Another function may import it too.
        if home is None or self.bindings.names.get(name, {name}) != {name}:
            return None
        self.wanted.setdefault(home, set()).add(name)
        return cst.Name(name)

    def inside(self, node: cst.CSTNode, *kinds: type[cst.CSTNode]) -> cst.CSTNode | None:
        """The nearest node around it of these kinds."""
        found = self.parents.get(node)
        while found is not None and not isinstance(found, kinds):
            found = self.parents.get(found)
        return found

    def function_of(self, node: cst.CSTNode) -> cst.CSTNode | None:
        return self.inside(node, cst.FunctionDef, cst.Lambda)

    # Imports have a pass of their own.
    def visit_Import(self, node: cst.Import) -> bool:
        return False

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        return False

    def visit_Assign(self, node: cst.Assign) -> None:
        for target in node.targets:
            if isinstance(target.target, cst.Name) and self.makes_tensor(node.value):
                self.tensors.add((self.function_of(node), target.target.value))

    def makes_tensor(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Subscript):
            return isinstance(node.value, cst.Attribute) and node.value.attr.value in MAPS
        if not isinstance(node, cst.Call):
            return isinstance(node, cst.Name) and (self.function_of(node), node.value) in self.tensors
        called = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
        return isinstance(called, cst.Name) and called.value in MAKERS

    def visit_Name(self, node: cst.Name) -> None:
        parent = self.parents.get(node)
        is_member = isinstance(parent, cst.Attribute) and parent.attr is node
        is_word = isinstance(parent, (cst.Arg, cst.Param)) and getattr(parent, "keyword", None) is node
        if is_member or is_word:
            return
        name = self.meaning(node)
        if name == "":
            self.check_module_use(node)
        enum = enum_module_of(name)
        if enum is None or (isinstance(parent, cst.Attribute) and parent.attr.value == enum):
            return
        # Compared with None, or given None, where an import failed.
        is_guard = isinstance(parent, (cst.Comparison, cst.ComparisonTarget)) or self.is_target(node)
        if not is_guard or self.bindings.local_enum(enum, node.value) != node.value:
            self.keep(node, node.value, enum)

    def keep(self, node: cst.CSTNode, local: str, enum: str) -> None:
        """The module of an enum is left somewhere: its import stays beside that of the enum."""
        if self.bindings.local_enum(enum, local) == local:
            raise Refusal(node, f"{local} is the module of an enum here: write {local}.{enum}")
        self.bindings.kept.add(local)
        self.tell(node, f"{text_of(node)} is the module of an enum: use {NEW}.{enum}; the old import stays")

    def check_module_use(self, node: cst.BaseExpression) -> None:
        """The module itself may only be asked for its names: whoever gets it as a value is out of sight."""
        parent = self.parents.get(node)
        if isinstance(parent, cst.Attribute) and parent.value is node:
            return
        # Compared with None, or given None, where an import failed.
        if isinstance(parent, (cst.Comparison, cst.ComparisonTarget)) or self.is_target(node):
            return
        if isinstance(parent, cst.Arg):
            call = self.parents.get(parent)
            if isinstance(call, cst.Call) and text_of(call.func) in ("getattr", "hasattr", "setattr", "vars", "dir"):
                self.tell(call, f"{text_of(call)} asks the module by a name that may be another one in {NEW}")
                return
            if isinstance(call, cst.Call) and text_of(call.func).rpartition(".")[2] in self.accepted:
                return
        self.tell(node, f"the module is used as a value here ({text_of(node)}): follow what becomes of it")

    def is_target(self, node: cst.CSTNode) -> bool:
        return isinstance(self.parents.get(node), cst.AssignTarget)

    def visit_SimpleString(self, node: cst.SimpleString) -> None:
        value = node.evaluated_value
        if not isinstance(value, str):
            return
        if is_old(value):
            self.tell(node, f"{text_of(node)} names the old module in a string: write {NEW} if it is imported by it")
        if self.is_name_in_text(node):
            for path in NAME_PATH.findall(value):
                self.check_name_in_text(node, path)

    def is_name_in_text(self, node: cst.SimpleString) -> bool:
        """A type in quotes, or a name in __all__."""
        statement = self.inside(node, cst.Annotation, cst.Assign, cst.AnnAssign, cst.AugAssign, cst.BaseStatement)
        if isinstance(statement, cst.Assign):
            return any(text_of(target.target) == "__all__" for target in statement.targets)
        if isinstance(statement, (cst.AnnAssign, cst.AugAssign)):
            return text_of(statement.target) == "__all__"
        return isinstance(statement, cst.Annotation)

    def check_name_in_text(self, node: cst.SimpleString, path: str) -> None:
        local, _, rest = path.partition(".")
        for meaning in self.bindings.names.get(local, ()):
            member = rest.partition(".")[0] if meaning == "" else ""
            enum = enum_module_of(meaning) or ENUM_MODULES.get(member)
            if enum is not None and not member:
                self.keep(node, local, enum)
            elif enum is not None or member in RENAMED:
                self.tell(node, f"{text_of(node)}: {member} is not in {NEW}: write {enum or RENAMED[member]}")
            elif meaning in RENAMED and local == meaning:
                self.bindings.kept.add(local)
                self.tell(node, f"{text_of(node)}: {local} is {RENAMED[local]} now; the old import stays")

    def visit_Attribute(self, node: cst.Attribute) -> None:
        name, parent = self.meaning(node), self.parents.get(node)
        member = node.attr.value
        if name == "":
            self.check_module_use(node)
        elif name is not None and self.meaning(node.value) == "":
            known = name in SAME or name in RENAMED or name in ENUM_MODULES or name in UTILITIES
            if not known and isinstance(node.value, (cst.Name, cst.Attribute)):
                self.tell(node, f"{text_of(node)}: {name} is not in {NEW}: do without it")
        holder = enum_module_of(name)
        if holder is not None and not (isinstance(parent, cst.Attribute) and parent.attr.value == holder):
            self.tell(node, f"{text_of(node)} is the module of an enum: use {NEW}.{holder}")
        if ENUM_MEMBER.fullmatch(name or "") and (what := change_of(node, self.parents)) is not None:
            self.tell(node, what)
        if name is None or name.count(".") > 1 or "TosaSerializer" in name:
            self.check_member(node, member, parent)

    def check_member(self, node: cst.Attribute, member: str, parent: cst.CSTNode | None) -> None:
        is_called = isinstance(parent, cst.Call) and parent.func is node
        outer = self.parents.get(parent) if parent is not None else None
        if member in GONE_MEMBERS and not self.is_dropped_builder(node):
            self.tell(node, f"{text_of(node)} is no more: {GONE_MEMBERS[member]}")
        elif member == "data" and self.makes_tensor(node.value) and not self.is_target(node):
            self.tell(node, f"{text_of(node)} gives the packed bytes, not the values")
        elif member in LIST_CHANGES and is_called and self.ends_with(node.value, COPIES):
            self.tell(
                node, f"{text_of(node)}() changes a copy: use addInput, addOutput, addOperator, or assign the list"
            )
        elif member in MAP_METHODS and is_called and self.ends_with(node.value, MAPS):
            self.tell(
                node, f"{text_of(node)}(): {text_of(node.value)} has only [], in, len, keys and iteration over names"
            )
        elif (
            member in COPIES | MAPS
            and isinstance(parent, cst.Subscript)
            and isinstance(outer, (cst.AssignTarget, cst.AugAssign))
        ):
            self.tell(node, f"{text_of(parent)} = changes a copy: assign the whole list, or add by a method")
        elif member in CALLED_MEMBERS and not is_called:
            self.check_called_member(node)

    def check_called_member(self, node: cst.Attribute) -> None:
        """A value of the old serializer is a method of ours; other objects have their own, as unittest has."""
        text = text_of(node)
        if self.bindings.contexts.get(node) is not meta.ExpressionContext.LOAD:
            self.tell(node, f"{text} cannot be assigned or deleted: call setExpectedFailure if it is a serializer's")
        elif not self.is_read_of_serializer(node) and not self.is_of_import(node):
            self.tell(node, f"{text}: write {text}() if it is a serializer's")

    def is_read_of_serializer(self, node: cst.Attribute) -> bool:
        is_load = self.bindings.contexts.get(node) is meta.ExpressionContext.LOAD
        return is_load and not self.is_decorator(node) and self.bindings.is_serializer(node.value)

    def is_of_import(self, node: cst.Attribute) -> bool:
        scope = self.bindings.scopes.get(node)
        names = scope.get_qualified_names_for(node) if scope is not None else ()
        return self.is_decorator(node) or any(name.source is meta.QualifiedNameSource.IMPORT for name in names)

    def is_decorator(self, node: cst.CSTNode) -> bool:
        return isinstance(self.parents.get(node), cst.Decorator)

    def is_dropped_builder(self, node: cst.Attribute) -> bool:
        parent = self.parents.get(node)
        call = self.parents.get(parent) if isinstance(parent, cst.Arg) else None
        func = call.func if isinstance(call, cst.Call) else None
        return isinstance(func, cst.Attribute) and func.attr.value in (
            "ClampAttribute",
            "CustomAttribute",
            "setAttribute",
        )

    def ends_with(self, node: cst.BaseExpression, members: frozenset[str]) -> bool:
        return isinstance(node, cst.Attribute) and node.attr.value in members

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        parent = self.parents.get(original_node)
        if isinstance(parent, cst.Attribute) and parent.attr is original_node:
            return updated_node
        # A from-import without another name.
        if original_node.value in RENAMED and self.meaning(original_node) == original_node.value:
            self.count += 1
            return updated_node.with_changes(value=RENAMED[original_node.value])
        return updated_node

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        name = self.meaning(original_node)
        if name is None:
            return self.leave_member(original_node, updated_node)
        if name == "" and text_of(original_node) == OLD:
            return cst.Name(NEW, lpar=updated_node.lpar, rpar=updated_node.rpar)
        enum = enum_of(name)
        value = original_node.value
        parent = self.parents.get(original_node)
        # Op() is counted where its brackets go.
        place = 0 if isinstance(parent, cst.Call) and parent.func is original_node and not parent.args else 1
        if enum is not None and enum_module_of(self.meaning(value)) == enum and name != "Op":
            if isinstance(value, cst.Name):
                self.count += place
                return cst.Name(
                    self.bindings.local_enum(enum, value.value), lpar=updated_node.lpar, rpar=updated_node.rpar
                )
            if self.meaning(value) in ENUM_MODULES and self.meaning(getattr(value, "value", value)) != "":
                raise Refusal(original_node, f"{text_of(original_node)}: import it with `from {text_of(value)} import`")
            if self.meaning(value) in ENUM_MODULES and isinstance(updated_node.value, cst.Attribute):
                self.count += place
                return updated_node.with_changes(value=updated_node.value.value)
        if name in RENAMED and self.meaning(value) == "":
            self.count += 1
            return updated_node.with_changes(attr=cst.Name(RENAMED[name]))
        return self.leave_member(original_node, updated_node)

    def leave_member(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        parent = self.parents.get(original_node)
        is_called = isinstance(parent, cst.Call) and parent.func is original_node
        if original_node.attr.value not in CALLED_MEMBERS or is_called:
            return updated_node
        if not self.is_read_of_serializer(original_node):
            return updated_node
        self.count += 1
        return cst.Call(func=updated_node)

    def visit_Call(self, node: cst.Call) -> None:
        asked = self.meaning(node.args[0].value) if node.args else None
        if text_of(node.func) in ("vars", "dir", "list", "iter") and (enum_of(asked) or asked in SAME):
            self.tell(node, f"{text_of(node)}: an enum has its members in __members__, and they are no ints")

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        """Op() and its like, which were objects of the enum's class."""
        if not original_node.args and enum_of(self.meaning(original_node.func)) in ENUM_CLASSES:
            self.count += 1
            return updated_node.func
        return updated_node
