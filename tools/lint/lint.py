"""Run every lint of the repository: ruff, mypy, clang-format, buildifier, and the Starlark lint of a buck2 on PATH.

The tools come from requirements.txt and package-lock.json, by hash, into .cache/lint; nothing is installed elsewhere.
`lint.py --fix` formats in place what can be formatted. Ends with non-zero if a lint fails.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
CACHE = ROOT / ".cache" / "lint"
STARLARK_NAMES = {"BUCK", "TARGETS", "BUILD.bazel", "WORKSPACE", "MODULE.bazel", "PACKAGE"}


@dataclass(frozen=True)
class Result:
    """Outcome of one lint: `skipped` says why it did not run."""

    name: str
    passed: bool
    output: str = ""
    skipped: str = ""


def tracked(*suffixes: str) -> list[str]:
    """Files that git tracks or would track, with one of the suffixes, relative to the root."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return [name for name in listed if name.endswith(suffixes) and (ROOT / name).is_file()]


def starlark_files() -> list[str]:
    """All build files and .bzl files."""
    return [name for name in tracked("") if name.endswith(".bzl") or Path(name).name in STARLARK_NAMES]


def fresh(folder: Path, source: Path, make: Callable[[], None]) -> None:
    """Run `make` unless `folder` was made from the same `source`."""
    stamp = folder / "made-from"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == digest:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make()
    stamp.write_text(digest)


def python_tools() -> Path:
    """The folder of ruff, mypy and clang-format, at the pinned versions."""
    folder = CACHE / "python"
    requirements = HERE / "requirements.txt"

    def make() -> None:
        print("lint: installing ruff, mypy and clang-format", flush=True)
        venv.create(folder, with_pip=True)
        pip = [
            str(folder / "bin" / "python"),
            "-m",
            "pip",
            "install",
            "-q",
            "--require-hashes",
            "-r",
            str(requirements),
        ]
        subprocess.run(pip, check=True)

    fresh(folder, requirements, make)
    return folder / "bin"


def buildifier() -> Path | None:
    """The pinned buildifier, or None where there is no npm to bring it in."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    folder = CACHE / "node"

    def make() -> None:
        print("lint: installing buildifier", flush=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder / name)
        subprocess.run([npm, "ci", "--silent", "--ignore-scripts"], cwd=folder, check=True)

    fresh(folder, HERE / "package-lock.json", make)
    return folder / "node_modules" / ".bin" / "buildifier"


def check(name: str, command: list[str]) -> Result:
    """Run one lint command in the root."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return Result(name, done.returncode == 0, done.stdout + done.stderr)


def type_check(tools: Path) -> Result:
    """mypy on each folder by itself, since scripts of different folders share names."""
    folders: dict[str, list[str]] = {}
    for name in tracked(".py", ".pyi"):
        folders.setdefault(str(Path(name).parent), []).append(name)
    output = ""
    for _, files in sorted(folders.items()):
        done = check("mypy", [str(tools / "mypy"), "--no-error-summary", "--cache-dir", str(CACHE / "mypy"), *files])
        output += "" if done.passed else done.output
    return Result("mypy", not output, output)


def run(fix: bool) -> Iterator[Result]:
    """Every lint in turn."""
    tools = python_tools()
    ruff = str(tools / "ruff")
    fixing = ["--fix"] if fix else []
    yield check("ruff check", [ruff, "check", "--no-cache", *fixing, "."])
    yield check("ruff format", [ruff, "format", "--no-cache", *([] if fix else ["--check"]), "."])
    yield type_check(tools)
    sources = tracked(".cpp", ".h")
    yield check(
        "clang-format", [str(tools / "clang-format"), *(["-i"] if fix else ["--dry-run", "--Werror"]), *sources]
    )
    formatter = buildifier()
    if formatter is None:
        yield Result("buildifier", True, skipped="npm is not on PATH")
    else:
        mode = "fix" if fix else "check"
        yield check("buildifier", [str(formatter), f"-mode={mode}", "-lint=off", *starlark_files()])
    buck2 = shutil.which("buck2")
    if buck2 is None:
        yield Result("buck2 starlark lint", True, skipped="buck2 is not on PATH")
    else:
        # Bazel's own names are unknown to it.
        ours = [name for name in starlark_files() if not name.startswith("shim/bazel/")]
        files = [name for name in ours if name.endswith(".bzl") or Path(name).name == "BUCK"]
        yield check("buck2 starlark lint", [buck2, "starlark", "lint", *files])


def main() -> int:
    """Print a line for each lint, the output of those that failed, and one closing line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--fix", action="store_true", help="format in place")
    results = list(run(parser.parse_args().fix))
    for result in results:
        verdict = f"SKIPPED ({result.skipped})" if result.skipped else "PASSED" if result.passed else "FAILED"
        print(f"{result.name} {verdict}")
        if not result.passed:
            print(result.output)
    failed = sum(not result.passed for result in results)
    skipped = sum(bool(result.skipped) for result in results)
    print(f"lint: {len(results) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
