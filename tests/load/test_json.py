"""The JSON calls give flatc's text and read back what flatc, upstream and people write."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.parity.attributes import attribute_kinds
from tests.parity.random_graphs import enum_members, generate, readable
from tests.parity.replay import Trace, recorded_traces, run
from tests.tools import json_of, schema

TRACES = recorded_traces()
KINDS = attribute_kinds(upstream)
MEMBERS = enum_members(upstream)
CAPS = {"embedded": 2**31 - 1, "outside": 0}

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tmp_path_factory.mktemp("json"))


def loaded(module: ModuleType, data: bytes, folder: Path, **options: Any) -> Any:
    """A serializer with the schema and the graph of `data`."""
    (folder / "graph.tosa").write_bytes(data)
    serializer = module.TosaSerializer("", **options)
    assert serializer.loadFileSchema(str(schema()))
    assert serializer.loadTosaFlatbuffer(str(folder / "graph.tosa"))
    return serializer


def text_of(serializer: Any, folder: Path) -> bytes:
    path = folder / "graph.json"
    assert int(serializer.saveFileJson(str(path))) == int(ours.TOSA_OK)
    return path.read_bytes()


def from_text(module: ModuleType, text: str, folder: Path, **options: Any) -> Any:
    path = folder / "given.json"
    path.write_text(text, encoding="utf-8")
    serializer = module.TosaSerializer("", **options)
    assert serializer.loadFileSchema(str(schema()))
    assert serializer.loadTosaJson(str(path))
    return serializer


def add_operator(
    module: ModuleType, serializer: Any, op: str, inputs: list[str], outputs: list[str], *values: Any
) -> None:
    attribute = module.TosaSerializerAttribute()
    attribute.setAttribute(getattr(module.Op, op), *values)
    serializer.addOperator(getattr(module.Op, op), inputs, outputs, attribute, module.TosaOpLocation("a.py"))


def add_everything(module: ModuleType, serializer: Any) -> None:
    """Strings to escape, all vectors, scales, shapes, two regions, attributes of each kind of field."""
    serializer.addInputTensor(module.TosaSerializerTensor('in"é\n\\/\x01\x7f☃😀', [2, -1], module.DType.INT8))
    serializer.addConst([5], module.DType.INT8, [1, -1, 0, 127, -128])
    serializer.addConst([2], module.DType.SHAPE, [3, 2**40])
    serializer.addIntermediate([2], module.DType.FP32, True, True, "state")
    for op, inputs, values in (
        ("CLAMP", 1, ([1, 2], [3], module.NanPropagationMode.IGNORE)),
        ("CONV2D", 5, ([0, 1, 2, 3], [1, 1], [1, -1], True, module.DType.INT48)),
        ("CUSTOM", 1, ("name", "dom\tain", [0, 255])),
        ("COND_IF", 1, ("main", "second")),
        ("ADD", 2, ()),
    ):
        out = serializer.addIntermediate([5], module.DType.INT8).name
        add_operator(module, serializer, op, ["const-0"] * inputs, [out], *values)
    serializer.startRegion("second")
    serializer.addBasicBlock("only")
    scaled = np.arange(32, dtype=np.float32) / 8
    serializer.addConst([1, 32], module.ScaledDType.BS32_FP8UE8M0_FP8E4M3, scaled, [[2.0]])
    serializer.startRegion("empty")


def everything(module: ModuleType, **options: Any) -> Any:
    serializer = module.TosaSerializer("", **options)
    assert serializer.loadFileSchema(str(schema()))
    add_everything(module, serializer)
    return serializer


@pytest.mark.parametrize("cap", CAPS.values(), ids=CAPS)
def test_text_is_what_flatc_writes(cap: int, folder: Path) -> None:
    serializer = everything(ours, strict=False, fb_size_cap=cap)
    nothing = ours.TosaSerializerAttribute()
    nothing.NoneAttribute()
    serializer.regions[0].basicBlocks[0].addOperator(ours.Op.CUSTOM, [], [], nothing)
    path = folder / "graph.tosa"
    path.write_bytes(serializer.serialize())

    assert text_of(serializer, folder) == json_of(path, folder / "flatc")


@pytest.mark.parametrize("seed", range(60))
def test_text_of_a_random_graph_is_what_flatc_writes(seed: int, folder: Path) -> None:
    cap = list(CAPS.values())[seed % 2]
    serializer = loaded(ours, random_graph(seed, cap), folder, strict=False, fb_size_cap=cap)

    assert text_of(serializer, folder) == json_of(folder / "graph.tosa", folder / "flatc")


def random_graph(seed: int, cap: int) -> bytes:
    return run(readable(generate(seed, KINDS, MEMBERS)), upstream, fb_size_cap=cap)[-1]


@pytest.mark.parametrize("seed", range(60, 260))
def test_random_graph_goes_to_text_and_back(seed: int, folder: Path) -> None:
    data = random_graph(seed, CAPS["embedded"])
    expected = loaded(upstream, data, folder)

    text = text_of(loaded(ours, data, folder, strict=False), folder)

    assert text == text_of(expected, folder)
    again = from_text(ours, text.decode("utf-8"), folder, strict=False)
    assert again.serialize() == from_text(upstream, text.decode("utf-8"), folder).serialize()


@pytest.mark.parametrize("trace", TRACES[::20], ids=lambda trace: trace.ident)
def test_recorded_graph_goes_to_text_and_back(trace: Trace, folder: Path) -> None:
    data = run(trace.steps, upstream)[-1]

    text = text_of(loaded(ours, data, folder), folder)

    assert text == text_of(loaded(upstream, data, folder), folder)
    assert from_text(ours, text.decode("utf-8"), folder).serialize() == data


def sorted_keys(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)


def numbers_for_enums(text: str) -> str:
    numbers = {"INT8": int(ours.DType.INT8), "CUSTOM": int(ours.Op.CUSTOM), "IGNORE": 2}
    for name, number in numbers.items():
        text = text.replace(f'"{name}"', str(number))
    return text


def spaced(text: str) -> str:
    return "\n\t " + text.replace(":", " :\r\n").replace(",", "\t,") + " \n"


def escaped(text: str) -> str:
    return text.replace('"main"', '"\\u006d\\u0061in"')


REWRITINGS: list[Callable[[str], str]] = [str, sorted_keys, numbers_for_enums, spaced, escaped]


@pytest.mark.parametrize("rewrite", REWRITINGS, ids=lambda function: function.__name__)
def test_text_that_means_the_same_gives_the_same_bytes(rewrite: Callable[[str], str], folder: Path) -> None:
    serializer = everything(ours)
    text = text_of(serializer, folder).decode("utf-8")

    assert from_text(ours, rewrite(text), folder).serialize() == serializer.serialize()


WRONG: dict[str, Callable[[str], str]] = {
    "empty_file": lambda text: "",
    "open_brace": lambda text: "{",
    "no_version": lambda text: "{}",
    "cut": lambda text: text[: len(text) // 2],
    "trailing_text": lambda text: text + "x",
    "unknown_field": lambda text: text.replace('"version"', '"nothing": 1, "version"', 1),
    "unknown_enum": lambda text: text.replace('"op": "CONST"', '"op": "NOPE"', 1),
    "unquoted_key": lambda text: text.replace('"version"', "version", 1),
    "string_for_number": lambda text: text.replace('"_major": 1,', '"_major": "x",', 1),
    "byte_too_large": lambda text: text.replace("127,", "300,", 1),
    "list_for_table": lambda text: text.replace('"version": {', '"version": [', 1),
    "wrong_version": lambda text: text.replace('"_major": 1,', '"_major": 7,', 1),
}


@pytest.mark.parametrize("spoil", WRONG.values(), ids=WRONG)
def test_wrong_text_is_refused_with_its_file_and_changes_nothing(spoil: Callable[[str], str], folder: Path) -> None:
    text = text_of(everything(ours), folder).decode("utf-8")
    path = folder / "wrong.json"
    path.write_text(spoil(text), encoding="utf-8")
    serializer = everything(ours)
    before = serializer.serialize()

    with pytest.raises(ValueError, match=r"wrong\.json"):
        serializer.loadTosaJson(str(path))

    assert serializer.serialize() == before
    permissive = everything(ours, strict=False)
    assert permissive.loadTosaJson(str(path)) is False


def test_missing_text_is_an_os_error(folder: Path) -> None:
    with pytest.raises(OSError, match=r"not_there\.json"):
        everything(ours).loadTosaJson(str(folder / "not_there.json"))

    assert everything(ours, strict=False).loadTosaJson(str(folder / "not_there.json")) is False


def test_text_of_the_outside_layout_holds_no_data_and_is_refused(folder: Path) -> None:
    text = text_of(everything(ours, strict=False, fb_size_cap=0), folder).decode("utf-8")
    (folder / "outside.json").write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match="JSON"):
        everything(ours, fb_size_cap=0).saveFileJson(str(folder / "refused.json"))
    assert not (folder / "refused.json").exists()

    with pytest.raises(ValueError, match=r"outside\.json.*const-0"):
        everything(ours).loadTosaJson(str(folder / "outside.json"))
    assert everything(ours, strict=False).loadTosaJson(str(folder / "outside.json")) is False


def test_schema_comes_first(folder: Path) -> None:
    serializer = ours.TosaSerializer("", strict=False)

    assert not serializer.getSchemaLoaded()
    assert serializer.saveFileJson(str(folder / "none.json")) == ours.TOSA_SCHEMA_MISSING
    assert not (folder / "none.json").exists()
    assert serializer.loadFileSchema(str(schema()))
    assert serializer.getSchemaLoaded()


def test_schema_file_that_is_none_is_refused(folder: Path) -> None:
    (folder / "wrong.fbs").write_text("garbage {", encoding="utf-8")

    for name, error in (("wrong.fbs", ValueError), ("not_there.fbs", OSError)):
        assert ours.TosaSerializer("", strict=False).loadFileSchema(str(folder / name)) is False
        with pytest.raises(error, match=name):
            ours.TosaSerializer("").loadFileSchema(str(folder / name))


def graph_with_edges(module: ModuleType) -> Any:
    serializer = module.TosaSerializer("")
    serializer.addInputTensor(module.TosaSerializerTensor("a", [1], module.DType.INT8, placeholderFilename="a.npy"))
    serializer.addInputTensor(module.TosaSerializerTensor("b", [1], module.DType.INT8))
    serializer.addPlaceholder([2], module.DType.FP32)
    serializer.addOutput([1], module.DType.INT8)
    serializer.addOutputTensor(serializer.addIntermediateShape(2))
    return serializer


@pytest.mark.parametrize("reason", [None, "", 'a "reason" ☃\n'])
def test_test_description_is_upstream_text(reason: str | None) -> None:
    def description(module: ModuleType) -> tuple[str, bool, str]:
        serializer = graph_with_edges(module)
        if reason is not None:
            serializer.setExpectedFailure(reason)
        text = serializer.writeJson("dir/é.tosa")
        return text, serializer.expectedFailure(), serializer.expectedFailureDesc()

    assert description(ours) == description(upstream)


def test_test_description_knows_the_first_block_only() -> None:
    def description(module: ModuleType) -> str:
        serializer = graph_with_edges(module)
        serializer.addBasicBlock("second")
        serializer.addPlaceholder([2], module.DType.FP32)
        serializer.startRegion("other")
        serializer.addBasicBlock("third")
        serializer.addOutput([2], module.DType.FP32)
        return str(serializer.writeJson("x.tosa"))

    assert description(ours) == description(upstream)
