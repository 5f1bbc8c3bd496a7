"""What is measured: the cases with their sizes, as data. Imports no serializer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.modules import OURS, PURE_PYTHON, UPSTREAM

MIB = 1 << 20
GIB = 1 << 30

LINEAR = "linear"
QUADRATIC = "quadratic"


@dataclass(frozen=True)
class Size:
    """`loops`: how often a process repeats the steps. Modules in `skipped` are extrapolated, in `slow` unless asked."""

    value: int
    loops: int = 1
    skipped: tuple[str, ...] = ()
    slow: tuple[str, ...] = ()


def smaller(value: int, by: int) -> int:
    return max(1, value // by)


def narrower(value: int, by: int) -> int:
    """Of a network: sizes are divisors of its width, and the weights shrink with the square."""
    return int(value * 2 ** int(math.log2(math.isqrt(by))))


@dataclass(frozen=True)
class Case:
    """`parts` are functions of cases.py (or variants of one), each measured in processes of its own."""

    name: str
    parts: tuple[str, ...]
    sizes: tuple[Size, ...]
    modules: tuple[str, ...] = (OURS, UPSTREAM, PURE_PYTHON)
    # How upstream's times grow with the amount. The pure-Python ones are linear.
    upstream: str = LINEAR
    shrink: Callable[[int, int], int] = smaller

    def growth(self, module: str) -> str:
        return self.upstream if module == UPSTREAM else LINEAR


_NO_PURE = (PURE_PYTHON,)

_COUNTS = (
    Size(1_000, loops=20),
    Size(10_000, loops=5, skipped=_NO_PURE),
    Size(100_000, loops=2, skipped=_NO_PURE, slow=(UPSTREAM,)),
)

CASES = (
    Case(
        "constants",
        ("constants_serialize", "constants_save"),
        (Size(MIB, loops=5), Size(GIB, loops=3, skipped=_NO_PURE)),
    ),
    # Upstream's Python builder ends at 2 GiB.
    Case("above_cap", ("above_cap",), (Size(5 * GIB // 2),), modules=(OURS, UPSTREAM)),
    Case(
        "llama",
        ("llama_serialize", "llama_save"),
        (Size(32, loops=3), Size(1, loops=2, skipped=_NO_PURE)),
        shrink=narrower,
    ),
    Case("operators", ("operators_intermediate", "operators_block"), _COUNTS, upstream=QUADRATIC),
    Case("small_constants", ("small_constants",), _COUNTS, upstream=QUADRATIC),
    Case(
        "packing",
        tuple(f"packing:{dtype}" for dtype in ("INT4", "INT8", "INT48", "BOOL", "BF16", "FP16", "FP8E4M3", "FP8E5M2")),
        (Size(10_000, loops=5), Size(1_000_000, loops=5, skipped=_NO_PURE)),
    ),
    Case("import", ("import:shared", "import:total"), (Size(1),)),
)


@dataclass(frozen=True)
class Options:
    """`pages`: how many times the data is touched and freed before a step. `shrink` divides all sizes."""

    repeats: int = 7
    shrink: int = 1
    pages: float = 1.3
    is_slow: bool = False
    has_huge_pages: bool = True
    only: tuple[str, ...] = ()
    # The slow one needs no more to be told apart.
    pure_repeats: int = 3

    def cases(self) -> list[Case]:
        return [case for case in CASES if not self.only or case.name in self.only]

    def value(self, case: Case, size: Size) -> int:
        return case.shrink(size.value, self.shrink)

    def is_measured(self, size: Size, module: str) -> bool:
        return module not in size.skipped and (self.is_slow or module not in size.slow)

    def repeats_of(self, size: Size, module: str) -> int:
        if module in size.slow:
            return 1
        return min(self.repeats, self.pure_repeats) if module == PURE_PYTHON else self.repeats
