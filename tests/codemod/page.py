"""docs/apis.md as data: the rows of its tables, and its programs."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import numpy as np

from tests.tools import path_of


def sections() -> dict[str, str]:
    """The text under each heading."""
    parts = re.split(r"^##+ (.+)$", path_of("TOSA_APIS_MD").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(section: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    lines = [line for line in sections()[section].splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return cells[2:]


def code(cell: str) -> str:
    if not cell:
        return ""
    assert cell.startswith("`") and cell.endswith("`") and cell.count("`") == 2, cell
    return cell[1:-1]


def programs(section: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", sections()[section], flags=re.DOTALL)


def names_for(ts: ModuleType) -> dict[str, Any]:
    """What the snippets of the page may use: a graph with an input x, and y for a result."""
    graph = ts.TosaSerializer("")
    x = graph.addPlaceholder([1, 4], ts.DType.INT8, None)
    y = graph.addIntermediate([1, 4], ts.DType.INT8)
    attr = ts.TosaSerializerAttribute()
    attr.AbsAttribute()
    fresh = ts.TosaSerializerAttribute()
    block = graph.currRegion.currBasicBlock
    return {
        "operator": ts.Op.ABS,
        "ts": ts,
        "np": np,
        "graph": graph,
        "x": x,
        "y": y,
        "attr": attr,
        "fresh": fresh,
        "block": block,
    }


def outcome(ts: ModuleType, expression: str) -> str:
    """The value's text, the class of an object that has none, or the class of the exception."""
    try:
        value = eval(expression, names_for(ts))
    except Exception as error:
        return type(error).__name__
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else text
