"""Random API programs, right and wrong, on ours and on upstream's module: a long run.

    ./buckw run //tests/errors:programs -- --count 100000 --seed 0
    ./buckw run //tests/errors:programs -- --count 1 --seed 4711 --show

A seed is one program. Faults are told by their seed as they come; the last line counts what came of all.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import tosa_tools_upstream as upstream

from tests.errors.running import program_of, run_in_processes
from tests.errors.sources import Sources


def texts(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.most_common())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="the first of them")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--show", action="store_true", help="print the program of the seed")
    options = parser.parse_args()
    if options.show:
        print(*program_of(options.seed, Sources(upstream)), sep="\n")
    counts, errors = run_in_processes(options.count, options.seed, options.jobs)
    faults = {name: counts.pop(name, 0) for name in ("crashes", "differences", "other faults")}
    print(f"refused steps: {texts(errors)}")
    print(f"{options.count} programs: {texts(counts)}; {texts(Counter(faults))}")
    return 1 if any(faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
