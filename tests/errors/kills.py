"""Kills savers at random moments and says in a line for each way of saving what was left."""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from pathlib import Path

from tests.errors.killing import has_nameless_files, kill_saves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="kills for each way of saving")
    parser.add_argument("--folder", help="where to save (default: the folder for temporary files)")
    options = parser.parse_args()
    is_wrong = False
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        print("nameless files:", "yes" if has_nameless_files(folder) else "no, a killed save leaves litter")
        for fresh, sync in itertools.product((False, True), (True, False)):
            counts = kill_saves(folder, options.count, fresh, sync)
            print(f"{'new' if fresh else 'replaced'} file, sync={sync}: {counts}", flush=True)
            is_wrong |= counts.broken + counts.stale != 0 or (counts.none != 0 and not fresh)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
