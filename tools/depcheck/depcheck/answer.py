"""The answer about a tree: by every engine, and against a base if there is one."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import read, since
from .cache import Cache
from .checks import check
from .config import Config
from .imports import Parsed
from .model import Diagnostic, Report
from .parallel import parse_file
from .tree import ChangedTree, Tree, TreeError

Python = dict[str, "Parsed | Diagnostic"]


@dataclass
class Answer:
    reports: list[Report]
    diagnostics: list[Diagnostic]
    # The Python files as they were read.
    parsed: Python = field(default_factory=dict)


def answer(tree: Tree, settings: Config, cache: Cache, before: ChangedTree | None, with_unused: bool) -> Answer:
    """Raises TreeError where there is nothing to read."""
    engines = read.engines(tree, settings)
    if not engines:
        raise TreeError(f"{tree.root}: no BUCK, TARGETS, BUILD.bazel or BUILD in it")
    reading = read.Reading(tree, settings, cache)
    packages = [read.evaluate(tree, settings, names, cache) for names in engines.values()]
    parsed = reading.finish()
    reports: dict[tuple[str, ...], Report] = {}
    diagnostics: dict[Diagnostic, None] = {}
    for names, evaluated in zip(engines.values(), packages, strict=True):
        world = read.world(tree, settings, evaluated, parsed)
        found = check(world, with_unused)
        said = world.diagnostics
        if before is not None:
            # What the config says now counts for both: a change of it alone adds no fault.
            evaluated = since.readable(read.evaluate(before, settings, names, Cache(None, settings)), evaluated)
            old = read.world(before, settings, evaluated, _parsed_before(before, settings, parsed))
            found = since.added(found, check(old, with_unused), world)
            said = since.added_diagnostics(said, old.diagnostics)
        for report in found:
            reports.setdefault(report.key(), report)
        diagnostics.update(dict.fromkeys(said))
    return Answer(list(reports.values()), _sorted(diagnostics), parsed)


def again(tree: ChangedTree, settings: Config, parsed: Python, with_unused: bool) -> Answer:
    """The answer about a tree whose build files alone are others."""
    reports: list[Report] = []
    diagnostics: dict[Diagnostic, None] = {}
    for names in read.engines(tree, settings).values():
        world = read.world(tree, settings, read.evaluate(tree, settings, names, Cache(None, settings)), parsed)
        reports += check(world, with_unused)
        diagnostics.update(dict.fromkeys(world.diagnostics))
    return Answer(reports, _sorted(diagnostics))


def _sorted(diagnostics: dict[Diagnostic, None]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda one: (one.file, one.line, one.name))


def _parsed_before(before: ChangedTree, settings: Config, now: Python) -> Python:
    """Only what changed is parsed again."""
    found = {path: one for path, one in now.items() if path in before.files and not before.is_changed(path)}
    for path in before.paths:
        if path.endswith(".py") and path not in found:
            found[path] = parse_file(before, settings.max_python_bytes, path)[1]
    return found
