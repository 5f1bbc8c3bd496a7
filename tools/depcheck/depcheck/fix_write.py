"""Write edited files."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath


def write(files: Mapping[str, bytes], root: str | Path) -> None:
    """Write each file as a whole or not at all; none where one of them is not in `root`.

    The files exist already. A link to a file in `root` stays a link.
    """
    paths = {name: _inside(name, Path(root).resolve(strict=True)) for name in files}
    for name, path in paths.items():
        _replace(path, files[name])


def _inside(name: str, root: Path) -> Path:
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts:
        raise ValueError(f"not a path in the tree: {name!r}")
    path = (root / pure).resolve(strict=True)
    if not path.is_relative_to(root):
        raise ValueError(f"a link leads out of the tree: {name!r}")
    if not path.is_file():
        raise ValueError(f"not a file: {name!r}")
    return path


def _replace(path: Path, data: bytes) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    handle, temporary = tempfile.mkstemp(prefix=".depcheck-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
