"""Which modules an import statement needs."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from .imports import EAGER, TYPES, Import
from .world import World

_OF_EVERY_MODULE = {"__doc__", "__file__", "__name__", "__package__", "__path__", "__spec__", "__dict__", "__loader__"}


def absolute(one: Import, module: str, is_package: bool) -> str | None:
    """The module that the statement names, seen from `module`; None where the dots lead out."""
    if one.level == 0:
        return one.module
    parts = module.split(".") if module else []
    up = one.level - 1 if is_package else one.level
    if up > len(parts) or (up == len(parts) and not one.module):
        return None
    return ".".join([*parts[: len(parts) - up], one.module]).strip(".")


def of_file(world: World, module: str, path: str) -> list[tuple[Import, list[str]]]:
    """The imports of a file under one of its names, each with the modules that it needs; but for those of types."""
    known = world.needs_known
    if (module, path) not in known:
        parsed = world.parsed.get(path)
        is_package = posixpath.basename(path) == "__init__.py"
        known[module, path] = [
            (one, list(needs(world, one, module, is_package)))
            for one in (parsed.imports if parsed else ())
            if one.how != TYPES
        ]
    return known[module, path]


def needs(world: World, one: Import, module: str, is_package: bool) -> Iterator[str]:
    """Each module without which the statement fails: for `from a import b` that is a.b where it is one, else a."""
    base = absolute(one, module, is_package)
    if not base:
        return
    if not one.names:
        yield base
        return
    needs_base = False
    # In the __init__ itself it is this statement that binds the name.
    is_own = is_package and base == module and one.how == EAGER
    for name in one.names:
        inner = f"{base}.{name}"
        if name == "*":
            needs_base = True
        elif is_own and (world.is_module(inner) or world.names_of(base) is not None):
            yield inner
        elif not world.is_module(inner):
            # A package without an __init__ of its own has no other names.
            if _is_bare_package(world, base) or _lacks(world, base, name):
                yield inner
            else:
                needs_base = True
        elif (names := world.names_of(base)) is None or (name in names and not _binds_module(world, base, name)):
            # Defined by the package; or by __getattr__ or a star, and either may be meant.
            needs_base = True
        else:
            yield inner
    if needs_base:
        yield base


def _lacks(world: World, module: str, name: str) -> bool:
    """A package of the tree whose __init__ can be read whole, and defines no such name."""
    if not world.inits_of(module):
        return False
    names = world.names_of(module)
    return names is not None and name not in names and name not in _OF_EVERY_MODULE


def _binds_module(world: World, module: str, name: str) -> bool:
    """The __init__ has the name from `from . import name`: the submodule itself, which is there without it."""
    return any(
        name in one.names and absolute(one, module, True) == module
        for path in world.inits_of(module)
        if (parsed := world.parsed.get(path)) is not None
        for one in parsed.imports
    )


def _is_bare_package(world: World, module: str) -> bool:
    return module not in world.holders and not world.files_of(module) and world.is_module(module)
