"""Where a .tosa file holds its constants: in the flatbuffer, or outside of it, where Vela and others do not look."""

from __future__ import annotations

import os

from ._tosa_serializer import _file_layout


# No NamedTuple: typing takes longer to import than the rest of the package.
class FileLayout:
    """Bytes of a file, whether constants lie outside its flatbuffer, names and bytes of its five biggest tensors."""

    __slots__ = ("biggest", "is_outside", "size")

    def __init__(self, size: int, is_outside: bool, biggest: list[tuple[str, int]]) -> None:
        self.size = size
        self.is_outside = is_outside
        self.biggest = biggest

    def __repr__(self) -> str:
        return f"FileLayout(size={self.size}, is_outside={self.is_outside}, biggest={self.biggest})"


def file_layout(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> FileLayout:
    """The layout of a .tosa file, which is mapped: nobody may cut it short meanwhile.

    Raises OSError for a file that cannot be read, and ValueError with the reason for one that is no TOSA file.
    """
    return FileLayout(*_file_layout(path))
