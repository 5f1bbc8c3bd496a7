"""From measurements to rows: medians, ratios of repeats, memory as a multiple of the data, extrapolations."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.modules import OURS, PURE_PYTHON, UPSTREAM
from benchmarks.plan import QUADRATIC, Case

NAMES = {OURS: "ours", UPSTREAM: "upstream", PURE_PYTHON: "pure_python"}

# What a process answered: see Meter.as_json.
Answer = dict[str, Any]


@dataclass(frozen=True)
class Value:
    """A median over the repeats. `ratio` is to ours: the median of the ratios of each repeat."""

    median: float
    ratio: float | None = None
    extrapolated: bool = False
    values: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Entry:
    """One module's values of one step. `peak` is a multiple of the data."""

    fresh: Value
    warm: Value | None = None
    peak: float | None = None


@dataclass(frozen=True)
class Row:
    case: str
    part: str
    size: str
    amount: int
    step: str
    unit: str
    modules: dict[str, Entry]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def size_text(amount: int, data: int) -> str:
    if not data:
        return f"{amount:,}" if amount > 1 else ""
    for unit, factor in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if data >= factor:
            return f"{data / factor:.3g} {unit}"
    return f"{data} bytes"


def _value(kind: str, step: str, answers: list[Answer], ours: list[Answer]) -> Value | None:
    values = [answer["steps"][step].get(kind) for answer in answers]
    if None in values:
        return None
    ratio = None
    references = [answer["steps"].get(step, {}).get(kind) for answer in ours]
    if answers[0]["steps"][step]["unit"] == "ms" and all(references):
        # The modules took turns: the first repeats belong together.
        ratio = statistics.median(value / reference for value, reference in zip(values, references, strict=False))
    return Value(statistics.median(values), ratio, values=values)


def _entry(step: str, answers: list[Answer], ours: list[Answer]) -> Entry | None:
    fresh = _value("fresh", step, answers, ours)
    if fresh is None:
        return None
    peaks = [answer["steps"][step].get("peak") for answer in answers]
    peak = None if None in peaks else statistics.median(peaks) / answers[0]["data"]
    return Entry(fresh, _value("warm", step, answers, ours), peak)


def rows_of(case: Case, part: str, answers: dict[str, list[Answer]]) -> list[Row]:
    """One row for each step that ours has; `answers` by module, one a repeat."""
    ours = answers[OURS]
    first = ours[0]
    rows = []
    for step, found in first["steps"].items():
        entries = {}
        for module, of_module in answers.items():
            if step in of_module[0]["steps"] and (entry := _entry(step, of_module, ours)) is not None:
                entries[NAMES[module]] = entry
        size = size_text(first["amount"], first["data"])
        rows.append(Row(case.name, part, size, first["amount"], step, found["unit"], entries))
    return rows


def estimate(points: list[tuple[int, float]], amount: int, growth: str) -> float:
    """The time for `amount`, from measured (amount, time): a*n, or a*n + b*n*n through the two largest."""
    # Shrunk sizes may be the same.
    points = sorted(dict(points).items())
    last, time = points[-1]
    if growth == QUADRATIC and len(points) > 1:
        before, time_before = points[-2]
        square = (time / last - time_before / before) / (last - before)
        if square > 0:
            return (time / last - square * last) * amount + square * amount * amount
    return time / last * amount


def extrapolate(case: Case, rows: list[Row]) -> None:
    """Add what was not measured at a size, where the same step was measured at others."""
    for row in rows:
        if row.unit != "ms":
            continue
        same = [other for other in rows if (other.part, other.step) == (row.part, row.step)]
        for module in case.modules:
            name = NAMES[module]
            points = [(other.amount, other.modules[name].fresh) for other in same if name in other.modules]
            measured = [(amount, value.median) for amount, value in points if not value.extrapolated]
            if name in row.modules or not measured:
                continue
            time = estimate(measured, row.amount, case.growth(module))
            ratio = time / row.modules[NAMES[OURS]].fresh.median
            row.modules[name] = Entry(Value(time, ratio, extrapolated=True))
