"""Files that git is told to ignore: what is generated there is not gone."""

from __future__ import annotations

import posixpath
from functools import lru_cache

from .globs import Pattern, pattern
from .tree import Tree


class Ignored:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._rules: dict[str, list[tuple[Pattern, bool]]] = {}

    def matches(self, path: str) -> bool:
        """Whether the .gitignore files above a path name it or a folder that it is in."""
        parts = path.split("/")
        return any(self._names("/".join(parts[:depth])) for depth in range(1, len(parts) + 1))

    def _names(self, path: str) -> bool:
        folder = posixpath.dirname(path)
        while True:
            for rule, is_kept in reversed(self._rules_of(folder)):
                if rule.fullmatch(path[len(folder) :].lstrip("/")):
                    return not is_kept
            if not folder:
                return False
            folder = posixpath.dirname(folder)

    def _rules_of(self, folder: str) -> list[tuple[Pattern, bool]]:
        if folder not in self._rules:
            file = posixpath.join(folder, ".gitignore")
            text = self._tree.read(file).decode("utf-8", "replace") if file in self._tree.files else ""
            self._rules[folder] = [rule for line in text.splitlines() if (rule := _rule(line.strip())) is not None]
        return self._rules[folder]


@lru_cache(maxsize=4096)
def _rule(line: str) -> tuple[Pattern, bool] | None:
    """The pattern of one line, relative to its folder, and whether it starts with an exclamation mark."""
    if not line or line.startswith("#"):
        return None
    is_kept = line.startswith("!")
    text = line.lstrip("!").rstrip("/")
    if not text:
        return None
    # Without a slash inside it holds in every folder below.
    text = text[1:] if text.startswith("/") else text if "/" in text else "**/" + text
    return pattern(text), is_kept
