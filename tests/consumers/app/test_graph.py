"""What the graph's file holds, as flatc's own Python readers see it."""

from __future__ import annotations

import unittest

import numpy as np
from app.graph import scaled
from tosa.TosaGraph import TosaGraph


class ScaledTest(unittest.TestCase):
    def test_weight_is_in_the_file(self) -> None:
        block = TosaGraph.GetRootAs(bytes(scaled(0.5).serialize())).Regions(0).Blocks(0)
        weight = next(t for t in map(block.Tensors, range(block.TensorsLength())) if t.DataLength() == 16)

        self.assertEqual(weight.DataAsNumpy().tobytes(), np.full(4, 0.5, np.float32).tobytes())


if __name__ == "__main__":
    unittest.main()
