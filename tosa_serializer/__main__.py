"""python -m tosa_serializer FILE...: where each .tosa file holds its constants.

Ends with 0 if all lie inside the flatbuffers, with 1 if some lie outside or a file is too large, with 2 if a file
cannot be read.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Sequence

from tosa_serializer import MAX_INSIDE_SIZE, FileLayout, file_layout

_UNITS = {"": 0, "KiB": 10, "MiB": 20, "GiB": 30}


def _size(text: str) -> int:
    match = re.fullmatch(r"([0-9]+)(|KiB|MiB|GiB)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: expected bytes, or a number with KiB, MiB or GiB")
    return int(match[1]) << _UNITS[match[2]]


def _report(path: str, layout: FileLayout, max_size: int | None) -> str:
    place = "outside" if layout.is_outside else "inside"
    lines = [f"{path}: {layout.size} bytes, constants {place} the flatbuffer (cap {MAX_INSIDE_SIZE})"]
    if max_size is not None and layout.size > max_size:
        lines[0] += f", more than {max_size}"
    lines += [f"  {size:>12} {name!r}" for name, size in layout.biggest]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Reports on each file."""
    summary, _, exit_codes = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser("tosa_serializer", description=summary, epilog=exit_codes)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--max-size", type=_size, metavar="BYTES", help="refuse larger files; 512MiB is a size too")
    options = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Paths need not be UTF-8, and a terminal need not have all letters.
        sys.stdout.reconfigure(errors="backslashreplace")
    code = 0
    for path in options.files:
        try:
            layout = file_layout(path)
        except (OSError, ValueError, MemoryError) as error:
            print(f"tosa_serializer: {str(error) or f'{path}: no memory for it'}", file=sys.stderr)
            code = 2
            continue
        print(_report(path, layout, options.max_size))
        is_refused = layout.is_outside or (options.max_size is not None and layout.size > options.max_size)
        code = max(code, int(is_refused))
    return code


if __name__ == "__main__":
    sys.exit(main())
