"""docs/apis.md: each row was run, and no difference in names or signatures is missing."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import tosa_serializer as ours
from tests.codemod import page
from tests.codemod.both import pure, run, written_again
from tools.codemod.rewrite import rewrite

CALLS = page.rows("Calls that give something else")
MOVES = page.rows("Old and new")
BY_HAND = page.rows("What it leaves to you")
NAMES = {name: instead for cell, instead in page.rows("Names that are gone") for name in re.findall(r"`([^`]+)`", cell)}
SIGNATURES = {page.code(row[0]): row[1:] for row in page.rows("Signatures")}


@pytest.mark.parametrize(("call", "old", "new"), CALLS, ids=[row[0] for row in CALLS])
def test_call_gives_what_the_page_says(call: str, old: str, new: str) -> None:
    assert page.outcome(pure, page.code(call)) == page.code(old)
    assert page.outcome(ours, page.code(call)) == page.code(new)
    assert old != new


def test_names_that_are_gone_are_all_on_the_page() -> None:
    gone = {name for name in vars(pure) if not name.startswith("_")} - set(vars(ours))
    members = {
        f"{kind}.{name}"
        for kind in ("TosaSerializer", "TosaSerializerAttribute")
        for name in vars(getattr(pure, kind))
        if not name.startswith("_") and not hasattr(getattr(ours, kind), name)
    }

    assert set(NAMES) == gone | members


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_stands_instead_is_there(name: str) -> None:
    for instead in re.findall(r"`ts\.([\w.]+)`", NAMES[name]):
        found: Any = ours
        for part in instead.split("."):
            found = getattr(found, part)


def overloads(method: Any) -> list[list[str]]:
    """The parameters of each signature in the text of a bound method."""
    found = []
    for line in (method.__doc__ or "").splitlines():
        if (signature := re.fullmatch(r"\s*(?:\d+\. )?\w+\((.*)\)(?: -> .*)?", line)) is not None:
            # Commas of types lie in brackets.
            plain = re.sub(r"\[[^][]*\]", "", re.sub(r"\[[^][]*\]", "", signature[1]))
            names = [re.split(r"[:=]", part)[0].strip() for part in plain.split(", ")]
            found.append([name for name in names if name not in ("self", "*", "")])
    return [names for names in found if names != ["*args", "**kwargs"]]


def changed_signatures() -> dict[str, tuple[list[str], list[list[str]]]]:
    changed = {}
    for kind in sorted(name for name in set(vars(pure)) & set(vars(ours)) if name.startswith("TosaSerializer")):
        for name, method in vars(getattr(pure, kind)).items():
            if not inspect.isfunction(method) or not hasattr(getattr(ours, kind), name) or name == "__str__":
                continue
            old = [p.name.replace("args", "*args") for p in inspect.signature(method).parameters.values()]
            old = [parameter for parameter in old if parameter != "self"]
            new = overloads(getattr(getattr(ours, kind), name))
            if old not in new:
                changed[kind if name == "__init__" else f"{kind}.{name}"] = (old, new)
    return changed


def test_changed_signatures_are_all_on_the_page() -> None:
    changed = changed_signatures()

    assert set(SIGNATURES) == set(changed)
    for name, (old, new) in changed.items():
        assert page.code(SIGNATURES[name][0]) == ", ".join(old)
        assert page.code(SIGNATURES[name][1]).split(", ") in new, new


@pytest.mark.parametrize(("old", "new"), MOVES, ids=[row[0] for row in MOVES])
def test_old_becomes_new_and_writes_the_same_graph(old: str, new: str, tmp_path: Path) -> None:
    before, after = page.code(old), page.code(new)
    names, moved = page.names_for(pure), page.names_for(ours)
    is_import = "import" in before

    exec(before, {} if is_import else names)
    exec(after, {} if is_import else moved)
    assert written_again(bytes(names["graph"].serialize()), tmp_path) == moved["graph"].serialize()

    prefix = "" if is_import else "import serializer.tosa_serializer as ts\n"
    outcome = rewrite((prefix + before + "\n").encode())
    expected = prefix.replace("serializer.tosa_serializer", "tosa_serializer") + after
    assert ast.dump(ast.parse(outcome.data)) == ast.dump(ast.parse(expected))
    assert outcome.findings == []


@pytest.mark.parametrize(("old", "what"), BY_HAND, ids=[row[0] for row in BY_HAND])
def test_what_is_left_is_told(old: str, what: str) -> None:
    is_import = "import" in old
    prefix = "" if is_import else "import serializer.tosa_serializer as ts\n"

    assert rewrite((prefix + page.code(old) + "\n").encode()).findings, what


def test_program_of_the_page_is_moved_as_it_shows(tmp_path: Path) -> None:
    before, after = page.programs("How to move")

    outcome = rewrite(before.encode())

    assert (outcome.data.decode(), outcome.findings) == (after, [])
    assert written_again(run(before), tmp_path) == run(after)
