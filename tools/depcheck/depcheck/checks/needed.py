"""Modules that a target imports and does not bring."""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Iterable, Iterator

from ..external import canonical
from ..graph import bits, mask_of
from ..importers import Importers
from ..imports import EAGER, GUARDED, LAZY, Import
from ..model import Action, Diagnostic, Edit, Kind, Report
from ..needs import of_file
from ..rules import Target
from ..world import World
from .base import Check, Need
from .gone import Gone

# What some version had, so that the answer does not depend on the Python that asks.
STANDARD = sys.stdlib_module_names | {
    *("__future__", "__main__", "test", "tomllib", "distutils", "imp", "asynchat", "asyncore", "smtpd"),
    *("aifc", "audioop", "cgi", "cgitb", "chunk", "crypt", "imghdr", "mailcap", "msilib", "nis", "nntplib"),
    *("ossaudiodev", "pipes", "sndhdr", "spwd", "sunau", "telnetlib", "uu", "xdrlib", "lib2to3"),
}


class Needed(Check):
    def __init__(self, world: World, importers: Importers, gone: Gone) -> None:
        super().__init__(world, importers)
        self._gone = gone

    def reports(self) -> Iterator[Report]:
        for target in self.world.python_targets():
            for need in self._needs_of(target):
                report = self._judge(need)
                if report is not None:
                    yield report
            yield from self._main_module(target)

    def _main_module(self, target: Target) -> Iterator[Report]:
        main = target.main_module
        if main is None or target.is_open:
            return
        below = self.below(target)
        if self._is_brought(main, below) or main.split(".")[0] not in self.world.tops:
            return
        need = Need(target, target.file, main, Import(target.line, main, (), 0, EAGER))
        report = self._judge(need)
        if report is not None:
            yield report

    def _needs_of(self, target: Target) -> Iterable[Need]:
        below = self.below(target)
        found: dict[str, Need] = {}
        for module, path in target.modules.items():
            parsed = self.world.parsed.get(path) if path else None
            if parsed is None or path is None:
                continue
            for one, modules in of_file(self.world, module, path):
                if one.how == GUARDED:
                    continue
                for needed in modules:
                    if self._is_brought(needed, below):
                        continue
                    if needed.split(".")[0] not in self.world.tops:
                        # One dep brings all of a package.
                        needed = self._bought(needed)
                    known = found.get(needed)
                    if known is None:
                        found[needed] = Need(target, path, needed, one)
                    elif known.one.how == LAZY and one.how == EAGER:
                        found[needed] = Need(target, path, needed, one, [known.file, *known.others])
                    elif path != known.file and path not in known.others:
                        known.others.append(path)
        return found.values()

    def _bought(self, module: str) -> str:
        """The part of an outside module that a label would bring: its top, or as much as the config names."""
        parts = module.split(".")
        for depth in range(1, len(parts)):
            if self.world.outside_bits(".".join(parts[:depth])):
                return ".".join(parts[:depth])
        return module if self.world.outside_bits(module) else parts[0]

    def _is_brought(self, module: str, below: int) -> bool:
        if module.split(".")[0] in STANDARD and not self.world.is_module(module):
            return True
        held = self.world.holder_bits.get(module, 0)
        if held & below:
            return True
        if self.world.outside_bits(module) & below:
            return True
        return self._is_namespace_of(module, below)

    def _is_namespace_of(self, module: str, below: int) -> bool:
        """`import a.b` of a package that has no file, or an empty one, but modules in reach."""
        if module not in self.world.held_packages or not all(map(self._is_empty, self.world.files_of(module))):
            return False
        return any(held & below for inner, held in self.world.holder_bits.items() if inner.startswith(module + "."))

    def _is_empty(self, path: str) -> bool:
        """An __init__ without which its folder is the same package."""
        parsed = self.world.parsed.get(path)
        return path.endswith("__init__.py") and parsed is not None and parsed == ((), frozenset())

    def _judge(self, need: Need) -> Report | None:
        module = need.module
        world = self.world
        if world.config.is_absent_module(module):
            return None
        if need.target is not None and self.below(need.target) & world.unread_bits:
            return None
        holders = world.holders.get(module)
        if holders:
            return self._missing_dep(need, holders)
        top = module.split(".")[0]
        if top not in world.tops:
            return self._outside(need)
        files = world.files_of(module)
        if files:
            return self._unowned(need, files[0])
        inner = [one for one in world.holders if one.startswith(module + ".")]
        if inner:
            # A namespace package: whoever holds a module of it brings it.
            return self._missing_dep(need, world.holders[min(inner)])
        return self._gone.judge(need)

    def _missing_dep(self, need: Need, holders: list[int]) -> Report:
        assert need.target is not None
        best = self._best(holders, need.target)
        label = self.world.nodes[best]
        me = self.node(need.target)
        message = f"{need.target.label.text} imports {need.module}, but does not reach {label}, which holds it"
        edits: tuple[Edit, ...] = ()
        if self.graph.below(best) >> me & 1:
            way = " -> ".join(self.world.nodes[node] for node in self.graph.path(best, me))
            message += f"; a dep on it would be a cycle: {way}"
            if need.one.how == EAGER:
                what = f"no dep can mend the import of {need.module}: {way} is there already"
                self.world.diagnostics.append(Diagnostic("import-cycle", need.file, need.one.line, what))
        else:
            edits = (self._add_dep(need.target, label),)
        return self.report(Kind.MISSING_DEP, need, message, edits, mask_of(holders))

    def _best(self, holders: list[int], target: Target) -> int:
        """Rather a library than a test, rather of the module's own package, rather a small one."""
        me = self.node(target)

        def rank(node: int) -> tuple[bool, bool, int, int, str]:
            holder = self.world.target_at(node)
            assert holder is not None
            return (
                holder.role not in ("library", "extension"),
                bool(self.graph.below(node) >> me & 1),
                len(holder.modules),
                self.graph.below(node).bit_count(),
                holder.label.text,
            )

        return min(holders, key=rank)

    def _add_dep(self, target: Target, label: str, is_guess: bool = False) -> Edit:
        other = self.world.targets.get(label)
        text = self.world.labels.spell(other.label, target.label.package or "") if other is not None else label
        return Edit(Action.ADD, target.file, target.line, target.label.name, "deps", text, is_guess=is_guess)

    def _outside(self, need: Need) -> Report | None:
        """A module that is not of this tree."""
        assert need.target is not None
        world = self.world
        top = need.module.split(".")[0]
        below = self.below(need.target)
        plain = canonical(top).replace("-", "")
        for node in bits(below & world.nameless_bits):
            if plain in canonical(world.nodes[node]).replace("-", ""):
                return None
        label = self._label_for(need.module)
        if label is None and below & world.unknown_bits:
            return None
        along = next((world.nodes[node] for node in bits(below & world.along_bits(need.module))), None)
        message = f"{need.target.label.text} imports {need.module}, but no dep brings it"
        if along is not None:
            message += f" by itself (it may come along with {along})"
        edits: tuple[Edit, ...] = ()
        beside = f"{posixpath.dirname(need.file)}/{top}".lstrip("/")
        if world.tree.find(f"{beside}.py") or world.tree.find(f"{beside}/__init__.py"):
            message += f"; {beside} beside it has another name as a module"
        elif label is not None:
            # Without another target that names it, nobody here knows whether there is such a label.
            is_named = label in world.number or label in world.config.provides
            message += f"; {label} would" if is_named else f"; by convention {label} would, but no target here names it"
            edits = (self._add_dep(need.target, label, is_guess=not is_named),)
        holders = world.outside_bits(need.module) | world.along_bits(need.module)
        return self.report(Kind.MISSING_DEP, need, message, edits, holders)

    def _label_for(self, module: str) -> str | None:
        """The label from outside that is named like a module, else the one that brings the least besides."""
        world = self.world
        found = [world.nodes[node] for node in bits(world.outside_bits(module))]
        found = [text for text in found if not text.startswith(("runner//", "external_deps//"))]
        by_name = world.external.by_name(module)
        if by_name in found or not found:
            return by_name
        return min(
            found,
            key=lambda text: (
                (world.brought(text) or [""])[0].split(".")[0] != module.split(".")[0],
                len(world.brought(text) or ()),
                text,
            ),
        )

    def _unowned(self, need: Need, path: str) -> Report | None:
        assert need.target is not None
        package = self.world.package_of(path)
        if (package is not None and package.is_partial) or self.world.is_hidden(path):
            return None
        where = package.build_file if package else "any build file"
        message = f"{need.target.label.text} imports {need.module}, but "
        named = self.world.modules_of(path)
        if named:
            message += f"{named[0][0].label.text} holds {path} as {named[0][1]}"
            return self.report(Kind.UNOWNED_MODULE, need, message, (), 0)
        message += f"no target holds {path}; {where} would have to"
        edits = self._adopt(path)
        return self.report(Kind.UNOWNED_MODULE, need, message, edits, 0)

    def _adopt(self, path: str) -> tuple[Edit, ...]:
        """Add the file to the one library of its package that already holds its neighbours."""
        package = self.world.package_of(path)
        if package is None:
            return ()
        folder = posixpath.dirname(path)
        near = [
            target
            for target in self.world.python_targets()
            if target.label.package == package.path
            and target.role == "library"
            and any(held and posixpath.dirname(held) == folder for held in target.modules.values())
        ]
        if len(near) != 1:
            return ()
        source = posixpath.relpath(path, package.path or ".")
        return (Edit(Action.ADD, near[0].file, near[0].line, near[0].label.name, "srcs", source),)
