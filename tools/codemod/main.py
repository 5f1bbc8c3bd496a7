"""Move Python programs from serializer.tosa_serializer to tosa_serializer.

    ./buckw run //tools/codemod -- [--check | --diff] [--also FUNCTION[:N]]... [--accept FUNCTION]... PATH...

Files are rewritten in place; folders are searched for .py and .pyi files. What cannot be decided is left as it is, and
printed as file:line with what to do by hand. A relative PATH counts from the root of this checkout.
Ends with 0 if nothing is left to do, 1 if something is (or with --check, would change), 2 if a file could not be read
or would not be Python any more, or would lose a name.
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from tools.codemod import files  # noqa: E402
from tools.codemod.check import Broken  # noqa: E402
from tools.codemod.rewrite import Outcome, Unreadable, rewrite  # noqa: E402


class Totals:
    def __init__(self) -> None:
        self.read = self.changed = self.rewritten = self.by_hand = self.failed = 0

    def text(self, is_dry: bool) -> str:
        changed = "would change" if is_dry else "changed"
        return (
            f"{self.read} files read, {self.changed} {changed}, {self.rewritten} places rewritten, "
            f"{self.by_hand} left to hand, {self.failed} failed"
        )


def print_diff(path: Path, before: bytes, after: bytes) -> None:
    old, new = (data.decode("utf-8", "replace").splitlines(keepends=True) for data in (before, after))
    sys.stdout.writelines(difflib.unified_diff(old, new, str(path), str(path)))


def move(path: Path, options: argparse.Namespace, totals: Totals) -> None:
    data = path.read_bytes()
    totals.read += 1
    outcome: Outcome = rewrite(data, dict(options.also), frozenset(options.accept))
    for finding in outcome.findings:
        print(f"{path}:{finding.line}: by hand: {finding.what}")
    totals.by_hand += len(outcome.findings)
    if outcome.data == data:
        return
    totals.changed += 1
    totals.rewritten += outcome.places
    if options.diff:
        print_diff(path, data, outcome.data)
    elif options.check:
        print(f"{path}: would change")
    else:
        files.replace(path, outcome.data)


def attempt(path: Path, options: argparse.Namespace, totals: Totals) -> None:
    """A file that fails is named, and the rest goes on."""
    try:
        # Opening a FIFO would wait for its writer.
        if path.exists() and not path.is_file():
            print(f"{path}: not read: no regular file")
        else:
            move(path, options, totals)
            return
    except Unreadable as error:
        print(f"{path}:{error.line}: not read: {error}")
    except Broken as error:
        print(f"{path}: {error}")
    except OSError as error:
        print(f"{path}: {error.strerror or error}")
    except Exception as error:
        print(f"{path}: {type(error).__name__}: {error}; the file is left alone: move it by hand")
    totals.failed += 1


def wrapper(text: str) -> tuple[str, int | None]:
    name, _, position = text.partition(":")
    return name, int(position) if position else None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="codemod", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="write nothing; name the files that would change")
    how.add_argument("--diff", action="store_true", help="write nothing; print what would change")
    parser.add_argument(
        "--also",
        metavar="FUNCTION[:N]",
        type=wrapper,
        action="append",
        default=[],
        help="a function of the program that hands an operator, its inputs, outputs and attribute to addOperator, "
        "in this order; N is how many arguments come before the operator (default: found by the operator's name)",
    )
    parser.add_argument(
        "--accept",
        metavar="FUNCTION",
        action="append",
        default=[],
        help="a function of the program that may be given the module itself: it works with ours",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path)
    options = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        # A name or a text may not be of the terminal's encoding.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    totals = Totals()
    # Bazel starts programs in a folder of its own.
    start = Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))

    def fail(error: OSError) -> None:
        print(f"{error.filename}: {error.strerror}")
        totals.failed += 1

    for given in options.paths:
        try:
            for path in files.python_files(start / given, fail):
                attempt(path, options, totals)
        except OSError as error:
            fail(error)
    print(totals.text(options.check or options.diff))
    if totals.failed:
        return 2
    return 1 if totals.by_hand or (options.check and totals.changed) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
