"""A graph that makes no sense is refused when it is complete, with the names; strict=False writes upstream's bytes."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours


def add_identity(module: ModuleType, serializer: Any, inputs: list[str], outputs: list[str]) -> None:
    attribute = module.TosaSerializerAttribute()
    attribute.IdentityAttribute()
    serializer.addOperator(module.Op.IDENTITY, inputs, outputs, attribute)


def unknown_input(module: ModuleType, serializer: Any) -> None:
    serializer.addIntermediate([1], module.DType.INT8)
    add_identity(module, serializer, ["nowhere"], ["layer-1"])


def unknown_output(module: ModuleType, serializer: Any) -> None:
    serializer.addPlaceholder([1], module.DType.INT8)
    add_identity(module, serializer, ["input-0"], ["nowhere"])


def two_producers(module: ModuleType, serializer: Any) -> None:
    serializer.addPlaceholder([1], module.DType.INT8)
    serializer.addIntermediate([1], module.DType.INT8)
    add_identity(module, serializer, ["input-0"], ["layer-1"])
    add_identity(module, serializer, ["input-0"], ["layer-1"])


def unknown_block_input(module: ModuleType, serializer: Any) -> None:
    serializer.currRegion.currBasicBlock.addInput("nowhere")


def unknown_block_output(module: ModuleType, serializer: Any) -> None:
    serializer.currRegion.currBasicBlock.addOutput("nowhere")


def output_of_no_block(module: ModuleType, serializer: Any) -> None:
    serializer.addOutputTensor(module.TosaSerializerTensor("nowhere", [1], module.DType.INT8))


def data_shortened(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([2], module.DType.INT8, [1, 2], name="w").shape = [3]


def dimension_grown(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([2, 1], module.DType.INT8, [1, 2], name="w").SetDimSize(1, 7)


def type_widened(module: ModuleType, serializer: Any) -> None:
    serializer.addConst([2], module.DType.INT8, [1, 2], name="w").setDtype(module.DType.INT32)


WRONG: dict[Callable[[ModuleType, Any], None], str] = {
    unknown_input: r"nowhere",
    unknown_output: r"nowhere",
    two_producers: r"layer-1",
    unknown_block_input: r"nowhere",
    unknown_block_output: r"nowhere",
    output_of_no_block: r"nowhere",
    data_shortened: r"'w'.*\[3\].*3.*2",
    dimension_grown: r"'w'.*\[2, 7\].*14.*2",
    type_widened: r"'w'.*INT32.*8.*2",
}
IDS = [build.__name__ for build in WRONG]


def build_all(module: ModuleType, build: Callable[[ModuleType, Any], None], **options: Any) -> bytes:
    serializer = module.TosaSerializer("", **options)
    build(module, serializer)
    return bytes(serializer.serialize())


@pytest.mark.parametrize(("build", "says"), WRONG.items(), ids=IDS)
def test_graph_is_refused_with_the_name(build: Callable[[ModuleType, Any], None], says: str) -> None:
    with pytest.raises(ValueError, match=rf"(?s){says}"):
        build_all(ours, build)


@pytest.mark.parametrize("build", WRONG, ids=IDS)
def test_permissive_graph_is_upstream(build: Callable[[ModuleType, Any], None]) -> None:
    assert build_all(ours, build, strict=False) == build_all(upstream, build)


def test_refused_graph_can_be_completed_and_then_serializes() -> None:
    def graph(module: ModuleType) -> Any:
        serializer = module.TosaSerializer("")
        serializer.addIntermediate([1], module.DType.INT8)
        add_identity(module, serializer, ["later"], ["layer-1"])
        return serializer

    serializer, expected = graph(ours), graph(upstream)
    with pytest.raises(ValueError, match="later"):
        serializer.serialize()
    for module, one in ((ours, serializer), (upstream, expected)):
        one.currRegion.currBasicBlock.addTensor("later", [1], module.DType.INT8)

    assert serializer.serialize() == expected.serialize()


def test_refused_graph_is_not_saved(tmp_path: Any) -> None:
    serializer = ours.TosaSerializer("")
    unknown_input(ours, serializer)

    with pytest.raises(ValueError, match="nowhere"):
        serializer.saveFileTosaFlatbuffer(str(tmp_path / "x.tosa"))

    assert list(tmp_path.iterdir()) == []


def test_duplicate_constant_is_refused_and_changes_nothing() -> None:
    serializer = ours.TosaSerializer("")
    serializer.addConst([1], ours.DType.INT8, [1], name="w")
    before = serializer.serialize()

    with pytest.raises(ValueError, match=r"'w'.*already"):
        serializer.addConst([1], ours.DType.INT8, [2], name="w")

    assert serializer.serialize() == before


REFUSED_ADDS: dict[str, Callable[[ModuleType, Any, bool], Any]] = {
    "addConst": lambda m, s, bad: s.addConst([1], m.DType.INT8, [1.5] if bad else [1]),
    "addConst_of_a_shape": lambda m, s, bad: s.addConst([1], m.DType.SHAPE, ["x"] if bad else [1]),
    "addIntermediate": lambda m, s, bad: s.addIntermediate([-2 if bad else 1], m.DType.INT8),
    "addIntermediateShape": lambda m, s, bad: s.addIntermediateShape(1, ["x"] if bad else [1]),
    "addOutput": lambda m, s, bad: s.addOutput([-2 if bad else 1], m.DType.INT8),
    "addPlaceholder": lambda m, s, bad: s.addPlaceholder([-2 if bad else 1], m.DType.INT8),
}


@pytest.mark.parametrize("add", REFUSED_ADDS.values(), ids=REFUSED_ADDS)
def test_refused_add_takes_no_name(add: Callable[[ModuleType, Any, bool], Any]) -> None:
    serializer, expected = ours.TosaSerializer(""), upstream.TosaSerializer("")
    for _ in range(2):
        with pytest.raises((ValueError, TypeError)):
            add(ours, serializer, True)
        assert add(ours, serializer, False).name == add(upstream, expected, False).name

    assert serializer.serialize() == expected.serialize()


def test_name_that_was_taken_meanwhile_is_not_given_back() -> None:
    serializer = ours.TosaSerializer("")

    class Values:
        def __array__(self, *_: Any, **__: Any) -> Any:
            assert serializer.addConst([1], ours.DType.INT8, [1]).name == "const-1"
            raise ArithmeticError("no values")

    with pytest.raises(ArithmeticError):
        serializer.addConst([1], ours.DType.INT8, Values())

    assert serializer.addConst([1], ours.DType.INT8, [1]).name == "const-2"


@pytest.mark.parametrize("mode", ["EMBED_DUMP", "INPUTS"])
def test_constant_whose_file_cannot_be_written_is_not_added(mode: str, tmp_path: Any) -> None:
    serializer = ours.TosaSerializer(str(tmp_path / "no folder"), getattr(ours, mode))
    before = serializer.serialize(), str(serializer)

    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            serializer.addConst([1], ours.DType.INT8, np.ones(1, np.int8))
        with pytest.raises(FileNotFoundError):
            serializer.addPlaceholder([1], ours.DType.INT8, np.ones(1, np.int8))
    if mode == "EMBED_DUMP":
        with pytest.raises(FileNotFoundError):
            serializer.addConst([1], ours.DType.SHAPE, np.ones(1, np.int64))

    assert (serializer.serialize(), str(serializer)) == before
    assert serializer.addConst([1], ours.DType.INT8).name == "const-0"


@pytest.mark.parametrize("dims", [[-2], [3, -7], [-(2**31)]], ids=str)
def test_negative_dimension_is_refused(dims: list[int]) -> None:
    serializer = ours.TosaSerializer("")

    with pytest.raises(ValueError, match=f"'t'.*{min(dims)}"):
        serializer.currRegion.currBasicBlock.addTensor("t", dims, ours.DType.INT8)
        serializer.serialize()

    permissive, expected = ours.TosaSerializer("", strict=False), upstream.TosaSerializer("")
    permissive.currRegion.currBasicBlock.addTensor("t", dims, ours.DType.INT8)
    expected.currRegion.currBasicBlock.addTensor("t", dims, upstream.DType.INT8)
    assert permissive.serialize() == expected.serialize()


def test_dimension_that_is_not_there_is_refused() -> None:
    tensor = ours.TosaSerializer("").addIntermediate([2], ours.DType.INT8)

    with pytest.raises((IndexError, ValueError), match="layer-1"):
        tensor.SetDimSize(1, 5)

    assert tensor.shape == [2]


class TestMadeBeforeAnySerializer:
    """Tensors and regions keep the caller's values and are judged by the serializer that they join."""

    def test_tensor_takes_what_a_permissive_serializer_takes(self) -> None:
        def graph(module: ModuleType, **options: Any) -> bytes:
            tensor = module.TosaSerializerTensor("t", [1], module.DType.INT8, [300])
            serializer = module.TosaSerializer("", **options)
            serializer.addInputTensor(tensor)
            return bytes(serializer.serialize())

        assert graph(ours, strict=False) == graph(upstream)

    def test_tensor_is_refused_where_it_joins_a_strict_serializer(self) -> None:
        tensor = ours.TosaSerializerTensor("t", [1], ours.DType.INT8, [300])
        serializer = ours.TosaSerializer("")

        with pytest.raises(ValueError, match=r"'t'.*INT8.*300"):
            serializer.addInputTensor(tensor)

        assert serializer.serialize() == upstream.TosaSerializer("").serialize()

    def test_values_set_later_are_judged_too(self) -> None:
        tensor = ours.TosaSerializerTensor("t", [1], ours.DType.INT8)
        tensor.data = [300]

        with pytest.raises(ValueError, match=r"'t'.*300"):
            ours.TosaSerializer("").addInputTensor(tensor)

        tensor.data = [3]
        ours.TosaSerializer("").addInputTensor(tensor)

    def test_region_is_judged_when_it_becomes_current(self) -> None:
        region = ours.TosaSerializerRegion("free", "")
        region.addBasicBlock("block")
        region.addConst([1], ours.DType.INT8, [300], name="w")
        serializer = ours.TosaSerializer("")

        with pytest.raises(ValueError, match=r"'w'.*300"):
            serializer.currRegion = region

        assert serializer.currRegion.name == "main"
        ours.TosaSerializer("", strict=False).currRegion = region

    def test_tensor_in_a_graph_is_judged_at_once(self) -> None:
        tensor = ours.TosaSerializer("").addConst([1], ours.DType.INT8, [1], name="w")

        with pytest.raises(ValueError, match=r"'w'.*INT8.*300"):
            tensor.data = [300]

        assert tensor.data == [1]
