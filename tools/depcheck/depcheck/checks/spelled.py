"""Sources and labels that build files spell, and that are not there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property

from ..external import canonical
from ..labels import Label
from ..model import Action, Edit, Kind, Report
from ..roles import ALIAS, LIBRARY, PYTHON
from ..rules import Target
from ..tree import is_in
from .base import Check


class Spelled(Check):
    def reports(self) -> Iterator[Report]:
        yield from self._sources()
        yield from self._labels()

    def _sources(self) -> Iterator[Report]:
        for target in self.world.python_targets():
            for source in target.missing_sources:
                path = posixpath.normpath(posixpath.join(target.label.package or "", source))
                moved = self._moved(path, target)
                hint = f"; {moved} has that name" if moved else ""
                edit = Edit(Action.REMOVE, target.file, target.line, target.label.name, "srcs", source)
                yield Report(
                    Kind.MISSING_SOURCE,
                    target.label.text,
                    path,
                    target.file,
                    target.line,
                    f"{target.label.text} has the source {source}, but there is no {path}{hint}",
                    breaks=self.breaks(target, None),
                    chain=(target.label.text, f"{target.file}:{target.line}", path),
                    edits=(edit,),
                )

    def _moved(self, path: str, target: Target) -> str | None:
        name = posixpath.basename(path)
        package = target.label.package or ""
        near = [one for one in self._by_name.get(name, []) if one.startswith(package + "/" if package else "")]
        return near[0] if len(near) == 1 and name != "__init__.py" else None

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.world.tree.paths:
            if path.endswith(".py"):
                found.setdefault(posixpath.basename(path), []).append(path)
        return found

    def _labels(self) -> Iterator[Report]:
        for target in self.world.targets.values():
            if target.role not in (*PYTHON, ALIAS):
                continue
            for dep in [*target.deps, *(dep for dep, _ in target.source_labels)]:
                label = dep.label
                if (
                    label.package is None
                    or label.text in self.world.targets
                    or self._may_exist(label.package, label.name, label.text)
                ):
                    continue
                near = self._near(label.package, label.name)
                new = near or self._elsewhere(label.name)
                attribute = dep.attribute
                place = (target.file, target.line, target.label.name, attribute, dep.spelled)
                edits: tuple[Edit, ...] = ()
                hint = ""
                if new is not None:
                    text = self.world.labels.spell(new, target.label.package or "")
                    edits = (Edit(Action.REPLACE, *place, text, is_guess=near is None),)
                    hint = f"; did you mean {new.text}?"
                elif label.package in self.world.packages:
                    edits = (Edit(Action.REMOVE, *place),)
                yield Report(
                    Kind.MISSING_LABEL,
                    target.label.text,
                    dep.spelled,
                    target.file,
                    target.line,
                    f"{target.label.text} has {dep.spelled} in {attribute}, "
                    f"but {self._why_absent(label.package, label.name)}{hint}",
                    breaks=self.breaks(target, None),
                    chain=(target.label.text, f"{target.file}:{target.line}", dep.spelled),
                    edits=edits,
                )

    def _may_exist(self, package: str, name: str, text: str) -> bool:
        if self.world.config.is_absent_label(text):
            return True
        known = self.world.packages.get(package)
        if known is None:
            tree = self.world.tree
            is_absent = package not in tree.folders and is_in(package, tree.submodules)
            return package in self.world.hidden or is_absent
        # Buck gives every file of a package a label; macros out of sight make more.
        return known.is_partial or posixpath.join(package, name) in self.world.tree.files

    def _why_absent(self, package: str, name: str) -> str:
        if package in self.world.packages:
            return f"{self.world.packages[package].build_file} makes no target {name}"
        if package in self.world.tree.folders:
            return f"{package or 'the root'} has no build file"
        return f"there is no folder {package}"

    def _near(self, package: str, name: str) -> Label | None:
        """The one target of the package that has nearly this name."""
        plain = canonical(name).strip(":")
        targets = [one.label for one in self.world.targets.values() if one.label.package == package]
        near = [label for label in targets if canonical(label.name).strip(":") == plain]
        return near[0] if len(near) == 1 else None

    def _elsewhere(self, name: str) -> Label | None:
        """The one library of the tree that has this name."""
        same = [one.label for one in self.world.targets.values() if one.label.name == name and one.role == LIBRARY]
        return same[0] if len(same) == 1 else None
