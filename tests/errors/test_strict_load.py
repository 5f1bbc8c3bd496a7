"""A strict load refuses what strict mode would not write, and changes nothing; a permissive one reads as upstream."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.errors.sound_graph import sound_graph
from tests.tools import schema

CAPS = {"embedded": 2**31 - 1, "outside": 0}


def add_operator(module: ModuleType, serializer: Any, inputs: list[str], outputs: list[str]) -> None:
    attribute = module.TosaSerializerAttribute()
    attribute.AbsAttribute()
    serializer.addOperator(module.Op.ABS, inputs, outputs, attribute)


def add_tensor(module: ModuleType, serializer: Any, name: str, dimension: int = 1) -> None:
    serializer.currRegion.currBasicBlock.addTensor(name, [dimension], module.DType.INT8)


def add_unknown_input(module: ModuleType, serializer: Any) -> None:
    add_tensor(module, serializer, "out")
    add_operator(module, serializer, ["nobody"], ["out"])


def add_second_producer(module: ModuleType, serializer: Any) -> None:
    add_tensor(module, serializer, "in")
    add_tensor(module, serializer, "out")
    for _ in range(2):
        add_operator(module, serializer, ["in"], ["out"])


def add_short_data(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([3], module.DType.INT8, [1, 2], name="short")


def add_negative_dimension(module: ModuleType, serializer: Any) -> None:
    add_tensor(module, serializer, "negative", -2)


def add_same_name(module: ModuleType, serializer: Any) -> None:
    for value in (1, 2):
        serializer.addConst([1], module.DType.INT8, [value], name="twice")


def add_empty_name(module: ModuleType, serializer: Any) -> None:
    add_tensor(module, serializer, "")


def add_short_shape(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([3], module.DType.SHAPE, [1, 2], name="short_shape")


def add_unknown_body(module: ModuleType, serializer: Any) -> None:
    add_tensor(module, serializer, "condition")
    add_tensor(module, serializer, "out")
    attribute = module.TosaSerializerAttribute()
    attribute.CondIfAttribute("nowhere", "main")
    serializer.addOperator(module.Op.COND_IF, ["condition"], ["out"], attribute)


WRONG: dict[str, tuple[Callable[[ModuleType, Any], None], str]] = {
    "unknown_input": (add_unknown_input, "'nobody'"),
    "second_producer": (add_second_producer, "'out' has two producers"),
    "short_data": (add_short_data, "'short'.*takes 3 bytes.*has 2 bytes"),
    "negative_dimension": (add_negative_dimension, "'negative'.*-2"),
    "same_name": (add_same_name, "'twice'"),
    "empty_name": (add_empty_name, "name is empty"),
    "short_shape": (add_short_shape, "'short_shape'.*24 bytes.*16 bytes"),
    "unknown_body": (add_unknown_body, "'nowhere'"),
}


@pytest.mark.parametrize("cap", CAPS.values(), ids=CAPS)
@pytest.mark.parametrize(("spoil", "reason"), WRONG.values(), ids=WRONG)
def test_graph_that_strict_mode_would_not_write_is_refused(
    spoil: Callable[[ModuleType, Any], None], reason: str, cap: int, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.tosa"
    source = sound_graph(upstream, fb_size_cap=cap)
    spoil(upstream, source)
    path.write_bytes(source.serialize())
    strict = sound_graph(ours)
    before = strict.serialize()

    with pytest.raises(ValueError, match=rf"wrong\.tosa'.*{reason}"):
        strict.loadTosaFlatbuffer(str(path))

    assert strict.serialize() == before
    results = []
    for serializer in (ours.TosaSerializer("", strict=False), upstream.TosaSerializer("")):
        results.append((serializer.loadTosaFlatbuffer(str(path)), serializer.serialize()))
    assert results[0] == results[1]
    assert results[0][0]


@pytest.mark.parametrize(("spoil", "reason"), WRONG.values(), ids=WRONG)
def test_text_of_such_a_graph_is_refused(spoil: Callable[[ModuleType, Any], None], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    source = sound_graph(upstream)
    spoil(upstream, source)
    assert source.loadFileSchema(str(schema()))
    assert int(source.saveFileJson(str(path))) == int(ours.TOSA_OK)
    strict = sound_graph(ours)
    assert strict.loadFileSchema(str(schema()))
    before = strict.serialize()

    with pytest.raises(ValueError, match=rf"wrong\.json'.*{reason}"):
        strict.loadTosaJson(str(path))

    assert strict.serialize() == before


def file_with_longer_data(path: Path) -> None:
    serializer = upstream.TosaSerializer("")
    serializer.addConst([1], upstream.DType.INT8, [1, 2], name="long")
    path.write_bytes(serializer.serialize())


def test_data_longer_than_its_shape_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "long.tosa"
    file_with_longer_data(path)
    serializer = ours.TosaSerializer("")

    with pytest.warns(UserWarning, match="'long'"):
        assert serializer.loadTosaFlatbuffer(str(path))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert serializer.serialize() == path.read_bytes()


def test_warning_that_is_an_error_refuses_the_file(tmp_path: Path) -> None:
    path = tmp_path / "long.tosa"
    file_with_longer_data(path)
    serializer = sound_graph(ours)
    before = serializer.serialize()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="'long'"):
            serializer.loadTosaFlatbuffer(str(path))

    assert serializer.serialize() == before


def test_constants_that_share_bytes_are_refused_by_name(tmp_path: Path) -> None:
    size = 8000
    path = tmp_path / "shared.tosa"
    source = upstream.TosaSerializer("", fb_size_cap=0)
    for name in ("first", "second"):
        source.addConst([size], upstream.DType.INT8, [1] * size, name=name)
    data = source.serialize()
    second = len(data) - size
    for start in (second - size, second - size + 8, second - 8):
        path.write_bytes(data.replace(struct.pack("<Q", second), struct.pack("<Q", start)))

        with pytest.raises(ValueError, match=r"shared\.tosa'.*'first'.*overlaps.*'second'"):
            ours.TosaSerializer("").loadTosaFlatbuffer(str(path))

        assert ours.TosaSerializer("", strict=False).loadTosaFlatbuffer(str(path))
        assert upstream.TosaSerializer("").loadTosaFlatbuffer(str(path))


def test_empty_constants_outside_may_lie_at_one_place(tmp_path: Path) -> None:
    path = tmp_path / "empty.tosa"
    source = upstream.TosaSerializer("", fb_size_cap=0)
    for name in ("a", "b"):
        add_tensor(upstream, source, name)
    source.addConst([1], upstream.DType.INT8, [1], name="w")
    path.write_bytes(source.serialize())

    assert ours.TosaSerializer("").loadTosaFlatbuffer(str(path))


def variable_state(serializer: Any) -> None:
    """A variable as tosa-opt of tosa-tools 2026.8.0 writes it: an IDENTITY from its tensor, and one to it."""
    block = serializer.currRegion.currBasicBlock
    for name in ("in", "read", "sum"):
        block.addTensor(name, [2], ours.DType.INT8)
    block.addTensor("state", [2], ours.DType.INT8, [7, 8], variable=True, variable_name="state")
    block.addInput("in")
    for inputs, output, kind in ((["state"], "read", "VariableRead"), (["sum"], "state", "VariableWrite")):
        attribute = ours.TosaSerializerAttribute()
        getattr(attribute, f"{kind}Attribute")()
        if output == "state":
            add = ours.TosaSerializerAttribute()
            add.AddAttribute()
            block.addOperator(ours.Op.ADD, ["read", "in"], ["sum"], add)
        block.addOperator(ours.Op.IDENTITY, inputs, [output], attribute)


def test_variables_as_tosa_opt_writes_them_are_taken(tmp_path: Path) -> None:
    serializer = ours.TosaSerializer("")
    variable_state(serializer)
    serializer.saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"))
    loaded = ours.TosaSerializer("")

    assert loaded.loadTosaFlatbuffer(str(tmp_path / "x.tosa"))

    assert loaded.serialize() == serializer.serialize()


@pytest.mark.parametrize(("padding", "warns"), [(b"\0" * 5, False), (b"\0\0\0\0\1", True), (b"\0" * 6, True)])
def test_zeros_that_pad_a_constant_to_eight_bytes_are_no_news(padding: bytes, warns: bool, tmp_path: Path) -> None:
    serializer = upstream.TosaSerializer("")
    serializer.addConst([3], upstream.DType.INT8, [1, 2, 3, *padding], name="w")
    (tmp_path / "x.tosa").write_bytes(serializer.serialize())
    loaded = ours.TosaSerializer("")

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        loaded.loadTosaFlatbuffer(str(tmp_path / "x.tosa"))
        assert loaded.serialize() == serializer.serialize()

    assert len(told) == warns
