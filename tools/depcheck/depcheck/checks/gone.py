"""Modules that are not in the tree, asked for by targets and by files that no target holds."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property

from ..graph import bits
from ..ignored import Ignored
from ..importers import Importers
from ..imports import GUARDED
from ..model import Kind, Report
from ..needs import of_file
from ..rules import module_by_place
from ..world import World
from .base import Check, Need


class Gone(Check):
    def __init__(self, world: World, importers: Importers) -> None:
        super().__init__(world, importers)
        self._ignored = Ignored(world.tree)

    def reports(self) -> Iterator[Report]:
        """Modules that are gone, in files that no target holds."""
        world = self.world
        held = {path for target in world.targets.values() for path in target.modules.values() if path}
        for path in world.parsed:
            if path in held:
                continue
            package = world.package_of(path)
            if package is not None and package.is_partial:
                continue
            for one, modules in of_file(world, module_by_place(path, world.config), path):
                if one.how == GUARDED:
                    continue
                for needed in modules:
                    top = needed.split(".")[0]
                    if top not in world.tops or needed in world.held_packages or world.files_of(needed):
                        continue
                    if world.folder_of(needed) is not None or world.config.is_absent_module(needed):
                        continue
                    report = self.judge(Need(None, path, needed, one))
                    if report is not None:
                        yield report

    def judge(self, need: Need) -> Report | None:
        world = self.world
        place = world.place_of(need.module)
        if place is None:
            place = need.module.replace(".", "/")
        package = world.package_of(place)
        if package is not None and package.is_partial:
            return None
        # A folder with a dash is imported by a link with an underscore, which not every copy of a tree has.
        if self._dashed(place):
            return None
        folder, stem = posixpath.split(place)
        # Made by a compiler, or only typed.
        if any(name.startswith(stem + ".") for name in world.tree.by_folder.get(folder, ())):
            return None
        if self._ignored.matches(f"{place}.py") or self._ignored.matches(f"{place}/__init__.py"):
            return None
        if need.target is not None:
            reached = (world.target_at(node) for node in bits(self.below(need.target)))
            # Sources made by something that is not understood may be anything.
            if any(target is not None and target.is_open for target in reached):
                return None
        subject = need.target.label.text if need.target else need.file
        message = f"{subject} imports {need.module}, but there is no such module in the tree"
        return self.report(Kind.GONE_MODULE, need, message, (), 0)

    def _dashed(self, place: str) -> bool:
        return (
            any(f"{place}{end}" in self._with_underscores for end in (".py", "/__init__.py"))
            or place in self._with_underscores
        )

    @cached_property
    def _with_underscores(self) -> set[str]:
        """Files and folders that have a dash in a folder's name, with an underscore instead."""
        paths = [path for path in self.world.tree.files if "-" in posixpath.dirname(path)]
        found = {posixpath.dirname(path).replace("-", "_") + "/" + posixpath.basename(path) for path in paths}
        return found | {posixpath.dirname(path) for path in found}
