"""Small trees, and what the command says of them."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tools.depcheck.depcheck import cli

# A fault that any other tree can hold beside its own: FAULT is what is said of it.
FAULTY = {
    "faulty/BUCK": 'python_library(name = "faulty", srcs = ["faulty.py"])\n',
    "faulty/faulty.py": "\nimport wanted.wanted\n",
    "wanted/BUCK": 'python_library(name = "wanted", srcs = ["wanted.py"])\n',
    "wanted/wanted.py": "",
}
FAULT = ("missing-dep", "//faulty:faulty", "wanted.wanted")


class Answer(NamedTuple):
    code: int
    reports: list[dict[str, Any]]
    diagnostics: list[dict[str, Any]]

    @property
    def brief(self) -> list[tuple[str, str | None, str]]:
        """Kind, target, and what is missing, of each report."""
        return [(report["kind"], report["target"], report["missing"]) for report in self.reports]

    @property
    def missing(self) -> list[str]:
        return [report["missing"] for report in self.reports]

    @property
    def only(self) -> dict[str, Any]:
        assert len(self.reports) == 1, self
        assert self.diagnostics == []
        assert self.code == 1
        return self.reports[0]

    @property
    def said(self) -> list[tuple[str, str, int]]:
        """Name, file and line of each diagnostic."""
        return [(one["diagnostic"], one["file"], one["line"]) for one in self.diagnostics]


def environment() -> dict[str, str]:
    """For a process that imports what this one does: the engines put each dep on a path of its own."""
    paths = os.pathsep.join(str(Path(path).absolute()) for path in sys.path if path)
    return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": os.devnull}


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def output(root: Path, *options: str, cached: bool = False) -> tuple[int, str]:
    """The exit code, and what is printed."""
    words = [str(root), *options] if cached else [str(root), "--no-cache", *options]
    with io.TextIOWrapper(io.BytesIO(), "utf-8") as stream:
        try:
            with contextlib.redirect_stdout(stream):
                code = cli.main(words)
        except SystemExit as stop:
            assert isinstance(stop.code, int)
            code = stop.code
        finally:
            gc.enable()
        stream.seek(0)
        return code, stream.read()


def run(root: Path, *options: str, cached: bool = False) -> Answer:
    code, text = output(root, "--format", "jsonl", *options, cached=cached)
    found = [json.loads(line) for line in text.splitlines()]
    return Answer(code, [one for one in found if "kind" in one], [one for one in found if "diagnostic" in one])


def check(root: Path, files: Mapping[str, str | bytes], *options: str) -> Answer:
    return run(write(root, files), *options)


def target(name: str, *deps: str, kind: str = "python_library", srcs: str | None = None, more: str = "") -> str:
    """The call of a rule whose one source has its name."""
    lines = [f'    name = "{name}",', f"    srcs = {srcs}," if srcs else f'    srcs = ["{name}.py"],']
    lines += [f"    deps = {json.dumps(deps)},"] if deps else []
    lines += [f"    {more},"] if more else []
    return "\n".join([f"{kind}(", *lines, ")\n"])


def git(root: Path, *words: str) -> str:
    """Git without the settings of who runs the test."""
    names = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    names += ["-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null"]
    return subprocess.run(["git", *names, *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def commit(root: Path, files: Mapping[str, str | bytes] | None = None) -> str:
    """Commit these files and whatever else changed; the revision."""
    if not (root / ".git").exists():
        root.mkdir(parents=True, exist_ok=True)
        git(root, "init", "-q")
    write(root, files or {})
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "change")
    return git(root, "rev-parse", "HEAD")
