"""The vendor step: only pinned bytes, nothing half done, one sentence when it cannot."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from checkout import PYTHON, PYTHON_VERSION, ROOT, Checkout, Result

WHEELS = ROOT / "third-party/wheels"
# pip takes the files from the folder, and from nowhere else.
FROM_FOLDER = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(WHEELS), "PIP_CONFIG_FILE": os.devnull}
NO_NETWORK = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
Vendored = tuple[Checkout, Result]


@pytest.fixture
def empty(tmp_path: Path, snapshot: Path) -> Checkout:
    made = Checkout(tmp_path / "checkout")
    made.copy(wheels=False, source=snapshot)
    return made


@pytest.fixture(scope="session")
def vendored(tmp_path_factory: pytest.TempPathFactory, snapshot: Path) -> Vendored:
    """One run from nothing, to be read only: it starts pip for every wheel."""
    made = Checkout(tmp_path_factory.mktemp("vendored") / "checkout")
    made.copy(wheels=False, source=snapshot)
    return made, vendor(made, env=FROM_FOLDER)


@pytest.fixture
def full(vendored: Vendored, tmp_path: Path) -> Checkout:
    """A vendored checkout of the test's own, with bytes of its own."""
    original, result = vendored
    assert result.code == 0, result.output
    shutil.copytree(original.path, tmp_path / "checkout")
    return Checkout(tmp_path / "checkout")


def vendor(checkout: Checkout, *words: str, env: dict[str, str] | None = None) -> Result:
    return checkout.run(PYTHON, "-sB", "third-party/vendor.py", *words, env=env)


def wheels_of(checkout: Checkout) -> list[Path]:
    return sorted((checkout.path / "third-party/wheels").iterdir())


def test_a_fresh_checkout_gets_the_wheels_of_one_python(vendored: Vendored) -> None:
    checkout, result = vendored
    assert result.code == 0, result.output
    wheels = wheels_of(checkout)
    assert wheels
    assert result.last_line == f"vendor: {len(wheels)} wheels are in third-party/wheels, {len(wheels)} of them new"
    tags = {path.name.split("-")[2] for path in wheels}
    assert tags <= {"py3", "py2.py3", f"cp{PYTHON_VERSION.replace('.', '')}"}
    assert all((WHEELS / path.name).read_bytes() == path.read_bytes() for path in wheels)


def test_each_file_has_a_progress_line(vendored: Vendored) -> None:
    checkout, result = vendored
    named = re.findall(r"^vendor: \[\d+/\d+\] (\S+\.whl) \(", result.output, flags=re.MULTILINE)
    assert named
    assert sorted(named) == [path.name for path in wheels_of(checkout)]


def test_a_second_run_needs_no_network(full: Checkout) -> None:
    result = vendor(full, env=NO_NETWORK)
    assert result.code == 0
    assert result.last_line.endswith(", 0 of them new")


def test_without_network_one_sentence_says_what_to_do(empty: Checkout) -> None:
    result = vendor(empty, env=NO_NETWORK)
    assert result.code == 1
    assert result.last_line.startswith("vendor: pip could not fetch ")
    assert result.last_line.endswith("and run ./buckw vendor")
    assert wheels_of(empty) == []


def test_an_altered_file_is_named_with_both_hashes(full: Checkout) -> None:
    path = next(path for path in wheels_of(full) if path.name.startswith("pluggy"))
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    result = vendor(full, env=FROM_FOLDER)
    assert result.code == 1
    assert f"third-party/wheels/{path.name} differs from its pin: expected sha256 " in result.last_line
    assert ", found " in result.last_line


def test_a_cut_file_is_named_with_both_sizes(full: Checkout) -> None:
    path = next(path for path in wheels_of(full) if path.name.startswith("pluggy"))
    whole = path.stat().st_size
    path.write_bytes(path.read_bytes()[:-1])
    result = vendor(full, env=FROM_FOLDER)
    assert result.code == 1
    assert f"expected {whole} bytes, found {whole - 1}" in result.last_line


def test_another_file_of_that_name_is_refused(empty: Checkout, tmp_path: Path) -> None:
    fake = tmp_path / "links"
    fake.mkdir()
    for path in WHEELS.glob("*.whl"):
        if not path.name.startswith("ziglang"):
            (fake / path.name).symlink_to(path)
    name = next(path.name for path in WHEELS.glob("exceptiongroup-*"))
    (fake / name).unlink()
    (fake / name).write_bytes((WHEELS / name).read_bytes() + b"\n")
    result = vendor(empty, env={**FROM_FOLDER, "PIP_FIND_LINKS": str(fake)})
    assert result.code == 1
    assert "exceptiongroup" in result.last_line
    assert not (empty.path / "third-party/wheels" / name).exists()


def test_readers_come_only_on_demand(full: Checkout) -> None:
    before = wheels_of(full)
    result = vendor(full, "--readers", env=NO_NETWORK)
    assert result.code == 1
    assert result.last_line.startswith("vendor: pip could not fetch ai-edge-model-explorer==")
    assert wheels_of(full) == before


def test_an_altered_reader_is_named(full: Checkout) -> None:
    name = "blinker-1.9.0-py3-none-any.whl"
    (full.path / "third-party/wheels" / name).write_bytes(b"other")
    result = vendor(full, "--readers", env=NO_NETWORK)
    assert result.code == 1
    assert f"third-party/wheels/{name} differs from its pin: expected " in result.last_line


def test_an_unpinned_python_is_refused(empty: Checkout) -> None:
    result = vendor(empty, "--python", "3.9", env=NO_NETWORK)
    assert result.code == 1
    assert result.last_line.startswith("vendor: Python 3.9 is not pinned (expected one of 3.10, ")


@pytest.mark.parametrize("seconds", [0.3, 1.0, 2.0, 4.0])
def test_an_interrupt_leaves_no_half_file(empty: Checkout, seconds: float) -> None:
    process = subprocess.Popen(
        [PYTHON, "-sB", "third-party/vendor.py"],
        cwd=empty.path,
        env={**os.environ, **FROM_FOLDER},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    if process.returncode != 0:
        assert "interrupted" in errors.splitlines()[-1]
    folder = empty.path / "third-party/wheels"
    for path in sorted(folder.iterdir()) if folder.exists() else []:
        assert path.suffix == ".whl", f"left over: {path.name}"
        assert path.read_bytes() == (WHEELS / path.name).read_bytes()


def test_the_locks_and_their_starlark_agree() -> None:
    pytest.importorskip("tomllib")
    done = subprocess.run([PYTHON, "-sB", "third-party/lock.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_export_holds_the_wheels_and_their_build_files(full: Checkout, tmp_path: Path) -> None:
    for name in ("exceptiongroup", "ml_dtypes", "ziglang"):
        next(path for path in wheels_of(full) if path.name.startswith(f"{name}-")).unlink()
    folder = tmp_path / "new/wheels"
    result = vendor(full, "--export", str(folder), "--without", "ziglang", env=FROM_FOLDER)
    assert result.code == 0, result.output
    assert result.last_line.endswith(", 2 of them new")
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    wheels = {path.name: path.read_bytes() for path in wheels_of(full)}

    assert wheels and not any("ziglang" in name for name in wheels)
    assert {name: data for name, data in files.items() if name not in {"BUCK", "TARGETS", "BUILD.bazel"}} == wheels
    assert files["BUCK"] == files["TARGETS"]
    assert "BUILD.bazel" in files


def test_export_mends_its_own_files_and_leaves_others(first: Checkout, tmp_path: Path) -> None:
    first.buckw("vendor", "--export", str(tmp_path), "--without", "ziglang")
    (wheel,) = tmp_path.glob("numpy-*.whl")
    size = wheel.stat().st_size
    wheel.write_bytes(b"cut")
    (tmp_path / "README.md").write_text("ours")
    (tmp_path / "numpy-1.0-py3-none-any.whl").write_bytes(b"old")
    result = first.buckw("vendor", "--export", str(tmp_path), "--without", "ziglang")

    assert wheel.stat().st_size == size
    assert (tmp_path / "README.md").read_text() == "ours"
    assert "numpy-1.0-py3-none-any.whl is not pinned (any more), nothing uses it" in result.output


def test_an_export_that_cannot_be_written_is_named(first: Checkout, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = first.buckw("vendor", "--export", str(tmp_path / "file/wheels"))

    assert result.code != 0
    assert re.match(r"buckw: --export \S+/file/wheels: Not a directory", result.last_line)


def test_an_export_replaces_no_build_file_of_others(first: Checkout, tmp_path: Path) -> None:
    (tmp_path / "BUCK").write_text("mine\n")
    result = first.buckw("vendor", "--export", str(tmp_path))

    assert result.code != 0
    assert result.last_line.endswith("/BUCK is there and not of an export; choose a folder of its own")
    assert [path.name for path in tmp_path.iterdir()] == ["BUCK"]
    assert (tmp_path / "BUCK").read_text() == "mine\n"


@pytest.mark.parametrize("folder", [".", "third-party/wheels", "dist"])
def test_an_export_into_the_package_is_refused(first: Checkout, folder: str) -> None:
    result = first.buckw("vendor", "--export", folder)

    assert result.code != 0
    assert "expected a folder of another project, got one of this package" in result.last_line


def test_an_export_to_nowhere_is_refused(first: Checkout) -> None:
    assert "expected a folder, got an empty word" in first.buckw("vendor", "--export", "").output


def test_a_package_that_is_not_pinned_cannot_be_left_out(first: Checkout) -> None:
    result = first.buckw("vendor", "--without", "torch")

    assert result.code != 0
    assert "--without torch: no such package is pinned (expected one of exceptiongroup, " in result.last_line
