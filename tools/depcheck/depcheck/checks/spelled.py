"""Sources and labels that build files spell, and that are not there."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property

from ..external import canonical
from ..model import Action, Edit, Kind, Report
from ..roles import ALIAS, PYTHON
from ..rules import Target
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
                new = self._other_label(label.package, label.name)
                attribute = dep.attribute
                if new is not None:
                    edit = Edit(
                        Action.REPLACE, target.file, target.line, target.label.name, attribute, dep.spelled, new
                    )
                    hint = f"; did you mean {new}?"
                else:
                    edit = Edit(Action.REMOVE, target.file, target.line, target.label.name, attribute, dep.spelled)
                    hint = ""
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
                    edits=(edit,),
                )

    def _may_exist(self, package: str, name: str, text: str) -> bool:
        if self.world.config.is_absent_label(text):
            return True
        known = self.world.packages.get(package)
        if known is None:
            return package in self.world.hidden
        # Buck gives every file of a package a label; macros out of sight make more.
        return known.is_partial or posixpath.join(package, name) in self.world.tree.files

    def _why_absent(self, package: str, name: str) -> str:
        if package in self.world.packages:
            return f"{self.world.packages[package].build_file} makes no target {name}"
        if package in self.world.tree.folders:
            return f"{package or 'the root'} has no build file"
        return f"there is no folder {package}"

    def _other_label(self, package: str, name: str) -> str | None:
        plain = canonical(name)
        same = [
            text
            for text, target in self.world.targets.items()
            if target.label.package == package and canonical(target.label.name).strip(":") == plain.strip(":")
        ]
        if len(same) == 1:
            return same[0]
        elsewhere = [
            text for text, target in self.world.targets.items() if target.label.name == name and target.role in PYTHON
        ]
        return elsewhere[0] if len(elsewhere) == 1 and name not in ("lib", "library", "utils") else None
