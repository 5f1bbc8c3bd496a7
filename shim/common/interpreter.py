"""What the build takes from the declared interpreter, which runs this; its version must be the configured one.

interpreter.py VERSION wrapper OUT    a script that starts the interpreter without any site-packages
interpreter.py VERSION headers OUT    a directory with its C headers
"""

from __future__ import annotations

import shutil
import sys
import sysconfig
from pathlib import Path


def check_version(configured: str) -> str | None:
    found = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if sys.implementation.name != "cpython":
        return f"{sys.executable} is {sys.implementation.name}, expected CPython {configured}; set TOSA_PYTHON"
    if found != configured:
        return (
            f"the build is configured for Python {configured}, but {sys.executable} is Python {found}; "
            f"run ./buckw with TOSA_PYTHON={configured} or TOSA_PYTHON={found}, "
            f"or set python = {found} or python_{configured} = PATH in [tosa] of .buckconfig"
        )
    return None


def write_wrapper(out: Path) -> None:
    out.write_text(f'#!/bin/sh\nexec {sys.executable} -sSB "$@"\n')
    out.chmod(0o755)


def copy_headers(out: Path) -> str | None:
    include = Path(sysconfig.get_path("include"))
    if not (include / "Python.h").is_file():
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        return (
            f"{sys.executable} has no headers: expected {include}/Python.h; install them "
            f"(Debian: apt-get install libpython{version}-dev) or set TOSA_PYTHON to another interpreter"
        )
    shutil.copytree(include, out, dirs_exist_ok=True, copy_function=shutil.copyfile)
    # Debian keeps the machine's pyconfig.h in a folder of its own, reached from a stub in the first.
    for nested in sorted(include.parent.glob(f"*-linux-gnu/{include.name}")):
        shutil.copytree(nested, out / nested.parent.name / nested.name, dirs_exist_ok=True)
    return None


def main() -> int:
    version, form, out = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    problem = check_version(version)
    if problem is None and form == "wrapper":
        write_wrapper(out)
    elif problem is None:
        problem = copy_headers(out)
    if problem is not None:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
