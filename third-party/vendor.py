#!/usr/bin/env python3
"""Bring the pinned wheels into third-party/wheels, with the ordinary pip client, and refuse any other bytes.

    python3 third-party/vendor.py                the wheels for the Python that runs this
    python3 third-party/vendor.py --python 3.12  the wheels for another one
    python3 third-party/vendor.py --readers      also those of the programs that read our files in tests/readers
    python3 third-party/vendor.py --all          every wheel of the lock, of every Python and platform
    python3 third-party/vendor.py --export DIR   also copies them to DIR with build files, for a monorepo to commit

Files that are there and right are left alone, so it works offline once it has run.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.util
import platform as host
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
WHEELS = HERE / "wheels"


class VendorError(Exception):
    """What is wrong and what to do, in one sentence."""


class Pin(NamedTuple):
    package: str
    version: str
    platform: str
    python: str
    file: str
    sha256: str
    size: int


def _read(name: str, file: str = "pins.bzl") -> Any:
    """A value of a .bzl, which the build reads; it is a Python literal too, and Python 3.10 has no TOML reader."""
    tree = ast.parse((HERE / file).read_text())
    assigned = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    return ast.literal_eval(assigned[name])


def read_pythons() -> list[str]:
    return list(_read("PYTHONS"))


def _pins_in(table: dict[str, Any]) -> list[Pin]:
    # Readers come in several versions, which are part of the key.
    return [
        Pin(
            package.removesuffix(f"-{entry['version']}"),
            entry["version"],
            platform,
            python,
            wheel["file"],
            wheel["sha256"],
            wheel["size"],
        )
        for package, entry in table.items()
        for platform, pythons in entry["wheels"].items()
        for python, wheel in pythons.items()
    ]


def read_pins() -> list[Pin]:
    return _pins_in(_read("PINS"))


def read_reader_pins(python: str | None) -> list[Pin]:
    """What the readers need that run on this Python, or all of them."""
    readers = _read("READERS", "readers.bzl").values()
    keys = {key for reader in readers if python in (None, *reader["pythons"]) for key in reader["packages"]}
    table: dict[str, Any] = _read("READER_PINS", "readers.bzl")
    return _pins_in({key: table[key] for key in sorted(keys)})


def chosen(pins: list[Pin], python: str, platform: str) -> list[Pin]:
    picked = [p for p in pins if p.python in ("any", python) and p.platform in ("any", platform)]
    pythons = read_pythons()
    platforms = sorted({p.platform for p in pins if p.platform != "any"})
    if python not in pythons:
        raise VendorError(
            f"Python {python} is not pinned (expected one of {', '.join(pythons)}); "
            "set TOSA_PYTHON to one of them, for example TOSA_PYTHON=3.12"
        )
    if platform not in platforms:
        raise VendorError(f"no wheels are pinned for {platform} (pinned: {', '.join(platforms)})")
    return picked


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def difference(path: Path, pin: Pin) -> str | None:
    """What differs between a file and its pin, or None."""
    size = path.stat().st_size
    if size != pin.size:
        return f"expected {pin.size} bytes, found {size}"
    found = sha256_of(path)
    return None if found == pin.sha256 else f"expected sha256 {pin.sha256}, found {found}"


def platform_tags(platform: str) -> list[str]:
    return [f"manylinux_2_{minor}_{platform}" for minor in range(28, 4, -1)] + [
        f"{old}_{platform}" for old in ("manylinux2014", "manylinux2010", "manylinux1")
    ]


def pip_download(requirement: list[str], python: str, tags: list[str], into: Path) -> Path:
    """One wheel, fetched beside its destination and renamed into it."""
    into.mkdir(parents=True, exist_ok=True)
    abi = "cp" + python.replace(".", "")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--retries=2"]
    command += ["--disable-pip-version-check", "--implementation=cp", f"--python-version={python}", f"--abi={abi}"]
    command += [f"--platform={tag}" for tag in tags]
    with tempfile.TemporaryDirectory(prefix=".part-", dir=into) as part:
        list_file = Path(part) / "requirements.txt"
        list_file.write_text("\n".join(requirement) + "\n")
        done = subprocess.run([*command, "--dest", part, "-r", str(list_file)], stderr=subprocess.PIPE, text=True)
        wheels = sorted(Path(part).glob("*.whl"))
        if done.returncode != 0 or len(wheels) != 1:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            reason = next((line for line in lines if "ERROR" in line), lines[-1] if lines else "pip gave no reason")
            name = requirement[0].split()[0]
            raise VendorError(
                f"pip could not fetch {name} ({reason.strip()}); "
                "check the network, or put the file into third-party/wheels, and run ./buckw vendor"
            )
        target = into / wheels[0].name
        wheels[0].replace(target)
        return target


def fetch(pin: Pin) -> None:
    python = pin.python if pin.python != "any" else read_pythons()[0]
    tags = pin.file.removesuffix(".whl").split("-")[-1].split(".")
    requirement = [f"{pin.package}=={pin.version} --hash=sha256:{pin.sha256}"]
    with tempfile.TemporaryDirectory(prefix=".new-", dir=WHEELS) as room:
        found = pip_download(requirement, python, tags, Path(room))
        if (wrong := difference(found, pin)) is not None:
            raise VendorError(f"{pin.file} from the registry differs from its pin: {wrong}")
        found.replace(WHEELS / pin.file)


def check_pip() -> None:
    if importlib.util.find_spec("pip") is None:
        raise VendorError(f"{sys.executable} has no pip; install it (Debian: apt-get install python3-pip)")


def vendor(pins: list[Pin]) -> int:
    WHEELS.mkdir(parents=True, exist_ok=True)
    missing = []
    for pin in pins:
        path = WHEELS / pin.file
        if not path.exists():
            missing.append(pin)
        elif (wrong := difference(path, pin)) is not None:
            raise VendorError(
                f"third-party/wheels/{pin.file} differs from its pin: {wrong}; remove it and run ./buckw vendor"
            )
    if missing:
        check_pip()
    for number, pin in enumerate(missing, 1):
        print(f"vendor: [{number}/{len(missing)}] {pin.file} ({pin.size / 1e6:.1f} MB)", file=sys.stderr, flush=True)
        fetch(pin)
    return len(missing)


BUILD_FILES = {"BUCK": "buck2", "TARGETS": "buck2", "BUILD.bazel": "bazel"}
MADE = "# Made by ./buckw vendor --export"
BUILD_FILE = (
    MADE
    + """: wheels that the repository tosa pins.
load("@tosa//shim/{engine}:exported.bzl", "exported_wheels")

exported_wheels()
"""
)


def check_export(directory: Path) -> None:
    """Refuses folders whose build files are somebody's, and those of this package: a build file would cut it in two."""
    if directory.resolve().is_relative_to(HERE.parent):
        raise VendorError(f"--export {directory}: expected a folder of another project, got one of this package")
    for name in BUILD_FILES:
        path = directory / name
        if path.exists() and not path.read_text(errors="replace").startswith(MADE):
            raise VendorError(f"--export {directory}: {path} is there and not of an export; choose a folder of its own")


def put(path: Path, source: Path | str) -> None:
    """A file that is there whole or not at all."""
    with tempfile.TemporaryDirectory(prefix=".part-", dir=path.parent) as room:
        part = Path(room) / path.name
        if isinstance(source, Path):
            shutil.copyfile(source, part)
        else:
            part.write_text(source)
        part.replace(path)


def export(pins: list[Pin], directory: Path) -> None:
    """Copies verified wheels and writes the build files that make targets of them. Other files there are left alone."""
    try:
        check_export(directory)
        directory.mkdir(parents=True, exist_ok=True)
        for pin in pins:
            path = directory / pin.file
            if not path.is_file() or difference(path, pin) is not None:
                put(path, WHEELS / pin.file)
        for name, engine in BUILD_FILES.items():
            put(directory / name, BUILD_FILE.format(engine=engine))
    except OSError as error:
        raise VendorError(f"--export {directory}: {error.strerror} ({error.filename})") from error
    old = sorted(
        {path.name for path in directory.glob("*.whl")} - {pin.file for pin in [*read_pins(), *read_reader_pins(None)]}
    )
    for name in old:
        print(f"vendor: {directory / name} is not pinned (any more), nothing uses it", file=sys.stderr)


def folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("expected a folder, got an empty word")
    return Path(text)


def without(pins: list[Pin], names: list[str]) -> list[Pin]:
    packages = sorted({pin.package for pin in pins})
    for name in names:
        if name not in packages:
            raise VendorError(f"--without {name}: no such package is pinned (expected one of {', '.join(packages)})")
    return [pin for pin in pins if pin.package not in names]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="every wheel of the lock")
    parser.add_argument("--readers", action="store_true", help="also those of the programs that read our files")
    parser.add_argument("--python", default=f"{sys.version_info[0]}.{sys.version_info[1]}", help="such as 3.12")
    parser.add_argument("--platform", default=host.machine(), help="such as x86_64")
    parser.add_argument("--export", type=folder, metavar="DIR", help="copy the wheels and their build files there")
    parser.add_argument("--without", action="append", default=[], metavar="PACKAGE", help="leave out, such as ziglang")
    args = parser.parse_args()
    try:
        pins = read_pins()
        if args.readers:
            pins += read_reader_pins(None if args.all else args.python)
            pins = list({pin.file: pin for pin in pins}.values())
        pins = without(pins, args.without)
        wanted = pins if args.all else chosen(pins, args.python, args.platform)
        count = vendor(wanted)
        if args.export is not None:
            export(wanted, args.export)
    except VendorError as error:
        print(f"vendor: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("vendor: interrupted; the files that were complete are kept, run ./buckw vendor again", file=sys.stderr)
        return 130
    places = "third-party/wheels" + (f" and {args.export}" if args.export is not None else "")
    print(f"vendor: {len(wanted)} wheels are in {places}, {count} of them new", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
