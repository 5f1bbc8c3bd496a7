"""Deps that nothing imports."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Action, Edit, Kind, Report
from ..needs import needs
from ..roles import PYTHON
from .base import Check


class Unused(Check):
    def reports(self) -> Iterator[Report]:
        for target in self.world.python_targets():
            paths = [path for path in target.modules.values() if path]
            if not paths or target.is_open:
                continue
            wanted = 0
            for module, path in target.modules.items():
                parsed = self.world.parsed.get(path or "")
                for one in parsed.imports if parsed else ():
                    for needed in needs(self.world, one, module, (path or "").endswith("__init__.py")):
                        wanted |= self.world.holder_bits.get(needed, 0) | self.world.outside_bits(needed)
            for dep in target.deps:
                node = self.world.number.get(dep.label.text)
                other = self.world.targets.get(dep.label.text)
                is_known = other is not None and other.role in PYTHON and not other.is_open and other.kind != "unknown"
                # A runner loads it by itself.
                is_known = is_known and not (other and any(one.split(".")[-1] == "conftest" for one in other.modules))
                is_known = is_known or (other is None and self.world.external.modules(dep.label.text) is not None)
                if node is None or not is_known or self.graph.below(node) & wanted:
                    continue
                yield Report(
                    Kind.UNUSED_DEP,
                    target.label.text,
                    dep.spelled,
                    target.file,
                    target.line,
                    f"{target.label.text} depends on {dep.spelled}, but imports nothing that it brings",
                    edits=(
                        Edit(Action.REMOVE, target.file, target.line, target.label.name, dep.attribute, dep.spelled),
                    ),
                )
