"""What a shared library needs, read from its dynamic section: a fresh machine has no readelf."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

_SECTION = struct.Struct("<IIQQQQIIQQ")
_DYNAMIC, _VERNEED = 6, 0x6FFFFFFE
_DT_NEEDED = 1


class Needs(NamedTuple):
    libraries: set[str]
    versions: set[str]


def _text(data: bytes, offset: int) -> str:
    return data[offset : data.index(b"\0", offset)].decode()


def needs(path: Path) -> Needs:
    """The names of the libraries, and the symbol versions such as GLIBC_2.28."""
    data = path.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":
        raise ValueError(f"{path} is no 64-bit little-endian ELF file")
    table, count = struct.unpack_from("<Q", data, 0x28)[0], struct.unpack_from("<H", data, 0x3C)[0]
    sections = [_SECTION.unpack_from(data, table + i * _SECTION.size) for i in range(count)]
    libraries, versions = set(), set()
    for _name, kind, _flags, _address, offset, size, link, info, _align, _entry in sections:
        strings = sections[link][4] if link < count else 0
        if kind == _DYNAMIC:
            for place in range(offset, offset + size, 16):
                tag, value = struct.unpack_from("<QQ", data, place)
                if tag == _DT_NEEDED:
                    libraries.add(_text(data, strings + value))
        elif kind == _VERNEED:
            place = offset
            for _ in range(info):
                _version, entries, _file, first, following = struct.unpack_from("<HHIII", data, place)
                inner = place + first
                for _ in range(entries):
                    _hash, _flag, _other, name, step = struct.unpack_from("<IHHII", data, inner)
                    versions.add(_text(data, strings + name))
                    inner += step
                place += following
    return Needs(libraries, versions)
