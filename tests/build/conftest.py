"""Checkouts that several tests share: a build from nothing takes a minute or two."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from checkout import Checkout  # noqa: E402


def _checkout(path: Path, wheels: bool = True) -> Iterator[Checkout]:
    path.mkdir()
    made = Checkout(path)
    made.copy(wheels)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    yield from _checkout(tmp_path_factory.mktemp("one") / "checkout")


@pytest.fixture(scope="session")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    yield from _checkout(tmp_path_factory.mktemp("two") / "another-name")


@pytest.fixture(scope="session")
def altered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """With one changed byte in every wheel."""
    for made in _checkout(tmp_path_factory.mktemp("altered") / "checkout"):
        for wheel in (made.path / "third-party/wheels").glob("*.whl"):
            data = bytearray(wheel.read_bytes())
            data[len(data) // 2] ^= 1
            wheel.write_bytes(data)
        yield made


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """Without any wheel."""
    yield from _checkout(tmp_path_factory.mktemp("bare") / "checkout", wheels=False)
