"""docs/monorepo.md is true: its files are the monorepos', and its commands print there what it says."""

from __future__ import annotations

import ast
import shutil
import socket
from collections.abc import Callable

import pytest
from checkout import ENGINES, needs_buck2
from document import Block, Command, blocks, commands
from monorepos import HERE, LAYERS, Monorepo

BLOCKS = blocks()
FILES = [block for block in BLOCKS if block.language != "console"]


def sections() -> list[object]:
    """The monorepos in the order in which the document has them, with their blocks of commands."""
    named = {block.monorepo: None for block in BLOCKS if block.language == "console"}
    # own_numpy is of both engines: what needs Buck2 in it is left out without one.
    marks = {
        name: [needs_buck2]
        for name in named
        if not any((HERE / layer / "WORKSPACE").exists() for layer in LAYERS[name])
    }
    marks["gcc"].append(pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on PATH"))
    return [pytest.param(name, marks=marks.get(name, []), id=name) for name in named]


def identifier(block: Block) -> str:
    return f"line {block.line}"


def test_the_network_is_off() -> None:
    with pytest.raises(OSError), socket.create_connection(("192.0.2.1", 80), timeout=5):
        pass


def test_every_monorepo_is_in_the_document() -> None:
    assert {block.monorepo for block in BLOCKS} - {""} == set(LAYERS) - {"clashes"}


@pytest.mark.parametrize("block", FILES, ids=identifier)
def test_a_file_is_the_monorepos(block: Block) -> None:
    assert block.file, "the paragraph before it names no file"
    if not block.monorepo:
        assert block.file == "MODULE.bazel"
        ast.parse(block.text)
        return
    layers = [HERE / layer / block.file for layer in LAYERS[block.monorepo]]
    text = [path for path in layers if path.exists()][-1].read_text()
    if block.monorepo == "own_numpy":
        # Of what the earlier sections have, only the new lines.
        assert f"\n{block.text}" in f"\n{text}"
    else:
        assert block.text == text


def place(monorepos: Callable[[str], Monorepo], name: str, command: Command) -> Monorepo:
    # The one with a numpy of its own is the first with a few more files: Buck2 need not compile everything once more.
    if name != "own_numpy" or not command.words.startswith("buck2 "):
        return monorepos(name)
    first = monorepos("buck2")
    if not (first.path / "third-party/numpy").exists():
        first.make("own_numpy")
    return first


@pytest.mark.parametrize("name", sections())
def test_commands_print_what_the_document_says(monorepos: Callable[[str], Monorepo], name: str) -> None:
    listed = [
        command
        for block in BLOCKS
        if block.monorepo == name and block.language == "console"
        for command in commands(block)
        if "buck2" in ENGINES or not command.words.startswith("buck2 ")
    ]
    assert listed
    for command in listed:
        result = place(monorepos, name, command).run(command.words)
        assert (result.code != 0) == command.fails, f"line {command.line}: {command.words}\n{result.output}"
        assert not command.missing(result.output), f"line {command.line}: {command.words}\n{result.output}"
