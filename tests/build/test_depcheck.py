"""depcheck by pip, from its folder alone: what is installed, and that the command runs. Only pinned wheels are used."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import vendor
from checkout import PYTHON, ROOT

FOLDER = ROOT / "tools/depcheck"
PIP = [PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check"]
ENV = {
    **{name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))},
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_FIND_LINKS": str(vendor.WHEELS),
    "PIP_NO_INDEX": "1",
}


def run(*words: str, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(words, cwd=cwd, env={**ENV, **(env or {})}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def package_files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An sdist, unpacked: what it lacks, the package made of it lacks too."""
    room: Path = tmp_path_factory.mktemp("sdist")
    backend = next(vendor.WHEELS.glob("flit_core-*.whl"))
    code = f"import flit_core.buildapi as backend; print(backend.build_sdist({str(room)!r}))"
    name = run(PYTHON, "-sSBc", code, cwd=FOLDER, env={"PYTHONPATH": str(backend)}).strip()
    with tarfile.open(room / name) as archive:
        archive.extractall(room)
    return room / name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    room: Path = tmp_path_factory.mktemp("installed")
    run(*PIP, "install", "--target", str(room), str(source), cwd=room)
    return room


def test_the_package_is_installed_whole(installed: Path) -> None:
    found = package_files(installed / "depcheck")

    assert found == package_files(FOLDER / "depcheck")
    assert {Path(name).suffix for name in found} == {".bzl", ".py", ".toml"}


def test_no_build_file_is_installed(source: Path, installed: Path) -> None:
    assert {path.name for path in source.iterdir()} == {
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "depcheck",
        "pyproject.toml",
    }
    names = {path.name for path in installed.iterdir() if path.suffix != ".dist-info"}
    needed = {"starlark", "typing_extensions.py"} | ({"tomli"} if sys.version_info < (3, 11) else set())

    assert names - {"__pycache__"} == {"bin", "depcheck", *needed}


def test_the_licence_comes_along(installed: Path) -> None:
    (copy,) = installed.glob("buck_depcheck-*.dist-info/licenses/LICENSE")

    assert copy.read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_command_checks_a_tree(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "BUCK").write_text('python_library(name = "a", srcs = ["a.py", "gone.py"])\n')
    (tmp_path / "a.py").write_text("import os\n")
    command = [str(installed / "bin/depcheck"), "."]
    env = {**ENV, "PYTHONPATH": str(installed)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)

    assert done.returncode == 1, done.stdout + done.stderr
    assert "gone.py" in done.stdout
