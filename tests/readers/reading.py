"""The readers of third-party/readers and the reference model, each in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import flatbuffers
import numpy
import pytest
import tosa
import tosa_reference_model

VELAS = ("vela-4.4.1", "vela-5.1.0", "vela-5.2.0")
READERS = ("reference-model", *VELAS, "model-explorer")
# What program.py starts, where it is not called like the reader.
KINDS = dict.fromkeys(VELAS, "vela")
# What tosa-adapter-model-explorer says of itself.
TOO_NEW = {"model-explorer": (3, 13)}
MISSING = "was not vendored; run ./buckw vendor --readers"


class Answer(NamedTuple):
    """What a reader made of a file: its exit code (or a signal as a negative number), texts, and outputs' hashes."""

    code: int
    text: str
    outputs: dict[str, tuple[int, str]]

    def __str__(self) -> str:
        return f"exit code {self.code}, {len(self.outputs)} outputs, {self.text[-300:]!r}"


def folder_of(module: ModuleType) -> Path:
    """The folder that alone holds the module, also where Buck2 shows all modules in one."""
    return Path(str(module.__file__)).resolve().parents[1]


def trees_of(reader: str) -> list[Path]:
    """The folders that the reader imports from. Without them the test is skipped; if TOSA_READERS is set, it fails."""
    if reader == "reference-model":
        return [folder_of(module) for module in (tosa_reference_model, tosa, flatbuffers, numpy)]
    if sys.version_info >= TOO_NEW.get(reader, (4,)):
        pytest.skip(f"{reader} is for Python below {'.'.join(map(str, TOO_NEW[reader]))}")
    variable = "TOSA_READER_" + re.sub("[-.]", "_", reader).upper()
    trees = [Path(word).absolute() for word in os.environ[variable].split(":")]
    missing = [text.read_text().strip() for tree in trees for text in tree.glob("not-vendored")]
    if missing and os.environ.get("TOSA_READERS"):
        pytest.fail(f"{reader} {MISSING} ({missing[0]})")
    if missing:
        pytest.skip(f"{reader} {MISSING}")
    return trees


def isolated(program: str, arguments: list[str], trees: list[Path], text: str = "") -> str:
    """What a program of this folder prints, which sees the trees and the standard library, and no tools of the host."""
    path = Path(__file__).with_name(program)
    command = [sys.executable, "-I", "-S", "-B", str(path), *arguments, *map(str, trees)]
    done = subprocess.run(command, env={"PATH": ""}, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{program} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def read(reader: str, files: list[Path], out: Path) -> list[Answer]:
    """Lets one process of the reader read the files, in this order."""
    trees = trees_of(reader)
    jobs = "".join(json.dumps([str(file), str(out / str(number))]) + "\n" for number, file in enumerate(files))
    lines = isolated("program.py", [KINDS.get(reader, reader)], trees, jobs).splitlines()
    loaded, *answers = [json.loads(line) for line in lines]
    ours = [place for place in loaded if "/tosa_serializer/" in place]
    if ours:
        raise RuntimeError(f"{reader} loaded {ours[0]}")
    # The one thing that no two runs have alike.
    texts = [re.sub(r"\bpid \d+", "pid N", answer["text"]) for answer in answers]
    return [
        Answer(answer["code"], text, {name: tuple(pair) for name, pair in answer["outputs"].items()})
        for answer, text in zip(answers, texts, strict=True)
    ]
