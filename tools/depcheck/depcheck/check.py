"""The faults of a tree."""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from .external import canonical
from .graph import bits
from .ignored import Ignored
from .importers import Importers
from .imports import EAGER, GUARDED, LAZY, TYPES, Import
from .model import Action, Diagnostic, Edit, Kind, Report
from .needs import needs
from .rules import ALIAS, PYTHON, Target
from .world import World

STANDARD = sys.stdlib_module_names | {"__future__", "__main__"}


@dataclass
class Need:
    """One module that a target lacks, with the first import that asks for it."""

    target: Target | None
    file: str
    module: str
    one: Import
    # Other files of the target that ask for it too.
    others: list[str] = field(default_factory=list)


def check(world: World, with_unused: bool = False) -> list[Report]:
    """Every fault, in the order of files and lines."""
    checks = Checks(world)
    found = [*checks.sources(), *checks.labels(), *checks.imports(), *checks.unowned_files(), *checks.duplicates()]
    if with_unused:
        found += checks.unused()
    unique = {report.key(): report for report in reversed(found)}
    return sorted(
        unique.values(),
        key=lambda report: (report.file, report.line, report.kind.value, report.missing, report.target or ""),
    )


class Checks:
    def __init__(self, world: World) -> None:
        self.world = world
        self.graph = world.graph
        self._ignored = Ignored(world.tree)
        self._importers = Importers(world)

    # Sources and labels.

    def sources(self) -> Iterator[Report]:
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
                    breaks=self._breaks(target, None),
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

    def labels(self) -> Iterator[Report]:
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
                    breaks=self._breaks(target, None),
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

    # Imports.

    def imports(self) -> Iterator[Report]:
        for target in self.world.python_targets():
            for need in self._needs_of(target):
                report = self._judge(need)
                if report is not None:
                    yield report
            yield from self._main_module(target)

    def _needs_of(self, target: Target) -> Iterable[Need]:
        below = self.graph.below(self.world.number[target.label.text])
        found: dict[str, Need] = {}
        for module, path in target.modules.items():
            parsed = self.world.parsed.get(path) if path else None
            if parsed is None or path is None:
                continue
            is_package = path.endswith("/__init__.py") or path == "__init__.py"
            for one in parsed.imports:
                if one.how in (TYPES, GUARDED):
                    continue
                for needed in needs(self.world, one, module, is_package):
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
        if module.split(".")[0] in STANDARD:
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
        if need.target is not None and self.graph.below(world.number[need.target.label.text]) & world.unread_bits:
            return None
        holders = [node for node in world.holders.get(module, [])]
        if holders:
            return self._missing_dep(need, holders)
        top = module.split(".")[0]
        if top not in world.tops:
            return self._outside(need)
        files = world.files_of(module)
        if files:
            return self._unowned(need, files[0])
        return self._gone(need)

    def _missing_dep(self, need: Need, holders: list[int]) -> Report:
        assert need.target is not None
        best = self._best(holders, need.target)
        label = self.world.nodes[best]
        me = self.world.number[need.target.label.text]
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
        return self._report(Kind.MISSING_DEP, need, message, edits, self.world.holder_bits[need.module])

    def _best(self, holders: list[int], target: Target) -> int:
        """Rather a library than a test, rather of the module's own package, rather a small one."""
        me = self.world.number[target.label.text]

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

    def _add_dep(self, target: Target, label: str) -> Edit:
        package = target.label.package or ""
        other = self.world.targets.get(label)
        text = f":{other.label.name}" if other is not None and other.label.package == package else label
        return Edit(Action.ADD, target.file, target.line, target.label.name, "deps", text)

    def _outside(self, need: Need) -> Report | None:
        """A module that is not of this tree."""
        assert need.target is not None
        world = self.world
        top = need.module.split(".")[0]
        below = self.graph.below(world.number[need.target.label.text])
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
            edits = (self._add_dep(need.target, label),)
        holders = world.outside_bits(need.module) | world.along_bits(need.module)
        return self._report(Kind.MISSING_DEP, need, message, edits, holders)

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
            return self._report(Kind.UNOWNED_MODULE, need, message, (), 0)
        message += f"no target holds {path}; {where} would have to"
        edits = self._adopt(path)
        return self._report(Kind.UNOWNED_MODULE, need, message, edits, 0)

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

    def _gone(self, need: Need) -> Report | None:
        world = self.world
        parent = need.module.rpartition(".")[0]
        path = (
            (parent[len(world.config.module_prefix) :] if world.config.module_prefix else parent)
            .lstrip(".")
            .replace(".", "/")
        )
        package = world.package_of(f"{path}/x" if path else "x")
        if package is not None and package.is_partial:
            return None
        place = need.module.removeprefix(world.config.module_prefix).lstrip(".").replace(".", "/")
        # A folder with a dash is imported by a link with an underscore, which not every copy of a tree has.
        if self._dashed(place):
            return None
        if self._ignored.matches(f"{place}.py") or self._ignored.matches(f"{place}/__init__.py"):
            return None
        if need.target is not None:
            below = self.graph.below(world.number[need.target.label.text])
            if any(is_open for is_open in self._open_below(below, parent)):
                return None
        subject = need.target.label.text if need.target else need.file
        message = f"{subject} imports {need.module}, but there is no such module in the tree"
        return self._report(Kind.GONE_MODULE, need, message, (), 0)

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

    def _open_below(self, below: int, parent: str) -> Iterator[bool]:
        """Targets in reach whose sources are made by something that is not understood."""
        for node in bits(below):
            target = self.world.target_at(node)
            if target is not None and target.is_open:
                yield True

    def _report(self, kind: Kind, need: Need, message: str, edits: tuple[Edit, ...], holders: int) -> Report:
        chain: tuple[str, ...] = (f"{need.file}:{need.one.line}", need.module)
        breaks: tuple[str, ...] = ()
        if need.target is not None:
            # A main module is named by the build file: whatever it is in runs it.
            files = [need.file, *need.others] if need.file.endswith(".py") else None
            breaks = self._breaks(need.target, holders, files)
            top = breaks[0] if breaks else need.target.label.text
            way = self.graph.path(self.world.number[top], self.world.number[need.target.label.text])
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

    def _breaks(self, target: Target, holders: int | None, files: list[str] | None = None) -> tuple[str, ...]:
        """The leaves above a target that run one of the files and lack the module, the nearest first."""
        node = self.world.number[target.label.text]
        leaves = self.graph.above(node) & self.world.leaf_bits
        distances = self.graph.distances(node)
        brought = 0 if holders is None else holders | self.world.unread_bits
        broken = [leaf for leaf in bits(leaves) if not self.graph.below(leaf) & brought]
        if files is not None:
            leaf_targets = ((leaf, self.world.targets[self.world.nodes[leaf]]) for leaf in broken)
            broken = [leaf for leaf, one in leaf_targets if self._importers.runs(one, files)]
        return tuple(
            self.world.nodes[leaf]
            for leaf in sorted(broken, key=lambda leaf: (distances.get(leaf, 0), self.world.nodes[leaf]))
        )

    def _main_module(self, target: Target) -> Iterator[Report]:
        main = target.main_module
        if main is None or target.is_open:
            return
        below = self.graph.below(self.world.number[target.label.text])
        if self._is_brought(main, below) or main.split(".")[0] not in self.world.tops:
            return
        need = Need(target, target.file, main, Import(target.line, main, (), 0, EAGER))
        report = self._judge(need)
        if report is not None:
            yield report

    def unowned_files(self) -> Iterator[Report]:
        """Modules that are gone, in files that no target holds."""
        world = self.world
        held = {path for target in world.targets.values() for path in target.modules.values() if path}
        for path, parsed in world.parsed.items():
            if path in held:
                continue
            package = world.package_of(path)
            if package is not None and package.is_partial:
                continue
            module = self._module_by_place(path)
            is_package = posixpath.basename(path) == "__init__.py"
            for one in parsed.imports:
                if one.how in (TYPES, GUARDED):
                    continue
                for needed in needs(world, one, module, is_package):
                    top = needed.split(".")[0]
                    if top not in world.tops or needed in world.held_packages or world.files_of(needed):
                        continue
                    if world.folder_of(needed) is not None or world.config.is_absent_module(needed):
                        continue
                    report = self._gone(Need(None, path, needed, one))
                    if report is not None:
                        yield report

    def _module_by_place(self, path: str) -> str:
        stem = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        prefix = self.world.config.module_prefix
        return f"{prefix}.{stem}" if prefix else stem

    # Two of one module, and deps for nothing.

    def duplicates(self) -> Iterator[Report]:
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
                        breaks=self._breaks(target, None),
                    )

    def unused(self) -> Iterator[Report]:
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
                is_known = other is not None and other.role in PYTHON and not other.is_open
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
