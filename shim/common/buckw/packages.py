"""What a machine must have, installed from the distribution's packages where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from interpreters import Interpreter
from problem import Problem, say

BAZEL_PACKAGES = ["bazel-bootstrap", "bazel-rules-java", "bazel-rules-proto"]
_BAZEL_RULES = [Path("/usr/share/bazel/rules/java"), Path("/usr/share/bazel/rules/proto")]


def can_install() -> bool:
    return os.getuid() == 0 and Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def install(packages: list[str], why: str) -> None:
    """Installs Debian packages as root; anywhere else says which ones."""
    names = " ".join(packages)
    if not can_install():
        raise Problem(f"{why}; install it (Debian: apt-get install {names})")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *packages]):
        say(f"{why}: running {' '.join(command)}")
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0 and command[1] == "install":
            lines = [line for line in done.stdout.splitlines() if line.startswith("E:")] or ["no reason given"]
            raise Problem(f"{why}, and apt-get could not install {names}: {lines[-1]}")


def need_bazel() -> None:
    if shutil.which("bazel") is None:
        install(BAZEL_PACKAGES, "there is no engine: neither buck2 nor bazel is on PATH")
    elif not all(path.is_dir() for path in _BAZEL_RULES) and Path("/usr/bin/bazel-4").exists():
        install(BAZEL_PACKAGES[1:], "Bazel lacks its Java and protobuf rules")


def need_python(python: Interpreter, needs_pip: bool, needs_headers: bool = True) -> None:
    """Headers to build, pip to fetch wheels. Of another interpreter than the distribution's only says what it lacks."""
    packages = []
    lacks = []
    if needs_headers and not python.header.is_file():
        packages.append(f"libpython{python.version}-dev")
        lacks.append(f"headers ({python.header} is not there)")
    if needs_pip and not python.has_pip:
        packages.append("python3-pip")
        lacks.append("pip")
    if not packages:
        return
    why = f"{python.path} lacks {' and '.join(lacks)}"
    if not python.path.startswith("/usr/bin/"):
        raise Problem(f"{why}; install them for it, or set TOSA_PYTHON to another interpreter")
    if can_install() and not python.has_venv:
        packages.append("python3-venv")
    install(packages, why)
