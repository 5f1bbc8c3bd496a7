"""Judge a checkout: the README's commands on every engine and interpreter, the build itself, the monorepos, the lints.

Then core under ASan, UBSan and TSan, and a minute of fuzzing, on one engine.
With `--full` also every test on Bazel beside Buck2, the monorepo of gcc, the tests with TARGETS files, the other
interpreters, and the Python tests under ASan and UBSan.
Ends with one line `N passed, N failed` over all of it. A step that breaks without counting its tests is one failure.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.10", "3.11", "3.12", "3.13")
COUNTS = re.compile(r"^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")
# What ASan is for; the comparison of bytes has run already.
UNDER_ASAN = ["//attacks/...", "//tests/errors/...", "//tests/load/...", "//tests/memory/..."]
FUZZ_SECONDS = 20
# The graph is the same, and the extension's bytes are: one engine runs every test, the others some of each kind.
SOME_TESTS = ["//tosa_serializer/...", "//tests/load/...", "//tools/..."]
PROGRAMS = ("as", "c++", "cc", "clang", "clang++", "g++", "gcc", "ld", "ld.bfd", "ld.gold", "ld.lld")
HOST_COMPILERS = (*(f"/usr/bin/{name}" for name in PROGRAMS), "/usr/lib/gcc")
TARGETS_MODE = {"TOSA_ENGINE_FLAGS": "-c tosa//buildfile.name=TARGETS"}


@dataclass
class Tally:
    """What all steps counted, and the steps that failed."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    lines: list[str] = field(default_factory=list)


def run(tally: Tally, title: str, command: list[str], env: dict[str, str] | None = None) -> None:
    """Run one step, show its output as it comes, and add its last line of counts (or one test, if it prints none)."""
    shown = " ".join([*(f"{key}={value}" for key, value in (env or {}).items()), *command])
    print(f"\n=== {title}\n$ {shown}", flush=True)
    started = time.monotonic()
    counted: tuple[int, int, int] | None = None
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if match := COUNTS.match(line.strip()):
                counted = (int(match[1]), int(match[2]), int(match[3] or 0))
    code = process.returncode
    passed, failed, skipped = counted or (int(code == 0), 0, 0)
    if code != 0 and failed == 0:
        failed = 1
    tally.passed += passed
    tally.failed += failed
    tally.skipped += skipped
    verdict = "ok" if code == 0 and failed == 0 else f"FAILED (exit code {code})"
    tally.lines.append(
        f"{title}: {passed} passed, {failed} failed, {skipped} skipped, {time.monotonic() - started:.0f} s, {verdict}"
    )


def blocked() -> list[str]:
    """Flags that hide the compilers and headers from Bazel; those of the interpreter may be in /usr/include."""
    paths = [path for path in HOST_COMPILERS if Path(path).exists()]
    if not sysconfig.get_path("include").startswith("/usr/include") and Path("/usr/include").exists():
        paths.append("/usr/include")
    return [f"--sandbox_block_path={path}" for path in paths]


def find_faults(tally: Tally, engine: dict[str, str], full: bool) -> None:
    """The modes of shim/common/modes.bzl, each over what it is for."""
    name = {"bazel": "Bazel", "buck2": "Buck2"}[engine["TOSA_ENGINE"]]
    core = ["//tosa_serializer/core/...", "//tests/modes/..."]
    labels = [*core, *(UNDER_ASAN if full else [])]
    run(tally, f"{name}, ASan and UBSan", ["./buckw", "test", *labels], {**engine, "TOSA_MODE": "asan"})
    run(tally, f"{name}, TSan", ["./buckw", "test", *core], {**engine, "TOSA_MODE": "tsan"})
    with tempfile.TemporaryDirectory() as folder:
        run(tally, f"{name}: seeds", ["./buckw", "run", "//tools/fuzz:seeds", "--", folder], engine)
        limits = [f"-max_total_time={FUZZ_SECONDS}", "-timeout=10", "-print_final_stats=1"]
        words = ["./buckw", "run", "//tosa_serializer/core:fuzz_reader", "--", *limits, folder]
        run(tally, f"{name}: libFuzzer", words, {**engine, "TOSA_MODE": "fuzz"})


def interpreters() -> list[str]:
    """The pinned Python versions that run on this machine."""
    found = []
    for version in PYTHONS:
        probe = subprocess.run([str(ROOT / "buckw"), "python", "--find", version], capture_output=True, text=True)
        if probe.returncode == 0:
            found.append(version)
    return found


def main() -> int:
    """Run every step and print what ran."""
    full = "--full" in sys.argv[1:]
    tally = Tally()
    me = f"{sys.version_info.major}.{sys.version_info.minor}"
    has_buck2 = shutil.which("buck2") is not None
    others = [version for version in interpreters() if version != me]
    # Without the readers tests/readers is skipped; here that is a failure.
    bazel = {"TOSA_ENGINE": "bazel", "TOSA_READERS": "required"}
    buck2 = {"TOSA_ENGINE": "buck2", "TOSA_READERS": "required"}

    for version in [me, *others] if full else [me]:
        words = ["./buckw", "vendor", "--readers"]
        run(tally, f"wheels of the readers, Python {version}", words, {"TOSA_PYTHON": version})
    without_compilers = {**bazel, "TOSA_ENGINE_FLAGS": " ".join(blocked())}
    every = full or not has_buck2
    run(tally, "Bazel: analysis of everything", ["./buckw", "build", "//...", "--", "--nobuild"], bazel)
    words = ["./buckw", "test", *(["//..."] if every else SOME_TESTS)]
    run(tally, f"Bazel, Python {me}, no host compiler: tests", words, without_compilers)
    run(tally, "Bazel: example", ["./buckw", "run", "//examples:mobilenet_v2"], bazel)
    if has_buck2:
        run(tally, f"Buck2, Python {me}: tests", ["./buckw", "test", "//..."], buck2)
        run(tally, "Buck2, TARGETS files: build", ["./buckw", "build", "//..."], {**buck2, **TARGETS_MODE})
    if has_buck2 and full:
        run(tally, "Buck2, TARGETS files: tests", ["./buckw", "test", *SOME_TESTS], {**buck2, **TARGETS_MODE})
    if has_buck2:
        run(tally, "Buck2: example", ["./buckw", "run", "//examples:mobilenet_v2"], buck2)
    for version in others if full else []:
        run(tally, f"Bazel, Python {version}: tests", ["./buckw", "test", "//..."], {**bazel, "TOSA_PYTHON": version})
    # Everything that it needs is built by now.
    run(tally, "depcheck", ["./buckw", "run", "//tools/depcheck", "--", "."], buck2 if has_buck2 else bazel)
    find_faults(tally, buck2 if has_buck2 else bazel, full)
    if full:
        run(tally, f"Bazel, Python {me}: UBSan", ["./buckw", "test", "//..."], {**bazel, "TOSA_MODE": "ubsan"})
    run(tally, "the build itself", [sys.executable, "tests/build/run.py"])
    monorepos = [sys.executable, "tests/build/run.py", "--without-network", "tests/consumers"]
    # The one of gcc compiles everything a sixth time.
    run(tally, "monorepos", monorepos if full else [*monorepos, "-k", "not (commands_print and gcc)"])
    run(tally, "lints", [sys.executable, "tools/lint/lint.py"])

    print("\n=== What ran")
    buck2_ran = (
        " and Buck2, with BUCK and with TARGETS files" if has_buck2 else "; no buck2 on PATH, so Buck2 did not run"
    )
    print(f"engines: Bazel{buck2_ran}")
    print(f"interpreters: {', '.join([me, *others] if full else [me])}; of {', '.join(PYTHONS)}")
    if not full:
        print(f"not run without --full: {', '.join(others) or 'nothing'}")
    print("\n".join(tally.lines))
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
