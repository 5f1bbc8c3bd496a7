"""Programs of API calls that may be wrong, played in strict mode: what must hold after each step, and what came."""

from __future__ import annotations

import copy
import dataclasses
import gc
import itertools
import pickle
import weakref
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from tests.errors.hostile import UNCOMPARED, Hostile, make
from tests.errors.spoiling import AnyStep, Apply, Borrow, Delete
from tests.parity.replay import Assign, Invoke, New, Player, Ref

# What differs between modules, such as a repr, is asked for but not handed on.
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "dir": lambda one: len(dir(one)) > 0,
    "hash": lambda one: isinstance(hash(one), int),
    "iter": lambda one: list(itertools.islice(one, 100)),
    "len": len,
    "list": lambda one: [one, one],
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
    "refer": lambda one: isinstance(gc.get_referents(one), list),
    "repr": lambda one: isinstance(repr(one), str),
    "str": lambda one: isinstance(str(one), str),
    "type": type,
    "weakref": weakref.ref,
}


# Objects from before a load are upstream's no longer: it uses memory that it gave back.
AFTER_LOADING = ("serialize", "save", "load")


class MissingError(Exception):
    """The step uses an object that an earlier step did not make."""


class World(Player):
    """A player that knows hostile values and lets them change its graph."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module)
        self.serializer: Any = None
        self.disturbances = 0
        self.is_compared = True
        self.is_loaded = False

    def value(self, item: Any) -> Any:
        if isinstance(item, Hostile):
            self.is_compared = self.is_compared and item.name not in UNCOMPARED
            return make(item.name, self)
        if isinstance(item, Ref) and item.number not in self.objects:
            raise MissingError
        return super().value(item)

    def take(self, step: Any) -> None:
        if getattr(step, "target", None) not in (None, *self.objects):
            raise MissingError
        if isinstance(step, Delete | Assign | Invoke) and isinstance(self.objects[step.target], type | ModuleType):
            # A change of a class would reach the next program.
            raise MissingError
        if isinstance(step, Delete):
            delattr(self.objects[step.target], step.attribute)
        elif isinstance(step, Apply):
            self.objects[step.out] = FUNCTIONS[step.function](self.objects[step.target])
        elif isinstance(step, Borrow):
            method = getattr(getattr(self.module, step.kind), step.method)
            self.objects[step.out] = method(self.objects[step.target], *map(self.value, step.args))
        else:
            super().take(step)
        if self.is_loaded and not (isinstance(step, Invoke) and step.method.startswith(AFTER_LOADING)):
            self.is_compared = False
        if isinstance(step, Invoke) and step.method.startswith("load"):
            self.is_loaded = True
        if isinstance(step, New) and step.kind == "TosaSerializer" and self.serializer is None:
            self.serializer = self.objects[step.out]

    def state(self) -> Any:
        """What a step that raises must leave as it is."""
        if self.serializer is None:
            return None
        return outcome(lambda: self.serializer.serialize()), outcome(lambda: str(self.serializer))

    def disturb(self) -> None:
        """Called by hostile values while a call looks at them."""
        self.disturbances += 1
        if self.serializer is None or self.disturbances > 40:
            return
        serializer, module = self.serializer, self.module
        actions: list[Callable[[], Any]] = [
            lambda: serializer.addConst([2], module.DType.INT8, [1, 2], name=f"disturbing {self.disturbances}"),
            lambda: serializer.addIntermediate([1], module.DType.INT8),
            lambda: serializer.startRegion(f"disturbing {self.disturbances}"),
            lambda: serializer.addBasicBlock(f"disturbing {self.disturbances}"),
            serializer.serialize,
            lambda: serializer.loadTosaFlatbuffer("saved.tosa"),
            lambda: setattr(serializer, "currRegion", None),
            self.change_tensors,
            self.objects.clear,
            gc.collect,
        ]
        outcome(actions[self.disturbances * 7 % len(actions)])

    def change_tensors(self) -> None:
        for one in list(self.objects.values()):
            outcome(lambda one=one: setattr(one, "data", None))  # type: ignore[misc]
            outcome(lambda one=one: setattr(one, "shape", [1, 2, 3, 4, 5, 6, 7, 8, 9]))  # type: ignore[misc]
            outcome(lambda one=one: setattr(one, "name", "renamed"))  # type: ignore[misc]


def outcome(action: Callable[[], Any]) -> Any:
    """What the action gives, or the class and text of what it raises."""
    try:
        return action()
    except Exception as error:
        return type(error).__name__, str(error)


def harmless(step: AnyStep) -> AnyStep:
    """The step without names of files outside of the folder in which it plays."""
    if isinstance(step, New):
        names_files = step.kind in ("TosaSerializer", "TosaSerializerRegion")
    else:
        names_files = isinstance(step, Invoke) and step.method.startswith(("save", "load", "startRegion"))
    if not names_files:
        return step
    assert isinstance(step, New | Invoke)
    args = ["." + item if isinstance(item, str) and item.startswith("/") else item for item in step.args]
    return dataclasses.replace(step, args=args)


@dataclass
class Played:
    """What came of a program."""

    final: Any = None  # the file, or class and text of the refusal
    kept: list[AnyStep] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    is_compared: bool = True


def play(steps: list[AnyStep], module: ModuleType) -> Played:
    """Take the steps in strict mode. A step may raise, by a named error, and then has changed nothing."""
    world = World(module)
    played = Played()
    before = None
    for step in map(harmless, steps):
        disturbances = world.disturbances
        try:
            world.take(step)
        except MissingError:
            continue
        except Exception as error:
            played.refused[type(error).__name__] += 1
            if fault := fault_of(error):
                played.faults.append(f"{fault}: {step}")
            after = world.state()
            if after != before and world.disturbances == disturbances:
                played.faults.append(f"{type(error).__name__} ({error}), but the graph changed: {step}")
            before = after
        else:
            played.kept.append(step)
            before = world.state()
    played.is_compared = world.is_compared and world.disturbances == 0
    if world.serializer is not None:
        try:
            played.final = bytes(world.serializer.serialize())
        except Exception as error:
            played.final = type(error).__name__, str(error)
            if fault := fault_of(error):
                played.faults.append(f"{fault}: serialize")
    return played


def fault_of(error: Exception) -> str | None:
    """What is wrong with an exception as an answer."""
    text = outcome(lambda: str(error))
    if isinstance(error, SystemError):
        return f"SystemError ({text})"
    if not text and not isinstance(error, MemoryError):
        return f"{type(error).__name__} without a text"
    return None


def replay(steps: list[AnyStep], module: ModuleType) -> Any:
    """The file that the steps give on upstream's module, or what it raises, or how it fails in silence."""
    world = World(module)
    try:
        for step in steps:
            world.take(step)
            if isinstance(step, Invoke) and step.out is not None and step.method.startswith(("load", "save")):
                result: Any = world.objects[step.out]
                if result is False or (result is not True and int(result) != 0):
                    return "no exception", f"{step.method} gave {result}"
        return bytes(world.serializer.serialize())
    except Exception as error:
        return type(error).__name__, str(error)
