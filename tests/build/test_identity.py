"""The same bytes from both engines, in this checkout, where CI has built them; tests/consumers has other places."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from checkout import PYTHON, PYTHON_VERSION, Checkout, needs_buck2
from elf import needs

EXTENSION = "//tosa_serializer:_tosa_serializer"
MAX_BYTES = 1_000_000
GLIBC = (2, 28)
GLIBC_LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2"}
ALLOWED_PROGRAMS = {"/bin/sh", "/bin/bash"}


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def build_outputs(home: Checkout, engine: str, out: Path) -> dict[str, Path]:
    """The extension and the wheel, by what they are."""
    for label in (EXTENSION, "//:wheel"):
        result = home.buckw("build", label, "--out", str(out), env={"TOSA_ENGINE": engine})
        assert result.code == 0, result.output
    return {"extension": out / "_tosa_serializer.so", "wheel": next(out.glob("*.whl"))}


@pytest.fixture(scope="session")
def plain(home: Checkout, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return build_outputs(home, "bazel", tmp_path_factory.mktemp("of-bazel"))


@needs_buck2
@pytest.mark.parametrize("what", ["extension", "wheel"])
def test_buck2_gives_the_same_bytes(plain: dict[str, Path], home: Checkout, tmp_path: Path, what: str) -> None:
    assert sha256(build_outputs(home, "buck2", tmp_path)[what]) == sha256(plain[what])


def test_extension_is_small(plain: dict[str, Path]) -> None:
    assert plain["extension"].stat().st_size < MAX_BYTES


def test_extension_needs_nothing_but_glibc(plain: dict[str, Path]) -> None:
    found = needs(plain["extension"])
    assert found.libraries <= GLIBC_LIBRARIES
    versions = {tuple(map(int, v.removeprefix("GLIBC_").split("."))) for v in found.versions if v.startswith("GLIBC_")}
    assert found.versions and all(version.startswith("GLIBC_") for version in found.versions)
    assert max(versions) <= GLIBC


def test_extension_holds_no_path_of_the_machine(plain: dict[str, Path], home: Checkout) -> None:
    data = plain["extension"].read_bytes()
    for path in (str(home.path), str(Path.home()) + "/", "bazel-out", "buck-out", "/dev/shm"):
        assert path.encode() not in data


def foreign_paths(command_lines: dict[str, list[str]]) -> set[tuple[str, str]]:
    """Absolute paths in the words of the actions, without those that README declares."""
    declared = {*ALLOWED_PROGRAMS, PYTHON, str(Path(PYTHON).resolve())}
    return {
        (action, path)
        for action, words in command_lines.items()
        for word in words
        for path in re.findall(r"(?:^|[\s=:,\"'\[])(/[A-Za-z0-9][^\s:,\"'\]]*)", word)
        if path not in declared
    }


def test_bazel_command_lines_name_no_host_path(home: Checkout, plain: dict[str, Path]) -> None:
    result = home.run("sh", "-c", "bazel aquery 'deps(//...)' --output=jsonproto 2>/dev/null")
    assert result.code == 0, result.output
    lines: dict[str, list[str]] = {}
    for action in json.loads(result.output)["actions"]:
        lines.setdefault(action["mnemonic"], []).extend(action.get("arguments", []))
    assert len(lines) > 5
    assert foreign_paths(lines) == set()


@needs_buck2
def test_buck2_command_lines_name_no_host_path(home: Checkout) -> None:
    home.record()
    # aquery takes no `//...`, and shows files of arguments by name only: those are there after a build.
    query = "buck2 aquery \"deps(set($(buck2 targets //... | tr '\\n' ' ')))\" --json --output-attribute cmd"
    result = home.run("sh", "-c", f"buck2 build {EXTENSION} 2>/dev/null && ({query}) 2>/dev/null")
    assert result.code == 0, result.output
    lines = {name: [action["cmd"]] for name, action in json.loads(result.output).items() if "cmd" in action}
    assert len(lines) > 50
    files = [path for path in (home.path / "buck-out/v2").rglob("*.cxx_*argsfile") if path.is_file()]
    assert len(files) > 3
    lines |= {path.name: path.read_text().splitlines() for path in files}
    assert foreign_paths(lines) == set()


def test_wheel_installs_and_imports(plain: dict[str, Path], tmp_path: Path, home: Checkout) -> None:
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    tag = f"cp{PYTHON_VERSION.replace('.', '')}"
    vendored = home.path / "third-party/wheels"
    wheels = [next(vendored.glob(f"{name}-*-{tag}-*_x86_64.whl")) for name in ("numpy", "ml_dtypes")]
    done = subprocess.run([*pip, "--target", tmp_path, plain["wheel"], *wheels], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    code = "import tosa_serializer as ts, tosa_serializer.numpy_utils; print(ts.DType.INT8)"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run([PYTHON, "-sSBc", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
