"""Programs of API calls as data, and their execution on any module with the API of `tosa_serializer`.

A program is a list of steps. A step names the objects that it makes and uses by number, and enum members by name,
so that one program runs on two modules and their bytes can be compared.
"""

from __future__ import annotations

import base64
import json
import lzma
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np


@dataclass(frozen=True)
class Ref:
    """An object that an earlier step made."""

    number: int


@dataclass(frozen=True)
class Member:
    """An enum member, such as DType.INT8."""

    enum: str
    name: str


@dataclass(frozen=True)
class New:
    """out = module.kind(*args, **kwargs)"""

    out: int
    kind: str
    args: list[Any] = field(default_factory=list)
    kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Invoke:
    """out = target.method(*args, **kwargs); out None drops the result."""

    out: int | None
    target: int
    method: str
    args: list[Any] = field(default_factory=list)
    kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Get:
    """out = target.attribute"""

    out: int
    target: int
    attribute: str


@dataclass(frozen=True)
class Assign:
    """target.attribute = value"""

    target: int
    attribute: str
    value: Any


Step = New | Invoke | Get | Assign


@dataclass(frozen=True)
class Output:
    """What one serialize() gave when the trace was recorded."""

    sha256: str
    size: int


@dataclass(frozen=True)
class Trace:
    ident: str
    steps: list[Step]
    outputs: list[Output]


class Player:
    """Takes steps on a module, with `options` for each serializer, and keeps the objects that they made."""

    def __init__(self, module: ModuleType, **options: Any) -> None:
        self.module = module
        self.options = options
        self.objects: dict[int, Any] = {}
        self.outputs: list[bytes] = []

    def value(self, item: Any) -> Any:
        """The argument that an item of a program stands for."""
        if isinstance(item, Ref):
            return self.objects[item.number]
        if isinstance(item, Member):
            return getattr(getattr(self.module, item.enum), item.name)
        if isinstance(item, np.ndarray):
            return item.copy(order="K")
        if type(item) in (list, tuple):
            return type(item)(self.value(x) for x in item)
        return item

    def take(self, step: Step) -> None:
        """Do what the step says."""
        value = self.value
        if isinstance(step, Invoke):
            method = getattr(self.objects[step.target], step.method)
            result = method(*map(value, step.args), **{k: value(v) for k, v in step.kwargs.items()})
            if step.out is not None:
                self.objects[step.out] = result
            if step.method == "serialize":
                self.outputs.append(bytes(result))
        elif isinstance(step, Get):
            self.objects[step.out] = getattr(self.objects[step.target], step.attribute)
        elif isinstance(step, New):
            named = {k: value(v) for k, v in step.kwargs.items()}
            if step.kind == "TosaSerializer":
                named |= self.options
            self.objects[step.out] = getattr(self.module, step.kind)(*map(value, step.args), **named)
        else:
            setattr(self.objects[step.target], step.attribute, value(step.value))


def run(steps: list[Step], module: ModuleType, **options: Any) -> list[bytes]:
    """Take the steps on `module`, with `options` for each serializer; return what each serialize() gave."""
    player = Player(module, **options)
    for step in steps:
        player.take(step)
    return player.outputs


def recorded_traces() -> list[Trace]:
    """What ExecuTorch's Arm tests call: one JSON document a line, compressed with xz."""
    with lzma.open(Path(__file__).with_name("data") / "executorch_arm.jsonl.xz", "rt", encoding="utf-8") as file:
        return [_trace(json.loads(line)) for line in file]


def _trace(document: dict[str, Any]) -> Trace:
    outputs = [Output(o["sha256"], o["size"]) for o in document["outputs"]]
    return Trace(document["id"], [_step(call) for call in document["calls"]], outputs)


def _step(call: list[Any]) -> Step:
    kind, *rest = call
    if kind == "new":
        out, class_name, args, kwargs = rest
        return New(out, class_name, _decode(args), {k: _decode(v) for k, v in kwargs.items()})
    if kind == "call":
        out, target, method, args, kwargs = rest
        return Invoke(out, target, method, _decode(args), {k: _decode(v) for k, v in kwargs.items()})
    if kind == "get":
        return Get(*rest)
    if kind == "set":
        target, attribute, item = rest
        return Assign(target, attribute, _decode(item))
    raise ValueError(f"call of kind {kind!r}: expected new, call, get or set")


def _decode(item: Any) -> Any:
    if isinstance(item, list):
        return [_decode(x) for x in item]
    if not isinstance(item, dict):
        return item
    ((kind, content),) = item.items()
    if kind == "ref":
        return Ref(content)
    if kind == "enum":
        return Member(*content.split("."))
    if kind == "bytes":
        return base64.b64decode(content)
    if kind == "tuple":
        return tuple(_decode(x) for x in content)
    if kind == "nd":
        return _array(*content)
    if kind == "np":
        name, data = content
        return np.frombuffer(base64.b64decode(data), _dtype(name))[0]
    raise ValueError(f"value of kind {kind!r}: expected ref, enum, bytes, tuple, nd or np")


def _array(name: str, shape: list[int], data: str, order: str) -> np.ndarray:
    array = np.frombuffer(base64.b64decode(data), _dtype(name)).reshape(shape)
    return np.asfortranarray(array) if order == "F" else array


def _dtype(name: str) -> np.dtype:
    try:
        return np.dtype(name)
    except TypeError:
        dtype: np.dtype = np.dtype(getattr(ml_dtypes, name))
        return dtype
