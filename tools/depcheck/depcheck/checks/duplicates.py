"""Modules that two deps bring from different files."""

from __future__ import annotations

from collections.abc import Iterator

from ..graph import bits
from ..model import Kind, Report
from .base import Check


class Duplicates(Check):
    def reports(self) -> Iterator[Report]:
        for module, nodes in self.world.holders.items():
            if len(nodes) < 2:
                continue
            files = {
                node: target.modules[module] for node in nodes if (target := self.world.target_at(node)) is not None
            }
            if len(set(files.values())) < 2:
                continue
            yield from self._clashes(module, files)

    def _clashes(self, module: str, files: dict[int, str | None]) -> Iterator[Report]:
        """The lowest targets that reach two different files under one name."""
        nodes = list(files)
        for first_at, first in enumerate(nodes):
            for second in nodes[first_at + 1 :]:
                if files[first] == files[second]:
                    continue
                both = self.graph.above(first) & self.graph.above(second) & self.world.python_bits
                for node in bits(both):
                    if self.graph.below(node) & both & ~(1 << node):
                        continue
                    target = self.world.target_at(node)
                    assert target is not None
                    one, other = self.world.nodes[first], self.world.nodes[second]
                    yield Report(
                        Kind.DUPLICATE_MODULE,
                        target.label.text,
                        module,
                        target.file,
                        target.line,
                        f"{target.label.text} reaches {module} twice: "
                        f"in {one} ({files[first] or 'made'}) and in {other} ({files[second] or 'made'})",
                        module=module,
                        chain=(target.label.text, one, other, module),
                        breaks=self.breaks(target, None),
                    )
