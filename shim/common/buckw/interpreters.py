"""Which Python the package is built for: found by running it, since a name on PATH may be a shim that fails."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from problem import Problem

_PROBE = """
import importlib.util, platform, sys, sysconfig
from pathlib import Path
print("%d.%d" % sys.version_info[:2])
print(sys.executable)
print(platform.python_implementation())
print(Path(sysconfig.get_path("include"), "Python.h"))
print(int(importlib.util.find_spec("pip") is not None))
print(int(importlib.util.find_spec("ensurepip") is not None))
"""


class Interpreter(NamedTuple):
    version: str
    path: str
    implementation: str
    header: Path
    has_pip: bool
    has_venv: bool


def probe(name: str) -> Interpreter | None:
    """The interpreter behind a name or path, or None if it does not run."""
    try:
        done = subprocess.run([name, "-sBc", _PROBE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:
        return None
    lines = done.stdout.splitlines()
    if done.returncode != 0 or len(lines) != 6:
        return None
    version, path, implementation, header, pip, venv = lines
    return Interpreter(version, path, implementation, Path(header), pip == "1", venv == "1")


def _candidates(version: str) -> Iterator[str]:
    yield f"python{version}"
    yield "python3"
    yield f"/usr/bin/python{version}"
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    yield from (str(path) for path in sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}")))


def of_version(version: str) -> Interpreter:
    tried = list(_candidates(version))
    for name in tried:
        found = probe(name)
        if found is not None and found.version == version:
            return found
    raise Problem(
        f"no Python {version} runs here (tried {', '.join(tried)}); "
        f"install it (Debian: apt-get install python{version}) or set TOSA_PYTHON to the path of one"
    )


def _first(pythons: list[str]) -> Interpreter:
    unpinned = None
    for name in ["python3", *(f"python{version}" for version in reversed(pythons)), "/usr/bin/python3"]:
        found = probe(name)
        if found is not None and found.version in pythons:
            return found
        unpinned = unpinned or found
    if unpinned is None:
        raise Problem("no python3 on PATH runs; install one (Debian: apt-get install python3) or set TOSA_PYTHON")
    return unpinned


def resolve(pythons: list[str]) -> Interpreter:
    """The interpreter that TOSA_PYTHON names, or the first python3 that runs."""
    wanted = os.environ.get("TOSA_PYTHON", "")
    pinned = f"the pinned ones are {', '.join(pythons)}; choose one with TOSA_PYTHON"
    if re.fullmatch(r"\d+\.\d+", wanted):
        if wanted not in pythons:
            raise Problem(f"TOSA_PYTHON is {wanted}, which has no pinned wheels: {pinned}")
        found = of_version(wanted)
    elif wanted:
        named = probe(wanted)
        if named is None:
            raise Problem(f"TOSA_PYTHON is {wanted}, which does not run; expected a version such as 3.12 or a path")
        found = named
    else:
        found = _first(pythons)
    if found.version not in pythons:
        raise Problem(f"{found.path} is Python {found.version}, which has no pinned wheels: {pinned}")
    if found.implementation != "CPython":
        raise Problem(f"{found.path} is {found.implementation}, expected CPython; set TOSA_PYTHON to another one")
    if re.search(r"\s|,", found.path):
        raise Problem(f"the interpreter's path {found.path!r} holds a space or a comma; set TOSA_PYTHON to another one")
    return found
