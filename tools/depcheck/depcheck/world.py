"""All that was read of a tree, and the questions that the checks ask of it."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from functools import cached_property, wraps
from typing import Any, TypeVar

from .config import Config
from .evaluate import Package
from .external import External, is_within
from .graph import Graph, mask_of
from .imports import Import, Parsed
from .labels import Labels
from .model import Diagnostic
from .roles import BINARY, OPAQUE, PYTHON, TEST, WHEEL
from .rules import Reader, Target, add_source_labels
from .tree import Tree

Answer = TypeVar("Answer")


def _remembered(question: Callable[[World, str], Answer]) -> Callable[[World, str], Answer]:
    """A question about a module that is asked often."""

    @wraps(question)
    def ask(world: World, module: str) -> Answer:
        known = world.known.setdefault(question.__name__, {})
        if module not in known:
            known[module] = question(world, module)
        return known[module]  # type: ignore[no-any-return]

    return ask


class World:
    def __init__(
        self,
        tree: Tree,
        config: Config,
        packages: list[Package],
        parsed: dict[str, Parsed],
        diagnostics: list[Diagnostic],
    ) -> None:
        self.known: dict[str, dict[str, Any]] = {}
        self.tree = tree
        self.config = config
        self.parsed = parsed
        self.packages = {package.path: package for package in packages}
        self.labels = Labels(tree, config)
        self.external = External(tree, config)
        self.diagnostics = diagnostics
        self.targets: dict[str, Target] = {}
        reader = Reader(tree, config, self.labels)
        for package in packages:
            self.diagnostics += package.diagnostics
            for record in package.records:
                target = reader.target(record)
                if target is not None:
                    self._add(target)
        add_source_labels(self.targets, tree, config)
        self._number()
        self._say_cycles()
        self.hidden = self._find_hidden()

    def _add(self, target: Target) -> None:
        first = self.targets.setdefault(target.label.text, target)
        if first is not target and (first.is_python or target.is_python):
            what = (
                f"{target.label.text} is made a second time, after {first.file}:{first.line}: only the first is checked"
            )
            self.diagnostics.append(Diagnostic("duplicate-target", target.file, target.line, what))

    def _number(self) -> None:
        """Targets of the tree come first, then labels that lead out of it."""
        self.nodes: list[str] = list(self.targets)
        self.number = {text: number for number, text in enumerate(self.nodes)}
        edges: list[list[int]] = []
        todo = [[dep.label.text for dep in target.deps] + self._named(target) for target in self.targets.values()]
        # It grows meanwhile, by what labels from outside imply.
        for texts in todo:
            row = []
            for text in dict.fromkeys(texts):
                if text not in self.number:
                    self.number[text] = len(self.nodes)
                    self.nodes.append(text)
                    todo.append(self.config.implies.get(text, []))
                row.append(self.number[text])
            edges.append(row)
        self.graph = Graph(edges)

    def _named(self, target: Target) -> list[str]:
        """external_deps and what the runner of this kind brings, as labels of their own."""
        names = [f"external_deps//:{name}" for name in target.external_deps]
        return names + ([f"runner//:{target.kind}"] if target.kind in self.config.runners else [])

    def _say_cycles(self) -> None:
        for cycle in self.graph.cycles:
            names = [self.nodes[node] for node in cycle]
            first = self.targets.get(names[0])
            if first is not None:
                what = f"these targets depend on each other: {', '.join(names)}"
                self.diagnostics.append(Diagnostic("dependency-cycle", first.file, first.line, what))

    @cached_property
    def holders(self) -> dict[str, list[int]]:
        """Module -> the targets that hold it."""
        found: dict[str, list[int]] = {}
        for text, target in self.targets.items():
            for module in target.modules:
                found.setdefault(module, []).append(self.number[text])
        return found

    @cached_property
    def holder_bits(self) -> dict[str, int]:
        return {module: mask_of(nodes) for module, nodes in self.holders.items()}

    @cached_property
    def held_packages(self) -> set[str]:
        """Every module and all that stands above one."""
        found: set[str] = set()
        for module in self.holders:
            while module and module not in found:
                found.add(module)
                module = module.rpartition(".")[0]
        return found

    @cached_property
    def tops(self) -> set[str]:
        """The first names of the modules that this tree is the home of."""
        if self.config.module_prefix:
            return {self.config.module_prefix.split(".")[0]}
        return {module.split(".")[0] for module in self.holders if module}

    @cached_property
    def python_bits(self) -> int:
        return mask_of(self.number[text] for text, target in self.targets.items() if target.is_python)

    @cached_property
    def leaf_bits(self) -> int:
        """Tests, binaries, and libraries that no Python target uses."""
        leaves = []
        for text, target in self.targets.items():
            if not target.is_python:
                continue
            node = self.number[text]
            users = [user for user in self.graph.users(node) if self.python_bits >> user & 1]
            if target.role in (TEST, BINARY) or not users:
                leaves.append(node)
        return mask_of(leaves)

    @cached_property
    def _outside(self) -> list[tuple[int, list[str] | None]]:
        count = len(self.targets)
        return [
            (number, self.brought(text))
            for number, text in enumerate(self.nodes)
            if number >= count or self._is_wheel(text)
        ]

    def _is_wheel(self, text: str) -> bool:
        target = self.targets[text]
        if target.brings is not None or target.role == WHEEL:
            return True
        return target.role not in PYTHON and self.external.modules(text) is not None

    def brought(self, text: str) -> list[str] | None:
        """The modules, with all below them, that a label brings from outside; None where nobody knows."""
        target = self.targets.get(text)
        if target is not None and target.brings is not None:
            return target.brings
        if target is not None and target.wheel is not None:
            return self.external.modules_of_file(target.wheel)
        if target is not None and target.package is not None:
            return self.external.modules_of_package(target.package)
        if text.startswith("runner//:"):
            return self.config.runners[text.removeprefix("runner//:")]
        return self.external.modules(text)

    @_remembered
    def outside_bits(self, module: str) -> int:
        """The labels from outside that bring a module."""
        return mask_of(
            number
            for number, brought in self._outside
            if brought is not None and any(is_within(module, one) for one in brought)
        )

    def along_bits(self, module: str) -> int:
        """The labels with which a module may come along."""
        return mask_of(
            number
            for number, _ in self._outside
            if any(is_within(module, one) for one in self.external.along(self.nodes[number]))
        )

    @cached_property
    def unknown_bits(self) -> int:
        """Labels of which nobody says what they bring."""
        outside = mask_of(number for number, brought in self._outside if brought is None)
        return outside | mask_of(number for text, number in self.number.items() if self._is_opaque(text))

    @cached_property
    def nameless_bits(self) -> int:
        """Labels from outside that go by their name only."""
        return self.unknown_bits | mask_of(number for number, brought in self._outside if not brought)

    def _find_hidden(self) -> set[str]:
        """Folders without a build file, but with labels that targets of two packages name: theirs is not published."""
        users: dict[str, dict[str | None, Target]] = {}
        for target in self.targets.values():
            for dep in target.deps:
                folder = dep.label.package
                if folder is not None and folder not in self.packages and folder in self.tree.folders:
                    users.setdefault(folder, {}).setdefault(target.label.package, target)
        found = {folder: next(iter(one.values())) for folder, one in users.items() if len(one) > 1}
        for folder, target in found.items():
            if not self.config.is_absent_label(self.labels.text(folder, "x")):
                what = f"{folder} has no build file here, but labels of it are named: what they hold is not checked"
                self.diagnostics.append(Diagnostic("hidden-package", target.file, target.line, what))
        return set(found)

    def is_hidden(self, path: str) -> bool:
        """Whether the build file that governs a path is out of sight."""
        folder = posixpath.dirname(path)
        while folder and folder not in self.packages and folder not in self.hidden:
            folder = posixpath.dirname(folder)
        return folder in self.hidden

    @cached_property
    def unread_bits(self) -> int:
        """Labels that may be made by what could not be read: nobody knows what they lead to."""
        found = []
        for number in range(len(self.targets), len(self.nodes)):
            label = self.labels.parse(self.nodes[number], "")
            package = self.packages.get(label.package) if label is not None and label.package is not None else None
            if package is not None and package.is_partial:
                found.append(number)
        return mask_of(found)

    @cached_property
    def unseen_bits(self) -> int:
        """Labels of this tree whose targets are out of sight, and of which nobody says what they bring."""
        return mask_of(
            number
            for number in range(len(self.targets), len(self.nodes))
            if (label := self.labels.parse(self.nodes[number], "")) is not None
            and label.package is not None
            and (self.external.modules(label.text) is None or label.text in self.config.implies)
        )

    def _is_opaque(self, text: str) -> bool:
        """A target of this tree of which nobody says what it brings."""
        target = self.targets.get(text)
        is_opaque = target is not None and (target.role in (WHEEL, OPAQUE) or target.kind == "unknown")
        return is_opaque and self.brought(text) is None

    def place_of(self, module: str) -> str | None:
        """Where a module would be by its name, without .py; None where it is not of this tree."""
        prefix = self.config.module_prefix
        if not prefix:
            return module.replace(".", "/")
        return module[len(prefix) :].lstrip(".").replace(".", "/") if is_within(module, prefix) else None

    @_remembered
    def files_of(self, module: str) -> list[str]:
        """The file of the tree that a module would be by its place: a/b.py or a/b/__init__.py."""
        path = self.place_of(module)
        if path is None:
            return []
        candidates = [f"{path}.py", posixpath.join(path, "__init__.py")] if path else ["__init__.py"]
        return [found for one in candidates if (found := self.tree.find(one)) is not None]

    def modules_of(self, path: str) -> list[tuple[Target, str]]:
        """The targets that hold a file, and how each names it."""
        return [(one, name) for one in self.python_targets() for name, file in one.modules.items() if file == path]

    def folder_of(self, module: str) -> str | None:
        """The folder that a package would be by its place, if it is there."""
        place = self.place_of(module)
        folder = None if place is None else self.tree.real(place)
        return folder if folder in self.tree.folders else None

    def package_of(self, path: str) -> Package | None:
        """The package whose build file governs a path."""
        folder = posixpath.dirname(path)
        while True:
            if folder in self.packages:
                return self.packages[folder]
            if not folder:
                return None
            folder = posixpath.dirname(folder)

    def target_at(self, node: int) -> Target | None:
        return self.targets.get(self.nodes[node])

    def python_targets(self) -> Iterable[Target]:
        return (target for target in self.targets.values() if target.is_python)

    @_remembered
    def is_module(self, module: str) -> bool:
        """Held by a target, or there by its place: a file, or a folder."""
        return module in self.held_packages or bool(self.files_of(module)) or self.folder_of(module) is not None

    @_remembered
    def names_of(self, module: str) -> frozenset[str] | None:
        """What the __init__ of a package defines: nothing where there is none, None where that cannot be told."""
        found: frozenset[str] = frozenset()
        for path in self.inits_of(module):
            parsed = self.parsed.get(path)
            if parsed is None or parsed.names is None:
                return None
            found |= parsed.names
        return found

    @_remembered
    def inits_of(self, module: str) -> list[str]:
        """The __init__ files of a package: those that targets hold, else the one in its place."""
        targets = [self.target_at(node) for node in self.holders.get(module, ())]
        held = [path for one in targets if one is not None and (path := one.modules[module]) is not None]
        return [path for path in held or self.files_of(module) if path.endswith("__init__.py")]

    @cached_property
    def needs_known(self) -> dict[tuple[str, str], list[tuple[Import, list[str]]]]:
        """What needs.of_file found out."""
        return {}
