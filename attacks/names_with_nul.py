"""Names that upstream cuts at a NUL, so that two tensors become one, and texts that are no UTF-8."""

import tosa_serializer as ts


def serializer_with(name):
    serializer = ts.TosaSerializer("")
    serializer.currRegion.currBasicBlock.addTensor(name, [1], ts.DType.INT8)
    return serializer.serialize()


for name in ("a\0b", "\0", "", "\ud800", b"\xff\xfe", "a" * 1_000_000 + "\0"):
    try:
        serializer_with(name)
    except (ValueError, TypeError) as error:
        reason = str(error)
    else:
        raise SystemExit(f"the name {name[:10]!r} was accepted")
print(f"refused: {reason[:100]}")
