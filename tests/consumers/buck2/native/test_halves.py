"""The extension loads and computes."""

from __future__ import annotations

import unittest

import halves


class HalvesTest(unittest.TestCase):
    def test_half(self) -> None:
        self.assertEqual(halves.half(5), 2.5)


if __name__ == "__main__":
    unittest.main()
