"""Rows as a table for people: aligned text, or Markdown to paste."""

from __future__ import annotations

from benchmarks.results import Entry, Row, Value

HEADER = (
    "case",
    "size",
    "step",
    "ours",
    "upstream",
    "ratio",
    "ours, warm",
    "upstream, warm",
    "ratio",
    "pure Python",
    "ratio",
    "peak, ours",
    "peak, upstream",
)
TEXT_COLUMNS = 3


def number(value: float) -> str:
    """Three digits, at least."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def _figure(value: Value | None) -> str:
    if value is None:
        return ""
    return ("~" if value.extrapolated else "") + number(value.median)


def _ratio(value: Value | None) -> str:
    if value is None or value.ratio is None:
        return ""
    return f"{'~' if value.extrapolated else ''}{number(value.ratio)}x"


def _peak(entry: Entry | None) -> str:
    return "" if entry is None or entry.peak is None else f"{entry.peak:.2f}x"


def cells(row: Row) -> list[str]:
    entries = [row.modules.get(name) for name in ("ours", "upstream", "pure_python")]
    ours, upstream, _ = entries
    fresh = [entry.fresh if entry else None for entry in entries]
    warm = [entry.warm if entry else None for entry in entries]
    unit = "" if row.unit in ("ms", "of tobytes") else f" ({row.unit})"
    return [
        row.case,
        row.size,
        row.step + unit,
        _figure(fresh[0]),
        _figure(fresh[1]),
        _ratio(fresh[1]),
        _figure(warm[0]),
        _figure(warm[1]),
        _ratio(warm[1]),
        _figure(fresh[2]),
        _ratio(fresh[2]),
        _peak(ours),
        _peak(upstream),
    ]


def plain(rows: list[Row]) -> str:
    lines = [list(HEADER), *(cells(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEADER))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(
            text.ljust(width) if i < TEXT_COLUMNS else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def markdown(rows: list[Row]) -> str:
    rule = ["---"] * TEXT_COLUMNS + ["---:"] * (len(HEADER) - TEXT_COLUMNS)
    lines = [list(HEADER), rule, *(cells(row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
