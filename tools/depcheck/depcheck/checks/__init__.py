"""The faults of a tree, one module a subject."""

from __future__ import annotations

from ..importers import Importers
from ..model import Report
from ..world import World
from .duplicates import Duplicates
from .gone import Gone
from .needed import Needed
from .spelled import Spelled
from .unused import Unused


def check(world: World, with_unused: bool = False) -> list[Report]:
    """Every fault, in the order of files and lines."""
    importers = Importers(world)
    gone = Gone(world, importers)
    checks: list[Spelled | Needed | Gone | Duplicates | Unused] = [
        Spelled(world, importers),
        Needed(world, importers, gone),
        gone,
        Duplicates(world, importers),
    ]
    if with_unused:
        checks.append(Unused(world, importers))
    found = [report for one in checks for report in one.reports()]
    unique = {report.key(): report for report in reversed(found)}
    return sorted(
        unique.values(),
        key=lambda report: (report.file, report.line, report.kind.value, report.missing, report.target or ""),
    )
