"""strict=False prints to stdout what upstream prints; strict mode raises and prints nothing."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.attributes import attribute_kinds
from tests.parity.behaviour import attempt, attribute, block
from tests.parity.random_graphs import enum_members, generate
from tests.parity.replay import run
from tests.tools import schema

ASSIGNED = "WARNING: SSA violated. Multiple assignment to tensor: {}\n"
UNKNOWN = "ERROR: No min_reader_version mapping exists for {} \n"
Graph = Callable[[ModuleType, Any], Any]
Action = Callable[[ModuleType, Any, Path], Any]


def produce(m: ModuleType, s: Any, *outputs: str, op: int | None = None) -> None:
    kind = m.Op.ABS if op is None else m.Op(op)
    block(s).addOperator(kind, ["a"], list(outputs), attribute(m, "Abs"))


def variable(m: ModuleType, s: Any, name: str) -> None:
    block(s).addTensor(name, [1], m.DType.INT8, is_unranked=False, variable=True, variable_name="state")


def single(m: ModuleType, s: Any) -> None:
    produce(m, s, "b")
    produce(m, s, "c")


def twice(m: ModuleType, s: Any) -> None:
    produce(m, s, "b")
    produce(m, s, "b")
    s.addConst([1], m.DType.INT8, [1])


def three_times_and_in_one_operator(m: ModuleType, s: Any) -> None:
    for _ in range(3):
        produce(m, s, "b")
    produce(m, s, "c", "c", "", "")


def constants(m: ModuleType, s: Any) -> None:
    for value in (1, 2):
        s.addConst([1], m.DType.INT8, [value], name="c")
        s.addConst([1], m.DType.SHAPE, [value], name="d")


def over_blocks(m: ModuleType, s: Any) -> None:
    produce(m, s, "b")
    s.addBasicBlock("other")
    produce(m, s, "b")
    produce(m, s, "c")
    produce(m, s, "c")


def over_regions(m: ModuleType, s: Any) -> None:
    twice(m, s)
    s.startRegion("other")
    s.addBasicBlock("third")
    produce(m, s, "x")
    produce(m, s, "x")
    s.currRegion = s.regions[0]
    produce(m, s, "b")


def variables(m: ModuleType, s: Any) -> None:
    produce(m, s, "v")
    produce(m, s, "v")
    s.startRegion("other")
    s.addBasicBlock("third")
    variable(m, s, "v")
    produce(m, s, "state")
    produce(m, s, "state")


def names_with_nul(m: ModuleType, s: Any) -> None:
    for name in ("b\0c", "b\0d", "b\0d"):
        produce(m, s, name)


def unknown_type(m: ModuleType, s: Any) -> None:
    twice(m, s)
    block(s).addTensor("t", [1], m.DType(99))


def unknown_op(m: ModuleType, s: Any) -> None:
    twice(m, s)
    produce(m, s, "x", op=200)
    produce(m, s, "y", op=201)


def unknown_type_and_op(m: ModuleType, s: Any) -> None:
    unknown_op(m, s)
    unknown_type(m, s)


def unknown_op_before_type(m: ModuleType, s: Any) -> None:
    unknown_op(m, s)
    s.addBasicBlock("other")
    unknown_type(m, s)


PRINTS: dict[Graph, str] = {
    single: "",
    twice: ASSIGNED.format("b"),
    three_times_and_in_one_operator: "".join(ASSIGNED.format(name) for name in ("b", "b", "c", "")),
    constants: ASSIGNED.format("c") + ASSIGNED.format("d"),
    over_blocks: ASSIGNED.format("c"),
    over_regions: "".join(ASSIGNED.format(name) for name in ("b", "b", "x")),
    variables: ASSIGNED.format("state"),
    names_with_nul: ASSIGNED.format("b"),
    unknown_type: UNKNOWN.format("dtype"),
    unknown_op: UNKNOWN.format("op"),
    unknown_type_and_op: UNKNOWN.format("dtype"),
    unknown_op_before_type: UNKNOWN.format("op"),
}


def save(_: ModuleType, s: Any, folder: Path) -> Any:
    return int(s.saveFileTosaFlatbuffer(str(folder / "x.tosa")))


def save_nowhere(_: ModuleType, s: Any, folder: Path) -> Any:
    return int(s.saveFileTosaFlatbuffer(str(folder / "none" / "x.tosa")))


def save_without_a_name(_: ModuleType, s: Any, folder: Path) -> Any:
    return int(s.saveFileTosaFlatbuffer(None))


def save_json(_: ModuleType, s: Any, folder: Path) -> Any:
    return s.loadFileSchema(str(schema())), int(s.saveFileJson(str(folder / "x.json")))


def save_json_nowhere(_: ModuleType, s: Any, folder: Path) -> Any:
    return s.loadFileSchema(str(schema())), int(s.saveFileJson(str(folder / "none" / "x.json")))


def save_json_without_schema(_: ModuleType, s: Any, folder: Path) -> Any:
    return int(s.saveFileJson(str(folder / "x.json")))


def serialize_twice(_: ModuleType, s: Any, folder: Path) -> Any:
    return attempt(s.serialize), attempt(s.serialize)


def describe(_: ModuleType, s: Any, folder: Path) -> Any:
    return str(s), s.writeJson("x.tosa")


ACTIONS: list[Action] = [
    save,
    save_nowhere,
    save_without_a_name,
    save_json,
    save_json_nowhere,
    save_json_without_schema,
    serialize_twice,
    describe,
]


class Output:
    """What C code has written to stdout since the last look: C's buffer is not Python's."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self.capture = capture
        self.flush = ctypes.CDLL(None).fflush
        self.take()

    def take(self) -> str:
        self.flush(None)
        return str(self.capture.readouterr().out)


@pytest.fixture
def output(capfd: pytest.CaptureFixture[str]) -> Output:
    return Output(capfd)


def serializer_of(module: ModuleType, graph: Graph, **options: Any) -> Any:
    strict = {"strict": False} if module is ours else {}
    serializer = module.TosaSerializer("", **strict, **options)
    graph(module, serializer)
    return serializer


@pytest.mark.parametrize("module", [ours, upstream], ids=["ours", "upstream"])
@pytest.mark.parametrize("graph", PRINTS, ids=lambda graph: graph.__name__)
def test_serialize_prints_these_lines(graph: Graph, module: ModuleType, output: Output) -> None:
    serializer = serializer_of(module, graph)
    assert output.take() == ""

    attempt(serializer.serialize)

    assert output.take() == PRINTS[graph]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.__name__)
@pytest.mark.parametrize("graph", PRINTS, ids=lambda graph: graph.__name__)
def test_saving_prints_what_upstream_prints(graph: Graph, action: Action, output: Output, tmp_path: Path) -> None:
    told = []
    for module in (ours, upstream):
        result = action(module, serializer_of(module, graph), tmp_path)
        told.append((result, output.take()))

    assert told[0] == told[1]


@pytest.mark.parametrize("kind", ["flatbuffer", "json"])
@pytest.mark.parametrize("graph", [g for g in PRINTS if "unknown" not in g.__name__], ids=lambda graph: graph.__name__)
def test_loading_prints_what_upstream_prints(graph: Graph, kind: str, output: Output, tmp_path: Path) -> None:
    writer = serializer_of(upstream, graph)
    writer.loadFileSchema(str(schema()))
    writer.saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"))
    writer.saveFileJson(str(tmp_path / "x.json"))
    output.take()
    told = []
    for module in (ours, upstream):
        reader = serializer_of(module, lambda m, s: None)
        if kind == "json":
            result = reader.loadFileSchema(str(schema())), reader.loadTosaJson(str(tmp_path / "x.json"))
        else:
            result = reader.loadTosaFlatbuffer(str(tmp_path / "x.tosa"))
        told.append((result, output.take()))

    assert told[0] == told[1]


def test_lines_are_printed_once_under_every_cap(output: Output) -> None:
    size = len(serializer_of(upstream, twice).serialize())
    output.take()

    for cap in range(size + 9):
        told = []
        for module in (ours, upstream):
            data = serializer_of(module, twice, fb_size_cap=cap).serialize()
            told.append((data, output.take()))
        assert told[0] == told[1], f"cap {cap}"
        assert told[0][1] == ASSIGNED.format("b")


def test_random_graphs_print_what_upstream_prints(output: Output) -> None:
    kinds, members = attribute_kinds(upstream), enum_members(upstream)
    printed = 0

    for seed in range(300):
        steps = generate(seed, kinds, members)
        output.take()
        run(steps, upstream)
        expected = output.take()
        run(steps, ours, strict=False)
        assert output.take() == expected, f"seed {seed}"
        printed += bool(expected)

    assert printed > 100


@pytest.mark.parametrize("graph", [g for g in PRINTS if g is not single], ids=lambda graph: graph.__name__)
def test_strict_mode_raises_and_prints_nothing(graph: Graph, output: Output) -> None:
    with pytest.raises((RuntimeError, ValueError)):
        serializer = ours.TosaSerializer("")
        graph(ours, serializer)
        serializer.serialize()

    assert output.take() == ""
