"""Run zig's compiler out of the pinned wheel, so that the same sources give the same bytes anywhere.

zig_cc.py PATH/TO/zig {cc,c++,ar,...} ARGUMENT ...
"""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
import tempfile
from pathlib import Path

TARGET = "x86_64-linux-gnu.2.28"
COMPILERS = ("cc", "c++")


def flatten(arguments: list[str]) -> list[str]:
    """Response files opened, nested ones too: zig refuses those (NestedResponseFile)."""
    flat: list[str] = []
    for argument in arguments:
        if argument.startswith("@") and Path(argument[1:]).is_file():
            flat += flatten(shlex.split(Path(argument[1:]).read_text()))
        else:
            flat.append(argument)
    return flat


def prefix_maps(arguments: list[str]) -> list[str]:
    """One rule for both engines: a system header is named from `include`, a header of ours from its root."""
    maps: list[str] = []
    words = iter(arguments)
    for word in words:
        for flag, replacement in (("-isystem", "include"), ("-iquote", ""), ("-I", "")):
            if not word.startswith(flag):
                continue
            path = word[len(flag) :] or next(words, "")
            maps.append(f"-ffile-prefix-map={path}={replacement}" if replacement else f"-ffile-prefix-map={path}/=")
            break
    return maps


def dependency_file(arguments: list[str]) -> list[str]:
    """Bazel asks for one and Buck2 does not: without it zig links the object once more, and four bytes differ."""
    scratch = os.environ.get("BUCK_SCRATCH_PATH")
    if scratch is None or "-c" not in arguments or "-MD" in arguments:
        return []
    return ["-MD", "-MF", f"{scratch}/zig.d"]


def cache_directory(zig: Path) -> Path:
    """One for each copy of zig's library: two copies in one cache would evict each other's libc++."""
    if (scratch := os.environ.get("BUCK_SCRATCH_PATH")) is not None:
        # Buck2 gives every action a TMPDIR of its own; buck-out/v2 is the checkout's.
        path = Path(*Path(scratch).parts[:2]).absolute() / "zig-cache"
    else:
        name = hashlib.sha256(str(zig.resolve().parent).encode()).hexdigest()[:16]
        path = Path(tempfile.gettempdir()) / f"tosa-zig-{os.getuid()}-{name}"
    path.mkdir(mode=0o700, exist_ok=True)
    if path.lstat().st_uid != os.getuid():
        sys.exit(f"error: the cache directory {path} belongs to another user; remove it or set TMPDIR")
    return path


def main() -> None:
    zig, mode, arguments = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    command = [str(zig), mode]
    if mode in COMPILERS:
        arguments = [a for a in flatten(arguments) if not a.startswith("-ffile-prefix-map=")]
        command += ["-target", TARGET, *arguments, *prefix_maps(arguments), *dependency_file(arguments)]
    else:
        command += arguments
    cache = cache_directory(zig)
    os.environ["ZIG_LIB_DIR"] = str(zig.parent / "lib")
    os.environ["ZIG_GLOBAL_CACHE_DIR"] = str(cache)
    # Buck2 reads the headers from what clang prints, and zig prints nothing when its local cache answers.
    os.environ["ZIG_LOCAL_CACHE_DIR"] = os.environ.get("BUCK_SCRATCH_PATH", str(cache / "local"))
    os.execv(zig, command)


if __name__ == "__main__":
    main()
