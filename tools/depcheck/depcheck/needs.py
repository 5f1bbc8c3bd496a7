"""Which modules an import statement needs."""

from __future__ import annotations

from collections.abc import Iterator

from .imports import Import
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


def needs(world: World, one: Import, module: str, is_package: bool) -> Iterator[str]:
    """Each module without which the statement fails: for `from a import b` that is a.b where it is one, else a."""
    base = absolute(one, module, is_package)
    if not base:
        return
    if not one.names:
        yield base
        return
    needs_base = False
    for name in one.names:
        inner = f"{base}.{name}"
        if name == "*":
            needs_base = True
            continue
        if not _is_module(world, inner):
            # A package without an __init__ of its own has no other names.
            if _is_bare_package(world, base) or _lacks(world, base, name):
                yield inner
            else:
                needs_base = True
            continue
        names = _names_of(world, base)
        if names is not None and name in names:
            needs_base = True
        elif names is None and _has_init(world, base):
            # By __getattr__ or a star: either may be meant.
            needs_base = True
        else:
            yield inner
    if needs_base:
        yield base


def _is_module(world: World, module: str) -> bool:
    return module in world.held_packages or bool(world.files_of(module)) or world.folder_of(module) is not None


def _has_init(world: World, module: str) -> bool:
    return any(path.endswith("__init__.py") for path in _paths_of(world, module))


def _paths_of(world: World, module: str) -> list[str]:
    held = [
        path
        for node in world.holders.get(module, [])
        if (target := world.target_at(node)) is not None and (path := target.modules.get(module)) is not None
    ]
    return held or world.files_of(module)


def _lacks(world: World, module: str, name: str) -> bool:
    """A package of the tree whose __init__ can be read whole, and defines no such name."""
    if not _has_init(world, module):
        return False
    names = _names_of(world, module)
    return names is not None and name not in names and name not in _OF_EVERY_MODULE


def _is_bare_package(world: World, module: str) -> bool:
    if module in world.holders or world.files_of(module):
        return False
    return module in world.held_packages or world.folder_of(module) is not None


def _names_of(world: World, module: str) -> frozenset[str] | None:
    """What an __init__ defines: nothing where there is none, None where that cannot be told."""
    paths = [path for path in _paths_of(world, module) if path.endswith("__init__.py")]
    if not paths:
        return frozenset()
    found: frozenset[str] = frozenset()
    for path in paths:
        parsed = world.parsed.get(path)
        if parsed is None or parsed.names is None:
            return None
        found |= parsed.names
    return found
