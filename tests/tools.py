"""Files of other targets that a test needs: the build gives their paths in environment variables."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# The mode of the build (shim/common/modes.bzl), or nothing for the ordinary one.
MODE = os.environ.get("TOSA_MODE", "")


def path_of(variable: str) -> Path:
    """The absolute path in the variable; a relative one is meant from the directory in which the test started."""
    if variable not in os.environ:
        raise LookupError(f"{variable} is not set: the test target must name it in env")
    path = Path(os.environ[variable]).absolute()
    if not path.exists():
        raise FileNotFoundError(f"{variable} names {path}, which does not exist")
    return path


def flatc() -> Path:
    return path_of("TOSA_FLATC")


def schema() -> Path:
    return path_of("TOSA_FBS")


def upstream_tests() -> Path:
    return path_of("TOSA_UPSTREAM_TESTS")


def json_of(tosa_file: Path, out: Path) -> bytes:
    """What flatc writes for a .tosa file."""
    options = ["--json", "--raw-binary", "--strict-json", "-o", str(out)]
    subprocess.run([flatc(), *options, schema(), "--", tosa_file], check=True, capture_output=True)
    return (out / tosa_file.with_suffix(".json").name).read_bytes()


def python(
    *arguments: str, seconds: float | None = None, folder: Path | None = None, ahead: Sequence[Path] = ()
) -> subprocess.CompletedProcess[str]:
    """A new interpreter that sees what this one sees, `ahead` before it, and may take so many seconds."""
    seen = [*ahead, *(Path(path) for path in sys.path if path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(str(path.absolute()) for path in seen)}
    command = [sys.executable, "-s", "-S", *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=seconds, cwd=folder
    )
