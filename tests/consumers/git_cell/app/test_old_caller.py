"""An old caller of the pure-Python serializer."""

from __future__ import annotations

import unittest

from serializer import tosa_serializer as ts


class OldCallerTest(unittest.TestCase):
    def test_it_serializes(self) -> None:
        serializer = ts.TosaSerializer("")
        x = serializer.addPlaceholder([4], ts.DType.INT32, None)
        y = serializer.addOutput([4], ts.DType.INT32)
        attribute = ts.TosaSerializerAttribute()
        attribute.AbsAttribute()
        serializer.addOperator(ts.TosaOp.Op().ABS, [x.name], [y.name], attribute)

        self.assertEqual(bytes(serializer.serialize())[4:8], b"TOSA")


if __name__ == "__main__":
    unittest.main()
