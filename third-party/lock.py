#!/usr/bin/env python3
"""Maintainers' tool: make pylock.toml, the one list of pins, and pins.bzl from it; readers/ and readers.bzl likewise.

python3 third-party/lock.py            fetch every wheel of WANTED, write pylock.toml and pins.bzl
python3 third-party/lock.py NAME...    fetch the wheels of these READERS, write readers/NAME.pylock.toml and readers.bzl
python3 third-party/lock.py --pins     write pins.bzl and readers.bzl from the locks that are there
python3 third-party/lock.py --check    fail unless pins.bzl and readers.bzl say what the locks say
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import vendor

HERE = Path(__file__).resolve().parent
PYTHONS = ("3.10", "3.11", "3.12", "3.13")
PLATFORMS = ("x86_64", "aarch64")

# name: (version, one wheel for each Python, one wheel for each platform)
Wanted = dict[str, tuple[str, bool, bool]]

WANTED: Wanted = {
    "exceptiongroup": ("1.3.2", False, False),
    "flatbuffers": ("25.2.10", False, False),
    # What pip builds tools/depcheck with; it needs nothing itself.
    "flit-core": ("4.2.0", False, False),
    # The newest with wheels for Python 3.10.
    "hypothesis": ("6.168.5", True, True),
    "iniconfig": ("2.3.1", False, False),
    # Syntax trees that keep the formatting, for tools/codemod; ast would lose it.
    "libcst": ("1.9.0", True, True),
    "ml-dtypes": ("0.5.3", True, True),
    "numpy": ("2.1.3", True, True),
    "packaging": ("26.4", False, False),
    "pluggy": ("1.7.0", False, False),
    "pybind11": ("3.1.0", False, False),
    "pygments": ("2.21.0", False, False),
    "pytest": ("9.2.0", False, False),
    "sortedcontainers": ("2.4.0", False, False),
    # A real Starlark, by which tools/depcheck reads build files without an engine.
    "starlark-pyo3": ("2026.1.3", True, True),
    "tomli": ("2.5.0", False, False),
    "tosa-tools": ("2026.8.0", True, True),
    "typing-extensions": ("4.16.0", False, False),
    "ziglang": ("0.17.1", False, True),
}

# Programs of others that read our files, each with what it loads for that.
_NUMPY: Wanted = {"numpy": WANTED["numpy"]}
READERS: dict[str, Wanted] = {
    "model-explorer": {
        **_NUMPY,
        "ai-edge-model-explorer": ("0.1.34", False, False),
        "blinker": ("1.9.0", False, False),
        "certifi": ("2026.10.19.post1", False, False),
        "charset-normalizer": ("3.5.3", False, False),
        "click": ("8.5.1", False, False),
        "dacite": ("1.9.2", False, False),
        "flask": ("3.1.3", False, False),
        "flatbuffers": WANTED["flatbuffers"],
        "idna": ("3.20", False, False),
        "itsdangerous": ("2.2.0", False, False),
        "jinja2": ("3.1.6", False, False),
        "markupsafe": ("3.0.4", True, True),
        "packaging": WANTED["packaging"],
        "portpicker": ("1.6.0", False, False),
        "requests": ("2.34.2", False, False),
        "termcolor": ("3.3.0", False, False),
        "tosa-adapter-model-explorer": ("0.1.0", False, False),
        "typing-extensions": WANTED["typing-extensions"],
        "urllib3": ("2.8.0", False, False),
        "watchdog": ("6.0.0", False, True),
        "werkzeug": ("3.1.9", False, False),
    },
    # What ExecuTorch pins.
    "tosa-tools-2026.5.0": {
        **_NUMPY,
        "flatbuffers": ("24.3.25", False, False),
        "ml-dtypes": ("0.5.1", True, True),
        "tosa-tools": ("2026.5.0", True, True),
    },
    "vela-4.4.1": {
        **_NUMPY,
        "ethos-u-vela": ("4.4.1", True, True),
        "flatbuffers": ("24.3.25", False, False),
        "lxml": ("6.0.0", True, True),
    },
    "vela-5.1.0": {
        **_NUMPY,
        "ethos-u-vela": ("5.1.0", True, True),
        "flatbuffers": ("24.3.25", False, False),
    },
    "vela-5.2.0": {
        **_NUMPY,
        "ethos-u-vela": ("5.2.0", True, True),
        "flatbuffers": WANTED["flatbuffers"],
    },
}
# The adapter asks for Python < 3.13.
PYTHONS_OF = {"model-explorer": ("3.10", "3.11", "3.12")}


def wheel_key(name: str) -> tuple[str, str]:
    """(platform, python) of a wheel's file name; "any" where it does not matter."""
    python, _abi, platform = name.removesuffix(".whl").split("-")[-3:]
    machine = next((p for p in PLATFORMS if platform.split(".")[0].endswith(p)), "any")
    if python.startswith("cp3"):
        return machine, f"3.{python[3:]}"
    return machine, "any"


def resolve(wanted: Wanted, folder: str) -> dict[str, Any]:
    packages = []
    for name, (version, by_python, by_platform) in sorted(wanted.items()):
        wheels: dict[str, dict[str, Any]] = {}
        for platform in PLATFORMS if by_platform else ("x86_64",):
            for python in PYTHONS if by_python else PYTHONS[:1]:
                tags = vendor.platform_tags(platform) if by_platform else ["any"]
                path = vendor.pip_download([f"{name}=={version}"], python, tags, vendor.WHEELS)
                wheels[path.name] = {
                    "path": f"{folder}{path.name}",
                    "size": path.stat().st_size,
                    "hashes": {"sha256": vendor.sha256_of(path)},
                }
                print(f"lock: {path.name}", flush=True)
        ordered = [wheels[file] for file in sorted(wheels)]
        packages.append({"name": name, "version": version, "wheels": ordered})
    return {"packages": packages}


def lock_text(lock: dict[str, Any], pythons: tuple[str, ...]) -> str:
    lines = [
        "# Made by third-party/lock.py. The wheels are brought in by third-party/vendor.py.",
        'lock-version = "1.0"',
        'created-by = "third-party/lock.py"',
        f'requires-python = ">={pythons[0]}, <3.{int(pythons[-1].split(".")[1]) + 1}"',
    ]
    for package in lock["packages"]:
        lines += ["", "[[packages]]", f'name = "{package["name"]}"', f'version = "{package["version"]}"']
        for wheel in package["wheels"]:
            lines += [
                "",
                "[[packages.wheels]]",
                f'path = "{wheel["path"]}"',
                f"size = {wheel['size']}",
                f'hashes = {{ sha256 = "{wheel["hashes"]["sha256"]}" }}',
            ]
    return "\n".join(lines) + "\n"


def read_lock(path: Path) -> dict[str, Any]:
    import tomllib  # Python 3.11; only maintainers run this

    with path.open("rb") as file:
        lock: dict[str, Any] = tomllib.load(file)
    return lock


def reader_lock(name: str) -> Path:
    return HERE / "readers" / f"{name}.pylock.toml"


def pin_of(package: dict[str, Any]) -> dict[str, Any]:
    wheels: dict[str, dict[str, Any]] = {}
    for wheel in package["wheels"]:
        file = Path(wheel["path"]).name
        platform, python = wheel_key(file)
        wheels.setdefault(platform, {})[python] = {
            "file": file,
            "sha256": wheel["hashes"]["sha256"],
            "size": wheel["size"],
        }
    return {"version": package["version"], "wheels": wheels}


def starlark(value: Any, indent: int = 0) -> str:
    pad = " " * (indent + 4)
    if isinstance(value, dict):
        body = "".join(f"{pad}{starlark(k)}: {starlark(v, indent + 4)},\n" for k, v in value.items())
        return "{\n" + body + " " * indent + "}"
    if isinstance(value, list):
        return "[\n" + "".join(f"{pad}{starlark(v)},\n" for v in value) + " " * indent + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def pins_text() -> str:
    pythons = ", ".join(f'"{python}"' for python in PYTHONS)
    pins = {package["name"]: pin_of(package) for package in read_lock(HERE / "pylock.toml")["packages"]}
    return (
        '"""The pinned wheels: package, platform, Python, file. Made by third-party/lock.py from pylock.toml."""\n\n'
        f"PYTHONS = [{pythons}]\n\nPINS = {starlark(pins)}\n"
    )


def readers_text() -> str:
    pins: dict[str, Any] = {}
    readers: dict[str, Any] = {}
    for name in sorted(READERS):
        keys = []
        for package in read_lock(reader_lock(name))["packages"]:
            keys.append(f"{package['name']}-{package['version']}")
            pin = pin_of(package)
            if pins.setdefault(keys[-1], pin) != pin:
                raise vendor.VendorError(f"{reader_lock(name).name} pins another {keys[-1]} than the other locks")
        readers[name] = {"packages": keys, "pythons": list(PYTHONS_OF.get(name, PYTHONS))}
    return (
        '"""Programs of others that read our files, and their wheels. Made by third-party/lock.py from readers/."""\n\n'
        f"READERS = {starlark(readers)}\n\nREADER_PINS = {starlark(dict(sorted(pins.items())))}\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readers", nargs="*", metavar="NAME", help=f"of {', '.join(READERS)}")
    parser.add_argument("--pins", action="store_true", help="write pins.bzl and readers.bzl from the locks")
    parser.add_argument(
        "--check", action="store_true", help="fail unless pins.bzl and readers.bzl say what the locks say"
    )
    args = parser.parse_args()
    if unknown := sorted(set(args.readers) - set(READERS)):
        parser.error(f"{unknown[0]} is no reader, expected one of {', '.join(READERS)}")
    for name in args.readers:
        reader_lock(name).parent.mkdir(exist_ok=True)
        lock = resolve(READERS[name], "../wheels/")
        reader_lock(name).write_text(lock_text(lock, PYTHONS_OF.get(name, PYTHONS)))
    if not (args.pins or args.check or args.readers):
        (HERE / "pylock.toml").write_text(lock_text(resolve(WANTED, "wheels/"), PYTHONS))
    for file, text in (("pins.bzl", pins_text()), ("readers.bzl", readers_text())):
        if not args.check:
            (HERE / file).write_text(text)
        elif (HERE / file).read_text() != text:
            print(f"lock: {file} does not say what the locks say; run python3 third-party/lock.py --pins")
            return 1
    if args.check:
        print("lock: pins.bzl and readers.bzl say what the locks say")
    return 0


if __name__ == "__main__":
    sys.exit(main())
