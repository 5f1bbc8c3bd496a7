"""What every check asks: who breaks, and how an import is reported."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..graph import bits
from ..importers import Importers
from ..imports import LAZY, Import
from ..model import Edit, Kind, Report
from ..rules import Target
from ..world import World


@dataclass
class Need:
    """One module that a target lacks, with the first import that asks for it."""

    target: Target | None
    file: str
    module: str
    one: Import
    # Other files of the target that ask for it too.
    others: list[str] = field(default_factory=list)


class Check:
    def __init__(self, world: World, importers: Importers) -> None:
        self.world = world
        self.graph = world.graph
        self.importers = importers

    def node(self, target: Target) -> int:
        return self.world.number[target.label.text]

    def below(self, target: Target) -> int:
        """The target and all that it reaches, as bits."""
        return self.graph.below(self.node(target))

    def breaks(self, target: Target, holders: int | None, files: list[str] | None = None) -> tuple[str, ...]:
        """The leaves above a target that run one of the files and lack the module, the nearest first."""
        node = self.node(target)
        leaves = self.graph.above(node) & self.world.leaf_bits
        distances = self.graph.distances(node)
        brought = 0 if holders is None else holders | self.world.unread_bits
        broken = [leaf for leaf in bits(leaves) if not self.graph.below(leaf) & brought]
        if files is not None:
            leaf_targets = ((leaf, self.world.targets[self.world.nodes[leaf]]) for leaf in broken)
            broken = [leaf for leaf, one in leaf_targets if self.importers.runs(one, files)]
        return tuple(
            self.world.nodes[leaf]
            for leaf in sorted(broken, key=lambda leaf: (distances.get(leaf, 0), self.world.nodes[leaf]))
        )

    def report(self, kind: Kind, need: Need, message: str, edits: tuple[Edit, ...], holders: int) -> Report:
        chain: tuple[str, ...] = (f"{need.file}:{need.one.line}", need.module)
        breaks: tuple[str, ...] = ()
        if need.target is not None:
            # A main module is named by the build file: whatever it is in runs it.
            files = [need.file, *need.others] if need.file.endswith(".py") else None
            breaks = self.breaks(need.target, holders, files)
            top = breaks[0] if breaks else need.target.label.text
            way = self.graph.path(self.world.number[top], self.node(need.target))
            chain = (*(self.world.nodes[node] for node in way), *chain)
        if kind is Kind.MISSING_DEP and need.target is not None:
            message += self._unless(need.target, breaks)
        if need.others:
            message += f" ({len(need.others)} more of its files do)"
        return Report(
            kind,
            need.target.label.text if need.target else None,
            need.module,
            need.file,
            need.one.line,
            message,
            module=need.module,
            is_lazy=need.one.how == LAZY,
            chain=chain,
            breaks=breaks,
            edits=edits,
        )

    def _unless(self, target: Target, breaks: tuple[str, ...]) -> str:
        """Deps of which nobody here knows what they lead to."""
        nodes = [self.world.number[text] for text in (target.label.text, *breaks)]
        unseen = [one for node in nodes for one in bits(self.graph.below(node) & self.world.unseen_bits)]
        names = [self.world.nodes[one] for one in dict.fromkeys(unseen)]
        if len(names) > 2:
            names[1:] = [f"one of {len(names) - 1} more"]
        return f" (unless {' or '.join(names)}, not in this tree, leads to it)" if names else ""
