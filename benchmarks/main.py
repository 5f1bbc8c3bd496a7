"""Entry point of //benchmarks:serializer."""

import sys

from benchmarks.program import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
