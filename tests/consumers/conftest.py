"""The monorepos, each made once: a build from nothing takes a minute or two."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "build")]

from checkout import Checkout
from monorepos import LAYERS, Monorepo, archive, hostile_python, origin

# The monorepos' own tests belong to their engines.
collect_ignore = sorted({layer for layers in LAYERS.values() for layer in layers})

# What the test machine wants and a document need not say: one compilation for all, and a fast sandbox.
_BAZELRC = """
build --disk_cache={cache}
build --nosandbox_debug
build --sandbox_base=/dev/shm
build --spawn_strategy=linux-sandbox
"""


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """This package, with its wheels."""
    made = Checkout(tmp_path_factory.mktemp("package") / "tosa")
    made.path.mkdir()
    made.copy()
    return made


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    environment: dict[str, str] = hostile_python(tmp_path_factory.mktemp("host") / "python")
    return environment


@pytest.fixture(scope="session")
def bazelrc(tmp_path_factory: pytest.TempPathFactory) -> str:
    return _BAZELRC.format(cache=tmp_path_factory.mktemp("bazel-cache"))


def _folder(monorepo: Monorepo, package: Checkout) -> None:
    target = monorepo.path / "third-party/tosa"
    if monorepo.name == "own_numpy":
        target.symlink_to(package.path)
    else:
        Checkout(target).copy(source=package.path)


def _remote(monorepo: Monorepo, package: Checkout) -> None:
    room = monorepo.path.parent
    if monorepo.name == "git_cell":
        monorepo.change(".buckconfig", "COMMIT", origin(package, room / "origin"))
        monorepo.change(".buckconfig", "ORIGIN", f"file://{room / 'origin'}")
    else:
        monorepo.change("WORKSPACE", "SHA256", archive(package.path, room / "tosa.tar.gz"))
        monorepo.change("WORKSPACE", "ARCHIVE", f"file://{room / 'tosa.tar.gz'}")


@pytest.fixture(scope="session")
def monorepos(
    tmp_path_factory: pytest.TempPathFactory,
    package: Checkout,
    hostile: dict[str, str],
    bazelrc: str,
) -> Iterator[Callable[[str], Monorepo]]:
    """Gives a monorepo by its name, and makes it when it is asked for first."""
    made: dict[str, Monorepo] = {}

    def get(name: str) -> Monorepo:
        if name not in made:
            path = tmp_path_factory.mktemp(name) / "monorepo"
            made[name] = Monorepo(name, path, {**hostile, "TOSA_CHECKOUT": str(package.path)})
            made[name].make(name)
            (path / "third-party").mkdir(exist_ok=True)
            (_remote if name in ("bazel_remote", "git_cell") else _folder)(made[name], package)
            if (path / ".bazelrc").exists():
                with (path / ".bazelrc").open("a") as file:
                    file.write(bazelrc)
        return made[name]

    yield get
    for monorepo in made.values():
        monorepo.stop()


@pytest.fixture
def monorepo(request: pytest.FixtureRequest, monorepos: Callable[[str], Monorepo]) -> Monorepo:
    return monorepos(request.param)
