"""Rows as an SVG chart: how many times longer than ours, on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xml.sax.saxutils import escape

from benchmarks.results import Row, Value
from benchmarks.table import number

WIDTH = 1000
LEFT = 370
RIGHT = 90
TOP = 84
BAR = 11
GAP = 7
HEADING = 24

SERIES = (
    ("upstream, fresh process", "upstream", "fresh", "#1f5f99"),
    ("upstream, warm", "upstream", "warm", "#7fb2dd"),
    ("pure Python", "pure_python", "fresh", "#c8793a"),
)


def _bars(row: Row) -> Iterator[tuple[str, Value]]:
    for _, module, kind, color in SERIES:
        entry = row.modules.get(module)
        value = getattr(entry, kind) if entry else None
        if value is not None and value.ratio:
            yield color, value


def _text(x: float, y: float, text: str, anchor: str = "start", extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {extra}>{escape(text)}</text>'


class Scale:
    """Whole powers of ten around all ratios and 1."""

    def __init__(self, ratios: list[float]) -> None:
        self.low = min(0, math.floor(math.log10(min(ratios, default=1))))
        self.high = max(1, math.ceil(math.log10(max(ratios, default=1))))

    def x(self, ratio: float) -> float:
        share = (math.log10(ratio) - self.low) / (self.high - self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


def _legend() -> list[str]:
    lines = [_text(16, 24, "Time of the other serializers as a multiple of ours", extra='font-size="16"')]
    x = 16.0
    for label, _, _, color in SERIES:
        lines.append(f'<rect x="{x}" y="38" width="12" height="12" fill="{color}"/>')
        lines.append(_text(x + 18, 48, label))
        x += 40 + 6.6 * len(label)
    lines.append(f'<rect x="{x}" y="38" width="12" height="12" fill="none" stroke="#555" stroke-dasharray="3 2"/>')
    lines.append(_text(x + 18, 48, "~ extrapolated"))
    return lines


def _grid(scale: Scale, bottom: float) -> list[str]:
    lines = []
    for tick in scale.ticks():
        x = scale.x(tick)
        color = "#333" if tick == 1 else "#ddd"
        lines.append(f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{color}"/>')
        lines.append(_text(x, TOP - 12, f"{tick:,g}x", "middle"))
    return lines


def _bar(scale: Scale, y: float, color: str, value: Value) -> list[str]:
    ratio = value.ratio or 1
    left, right = sorted((scale.x(1), scale.x(ratio)))
    style = f'fill="{color}"'
    if value.extrapolated:
        style = f'fill="{color}" fill-opacity="0.25" stroke="{color}" stroke-dasharray="3 2"'
    label = f"{'~' if value.extrapolated else ''}{number(ratio)}x"
    return [
        f'<rect x="{left:.1f}" y="{y:.1f}" width="{max(1.0, right - left):.1f}" height="{BAR - 1}" {style}/>',
        _text(right + 4, y + BAR - 2, label, extra='font-size="10"'),
    ]


def svg(rows: list[Row]) -> str:
    """Rows without a ratio are left out."""
    shown = [(row, bars) for row in rows if (bars := list(_bars(row)))]
    scale = Scale([value.ratio for _, bars in shown for _, value in bars if value.ratio])
    drawn: list[str] = []
    y, heading = float(TOP), ""
    for row, bars in shown:
        if row.case != heading:
            heading = row.case
            y += HEADING
            drawn.append(_text(16, y - 6, heading, extra='font-weight="bold"'))
        label = f"{row.step}, {row.size}" if row.size else row.step
        drawn.append(_text(LEFT - 10, y + (len(bars) * BAR) / 2 + 4, label, "end"))
        for color, value in bars:
            drawn += _bar(scale, y, color, value)
            y += BAR
        y += GAP
    height = y + 16
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
            f'height="{height:.0f}" font-family="sans-serif" font-size="12" fill="#222">',
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>',
            *_legend(),
            *_grid(scale, y),
            *drawn,
            "</svg>",
            "",
        ]
    )
