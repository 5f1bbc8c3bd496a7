#!/usr/bin/env python3
"""Maintainers' tool: make pylock.toml, the one list of pins, and pins.bzl from it.

python3 third-party/lock.py            fetch every wheel of WANTED, write pylock.toml and pins.bzl
python3 third-party/lock.py --pins     write pins.bzl from the pylock.toml that is there
python3 third-party/lock.py --check    fail unless pins.bzl says what pylock.toml says
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
WANTED: dict[str, tuple[str, bool, bool]] = {
    "exceptiongroup": ("1.3.2", False, False),
    "flatbuffers": ("25.2.10", False, False),
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
    "tomli": ("2.5.0", False, False),
    "tosa-tools": ("2026.8.0", True, True),
    "typing-extensions": ("4.16.0", False, False),
    "ziglang": ("0.17.1", False, True),
}


def wheel_key(name: str) -> tuple[str, str]:
    """(platform, python) of a wheel's file name; "any" where it does not matter."""
    python, _abi, platform = name.removesuffix(".whl").split("-")[-3:]
    machine = next((p for p in PLATFORMS if platform.split(".")[0].endswith(p)), "any")
    if python.startswith("cp3"):
        return machine, f"3.{python[3:]}"
    return machine, "any"


def resolve() -> dict[str, Any]:
    packages = []
    for name, (version, by_python, by_platform) in WANTED.items():
        wheels: dict[str, dict[str, Any]] = {}
        for platform in PLATFORMS if by_platform else ("x86_64",):
            for python in PYTHONS if by_python else PYTHONS[:1]:
                tags = vendor.platform_tags(platform) if by_platform else ["any"]
                path = vendor.pip_download([f"{name}=={version}"], python, tags, vendor.WHEELS)
                wheels[path.name] = {
                    "path": f"wheels/{path.name}",
                    "size": path.stat().st_size,
                    "hashes": {"sha256": vendor.sha256_of(path)},
                }
                print(f"lock: {path.name}", flush=True)
        ordered = [wheels[file] for file in sorted(wheels)]
        packages.append({"name": name, "version": version, "wheels": ordered})
    return {"packages": packages}


def lock_text(lock: dict[str, Any]) -> str:
    lines = [
        "# Made by third-party/lock.py. The wheels are brought in by third-party/vendor.py.",
        'lock-version = "1.0"',
        'created-by = "third-party/lock.py"',
        f'requires-python = ">={PYTHONS[0]}, <3.{int(PYTHONS[-1].split(".")[1]) + 1}"',
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


def read_lock() -> dict[str, Any]:
    import tomllib  # Python 3.11; only maintainers run this

    with (HERE / "pylock.toml").open("rb") as file:
        lock: dict[str, Any] = tomllib.load(file)
    return lock


def pins_of(lock: dict[str, Any]) -> dict[str, Any]:
    pins: dict[str, Any] = {}
    for package in lock["packages"]:
        wheels: dict[str, dict[str, Any]] = {}
        for wheel in package["wheels"]:
            file = Path(wheel["path"]).name
            platform, python = wheel_key(file)
            wheels.setdefault(platform, {})[python] = {
                "file": file,
                "sha256": wheel["hashes"]["sha256"],
                "size": wheel["size"],
            }
        pins[package["name"]] = {"version": package["version"], "wheels": wheels}
    return pins


def starlark(value: Any, indent: int = 0) -> str:
    if isinstance(value, dict):
        pad = " " * (indent + 4)
        body = "".join(f"{pad}{starlark(k)}: {starlark(v, indent + 4)},\n" for k, v in value.items())
        return "{\n" + body + " " * indent + "}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def pins_text(lock: dict[str, Any]) -> str:
    pythons = ", ".join(f'"{python}"' for python in PYTHONS)
    return (
        '"""The pinned wheels: package, platform, Python, file. Made by third-party/lock.py from pylock.toml."""\n\n'
        f"PYTHONS = [{pythons}]\n\nPINS = {starlark(pins_of(lock))}\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pins", action="store_true", help="write pins.bzl from the pylock.toml that is there")
    parser.add_argument("--check", action="store_true", help="fail unless pins.bzl says what pylock.toml says")
    args = parser.parse_args()
    if not (args.pins or args.check):
        (HERE / "pylock.toml").write_text(lock_text(resolve()))
    text = pins_text(read_lock())
    if args.check:
        if (HERE / "pins.bzl").read_text() != text:
            print("lock: pins.bzl does not say what pylock.toml says; run python3 third-party/lock.py --pins")
            return 1
        print("lock: pins.bzl says what pylock.toml says")
        return 0
    (HERE / "pins.bzl").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
