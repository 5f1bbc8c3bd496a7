"""What the tool made of a file, before it is written: still Python, and no name lost."""

from __future__ import annotations

import ast
import builtins


class Broken(Exception):
    """The file is left alone, since it would not run any more."""


def unbound(data: bytes) -> set[str]:
    """Names that are read and bound nowhere."""
    read: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(ast.parse(data)):
        if isinstance(node, ast.Name):
            (bound if isinstance(node.ctx, ast.Store) else read).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name is not None:
            bound.add(node.name)
    return read - bound - set(dir(builtins))


def check_result(before: bytes, after: bytes) -> None:
    try:
        lost = unbound(after) - unbound(before)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Broken(f"the tool would break it ({error}); the file is left alone: move it by hand") from error
    if lost:
        raise Broken(f"{', '.join(sorted(lost))} would be undefined; the file is left alone: move it by hand")
