"""Make a wheel from files of the graph; the same files give the same bytes.

    wheel_maker.py --out F.whl --distribution D --version V --python 3.11 --platform P [--requires R ...]
                   [--summary S] [--license FILE ...] [--package TOP ...] [--file NAME=PATH ...] [--tree PATH ...]
                   [--wheel PATH ...] [--manifest F.json ...]

A manifest is Buck2's list of [name, path, ...]. Of all files those under the named top-level packages go in.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import sys
import zipfile
from pathlib import Path

DATE = (1980, 1, 1, 0, 0, 0)


class WheelError(Exception):
    """What is wrong, in one sentence."""


def add(members: dict[str, bytes], packages: list[str], name: str, data: bytes) -> None:
    if name.split("/")[0] not in packages or "__pycache__" in name:
        return
    if members.get(name, data) != data:
        raise WheelError(f"two different files would both be {name}")
    members[name] = data


def collect(args: argparse.Namespace) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    for item in args.file:
        name, _, path = item.partition("=")
        add(members, args.package, name, Path(path).read_bytes())
    for tree in args.tree:
        for path in sorted(tree.rglob("*")):
            if path.is_file():
                add(members, args.package, path.relative_to(tree).as_posix(), path.read_bytes())
    for wheel in args.wheel:
        with zipfile.ZipFile(wheel) as file:
            for name in file.namelist():
                if not name.endswith("/"):
                    add(members, args.package, name, file.read(name))
    for manifest in args.manifest:
        for name, path, *_ in json.loads(manifest.read_text()):
            add(members, args.package, name, Path(path).read_bytes())
    for package in args.package:
        if not any(name.startswith(package + "/") for name in members):
            raise WheelError(f"no file of package {package} is among the wheel's dependencies")
    return members


def metadata(args: argparse.Namespace, tag: str, licenses: list[str]) -> dict[str, bytes]:
    minor = int(args.python.split(".")[1])
    lines = ["Metadata-Version: 2.4", f"Name: {args.distribution}", f"Version: {args.version}"]
    lines += [f"Summary: {args.summary}"] if args.summary else []
    lines += ["License-Expression: Apache-2.0", *(f"License-File: {name}" for name in licenses)]
    lines += [f"Requires-Python: >={args.python}, <3.{minor + 1}", *(f"Requires-Dist: {r}" for r in args.requires)]
    wheel = ["Wheel-Version: 1.0", "Generator: wheel_maker", "Root-Is-Purelib: false", f"Tag: {tag}"]
    return {
        "METADATA": ("\n".join(lines) + "\n").encode(),
        "WHEEL": ("\n".join(wheel) + "\n").encode(),
        "top_level.txt": "".join(f"{p}\n" for p in sorted(args.package)).encode(),
    }


def record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def write(out: Path, members: dict[str, bytes], record: str) -> None:
    lines = "".join(record_line(name, members[name]) for name in sorted(members))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as wheel:
        for name, data in [*sorted(members.items()), (record, f"{lines}{record},,\n".encode())]:
            entry = zipfile.ZipInfo(name, DATE)
            entry.create_system = 3
            entry.external_attr = (0o100755 if name.endswith(".so") else 0o100644) << 16
            wheel.writestr(entry, data)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    for name in ("distribution", "version", "python", "platform"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--summary", default="")
    for name in ("requires", "package", "file"):
        parser.add_argument(f"--{name}", action="append", default=[])
    for name in ("license", "manifest", "tree", "wheel"):
        parser.add_argument(f"--{name}", action="append", default=[], type=Path)
    args = parser.parse_args()
    python = "cp" + args.python.replace(".", "")
    tag = f"{python}-{python}-{args.platform}"
    base = f"{args.distribution.replace('-', '_')}-{args.version}"
    if args.out.name != f"{base}-{tag}.whl":
        print(f"error: expected the file name {base}-{tag}.whl, found {args.out.name}", file=sys.stderr)
        return 1
    try:
        members = collect(args)
        info = f"{base}.dist-info"
        for name, data in metadata(args, tag, [path.name for path in args.license]).items():
            members[f"{info}/{name}"] = data
        for path in args.license:
            members[f"{info}/licenses/{path.name}"] = path.read_bytes()
        write(args.out, members, f"{info}/RECORD")
    except WheelError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
