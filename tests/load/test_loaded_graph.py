"""What a program sees of a graph after it was loaded, and what it may do with it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import tosa_tools_upstream as upstream

import tosa_serializer as ours
from tests.tools import MODE

CAPS = {"embedded": 2**31 - 1, "outside": 0}
MODULES = [pytest.param(ours, id="ours"), pytest.param(upstream, id="upstream")]
pytestmark = pytest.mark.skipif(
    MODE == "asan",
    reason="after a load upstream reads memory that it has freed or never set, at which ASan ends the process",
)


def add_graph(module: ModuleType, serializer: Any) -> None:
    add = module.TosaSerializerAttribute()
    add.AddAttribute()
    serializer.addInputTensor(module.TosaSerializerTensor("in", [2], module.DType.INT8))
    serializer.addConst([2], module.DType.INT8, [1, -2])
    serializer.addConst([2], module.DType.SHAPE, [3, 4])
    serializer.addIntermediate([2], module.DType.INT8, True, True, "state")
    out = serializer.addOutput([2], module.DType.INT8)
    serializer.addOperator(module.Op.ADD, ["in", "const-0"], [out.name], add, module.TosaOpLocation("here"))
    serializer.startRegion("second")
    serializer.addBasicBlock("only")
    values = np.arange(32, dtype=np.float32) / 8
    serializer.addConst([1, 32], module.ScaledDType.BS32_FP8UE8M0_FP8E4M3, values, [[2.0]])


@pytest.fixture(params=CAPS.values(), ids=list(CAPS))
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    serializer = upstream.TosaSerializer("", fb_size_cap=request.param)
    add_graph(upstream, serializer)
    path = tmp_path / "graph.tosa"
    path.write_bytes(serializer.serialize())
    return path


def loaded(module: ModuleType, file: Path, **options: Any) -> Any:
    serializer = module.TosaSerializer("prefix", **options)
    assert serializer.loadTosaFlatbuffer(str(file)) is True
    return serializer


def described(serializer: Any) -> list[Any]:
    """All that the API tells of a graph."""
    result: list[Any] = [str(serializer), serializer.getGraphTosaVersion().to_string()]
    for region in serializer.regions:
        for block in region.basicBlocks:
            result += [region.name, block.name, block.region_name, block.inputs, block.outputs]
            for name in block.tensors:
                tensor = block.tensors[name]
                state = [v.name if hasattr(v, "name") else v for v in tensor.__getstate__()]
                result += [name, state, tensor.is_block_scaled]
            for name in block.shapes:
                shape = block.shapes[name]
                result += [name, shape.rank, shape.data, shape.dims, shape.shape, shape.dtype.name]
            for op in block.operators:
                result += [op.op.name, op.inputs, op.outputs, op.location.text, type(op.attributes).__name__]
    return result


def test_loaded_graph_tells_what_upstream_tells(file: Path) -> None:
    assert described(loaded(ours, file)) == described(loaded(upstream, file))


@pytest.mark.parametrize("module", MODULES)
def test_first_region_is_current_and_has_no_current_block(module: ModuleType, file: Path) -> None:
    serializer = loaded(module, file)

    assert serializer.currRegion is serializer.regions[0]
    assert (serializer.currRegion.name, serializer.currRegion.pathPrefix) == ("main", "")
    assert serializer.currRegion.currBasicBlock is None
    with pytest.raises(RuntimeError, match="No current basic block to add constant to"):
        serializer.addConst([1], module.DType.INT8, [5])


@pytest.mark.parametrize("module", MODULES)
def test_load_replaces_what_was_there(module: ModuleType, file: Path) -> None:
    serializer = module.TosaSerializer("")
    serializer.addConst([1], module.DType.INT8, [9], name="gone")

    assert serializer.loadTosaFlatbuffer(str(file))
    assert serializer.loadTosaFlatbuffer(str(file))

    assert [region.name for region in serializer.regions] == ["main", "second"]
    assert b"gone" not in serializer.serialize()


def test_graph_grows_after_a_load_as_upstream_grows(file: Path) -> None:
    def grown(module: ModuleType) -> bytes:
        serializer = loaded(module, file)
        serializer.addBasicBlock("more")
        serializer.addConst([1], module.DType.INT16, [7], name="extra")
        serializer.startRegion("third")
        serializer.addBasicBlock("last")
        serializer.addIntermediate([1], module.DType.INT8)
        return bytes(serializer.serialize())

    assert grown(ours) == grown(upstream)


def test_loaded_tensor_can_be_changed(file: Path) -> None:
    def changed(module: ModuleType) -> bytes:
        serializer = loaded(module, file)
        tensor = serializer.regions[0].basicBlocks[0].tensors["const-0"]
        tensor.shape = [3]
        tensor.data = [4, 5, 6]
        return bytes(serializer.serialize())

    assert changed(ours) == changed(upstream)


@pytest.mark.parametrize("cap", CAPS.values(), ids=CAPS)
def test_own_cap_decides_the_layout_of_a_loaded_graph(cap: int, file: Path) -> None:
    serializer = upstream.TosaSerializer("", fb_size_cap=cap)
    add_graph(upstream, serializer)

    assert loaded(ours, file, fb_size_cap=cap).serialize() == serializer.serialize()


def test_loaded_graph_outlives_its_file(file: Path) -> None:
    serializer = loaded(ours, file)
    expected = loaded(upstream, file).serialize()

    file.unlink()

    assert serializer.serialize() == expected


def test_tensor_outlives_its_serializer(file: Path) -> None:
    tensor = loaded(ours, file).regions[0].basicBlocks[0].tensors["const-0"]

    assert (tensor.name, tensor.data) == ("const-0", [1, 254])


def test_save_over_the_loaded_file_keeps_its_content(file: Path) -> None:
    serializer = loaded(ours, file)
    expected = loaded(upstream, file).serialize()

    assert serializer.saveFileTosaFlatbuffer(str(file)) == ours.TOSA_OK

    assert file.read_bytes() == expected
    assert loaded(ours, file).serialize() == expected


def test_data_view_shows_the_bytes_without_a_copy(file: Path) -> None:
    tensor = loaded(ours, file).regions[0].basicBlocks[0].tensors["const-0"]

    view = tensor.data_view

    assert view.tobytes() == bytes(tensor.data)
    assert not view.flags.writeable
    assert np.shares_memory(view, tensor.data_view)


@pytest.mark.parametrize(
    ("target", "readable"),
    [
        ((1, 1, 0, True), True),
        ((1, 0, 0, False), True),
        ((0, 100, 0, False), True),
        ((1, 1, 0, False), False),
        ((1, 2, 0, True), False),
        ((2, 0, 0, False), False),
        ((0, 80, 0, False), False),
    ],
)
def test_version_decides_as_upstream_decides(
    target: tuple[int, int, int, bool], readable: bool, tmp_path: Path
) -> None:
    path = tmp_path / "graph.tosa"
    path.write_bytes(upstream.TosaSerializer("", upstream.EMBED, *target).serialize())

    assert upstream.TosaSerializer("").loadTosaFlatbuffer(str(path)) is readable
    assert ours.TosaSerializer("", strict=False).loadTosaFlatbuffer(str(path)) is readable
    if readable:
        assert ours.TosaSerializer("").loadTosaFlatbuffer(str(path)) is True
    else:
        with pytest.raises(ValueError, match=r"not compatible with serializer version 1\.1\.0d"):
            ours.TosaSerializer("").loadTosaFlatbuffer(str(path))


def test_experimental_version_stays_in_the_file(tmp_path: Path) -> None:
    serializer = upstream.TosaSerializer("")
    serializer.setExperimentalDevVersion()
    path = tmp_path / "graph.tosa"
    path.write_bytes(serializer.serialize())

    again = loaded(ours, path)

    assert again.getSoftwareVersion().to_string() == "1026.8.0"
    assert again.serialize() == path.read_bytes()


def test_features_of_a_loaded_file_are_known(file: Path) -> None:
    info = loaded(ours, file).getSerializationCompatibility()

    assert info.features == [ours.CompatibilityFeature.MXFP]
    assert info.min_reader_version.to_string() == "2026.8.0"
