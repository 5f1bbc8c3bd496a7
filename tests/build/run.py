#!/usr/bin/env python3
"""The tests that start an engine themselves, and so cannot be targets. Needs nothing but the vendored wheels.

    python3 tests/build/run.py [--summary FILE.json] [--without-network] [PYTEST_ARGUMENT ...]

Without a file or folder among the arguments it runs those of tests/build.

Ends with one line `N passed, N failed, N skipped`.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import struct
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PACKAGES = ("exceptiongroup", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "tomli", "typing-extensions")

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "third-party"))

import vendor  # noqa: E402


def unpack_pytest(into: str) -> None:
    """pytest out of the pinned wheels, checked as the build checks them."""
    for pin in vendor.read_pins():
        if pin.package in PACKAGES:
            path = vendor.WHEELS / pin.file
            if not path.exists() or vendor.difference(path, pin) is not None:
                sys.exit(f"error: third-party/wheels/{pin.file} is missing or altered; run ./buckw vendor")
            with zipfile.ZipFile(path) as wheel:
                wheel.extractall(into)


def take_summary(arguments: list[str]) -> tuple[Path | None, list[str]]:
    if arguments[:1] == ["--summary"]:
        return Path(arguments[1]).absolute(), arguments[2:]
    return None, arguments


# Of linux/sockios.h and linux/if.h.
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 0x1, 0x40


def leave_network() -> None:
    """Goes on in a namespace of its own, whose only interface is `lo`."""
    if "--without-network" in sys.argv:
        arguments = [argument for argument in sys.argv if argument != "--without-network"]
        namespaces = ["--net"] if os.geteuid() == 0 else ["--net", "--map-root-user"]
        words = ["unshare", *namespaces, sys.executable, *arguments]
        os.execvpe(words[0], words, {**os.environ, "TOSA_WITHOUT_NETWORK": "1"})
    if os.environ.get("TOSA_WITHOUT_NETWORK"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as room:
            fcntl.ioctl(room, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP | IFF_RUNNING))


def main() -> int:
    leave_network()
    summary, arguments = take_summary(sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="tosa-build-tests-", ignore_cleanup_errors=True) as room:
        unpack_pytest(f"{room}/pytest")
        sys.path.insert(0, f"{room}/pytest")
        import pytest

        class Outcomes:
            """Counts what happened to each test."""

            def __init__(self) -> None:
                self.outcomes: dict[str, str] = {}

            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                news = report.when == "call" or report.outcome != "passed"
                if news and self.outcomes.get(report.nodeid) != "failed":
                    self.outcomes[report.nodeid] = report.outcome

        plugin = Outcomes()
        options = [
            "-p",
            "no:cacheprovider",
            "--strict-markers",
            "-ra",
            "-v",
            "-c",
            os.devnull,
            f"--rootdir={ROOT}",
            f"--basetemp={room}/tmp",
        ]
        named = [argument for argument in arguments if Path(argument.partition("::")[0]).exists()]
        targets = [] if named else [str(HERE)]
        code = int(pytest.main([*options, *arguments, *targets], plugins=[plugin]))
    results = {
        word: sorted(n for n, o in plugin.outcomes.items() if o == word) for word in ("passed", "failed", "skipped")
    }
    if summary is not None:
        counts = {word: len(names) for word, names in results.items()}
        summary.write_text(json.dumps({**counts, "names": plugin.outcomes}, indent=2) + "\n")
    passed, failed, skipped = (len(results[word]) for word in ("passed", "failed", "skipped"))
    if code != 0 and not failed:
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
