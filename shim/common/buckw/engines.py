"""The two engines behind one set of verbs."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlparse

import modes
import packages
import reasons
from problem import Problem

# The oldest Buck2 that the package was built with, by the date in its version.
BUCK2_FLOOR = "2026-04-15"


class Engine(NamedTuple):
    name: str
    path: str


def _check_buck2(path: str) -> None:
    done = subprocess.run([path, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Problem(
            f"{path} does not run: {done.stdout.strip() or 'no reason given'}; set TOSA_ENGINE=bazel or repair it"
        )
    date = re.search(r"\b(20\d\d-\d\d-\d\d)\b", done.stdout)
    if date and date[1] < BUCK2_FLOOR:
        raise Problem(f"{path} is of {date[1]}, expected {BUCK2_FLOOR} or newer; update it or set TOSA_ENGINE=bazel")


def choose() -> Engine:
    """buck2 if it is on PATH, else Bazel; TOSA_ENGINE forces one."""
    wanted = os.environ.get("TOSA_ENGINE", "")
    if wanted not in ("", "buck2", "bazel"):
        raise Problem(f"TOSA_ENGINE is {wanted}, expected buck2 or bazel")
    buck2 = shutil.which("buck2")
    if wanted == "buck2" and buck2 is None:
        raise Problem("TOSA_ENGINE is buck2, but there is no buck2 on PATH; install it or set TOSA_ENGINE=bazel")
    if buck2 is not None and wanted != "bazel":
        _check_buck2(buck2)
        return Engine("buck2", buck2)
    packages.need_bazel()
    return Engine("bazel", str(shutil.which("bazel")))


def _own_flags() -> list[str]:
    """Flags in the engine's own words."""
    return shlex.split(os.environ.get("TOSA_ENGINE_FLAGS", ""))


def _flags(engine: Engine) -> list[str]:
    """What the environment asks of every verb that builds: flags, and the mode."""
    flags = _own_flags()
    mode = modes.chosen()
    if not mode:
        return flags
    return [*flags, *(["-m", mode] if engine.name == "buck2" else [f"--config={mode}"])]


def command(engine: Engine, verb: str, labels: list[str], args: list[str]) -> list[str]:
    """The engine's own words for a verb. What follows `--` goes to the tests of `test`, to the engine else."""
    flags = _flags(engine)
    if engine.name == "bazel":
        extra = [f"--test_arg={arg}" for arg in args] if verb == "test" else args
        return [engine.path, verb, *flags, *extra, "--", *labels]
    if verb == "query":
        # An unconfigured graph has no mode.
        return [engine.path, "uquery", *_own_flags(), *args, *labels]
    if verb == "test":
        return [engine.path, "test", *flags, *labels, *(["--", "--test-arg", *args] if args else [])]
    return [engine.path, verb, *flags, *args, *labels]


def run_command(engine: Engine, label: str, args: list[str]) -> list[str]:
    quiet = ["--noshow_progress", "--ui_event_filters=-info"] if engine.name == "bazel" else ["--console=none"]
    return [engine.path, "run", *_flags(engine), *quiet, label, "--", *args]


def run_and_explain(words: list[str], root: Path) -> None:
    """Runs an engine with its output passed through, and raises the reason when it fails."""
    lines: list[str] = []
    process = subprocess.Popen(words, cwd=root, stderr=subprocess.PIPE, text=True, errors="replace")
    assert process.stderr is not None
    for line in process.stderr:
        os.write(2, line.encode())
        lines.append(line)
    code = process.wait()
    if code != 0:
        raise Problem(reasons.reason(lines) or f"{Path(words[0]).name} failed with exit code {code}", code)


def _bazel_outputs(events: Path) -> dict[str, Path]:
    """Name in the output directory: file, from the build event protocol."""
    outputs = {}
    for line in events.read_text().splitlines():
        for file in json.loads(line).get("namedSetOfFiles", {}).get("files", []):
            parts = Path(file["name"]).parts
            tree = next((i for i, part in enumerate(parts) if part.endswith("_")), None)
            name = Path(*parts[tree + 1 :]) if tree is not None else Path(parts[-1])
            outputs[str(name)] = Path(unquote(urlparse(file["uri"]).path))
    return outputs


def build_outputs(engine: Engine, labels: list[str], args: list[str], root: Path) -> dict[str, Path]:
    """Builds, and returns what came out by the name that it gets in the caller's directory."""
    with tempfile.TemporaryDirectory() as room:
        if engine.name == "bazel":
            events = Path(room) / "events.json"
            run_and_explain(command(engine, "build", labels, [*args, f"--build_event_json_file={events}"]), root)
            return _bazel_outputs(events)
        report = Path(room) / "report.json"
        words = command(engine, "build", labels, [*args, "--build-report", str(report)])
        run_and_explain(words, root)
        results = json.loads(report.read_text())["results"].values()
        paths = [root / path for result in results for group in result["outputs"].values() for path in group]
        return {path.name: path for path in paths}


def copy_outputs(outputs: dict[str, Path], directory: Path) -> None:
    if not outputs:
        raise Problem("the label has no outputs to copy; name a target that makes a file")
    for name, source in sorted(outputs.items()):
        target = directory / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Problem(
                f"--out {directory}: {error.strerror}; name a directory that can be made or written", 2
            ) from error
        if target.is_dir() and not source.is_dir():
            raise Problem(f"{target} is a directory, expected a file to replace; choose another --out")
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target)
        else:
            target.unlink(missing_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
            target.chmod(target.stat().st_mode | 0o200)
        print(target)
