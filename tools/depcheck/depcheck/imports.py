"""What a Python file imports, by its syntax tree."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import NamedTuple

# How an import is reached. EAGER ones run when the module is imported.
EAGER = "eager"
LAZY = "lazy"
# In a try that survives the ImportError, or under a test of version or platform.
GUARDED = "guarded"
# Under `if TYPE_CHECKING`: it never runs.
TYPES = "types"


class Import(NamedTuple):
    """`from module import names`, or with no names `import module`. Level counts the leading dots."""

    line: int
    module: str
    names: tuple[str, ...]
    level: int
    how: str


class Parsed(NamedTuple):
    imports: tuple[Import, ...]
    # The names that the module defines at its top; None where it makes them by __getattr__ or a star.
    names: frozenset[str] | None


class NotPython(Exception):
    """A file that cannot be parsed."""

    def __init__(self, name: str, line: int, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.line = line
        self.message = message


def parse(data: bytes, with_names: bool = True) -> Parsed:
    """Without `with_names` the names at the top are taken as unknown. Raises NotPython."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
    except SyntaxError as error:
        is_encoding = "codec can't decode" in str(error) or "encoding" in (error.msg or "")
        if is_encoding:
            raise NotPython("python-encoding", _bad_line(data) or error.lineno or 1, str(error.msg)) from None
        raise NotPython("python-syntax", error.lineno or 1, str(error.msg)) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotPython("python-syntax", 1, str(error) or type(error).__name__) from None
    visitor = _Visitor(b"import_module" in data or b"__import__" in data)
    try:
        visitor.block(tree.body, EAGER)
        return Parsed(tuple(visitor.found), _names(tree) if with_names else None)
    except RecursionError:
        raise NotPython("python-syntax", 1, "too deeply nested") from None


def _bad_line(data: bytes) -> int | None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return None


def _is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


_PLATFORM = {
    ("sys", "version_info"),
    ("sys", "platform"),
    ("os", "name"),
    ("platform", "system"),
    ("platform", "machine"),
    ("platform", "python_version_tuple"),
}


def _is_platform_test(test: ast.expr) -> bool:
    """sys.version_info, sys.platform, os.name, platform.system() and the like; `if __package__` of a script."""
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and node.id == "__package__":
            return True
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and (node.value.id, node.attr) in _PLATFORM
        ):
            return True
        if isinstance(node, ast.Call) and "find_spec" in ast.dump(node.func):
            return True
    return False


_IMPORT_ERRORS = {"ImportError", "ModuleNotFoundError"}
_CATCHING = {*_IMPORT_ERRORS, "Exception", "BaseException"}


def _caught(handler: ast.ExceptHandler) -> set[str]:
    """The last names of what a handler catches."""
    if handler.type is None:
        return {"BaseException"}
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {kind.attr if isinstance(kind, ast.Attribute) else getattr(kind, "id", "") for kind in types}


def _survives(handler: ast.ExceptHandler) -> bool:
    """The handler does not just say it in other words."""
    last = handler.body[-1]
    return not isinstance(last, ast.Raise) and not (
        isinstance(last, ast.Expr)
        and isinstance(last.value, ast.Call)
        and ast.unparse(last.value.func) in {"sys.exit", "exit", "quit", "os._exit"}
    )


def _suppresses(node: ast.With | ast.AsyncWith) -> bool:
    return any(
        isinstance(item.context_expr, ast.Call)
        and ast.unparse(item.context_expr.func).endswith(("suppress", "raises"))
        and any(
            "Import" in ast.unparse(argument) or "ModuleNot" in ast.unparse(argument)
            for argument in item.context_expr.args
        )
        for item in node.items
    )


class _Visitor:
    """Statements only, but in a file that may call import_module."""

    def __init__(self, is_dynamic: bool = False) -> None:
        self.found: list[Import] = []
        self._is_dynamic = is_dynamic

    def block(self, body: list[ast.stmt], how: str) -> None:
        for node in body:
            self.statement(node, how)

    def statement(self, node: ast.stmt, how: str) -> None:
        if self._is_dynamic:
            self.found += _dynamic(node, LAZY if how == EAGER else how)
        if isinstance(node, ast.Import):
            for alias in node.names:
                self.found.append(Import(node.lineno, alias.name, (), 0, how))
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            self.found.append(Import(node.lineno, node.module or "", names, node.level, how))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.block(node.body, LAZY if how == EAGER else how)
        elif isinstance(node, ast.ClassDef):
            self.block(node.body, how)
        elif isinstance(node, ast.If):
            self._if(node, how)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            self.block(node.body, how)
            self.block(node.orelse, how)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self.block(node.body, _weaker(how, GUARDED) if _suppresses(node) else how)
        elif isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
            self._try(node, how)  # type: ignore[arg-type]
        elif isinstance(node, ast.Match):
            for case in node.cases:
                self.block(case.body, how)

    def _if(self, node: ast.If, how: str) -> None:
        if _is_type_checking(node.test):
            self.block(node.body, TYPES)
            self.block(node.orelse, how)
            return
        inside = _weaker(how, GUARDED) if _is_platform_test(node.test) else how
        self.block(node.body, inside)
        self.block(node.orelse, inside)

    def _try(self, node: ast.Try, how: str) -> None:
        catching = [handler for handler in node.handlers if not _CATCHING.isdisjoint(_caught(handler))]
        guards = bool(catching) and all(_survives(handler) for handler in catching)
        before = len(self.found)
        self.block(node.body, _weaker(how, GUARDED) if guards else how)
        has_import = len(self.found) > before
        for handler in node.handlers:
            # What stands in for an import that failed is an alternative itself.
            is_for_import = has_import or not _IMPORT_ERRORS.isdisjoint(_caught(handler))
            self.block(handler.body, _weaker(how, GUARDED) if handler in catching and is_for_import else how)
        self.block(node.orelse, _weaker(how, GUARDED) if guards else how)
        self.block(node.finalbody, how)


def _weaker(how: str, other: str) -> str:
    return how if how == TYPES else other


def _dynamic(node: ast.stmt, how: str) -> Iterator[Import]:
    """importlib.import_module("a.b") and __import__("a.b") with a literal, but for those of statements within."""
    for part in _expressions(node):
        if (
            isinstance(part, ast.Call)
            and len(part.args) == 1
            and isinstance(part.args[0], ast.Constant)
            and isinstance(part.args[0].value, str)
        ):
            function = part.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            module = part.args[0].value
            if name in ("import_module", "__import__") and all(word.isidentifier() for word in module.split(".")):
                owner = function.value if isinstance(function, ast.Attribute) else None
                # A method of that name may do anything.
                is_plain = owner is None or (isinstance(owner, ast.Name) and owner.id in ("importlib", "builtins"))
                yield Import(part.lineno, module, (), 0, how if is_plain else _weaker(how, GUARDED))


def _expressions(node: ast.stmt) -> Iterator[ast.AST]:
    """All nodes of a statement that are not in a statement of its body."""
    todo: list[ast.AST] = [node]
    while todo:
        for child in ast.iter_child_nodes(todo.pop()):
            if not isinstance(child, ast.stmt):
                yield child
                todo.append(child)


def _names(tree: ast.Module) -> frozenset[str] | None:
    """The names that a module binds at its top; None where that cannot be told."""
    found: set[str] = set()
    unsure: set[str] = set()
    for node in ast.walk(tree):
        if _binds_unseen(node):
            return None
        if isinstance(node, ast.Global):
            unsure.update(node.names)
    for statement in tree.body:
        if isinstance(statement, ast.Delete):
            found -= {target.id for target in statement.targets if isinstance(target, ast.Name)}
            continue
        for node in _of_module(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
                return None
            # Outside of a function vars() is globals().
            if isinstance(node, ast.Name) and node.id in ("vars", "locals"):
                return None
            if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
                unsure.add(node.target.id)
            found.update(_bound(node))
    is_known = "__getattr__" not in found and unsure <= found
    return frozenset(found) if is_known else None


def _binds_unseen(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        # `from sys import modules` too.
        return any(alias.name == "*" or (node.module, alias.name) == ("sys", "modules") for alias in node.names)
    if isinstance(node, ast.Attribute):
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        return node.attr in ("modules", "__dict__", "__setattr__") and owner not in ("self", "cls")
    if isinstance(node, ast.Name):
        return node.id in ("globals", "exec", "eval", "execfile")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr"):
        first = node.args[0] if node.args else None
        return not (isinstance(first, ast.Name) and first.id in ("self", "cls"))
    return False


def _of_module(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement that run in the module's own scope."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            todo += [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
        elif isinstance(node, ast.ClassDef):
            todo += [*node.decorator_list, *node.bases, *node.keywords]
        elif isinstance(node, ast.Lambda):
            todo.append(node.args)
        elif isinstance(node, ast.comprehension):
            # Its target is its own.
            todo += [node.iter, *node.ifs]
        elif isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
            continue
        else:
            todo += ast.iter_child_nodes(node)


def _bound(node: ast.AST) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
    if isinstance(node, ast.Name):
        return [node.id] if isinstance(node.ctx, ast.Store) else []
    captured = node.rest if isinstance(node, ast.MatchMapping) else getattr(node, "name", None)
    is_capture = isinstance(node, (ast.MatchAs, ast.MatchStar, ast.MatchMapping))
    return [captured] if is_capture and captured is not None else []
