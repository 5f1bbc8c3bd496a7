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

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
PYTHON_VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"


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

    def copy(self, wheels: bool = True) -> None:
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

    def bazel(self, *words: str) -> Result:
        return self.run("bazel", *words)

    def stop(self) -> None:
        """Ends the engines' servers of this copy, and what they keep outside of it."""
        if shutil.which("bazel"):
            self.run("bazel", "clean", "--expunge")
        if shutil.which("buck2"):
            self.run("buck2", "kill")

    def built(self, events: Path) -> dict[str, bool]:
        """Label: whether it was built, of a Bazel build that wrote its events."""
        labels = {}
        for line in events.read_text().splitlines():
            event = json.loads(line)
            if "targetCompleted" in event.get("id", {}):
                labels[event["id"]["targetCompleted"]["label"]] = bool(event.get("completed", {}).get("success"))
        return labels

    def errors(self, output: str) -> list[str]:
        return re.findall(r"^error: (.*)$", output, flags=re.MULTILINE)
