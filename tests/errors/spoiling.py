"""Changes that make a right program a wrong one."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass, field
from typing import Any

from tests.errors.hostile import ARRAYS, CLASSES, LIARS, NAMES, Hostile
from tests.parity.replay import Assign, Get, Invoke, New, Ref, Step


@dataclass(frozen=True)
class Delete:
    """del target.attribute"""

    target: int
    attribute: str


@dataclass(frozen=True)
class Apply:
    """out = function(target), a function of World.FUNCTIONS"""

    out: int
    function: str
    target: int


@dataclass(frozen=True)
class Borrow:
    """out = module.kind.method(target, *args): the method of a class on an object that may be of another"""

    out: int
    kind: str
    method: str
    target: int
    args: list[Any] = field(default_factory=list)


AnyStep = Step | Delete | Apply | Borrow

METHODS = [
    "AbsAttribute",
    "ClampAttribute",
    "Conv2dAttribute",
    "CustomAttribute",
    "NoneAttribute",
    "SetDimSize",
    "__eq__",
    "__getitem__",
    "__init__",
    "__init_subclass__",
    "__int__",
    "__iter__",
    "__len__",
    "__reduce__",
    "__reduce_ex__",
    "__setattr__",
    "__setstate__",
    "__str__",
    "addBasicBlock",
    "addConst",
    "addInput",
    "addInputTensor",
    "addIntermediate",
    "addIntermediateShape",
    "addOperator",
    "addOutput",
    "addOutputTensor",
    "addPlaceholder",
    "addShape",
    "addTensor",
    "convertDataToUint8Vec",
    "expectedFailure",
    "getGraphTosaVersion",
    "getSerializationCompatibility",
    "getShapeByName",
    "getSoftwareVersion",
    "getTensorByName",
    "getVersion",
    "keys",
    "loadFileSchema",
    "loadTosaFlatbuffer",
    "loadTosaJson",
    "saveFileJson",
    "saveFileTosaFlatbuffer",
    "serialize",
    "setAttribute",
    "setDtype",
    "setExpectedFailure",
    "setExperimentalDevVersion",
    "set_version",
    "startRegion",
    "writeJson",
]
ATTRIBUTES = [
    "__bases__",
    "__class__",
    "__dict__",
    "__doc__",
    "__init__",
    "__mro__",
    "__weakref__",
    "_draft",
    "_major",
    "_modifier",
    "attributes",
    "basicBlocks",
    "block_shape",
    "currBasicBlock",
    "currRegion",
    "data",
    "data_view",
    "dims",
    "dtype",
    "features",
    "inputs",
    "is_block_scaled",
    "is_unranked",
    "is_variable",
    "location",
    "min_reader_version",
    "name",
    "nothing",
    "op",
    "operators",
    "outputs",
    "pathPrefix",
    "placeholderFilename",
    "rank",
    "regions",
    "scale_data_view",
    "scale_dtype",
    "shape",
    "shapes",
    "tensors",
    "text",
    "tosa_type",
    "value_type",
    "variable_name",
]
FUNCTIONS = [
    "bool",
    "copy",
    "deepcopy",
    "dir",
    "hash",
    "iter",
    "len",
    "list",
    "pickle",
    "refer",
    "repr",
    "str",
    "type",
    "weakref",
]


def spoil(right: list[Step], rng: random.Random) -> list[AnyStep]:
    """The program with a few changes, now and then with none."""
    steps: list[AnyStep] = list(right)
    spoiler = _Spoiler(steps, rng)
    for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 8, 13))):
        if steps:
            rng.choice(spoiler.changes)()
    return steps


class _Spoiler:
    def __init__(self, steps: list[AnyStep], rng: random.Random) -> None:
        self.steps = steps
        self.rng = rng
        self.made = 1_000_000
        self.changes = [self.argument] * 10 + [
            self.drop,
            self.repeat,
            self.move,
            self.redirect,
            self.keyword,
            self.shorten,
        ]
        self.changes += [self.insert] * 6

    def place(self) -> int:
        # Most programs keep their first step, which makes the serializer.
        least = 0 if len(self.steps) == 1 or self.rng.randrange(20) == 0 else 1
        return self.rng.randrange(least, len(self.steps))

    def hostile(self) -> Hostile:
        return Hostile(self.rng.choice(self.rng.choice((NAMES, NAMES, tuple(LIARS), tuple(ARRAYS)))))

    def out(self) -> int:
        self.made += 1
        return self.made

    def object_before(self, place: int) -> int:
        made = [getattr(step, "out", None) for step in self.steps[:place]]
        numbers = [number for number in made if number is not None]
        return self.rng.choice(numbers) if numbers else 0

    def value(self, place: int) -> Any:
        """Something hostile, an object of the program or an argument of another call."""
        form = self.rng.randrange(8)
        if form == 0:
            return Ref(self.object_before(place))
        if form == 1:
            others = [item for step in self.steps for item in getattr(step, "args", [])]
            if others:
                return self.rng.choice(others)
        if form == 2:
            return [self.hostile() for _ in range(self.rng.randrange(4))]
        return self.hostile()

    def argument(self) -> None:
        place = self.place()
        step = self.steps[place]
        if isinstance(step, Assign):
            self.steps[place] = dataclasses.replace(step, value=self.value(place))
        if not isinstance(step, New | Invoke) or not (step.args or step.kwargs):
            return
        which = self.rng.randrange(len(step.args) + len(step.kwargs))
        if which >= len(step.args):
            key = list(step.kwargs)[which - len(step.args)]
            self.steps[place] = dataclasses.replace(step, kwargs=step.kwargs | {key: self.value(place)})
            return
        args = list(step.args)
        old = args[which]
        if type(old) is list and old and self.rng.randrange(2):
            args[which] = list(old)
            args[which][self.rng.randrange(len(old))] = self.value(place)
        else:
            args[which] = self.value(place)
        self.steps[place] = dataclasses.replace(step, args=args)

    def drop(self) -> None:
        del self.steps[self.place()]

    def repeat(self) -> None:
        self.steps.insert(self.place(), self.steps[self.place()])

    def move(self) -> None:
        step = self.steps.pop(self.place())
        self.steps.insert(self.rng.randrange(len(self.steps) + 1), step)

    def redirect(self) -> None:
        place = self.place()
        step = self.steps[place]
        if isinstance(step, Invoke | Assign | Get):
            self.steps[place] = dataclasses.replace(step, target=self.object_before(place))

    def keyword(self) -> None:
        place = self.place()
        step = self.steps[place]
        if isinstance(step, New | Invoke):
            key = self.rng.choice(
                ("name", "vals", "strict", "data", "nothing", "is_unranked", "variable_name", "constMode")
            )
            # The other modes write files that are named after tensors.
            value = Hostile("none") if key == "constMode" else self.value(place)
            self.steps[place] = dataclasses.replace(step, kwargs=step.kwargs | {key: value})

    def shorten(self) -> None:
        place = self.place()
        step = self.steps[place]
        if isinstance(step, New | Invoke):
            count = self.rng.randrange(len(step.args) + 1)
            more = [self.value(place)] if self.rng.randrange(2) else []
            self.steps[place] = dataclasses.replace(step, args=[*step.args[:count], *more])

    def insert(self) -> None:
        place = self.place()
        target = self.object_before(place)
        args = [self.value(place) for _ in range(self.rng.choice((0, 0, 1, 1, 2, 3)))]
        form = self.rng.randrange(7)
        step: AnyStep
        if form == 0:
            step = Assign(target, self.rng.choice(ATTRIBUTES), self.value(place))
        elif form == 1:
            step = Get(self.out(), target, self.rng.choice(ATTRIBUTES + METHODS))
        elif form == 2:
            step = Delete(target, self.rng.choice(ATTRIBUTES + METHODS))
        elif form == 3:
            step = Apply(self.out(), self.rng.choice(FUNCTIONS), target)
        elif form == 4:
            step = Borrow(self.out(), self.rng.choice(CLASSES), self.rng.choice(METHODS), target, args)
        elif form == 5:
            step = New(self.out(), self.rng.choice(CLASSES), args)
        else:
            method = self.rng.choice(METHODS)
            if method.startswith("save"):
                args = [self.rng.choice(("saved.tosa", Hostile("text_nul"), Hostile("none"), "no/such/folder/x", ""))]
            step = Invoke(self.out(), target, method, args)
        self.steps.insert(place, step)
