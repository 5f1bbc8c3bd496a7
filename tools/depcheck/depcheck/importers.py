"""Which files run a file: those that import it, by way of others too."""

from __future__ import annotations

import posixpath
from functools import cached_property

from .needs import of_file
from .rules import Target
from .world import World


class Importers:
    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[str, set[str]] = {}

    def runs(self, target: Target, paths: list[str]) -> bool:
        """Whether what a test, a binary or a top-level library starts with leads to one of the files."""
        own = {path for path in target.modules.values() if path}
        if target.main_module:
            own.update(self._files(target.main_module))
        if not any(self._imports(path) for path in own):
            # It only gathers others, or starts them in a way that is not seen.
            return True
        return any(posixpath.basename(path) == "conftest.py" or not own.isdisjoint(self._of(path)) for path in paths)

    def _imports(self, path: str) -> bool:
        parsed = self._world.parsed.get(path)
        return parsed is not None and bool(parsed.imports)

    def _of(self, path: str) -> set[str]:
        """The file, and all that lead to it."""
        if path not in self._known:
            found = {path}
            todo = [path]
            while todo:
                fresh = self._users.get(todo.pop(), set()) - found
                found |= fresh
                todo += fresh
            self._known[path] = found
        return self._known[path]

    @cached_property
    def _users(self) -> dict[str, set[str]]:
        users: dict[str, set[str]] = {}
        seen: set[str] = set()
        for target in self._world.python_targets():
            for module, path in target.modules.items():
                parsed = self._world.parsed.get(path or "")
                if path is None or parsed is None or path in seen:
                    continue
                seen.add(path)
                wanted = {module}
                for _, modules in of_file(self._world, module, path):
                    wanted.update(modules)
                for file in {file for one in wanted for file in self._files(one)}:
                    users.setdefault(file, set()).add(path)
        return users

    def _files(self, module: str) -> list[str]:
        """The files of a module and of the packages around it."""
        found = []
        while module:
            for node in self._world.holders.get(module, ()):
                target = self._world.target_at(node)
                path = target.modules[module] if target is not None else None
                if path is not None:
                    found.append(path)
            module = module.rpartition(".")[0]
        return found
