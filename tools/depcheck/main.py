"""depcheck as a target: ./buckw run //tools/depcheck -- TREE. A relative path counts from the root of this checkout."""

from __future__ import annotations

import os
import sys

sys.dont_write_bytecode = True

from tools.depcheck.depcheck.cli import main  # noqa: E402

if __name__ == "__main__":
    # Bazel starts programs in a folder of its own.
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    sys.exit(main(sys.argv[1:]))
