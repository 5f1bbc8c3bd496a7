"""Run the tests in the mode `coverage` and tell which lines of core and bindings they ran.

report [--least PERCENT] [--lines FILE ...] [LABEL ...]   (default: all tests; fails under 95 percent)
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

LLVM = Path("/usr/lib/llvm-19/bin")
OBJECTS = (
    "//tosa_serializer:_tosa_serializer",
    "//tosa_serializer/core:core_test",
    "//tosa_serializer/core:two_threads",
)
TESTS = ("//tosa_serializer/...", "//tests/...")
FOLDERS = ("tosa_serializer/core/", "tosa_serializer/bindings/")
# Programs of their own.
LEFT_OUT = ("_test.cpp", "testing.h", "sample_graph.h", "two_threads.cpp", "fuzz")


def root() -> Path:
    """The checkout: Bazel names it, Buck2 starts a program in the caller's directory."""
    return Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")).absolute()


def buckw(*words: str, **environment: str) -> int:
    command = [str(root() / "buckw"), *words]
    return subprocess.run(command, cwd=root(), env={**os.environ, "TOSA_MODE": "coverage", **environment}).returncode


def llvm(tool: str, *words: str) -> str:
    return subprocess.run([str(LLVM / tool), *words], check=True, stdout=subprocess.PIPE, text=True, cwd=root()).stdout


def is_ours(path: str) -> bool:
    return any(folder in path for folder in FOLDERS) and not any(part in Path(path).name for part in LEFT_OUT)


def lines_of(file: dict[str, Any]) -> dict[str, int]:
    counts: dict[str, int] = file["summary"]["lines"]
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--least", type=float, default=95.0)
    parser.add_argument("--lines", nargs="*", default=[], help="also show the lines of these files that no test ran")
    parser.add_argument("labels", nargs="*", default=TESTS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        failed = buckw("test", *options.labels, LLVM_PROFILE_FILE=str(room / "%8m.profraw"))
        if buckw("build", *OBJECTS, "--out", str(room / "objects")) != 0:
            return 1
        raw = sorted(map(str, room.glob("*.profraw")))
        if not raw:
            print("error: no test left a profile", file=sys.stderr)
            return 1
        llvm("llvm-profdata", "merge", "-o", str(room / "all.profdata"), *raw)
        objects = [word for path in sorted((room / "objects").iterdir()) for word in ("-object", str(path))][1:]
        chosen = [*objects, f"-instr-profile={room / 'all.profdata'}"]
        report = json.loads(llvm("llvm-cov", "export", "-summary-only", *chosen))
        for path in options.lines:
            shown = llvm("llvm-cov", "show", *chosen, f"-sources={path}")
            print("\n".join(line for line in shown.splitlines() if "|      0|" in line))
    files = {file["filename"]: lines_of(file) for file in report["data"][0]["files"] if is_ours(file["filename"])}
    for path, counts in sorted(files.items(), key=lambda item: item[1]["percent"]):
        print(f"{counts['percent']:6.1f} %  {counts['covered']:5} of {counts['count']:5}  {path}")
    covered = sum(counts["covered"] for counts in files.values())
    count = sum(counts["count"] for counts in files.values())
    percent = 100 * covered / max(count, 1)
    print(f"{percent:.1f} % of the lines of core and bindings: {covered} of {count}; asked: {options.least:.0f} %")
    return 1 if failed or percent < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
