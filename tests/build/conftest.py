"""Checkouts that several tests share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from checkout import ROOT, Checkout


def _checkout(path: Path, snapshot: Path, wheels: bool = True) -> Iterator[Checkout]:
    path.mkdir()
    made = Checkout(path)
    made.copy(wheels, snapshot)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One state for all checkouts, whatever is edited while the tests run."""
    made = Checkout(tmp_path_factory.mktemp("snapshot") / "checkout")
    made.path.mkdir()
    made.copy(wheels=False)
    path: Path = made.path
    return path


@pytest.fixture(scope="session")
def home() -> Checkout:
    """This checkout itself, for what must be compiled: a compilation from nothing takes minutes."""
    here: Checkout = Checkout(ROOT)
    return here


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory, snapshot: Path) -> Iterator[Checkout]:
    yield from _checkout(tmp_path_factory.mktemp("one") / "checkout", snapshot)


@pytest.fixture(scope="session")
def altered(tmp_path_factory: pytest.TempPathFactory, snapshot: Path) -> Iterator[Checkout]:
    """With one changed byte in every wheel."""
    for made in _checkout(tmp_path_factory.mktemp("altered") / "checkout", snapshot):
        for wheel in (made.path / "third-party/wheels").glob("*.whl"):
            data = bytearray(wheel.read_bytes())
            data[len(data) // 2] ^= 1
            wheel.write_bytes(data)
        yield made


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory, snapshot: Path) -> Iterator[Checkout]:
    """Without any wheel."""
    yield from _checkout(tmp_path_factory.mktemp("bare") / "checkout", snapshot, wheels=False)
