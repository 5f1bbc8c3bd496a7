"""glob() as the engines have it: it stops where another package begins."""

from __future__ import annotations

import re
from functools import lru_cache

from .tree import Tree


class Globs:
    def __init__(self, tree: Tree, build_file_names: list[str]) -> None:
        self._tree = tree
        self._names = set(build_file_names)
        self._files: dict[str, list[str]] = {}

    def is_package(self, folder: str) -> bool:
        return not self._names.isdisjoint(self._tree.by_folder.get(folder, ()))

    def files(self, package: str) -> list[str]:
        """The files of a package, relative to it."""
        if package not in self._files:
            found: list[str] = []
            todo = [package]
            while todo:
                folder = todo.pop()
                start = folder[len(package) :].lstrip("/")
                found += [f"{start}/{name}" if start else name for name in self._tree.by_folder.get(folder, ())]
                todo += [one for one in self._tree.subfolders.get(folder, ()) if not self.is_package(one)]
            self._files[package] = sorted(found)
        return self._files[package]

    def find(self, package: str, include: list[str], exclude: list[str]) -> list[str]:
        files = self.files(package)
        left_out = [pattern(text) for text in exclude]
        found = {}
        for text in include:
            matcher = pattern(text)
            for file in files:
                if matcher.fullmatch(file) and not any(one.fullmatch(file) for one in left_out):
                    found[file] = True
        return sorted(found)


@lru_cache(maxsize=4096)
def pattern(text: str) -> re.Pattern[str]:
    """`*` and `?` stay within a name, `**` crosses folders, `{a,b}` and `[ab]` are alternatives."""
    out = []
    at = 0
    while at < len(text):
        if text.startswith("**/", at):
            out.append("(?:[^/]+/)*")
            at += 3
        elif text.startswith("**", at):
            out.append(".*")
            at += 2
        elif text[at] == "*":
            out.append("[^/]*")
            at += 1
        elif text[at] == "?":
            out.append("[^/]")
            at += 1
        elif text[at] == "{" and "}" in text[at:]:
            end = text.index("}", at)
            out.append("(?:" + "|".join(re.escape(part) for part in text[at + 1 : end].split(",")) + ")")
            at = end + 1
        elif text[at] == "[" and "]" in text[at:]:
            end = text.index("]", at)
            out.append("[" + re.escape(text[at + 1 : end]).replace(r"\-", "-").replace(r"\!", "^") + "]")
            at = end + 1
        else:
            out.append(re.escape(text[at]))
            at += 1
    return re.compile("".join(out), re.DOTALL)
