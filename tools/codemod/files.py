"""Finding, reading and replacing files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path


def python_files(path: Path, on_error: Callable[[OSError], None]) -> Iterator[Path]:
    """A file itself, whatever its name; of a folder the .py and .pyi files, but none that are hidden or linked to."""
    if not path.is_dir():
        yield path
        return
    for folder, names, files in os.walk(path, onerror=on_error):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in sorted(files):
            file = Path(folder) / name
            if name.endswith((".py", ".pyi")) and not file.is_symlink():
                yield file


def replace(path: Path, data: bytes) -> None:
    """A reader sees the old file or the new one; the mode stays."""
    target = path.resolve()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
