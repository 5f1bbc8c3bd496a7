"""glob() as the engines have it: it stops where another package begins."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol

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


class Pattern(Protocol):
    """What a compiled expression offers of itself here."""

    def fullmatch(self, text: str, /) -> object: ...


# A regular expression with more stars than these may take for ever.
FEW_STARS = 3
# What a pattern is made of, as regular expressions; literals and alternatives are tuples of strings.
STAR = "[^/]*"
FOLDERS = "(?:[^/]+/)*"
ANYTHING = ".*"


@lru_cache(maxsize=4096)
def pattern(text: str) -> Pattern:
    """`*` and `?` stay within a name, `**` crosses folders, `{a,b}`, `[ab]` and `[!a]` are alternatives."""
    tokens = _tokens(text)
    if sum(token in (STAR, FOLDERS, ANYTHING) for token in tokens) > FEW_STARS:
        return _Stepwise(tokens)
    parts = [token if isinstance(token, str) else "(?:" + "|".join(map(re.escape, token)) + ")" for token in tokens]
    return re.compile("".join(parts), re.DOTALL)


def _tokens(text: str) -> list[str | tuple[str, ...]]:
    out: list[str | tuple[str, ...]] = []
    at = 0
    while at < len(text):
        token: str | tuple[str, ...] = (text[at],)
        end = at + 1
        if text.startswith("**/", at):
            token, end = FOLDERS, at + 3
        elif text.startswith("**", at):
            token, end = ANYTHING, at + 2
        elif text[at] == "*":
            token = STAR
        elif text[at] == "?":
            token = "[^/]"
        elif text[at] == "{" and (close := text.find("}", at)) > 0:
            token, end = tuple(text[at + 1 : close].split(",")), close + 1
        elif text[at] == "[":
            start = at + 2 if text[at + 1 : at + 2] in ("!", "^") else at + 1
            # A bracket that comes first is one of the letters.
            close = text.find("]", start + 1)
            if close > 0:
                token, end = _letters(text[start:close], start == at + 2), close + 1
        # One of the same after another says nothing more.
        if token not in (STAR, FOLDERS, ANYTHING) or out[-1:] != [token]:
            out.append(token)
        at = end
    return out


def _letters(inside: str, is_negated: bool) -> str:
    items = []
    at = 0
    while at < len(inside):
        if inside[at + 1 : at + 2] == "-" and at + 2 < len(inside):
            if inside[at] <= inside[at + 2]:
                items.append(re.escape(inside[at]) + "-" + re.escape(inside[at + 2]))
            at += 3
        else:
            items.append(re.escape(inside[at]))
            at += 1
    if is_negated:
        return "[^/" + "".join(items) + "]"
    return "(?!/)[" + "".join(items) + "]" if items else "(?!)"


class _Stepwise:
    """Follows all ways at once: its time is the product of the two lengths."""

    def __init__(self, tokens: list[str | tuple[str, ...]]) -> None:
        self._tokens = [
            re.compile(token) if isinstance(token, str) and token not in (STAR, FOLDERS, ANYTHING) else token
            for token in tokens
        ]

    def fullmatch(self, text: str, /) -> bool:
        places = {0}
        for token in self._tokens:
            if not places:
                return False
            if isinstance(token, re.Pattern):
                places = {found.end() for place in places if (found := token.match(text, place))}
            elif isinstance(token, tuple):
                places = {place + len(one) for place in places for one in token if text.startswith(one, place)}
            elif token == ANYTHING:
                places = set(range(min(places), len(text) + 1))
            else:
                places = _spread(text, places, token == STAR)
        return len(text) in places


def _spread(text: str, places: set[int], is_star: bool) -> set[int]:
    found: set[int] = set()
    for place in sorted(places):
        while place not in found:
            found.add(place)
            if is_star and text[place : place + 1] not in ("", "/"):
                place += 1
            elif not is_star and (slash := text.find("/", place)) > place:
                place = slash + 1
    return found
