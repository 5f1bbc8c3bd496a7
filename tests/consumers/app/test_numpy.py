"""Which numpy the serializer takes."""

from __future__ import annotations

import sys
import unittest

import numpy as np

import tosa_serializer as ts


class NumpyTest(unittest.TestCase):
    def test_there_is_one_and_it_is_the_monorepos(self) -> None:
        found = {str(m.__file__) for name, m in sys.modules.items() if name == "numpy" and m.__file__}

        self.assertEqual(len(found), 1)
        self.assertTrue(np.__version__.endswith("+monorepo"), np.__version__)

    def test_the_serializer_gives_arrays_of_it(self) -> None:
        weight = ts.TosaSerializer("").addConst([2], ts.DType.FP32, np.zeros(2, np.float32))

        self.assertIs(type(weight.data_view), np.ndarray)


if __name__ == "__main__":
    unittest.main()
