"""Take files out of a pinned wheel, after checking that it is the pinned one.

    unpack.py --pin FILE SHA256 SIZE [--wheel PATH] --file OUT --member M [--executable]
    unpack.py --pin FILE SHA256 SIZE [--wheel PATH] --tree OUT [--member M ...] [--strip-prefix P]
              [--rename OLD=NEW ...] [--optional]

Without --wheel the file is missing, and the action fails saying so; with --optional the tree holds only a file
`not-vendored` that says it. A member is a file, a directory, or a
prefix that ends in *; without members everything is taken.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path


class UnpackError(Exception):
    """What is wrong and what to do, in one sentence."""


# What stands in a folder of exported wheels for one that is not there: shim/common/wheels.bzl.
MISSING = b"missing: "
# The smallest wheel is larger.
MISSING_MAX_BYTES = 1000


def missing(path: Path | None, name: str) -> str | None:
    """Why there is no wheel, or None."""
    if path is None:
        python = re.search(r"-cp3(\d+)-", name)
        command = f"TOSA_PYTHON=3.{python[1]} ./buckw vendor" if python else "./buckw vendor"
        return f"third-party/wheels/{name} is not there; run {command}, or name exported wheels (docs/monorepo.md)"
    if path.stat().st_size > MISSING_MAX_BYTES:
        return None
    data = path.read_bytes()
    return data.removeprefix(MISSING).decode(errors="replace").strip() if data.startswith(MISSING) else None


def verify(path: Path, name: str, sha256: str, size: int) -> None:
    data = path.read_bytes()
    if len(data) != size:
        raise UnpackError(f"{name} differs from its pin: expected {size} bytes, found {len(data)}; run ./buckw vendor")
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise UnpackError(f"{name} differs from its pin: expected sha256 {sha256}, found {found}; run ./buckw vendor")


def matches(name: str, member: str) -> bool:
    if member.endswith("*"):
        return name.startswith(member[:-1])
    return name == member or name.startswith(member + "/")


def selected(wheel: zipfile.ZipFile, members: list[str]) -> Iterator[zipfile.ZipInfo]:
    unused = set(members)
    for info in wheel.infolist():
        if info.is_dir():
            continue
        hits = [member for member in members if matches(info.filename, member)]
        unused.difference_update(hits)
        if hits or not members:
            yield info
    if unused:
        raise UnpackError(f"{Path(str(wheel.filename)).name} holds no member {', '.join(sorted(unused))}")


def target_name(name: str, strip_prefix: str, rename: dict[str, str]) -> str:
    if strip_prefix:
        if not name.startswith(strip_prefix + "/"):
            raise UnpackError(f"member {name} does not lie under the prefix {strip_prefix}")
        name = name[len(strip_prefix) + 1 :]
    top, slash, rest = name.partition("/")
    name = rename.get(top, top) + slash + rest
    if name.startswith("/") or ".." in name.split("/"):
        raise UnpackError(f"member {name} points outside of the wheel")
    return name


def is_executable(info: zipfile.ZipInfo) -> bool:
    return bool((info.external_attr >> 16) & 0o111)


def write_file(path: Path, data: bytes, executable: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o755 if executable else 0o644)


def unpack_file(wheel: zipfile.ZipFile, out: Path, member: str, executable: bool) -> None:
    if member not in wheel.namelist():
        raise UnpackError(f"{Path(str(wheel.filename)).name} holds no member {member}")
    write_file(out, wheel.read(member), executable)


def unpack_tree(wheel: zipfile.ZipFile, out: Path, members: list[str], prefix: str, rename: dict[str, str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for info in selected(wheel, members):
        write_file(out / target_name(info.filename, prefix, rename), wheel.read(info), is_executable(info))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pin", nargs=3, required=True, metavar=("FILE", "SHA256", "SIZE"))
    parser.add_argument("--wheel", type=Path)
    form = parser.add_mutually_exclusive_group(required=True)
    form.add_argument("--file", type=Path)
    form.add_argument("--tree", type=Path)
    parser.add_argument("--member", action="append", default=[])
    parser.add_argument("--executable", action="store_true")
    parser.add_argument("--optional", action="store_true")
    parser.add_argument("--strip-prefix", default="")
    parser.add_argument("--rename", action="append", default=[], metavar="OLD=NEW")
    args = parser.parse_args()
    name, sha256, size = args.pin
    try:
        if (reason := missing(args.wheel, name)) is not None:
            if not args.optional:
                raise UnpackError(reason)
            write_file(args.tree / "not-vendored", f"{reason}\n".encode(), False)
            return 0
        verify(args.wheel, str(args.wheel), sha256, int(size))
        with zipfile.ZipFile(args.wheel) as wheel:
            if args.file is not None:
                unpack_file(wheel, args.file, args.member[0], args.executable)
            else:
                rename = dict(item.split("=", 1) for item in args.rename)
                unpack_tree(wheel, args.tree, args.member, args.strip_prefix, rename)
    except UnpackError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
