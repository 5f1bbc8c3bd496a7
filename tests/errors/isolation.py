"""Children that see another world than the test: a small disk, no rights."""

from __future__ import annotations

import ctypes
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_RDONLY, MS_REMOUNT, MS_REC, MS_PRIVATE = 1, 32, 0x4000, 0x40000
CAPABILITY_VERSION = 0x20080522

LIBC = ctypes.CDLL(None, use_errno=True)


class Refused(Exception):
    """The machine does not let a test make such a world."""


def _call(result: int, what: str) -> None:
    if result != 0:
        raise Refused(f"{what}: {os.strerror(ctypes.get_errno())}")


def in_child(action: Callable[[], Any]) -> Any:
    """What a forked child returns; skips the test where the child was refused its world."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result: Any = action()
        except BaseException as error:
            result = error
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(result, pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, f"the child died with status {status}"
    result = pickle.loads(data)
    if isinstance(result, Refused):
        pytest.skip(str(result))
    if isinstance(result, BaseException):
        raise result
    return result


def enter_own_mounts() -> None:
    """Mounts of this process are its own from here on."""
    user, group = os.getuid(), os.getgid()
    if LIBC.unshare(CLONE_NEWNS) != 0:
        _call(LIBC.unshare(CLONE_NEWNS | CLONE_NEWUSER), "a mount namespace")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    _call(LIBC.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "private mounts")


def mount_disk(folder: Path, size: int) -> None:
    """A file system of `size` bytes, in memory."""
    _call(LIBC.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, b"size=%d" % size), "a tmpfs")


def make_read_only(folder: Path) -> None:
    _call(LIBC.mount(b"none", os.fsencode(folder), None, MS_REMOUNT | MS_RDONLY, None), "a read-only remount")


def drop_rights() -> None:
    """Even root is held to the modes of files afterwards."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    _call(LIBC.capset(header, (ctypes.c_uint32 * 6)()), "capset")
