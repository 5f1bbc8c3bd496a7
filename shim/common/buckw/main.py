"""./buckw VERB LABELS... [-- ARGS]: picks the engine, brings in third-party, runs the verb.

verbs:
  build   build the labels; --out DIR copies their outputs
  test    run the tests among the labels; ARGS go to pytest
  run     run one label; ARGS go to the program
  query   ask the engine, for example './buckw query //...'
  vendor  bring in the pinned wheels; --all those of every Python and platform; --readers also those of tests/readers;
          --export DIR copies them there with build files; --without PACKAGE leaves one out
  python  run the chosen interpreter with the arguments; --find 3.12 only prints where that one is

environment:
  TOSA_ENGINE  buck2 or bazel; the default is buck2 if it is on PATH, else bazel
  TOSA_PYTHON  a version such as 3.12 or the path of an interpreter; the default is the first python3 that runs
  TOSA_MODE    asan, ubsan, tsan, fuzz or coverage: how to build for finding faults
  TOSA_ENGINE_FLAGS  more flags for the engine, such as "-c tosa//buildfile.name=TARGETS"
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import counted
import engines
import interpreters
import modes
import packages
import record
from problem import Problem, say

ROOT = Path(__file__).resolve().parents[3]
VERBS = ("build", "test", "run", "query", "vendor", "python")

sys.path.insert(0, str(ROOT / "third-party"))

import vendor  # noqa: E402


def split(argv: list[str]) -> tuple[str, list[str], list[str]]:
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(__doc__)
        sys.exit(0 if argv else 2)
    verb, rest = argv[0], argv[1:]
    if verb not in VERBS:
        raise Problem(f"{verb} is no verb, expected one of {', '.join(VERBS)}", 2)
    if "--" in rest:
        cut = rest.index("--")
        return verb, rest[:cut], rest[cut + 1 :]
    return verb, rest, []


def take_out(labels: list[str]) -> tuple[list[str], Path | None]:
    """Separates --out DIR (or --out=DIR) from the labels."""
    kept: list[str] = []
    out = None
    words = iter(labels)
    for word in words:
        if word == "--out" or word.startswith("--out="):
            value = word[6:] if word.startswith("--out=") else next(words, "")
            if not value:
                raise Problem("--out needs a directory, such as --out dist", 2)
            out = Path(value).absolute()
        elif word.startswith("-"):
            raise Problem(f"{word} is no option of buckw; what the engine or program should get goes after --", 2)
        else:
            kept.append(word)
    return kept, out


def check_machine() -> None:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise Problem(f"this is {sys.platform} on {platform.machine()}, and the package builds on Linux on x86_64 only")


def bring_in(python: interpreters.Interpreter) -> None:
    """The wheels of this Python; the build compares their hashes, so here a look at the sizes is enough."""
    pins = vendor.chosen(vendor.read_pins(), python.version, "x86_64")
    missing = [pin for pin in pins if not (vendor.WHEELS / pin.file).exists()]
    packages.need_python(python, needs_pip=bool(missing))
    if missing:
        run_vendor(python, ["--python", python.version])


def run_vendor(python: interpreters.Interpreter, args: list[str]) -> None:
    words = [python.path, "-sB", str(ROOT / "third-party/vendor.py"), *args]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    last = ""
    for line in process.stderr:
        print(line, end="", file=sys.stderr, flush=True)
        last = line.strip() or last
    if process.wait() != 0:
        raise Problem(last.removeprefix("vendor: ") or "the vendor step failed", process.returncode)


def run_python(words: list[str], pythons: list[str]) -> None:
    if words[:1] == ["--find"] and len(words) == 2:
        print(interpreters.of_version(words[1]).path)
        return
    path = interpreters.resolve(pythons).path
    os.execv(path, [path, "-sB", *words])


def main(argv: list[str]) -> None:
    check_machine()
    pythons = vendor.read_pythons()
    if argv[:1] == ["python"]:
        run_python(argv[1:], pythons)
        return
    verb, words, args = split(argv)
    python = interpreters.resolve(pythons)
    if verb == "vendor":
        packages.need_python(python, needs_pip=True, needs_headers=False)
        record.write(ROOT, python)
        run_vendor(python, [*words, *args] or ["--python", python.version])
        return
    labels, out = take_out(words)
    for label in labels:
        if verb != "query" and "//" not in label:
            raise Problem(f"{label} is no full label; labels count from the root, such as //examples:mobilenet_v2", 2)
    if not labels:
        example = {"run": "//examples:mobilenet_v2", "query": "'deps(//:wheel)'"}.get(verb, "//...")
        raise Problem(f"{verb} needs {'an expression' if verb == 'query' else 'a label'}, such as {example}", 2)
    if out is not None and verb != "build":
        raise Problem(f"--out belongs to build, not to {verb}", 2)
    if verb == "run" and len(labels) != 1:
        raise Problem(f"run takes one label, found {len(labels)}: {' '.join(labels)}; its arguments go after --", 2)
    engine = engines.choose()
    modes.need_compiler()
    record.write(ROOT, python)
    bring_in(python)
    if out is not None:
        engines.copy_outputs(engines.build_outputs(engine, labels, args, ROOT), out)
    elif verb == "run":
        engines.run_and_explain(engines.command(engine, "build", labels, []), ROOT)
        code = subprocess.call(engines.run_command(engine, labels[0], args), cwd=ROOT)
        if code != 0:
            raise Problem(f"{labels[0]} ended with exit code {code}", code)
    elif verb == "test":
        counted.run_tests(engine, labels, args, ROOT)
    else:
        engines.run_and_explain(engines.command(engine, verb, labels, args), ROOT)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Problem, vendor.VendorError) as problem:
        say(str(problem))
        sys.exit(getattr(problem, "code", 1) or 1)
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(130)
