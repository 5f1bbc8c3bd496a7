"""Copies of this checkout, in which a test may break things, and the engines that run there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
PYTHON_VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"


ENGINES = ["bazel"] + (["buck2"] if shutil.which("buck2") else [])
needs_buck2 = pytest.mark.skipif("buck2" not in ENGINES, reason="no buck2 on PATH")


def tracked_files() -> list[str]:
    """What a clone would have, and what is about to be added to it."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [name for name in listed if (ROOT / name).is_file()]


@dataclass
class Result:
    """How a command ended."""

    code: int
    output: str

    @property
    def last_line(self) -> str:
        lines = [line for line in self.output.splitlines() if line.strip()]
        return lines[-1] if lines else ""


@dataclass
class Checkout:
    """A copy of the package with wheels of its own."""

    path: Path
    env: dict[str, str] = field(default_factory=dict)

    def copy(self, wheels: bool = True, source: Path | None = None) -> None:
        """Fills the checkout from a snapshot, or from what this one holds now."""
        if source is not None:
            shutil.copytree(source, self.path, dirs_exist_ok=True)
        else:
            for name in tracked_files():
                target = self.path / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target)
        (self.path / "third-party/wheels").mkdir(exist_ok=True)
        if wheels:
            for wheel in (ROOT / "third-party/wheels").glob("*.whl"):
                shutil.copy2(wheel, self.path / "third-party/wheels" / wheel.name)

    def run(self, *words: str, env: dict[str, str] | None = None) -> Result:
        environment = {**os.environ, **self.env, **(env or {})}
        done = subprocess.run(
            words, cwd=self.path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return Result(done.returncode, done.stdout)

    def buckw(self, *words: str, env: dict[str, str] | None = None) -> Result:
        return self.run("./buckw", *words, env={"TOSA_PYTHON": PYTHON, "TOSA_ENGINE": "bazel", **(env or {})})

    def record(self) -> None:
        """Lets buckw write down the interpreter, with nothing to bring in."""
        self.buckw("vendor", env={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""})

    def bazel(self, *words: str) -> Result:
        return self.run("bazel", *words)

    def stop(self) -> None:
        """Ends the engines' servers of this copy, and what they keep outside of it."""
        if shutil.which("bazel"):
            self.run("bazel", "clean", "--expunge")
        if shutil.which("buck2"):
            self.run("buck2", "kill")

    def build_apart(self, engine: str, labels: list[str], report: Path) -> tuple[Result, dict[str, bool]]:
        """Builds each label whatever becomes of the others; returns which were built. Does not go through buckw."""
        if engine == "bazel":
            result = self.bazel("build", "--keep_going", f"--build_event_json_file={report}", *labels)
            events = [json.loads(line) for line in report.read_text().splitlines()]
            ended = [event for event in events if "targetCompleted" in event.get("id", {})]
            return result, {
                event["id"]["targetCompleted"]["label"]: bool(event.get("completed", {}).get("success"))
                for event in ended
            }
        result = self.run("buck2", "build", "--keep-going", f"--build-report={report}", *labels)
        results = json.loads(report.read_text())["results"]
        return result, {label.removeprefix("tosa"): entry["success"] == "SUCCESS" for label, entry in results.items()}

    def errors(self, output: str) -> list[str]:
        return re.findall(r"^error: (.*)$", output, flags=re.MULTILINE)
