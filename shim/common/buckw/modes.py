"""TOSA_MODE: how to build for finding faults. The flags stand in shim/common/modes.bzl."""

from __future__ import annotations

import os
from pathlib import Path

import packages
from problem import Problem

# The names in shim/common/modes.bzl, and whether their compiler is Debian's clang.
MODES = {"asan": True, "coverage": True, "fuzz": True, "tsan": True, "ubsan": False}
_CLANG = Path("/usr/lib/llvm-19")
_CLANG_PARTS = {
    "clang-19": _CLANG / "bin/clang++",
    "libclang-rt-19-dev": _CLANG / "lib/clang/19/lib/linux/libclang_rt.asan-x86_64.so",
    "llvm-19": _CLANG / "bin/llvm-cov",
}


def chosen() -> str:
    """The mode, or nothing for the ordinary build."""
    mode = os.environ.get("TOSA_MODE", "")
    if mode and mode not in MODES:
        raise Problem(f"TOSA_MODE is {mode}, expected one of {', '.join(MODES)}", 2)
    return mode


def need_compiler() -> None:
    mode = chosen()
    if not mode or not MODES[mode]:
        return
    missing = [name for name, part in _CLANG_PARTS.items() if not part.exists()]
    if missing:
        packages.install(
            missing, f"TOSA_MODE={mode} builds with Debian's clang 19, which lacks {' and '.join(missing)}"
        )
