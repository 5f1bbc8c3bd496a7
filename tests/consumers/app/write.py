"""Writes the graph: write FILE."""

from __future__ import annotations

import sys

from app.graph import scaled


def main() -> None:
    scaled(0.5).saveFileTosaFlatbuffer(sys.argv[1])
    print(f"wrote {sys.argv[1]}")


if __name__ == "__main__":
    main()
