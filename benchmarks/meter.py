"""Times, peaks and kept memory of the steps of one process."""

from __future__ import annotations

import gc
import hashlib
import mmap
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fresh import status

MIB = 1 << 20
# Touched at least, so that small steps do not pay for pages either.
LEAST_PAGES = 64 * MIB


def touch_and_free(size: int) -> None:
    """A virtual machine's host takes free pages back; the step that comes next must not pay for getting them again.

    Processors keep free pages of their own.
    """
    processors = os.sched_getaffinity(0)
    try:
        for processor in processors:
            os.sched_setaffinity(0, {processor})
            _touch_and_free(LEAST_PAGES)
    finally:
        os.sched_setaffinity(0, processors)
    # At once: a part would get the pages that another one freed.
    if size > LEAST_PAGES:
        _touch_and_free(size)


def _touch_and_free(size: int) -> None:
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as pages:
        if hasattr(mmap, "MADV_HUGEPAGE"):
            # A kernel may lack them.
            with suppress(OSError):
                pages.madvise(mmap.MADV_HUGEPAGE)
        view = np.frombuffer(pages, np.uint8)
        view[:: mmap.PAGESIZE] = 1
        del view


def reset_peak() -> None:
    """VmHWM starts again at what is resident now."""
    Path("/proc/self/clear_refs").write_text("5")


@dataclass
class Step:
    """One value a loop; modules are compared by those in "ms".

    `peak` is what the first loop took above the inputs, in bytes.
    """

    unit: str = "ms"
    values: list[float] = field(default_factory=list)
    peak: int | None = None

    def as_json(self) -> dict[str, Any]:
        result: dict[str, Any] = {"unit": self.unit, "fresh": self.values[0]}
        if len(self.values) > 1:
            result["warm"] = statistics.median(self.values[1:])
        if self.peak is not None:
            result["peak"] = self.peak
        return result


class Meter:
    """Measures steps by name. The first loop of a process is the fresh one, the others are warm."""

    def __init__(self, loops: int, pages: float) -> None:
        self.loops = loops
        self.steps: dict[str, Step] = {}
        self.amount = 1
        self.sha256 = ""
        self._pages_of_data = pages
        self._data = 0
        self._start = 0

    def inputs_are_ready(self, amount: int, data: int = 0) -> None:
        """`amount` is what the times grow with. With `data`, the bytes of the inputs, memory counts from here."""
        self.amount = amount
        self._data = data
        gc.collect()
        self._start = status("VmRSS")

    @contextmanager
    def step(self, name: str, kept: bool = False, unit: str = "ms") -> Iterator[None]:
        """`kept`: the anonymous memory that is new afterwards, not the peak, which would count pages of files."""
        # A small step that is repeated finds the pages that the last one freed, and the caches as they are.
        is_repeated = name in self.steps and self._data < LEAST_PAGES
        if self._pages_of_data > 0 and not is_repeated:
            touch_and_free(int(self._data * self._pages_of_data))
        gc.collect()
        gc.disable()
        reset_peak()
        anonymous = status("RssAnon")
        begin = time.perf_counter()
        try:
            yield
        finally:
            milliseconds = (time.perf_counter() - begin) * 1000
            gc.enable()
        step = self._append(name, milliseconds, unit)
        if kept:
            self._append(f"{name}: anonymous memory", max(0, status("RssAnon") - anonymous) / MIB, "MiB")
        elif self._data and unit == "ms" and step.peak is None:
            step.peak = max(0, status("VmHWM") - self._start)

    def total(self, *names: str) -> str:
        """A step that consists of others, which follow one another."""
        name = " + ".join(names)
        parts = [self.steps[part] for part in names]
        peaks = [step.peak for step in parts if step.peak is not None]
        values = [sum(values) for values in zip(*(step.values for step in parts), strict=True)]
        self.steps[name] = Step("ms", values, max(peaks, default=None))
        return name

    def quotient(self, name: str, reference: str) -> None:
        pairs = zip(self.steps[name].values, self.steps[reference].values, strict=True)
        unit = f"of {reference}"
        self.steps[f"{name} / {reference}"] = Step(unit, [value / by for value, by in pairs])

    def note(self, data: bytes | bytearray) -> None:
        """What the first loop made: the compared modules must agree on it."""
        self.sha256 = self.sha256 or hashlib.sha256(data).hexdigest()

    def forget(self, name: str) -> None:
        del self.steps[name]

    def as_json(self) -> dict[str, Any]:
        steps = {name: step.as_json() for name, step in self.steps.items()}
        return {"amount": self.amount, "data": self._data, "sha256": self.sha256, "steps": steps}

    def _append(self, name: str, value: float, unit: str) -> Step:
        step = self.steps.setdefault(name, Step(unit))
        step.values.append(value)
        return step
