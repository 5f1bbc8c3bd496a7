"""What buckw writes down for both engines, in files that git ignores: .bazelrc.local and .buckconfig.local."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

from interpreters import Interpreter

_BEGIN, _END = "# Written by ./buckw from here", "# to here."
_SANDBOX = Path("/dev/shm")
_SANDBOX_BYTES = 2 << 30


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _without_block(text: str) -> str:
    return re.sub(f"{re.escape(_BEGIN)}\n.*?{re.escape(_END)}\n", "", text, flags=re.DOTALL)


def _write_block(path: Path, lines: list[str]) -> None:
    """Replaces our lines, keeps the others, and leaves an unchanged file alone: engines watch it."""
    old = _read(path)
    new = _without_block(old) + "\n".join([_BEGIN, *lines, _END]) + "\n"
    if new == old:
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    with os.fdopen(handle, "w") as file:
        file.write(new)
    Path(name).chmod(0o644)
    Path(name).replace(path)


def _known(text: str) -> dict[str, str]:
    found = re.findall(r"^  python_(3\.\d+) = (.*)$", text, flags=re.MULTILINE)
    return {version: path for version, path in found if os.access(path, os.X_OK)}


def _build_python(text: str, fallback: str) -> str:
    """Unpacking keeps its interpreter when TOSA_PYTHON changes, or everything would be unpacked again."""
    found = re.search(r"^  build_python = (.*)$", text, flags=re.MULTILINE)
    return found[1] if found and os.access(found[1], os.X_OK) else fallback


def write(root: Path, python: Interpreter) -> None:
    buckconfig = root / ".buckconfig.local"
    text = _read(buckconfig)
    known = {**_known(text), python.version: python.path}
    known = dict(sorted(known.items(), key=lambda item: int(item[0].split(".")[1])))
    build = _build_python(text, python.path)
    _write_block(
        buckconfig,
        [
            "[tosa]",
            f"  python = {python.version}",
            *(f"  python_{version} = {path}" for version, path in known.items()),
            f"  build_python = {build}",
        ],
    )
    lines = [
        f"build --define=tosa_python={python.version}",
        f"build --platform_suffix=-py{python.version.replace('.', '')}",
        f"common --repo_env=TOSA_PYTHONS={','.join(f'{v}={p}' for v, p in known.items())}",
        f"common --repo_env=TOSA_BUILD_PYTHON={build}",
    ]
    if not _SANDBOX.is_dir() or shutil.disk_usage(_SANDBOX).free < _SANDBOX_BYTES:
        lines.append("build --sandbox_base=")
    _write_block(root / ".bazelrc.local", lines)
