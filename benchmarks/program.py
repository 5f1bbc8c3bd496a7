"""Ours, upstream's module and the pure-Python serializer, taking turns, each measurement in a fresh process.

Prints a table of medians in milliseconds, with ratios to ours and peak memory as a multiple of the data. With --out it
also writes results.json and results.svg.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from benchmarks import chart, table
from benchmarks.fresh import call
from benchmarks.modules import OURS, UPSTREAM
from benchmarks.plan import CASES, Case, Options, Size
from benchmarks.results import Answer, Row, extrapolate, rows_of

QUICK = 100
# From linux/prctl.h.
PR_SET_THP_DISABLE = 41
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def answer(case: Case, part: str, size: Size, module: str, options: Options) -> Answer:
    if case.name == "import":
        result = call("benchmarks.import_time:measure", module, part == "import:shared")
    else:
        value = options.value(case, size)
        result = call("benchmarks.cases:measure", part, module, value, size.loops, options.shrink, options.pages)
    return dict(result)


def measure_part(case: Case, part: str, size: Size, options: Options) -> list[Row]:
    """All modules in each repeat, in an order that turns."""
    modules = [module for module in case.modules if options.is_measured(size, module)]
    answers: dict[str, list[Answer]] = {module: [] for module in modules}
    for repeat in range(options.repeats):
        turn = repeat % len(modules)
        for module in modules[turn:] + modules[:turn]:
            if repeat < options.repeats_of(size, module):
                answers[module].append(answer(case, part, size, module, options))
    refuse_other_bytes(part, answers)
    return rows_of(case, part, answers)


def refuse_other_bytes(part: str, answers: dict[str, list[Answer]]) -> None:
    """Ours and upstream's module write the same file, or their times say nothing."""
    found = {one["sha256"] for module in (OURS, UPSTREAM) for one in answers.get(module, [])}
    if len(found) > 1:
        raise RuntimeError(f"{part}: ours and upstream's module wrote different bytes")


def measure(options: Options) -> list[Row]:
    rows: list[Row] = []
    for case in options.cases():
        of_case: list[Row] = []
        for size in case.sizes:
            for part in case.parts:
                print(f"measuring {part}, {options.value(case, size):,}", file=sys.stderr, flush=True)
                of_case += measure_part(case, part, size, options)
        extrapolate(case, of_case)
        rows += of_case
    return rows


def environment(options: Options) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "kernel": platform.release(),
        "cpus": os.cpu_count(),
        "transparent_huge_pages": HUGE_PAGES.read_text().strip() if HUGE_PAGES.exists() else "none",
        "repeats": options.repeats,
        "shrink": options.shrink,
        "pages": options.pages,
        "has_huge_pages": options.has_huge_pages,
    }


def refuse_huge_pages() -> None:
    """For this process and those that it starts."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel cannot keep a process from huge pages")


def options_from(arguments: list[str]) -> tuple[Options, argparse.Namespace]:
    defaults = Options()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, metavar="DIR", help="write results.json and results.svg there")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--only", nargs="+", metavar="NAME", default=[], choices=[case.name for case in CASES])
    parser.add_argument("--repeats", type=int, metavar="N", help=f"default: {defaults.repeats}")
    parser.add_argument("--quick", action="store_true", help=f"sizes divided by {QUICK}, one repeat")
    parser.add_argument("--shrink", type=int, metavar="N", help="divide all sizes by N")
    parser.add_argument("--slow", action="store_true", help="measure upstream where it takes minutes, once")
    parser.add_argument(
        "--pages", type=float, metavar="N", default=defaults.pages, help="touch and free N times the data before a step"
    )
    parser.add_argument("--without-huge-pages", action="store_true", help="keep the kernel from using them")
    given = parser.parse_args(arguments)
    repeats = given.repeats or (1 if given.quick else defaults.repeats)
    shrink = given.shrink or (QUICK if given.quick else 1)
    if repeats < 1 or shrink < 1 or given.pages < 0:
        parser.error("--repeats and --shrink take 1 or more, --pages 0 or more")
    options = Options(repeats, shrink, given.pages, given.slow, not given.without_huge_pages, tuple(given.only))
    return options, given


def main(arguments: list[str]) -> int:
    options, given = options_from(arguments)
    # Made first: a wrong place must not show after half an hour.
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
    if not options.has_huge_pages:
        refuse_huge_pages()
    rows = measure(options)
    print(table.markdown(rows) if given.markdown else table.plain(rows))
    if given.out is not None:
        results = {"environment": environment(options), "rows": [row.as_json() for row in rows]}
        (given.out / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        (given.out / "results.svg").write_text(chart.svg(rows), encoding="utf-8")
    return 0
