"""What a Python file imports, by its syntax tree."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import NamedTuple

# How an import is reached. EAGER ones run when the module is imported.
EAGER = "eager"
LAZY = "lazy"
# In a try that survives the ImportError, under a test of version or platform, or in pytest.importorskip's place.
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
    visitor = _Visitor()
    try:
        visitor.block(tree.body, EAGER)
        is_dynamic = b"import_module" in data or b"__import__" in data
        if is_dynamic:
            visitor.found += _dynamic(tree)
    except RecursionError:
        raise NotPython("python-syntax", 1, "too deeply nested") from None
    return Parsed(tuple(visitor.found), _names(tree.body) if with_names else None)


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


_CATCHING = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def _catches_import_error(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(
        (isinstance(kind, ast.Name) and kind.id in _CATCHING)
        or (isinstance(kind, ast.Attribute) and kind.attr in _CATCHING)
        for kind in types
    )


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
    """Statements only: an expression holds no import."""

    def __init__(self) -> None:
        self.found: list[Import] = []

    def block(self, body: list[ast.stmt], how: str) -> None:
        for node in body:
            self.statement(node, how)

    def statement(self, node: ast.stmt, how: str) -> None:
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
        catching = [handler for handler in node.handlers if _catches_import_error(handler)]
        guards = bool(catching) and all(_survives(handler) for handler in catching)
        self.block(node.body, _weaker(how, GUARDED) if guards else how)
        for handler in node.handlers:
            # What stands in for an import that failed is an alternative itself.
            self.block(handler.body, _weaker(how, GUARDED) if handler in catching else how)
        self.block(node.orelse, _weaker(how, GUARDED) if guards else how)
        self.block(node.finalbody, how)


def _weaker(how: str, other: str) -> str:
    return how if how == TYPES else other


def _dynamic(tree: ast.Module) -> Iterator[Import]:
    """importlib.import_module("a.b") and __import__("a.b") with a literal."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and len(node.args) == 1
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            module = node.args[0].value
            if name in ("import_module", "__import__") and all(part.isidentifier() for part in module.split(".")):
                yield Import(node.lineno, module, (), 0, GUARDED)


def _names(body: list[ast.stmt]) -> frozenset[str] | None:
    found: set[str] = set()
    return frozenset(found) if _collect(body, found) else None


def _collect(body: list[ast.stmt], found: set[str]) -> bool:
    """Add the names that these statements bind; False where that cannot be told."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if node.name == "__getattr__":
                return False
            found.add(node.name)
        elif isinstance(node, ast.Import):
            found.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if any(alias.name == "*" for alias in node.names):
                return False
            found.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                found.update(part.id for part in ast.walk(target) if isinstance(part, ast.Name))
        elif isinstance(node, ast.Expr):
            if "globals()" in ast.unparse(node.value) if isinstance(node.value, ast.Call) else False:
                return False
        else:
            for field in ("body", "orelse", "finalbody"):
                if not _collect(getattr(node, field, []) or [], found):
                    return False
            for handler in getattr(node, "handlers", []):
                if not _collect(handler.body, found):
                    return False
            if isinstance(node, (ast.With, ast.For)):
                found.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
    return True
