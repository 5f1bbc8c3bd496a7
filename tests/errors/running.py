"""Many random programs, each of a seed, judged by a few processes at a time."""

from __future__ import annotations

import random
from collections import Counter

import tosa_tools_upstream as upstream

from tests.errors.children import FORK
from tests.errors.judging import Judge
from tests.errors.sources import Sources
from tests.errors.spoiling import AnyStep, spoil


def program_of(seed: int, sources: Sources) -> list[AnyStep]:
    rng = random.Random(seed)
    return spoil(sources.draw(rng), rng)


def run(seeds: range, sources: Sources, counts: Counter[str], errors: Counter[str]) -> None:
    judge = Judge()
    for seed in seeds:
        verdict = judge.judge(program_of(seed, sources))
        errors.update(verdict.refused)
        if verdict.what == "fault":
            print(f"seed {seed}: {verdict.details[:600]}", flush=True)
            is_crash = verdict.details.startswith("crash")
            is_difference = verdict.details.startswith("the bytes")
            counts["crashes" if is_crash else "differences" if is_difference else "other faults"] += 1
        else:
            counts[f"{verdict.what} ({verdict.details})" if verdict.details else verdict.what] += 1
    judge.close()


def run_in_processes(count: int, first: int, jobs: int) -> tuple[Counter[str], Counter[str]]:
    sources = Sources(upstream)
    queue = FORK.SimpleQueue()

    def work(job: int) -> None:
        counts: Counter[str] = Counter()
        errors: Counter[str] = Counter()
        run(range(first + job, first + count, jobs), sources, counts, errors)
        queue.put((counts, errors))

    workers = [FORK.Process(target=work, args=(job,)) for job in range(jobs)]
    for worker in workers:
        worker.start()
    counts: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    for _ in workers:
        some_counts, some_errors = queue.get()
        counts += some_counts
        errors += some_errors
    return counts, errors
