"""Which labels mean the same, and where a label goes in a sorted list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Key = Callable[[str], Any]


def canonical(label: str, package: str) -> str:
    """The long form of a label of `package`; what is no label stays as it is."""
    if label.startswith(":"):
        return f"//{package}{label}"
    cell, slashes, rest = label.partition("//")
    if not slashes:
        return label
    path, colon, name = rest.partition(":")
    return f"{cell.lstrip('@')}//{path}:{name if colon else path.rpartition('/')[2]}"


def buildifier_key(label: str) -> Any:
    """How buildifier sorts: names and bare cells, then `:x`, `//x` and `@cell//x`."""
    phases = {":": 1, "@": 3}
    phase = 2 if label.startswith("//") else phases.get(label[:1], 0)
    return phase, label.replace(":", ".").split("."), label


def cells_last_key(label: str) -> Any:
    """The same with the bare cells behind `//x`."""
    phase, parts, _ = buildifier_key(label)
    return 3 if phase == 0 and "//" in label else phase, parts, label


def plain_key(label: str) -> Any:
    return label


ORDERS: tuple[Key, ...] = (buildifier_key, cells_last_key, plain_key)


def place(labels: Sequence[str], new: str) -> int:
    """The index that keeps `labels` in the order they are in; the end where they are in none."""
    for key in ORDERS:
        keys = [key(label) for label in labels]
        if keys == sorted(keys):
            return sum(item <= key(new) for item in keys)
    return len(labels)
