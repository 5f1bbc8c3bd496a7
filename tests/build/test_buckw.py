"""buckw on a machine that lacks something, or with words that it does not know: one sentence, last, and no zero."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from checkout import ENGINES, PYTHON, PYTHON_VERSION, Checkout, Result, needs_buck2


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = Checkout(tmp_path_factory.mktemp("buckw") / "checkout")
    made.path.mkdir()
    made.copy(wheels=False)
    return made


@pytest.fixture
def path_without_engines(tmp_path: Path) -> Path:
    """A PATH with the few programs that buckw itself starts; no engine and no apt-get."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "dirname", "id"):
        (folder / name).symlink_to(str(shutil.which(name)))
    program(folder / "python3", f'exec {PYTHON} "$@"')
    return folder


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def fails(result: Result, *parts: str, code: int | None = None) -> None:
    assert result.code != 0
    assert code is None or result.code == code
    assert result.last_line.startswith("buckw: ")
    for part in parts:
        assert part in result.last_line


def test_an_unknown_verb_lists_the_verbs(plain: Checkout) -> None:
    fails(plain.buckw("frobnicate"), "frobnicate", "build, test, run, query, vendor")


def test_an_unknown_mode_lists_the_modes(plain: Checkout) -> None:
    fails(
        plain.buckw("build", "//:wheel", env={"TOSA_MODE": "msan"}),
        "TOSA_MODE",
        "msan",
        "asan, coverage, fuzz, tsan, ubsan",
    )


def test_a_missing_label_is_asked_for(plain: Checkout) -> None:
    fails(plain.buckw("build"), "needs a label")


@pytest.mark.parametrize("label", [":core", "core", "tosa_serializer/core"])
def test_a_label_that_does_not_count_from_the_root(plain: Checkout, label: str) -> None:
    fails(plain.buckw("build", label), label, "labels count from the root")


def test_an_out_that_cannot_be_made(first: Checkout) -> None:
    result = first.buckw("build", "//third-party:tosa_fbs", "--out", "README.md")
    fails(result, "--out", "README.md", "name a directory", code=2)


@pytest.mark.parametrize("engine", ENGINES)
def test_arguments_of_a_test_reach_pytest(home: Checkout, engine: str) -> None:
    env = {"TOSA_ENGINE": engine}
    every = home.buckw("test", "//tests/load:import_test", env=env)
    assert every.code == 0, every.output
    result = home.buckw("test", "//tests/load:import_test", "--", "-k", "no_such_test", env=env)
    fails(result)
    assert "deselected" in result.output or "0 passed" in result.output


def test_run_takes_one_label(plain: Checkout) -> None:
    fails(plain.buckw("run", "//a:a", "//b:b"), "one label", "found 2")


def test_out_needs_a_directory(plain: Checkout) -> None:
    fails(plain.buckw("build", "//:wheel", "--out"), "--out needs a directory")


def test_an_unknown_option_is_refused(plain: Checkout) -> None:
    fails(plain.buckw("build", "--fast", "//..."), "--fast")


def test_an_unpinned_version_is_refused(plain: Checkout) -> None:
    fails(plain.buckw("build", "//...", env={"TOSA_PYTHON": "3.9"}), "3.9", "3.10, 3.11, 3.12, 3.13")


def test_an_interpreter_of_an_unpinned_version_is_refused(plain: Checkout, tmp_path: Path) -> None:
    fake = tmp_path / "python"
    program(fake, f"printf '3.15\\n{fake}\\nCPython\\n/usr/include/Python.h\\n1\\n1\\n'")
    fails(
        plain.buckw("build", "//...", env={"TOSA_PYTHON": str(fake)}), str(fake), "3.15", "choose one with TOSA_PYTHON"
    )


def test_an_interpreter_without_headers_is_refused(plain: Checkout, tmp_path: Path) -> None:
    fake = tmp_path / "python"
    program(fake, f"printf '{PYTHON_VERSION}\\n{fake}\\nCPython\\n/nowhere/Python.h\\n1\\n1\\n'")
    fails(
        plain.buckw("build", "//...", env={"TOSA_PYTHON": str(fake)}), str(fake), "lacks headers", "/nowhere/Python.h"
    )


def test_another_implementation_is_refused(plain: Checkout, tmp_path: Path) -> None:
    fake = tmp_path / "python"
    program(fake, f"printf '{PYTHON_VERSION}\\n{fake}\\nPyPy\\n/nowhere/Python.h\\n1\\n1\\n'")
    fails(plain.buckw("build", "//...", env={"TOSA_PYTHON": str(fake)}), "PyPy", "expected CPython")


def test_a_path_that_does_not_run_is_refused(plain: Checkout) -> None:
    fails(plain.buckw("build", "//...", env={"TOSA_PYTHON": "/nowhere/python3"}), "/nowhere/python3", "does not run")


def test_a_shim_that_fails_is_passed_over(plain: Checkout, tmp_path: Path) -> None:
    folder = tmp_path / "shims"
    folder.mkdir()
    program(folder / "python3", "echo 'python3: command not found' >&2; exit 127")
    link = folder / f"python{PYTHON_VERSION}"
    program(link, f'exec {PYTHON} "$@"')
    path = f"{folder}:/usr/bin:/bin"
    result = plain.run(
        "./buckw", "python", "-c", "import sys; print(sys.executable)", env={"PATH": path, "TOSA_PYTHON": ""}
    )
    assert result.code == 0
    assert result.last_line == PYTHON


def test_an_unknown_engine_is_refused(plain: Checkout) -> None:
    fails(plain.buckw("build", "//...", env={"TOSA_ENGINE": "make"}), "make", "expected buck2 or bazel")


def test_a_forced_buck2_that_is_not_there_is_named(plain: Checkout, path_without_engines: Path) -> None:
    result = plain.buckw("build", "//...", env={"TOSA_ENGINE": "buck2", "PATH": str(path_without_engines)})
    fails(result, "there is no buck2 on PATH")


def test_no_engine_says_what_to_install(plain: Checkout, path_without_engines: Path) -> None:
    result = plain.buckw("build", "//...", env={"TOSA_ENGINE": "", "PATH": str(path_without_engines)})
    fails(result, "neither buck2 nor bazel is on PATH", "apt-get install bazel-bootstrap")


def test_an_old_buck2_is_refused(plain: Checkout, path_without_engines: Path) -> None:
    program(path_without_engines / "buck2", "echo 'buck2 2024-01-02-abcdef'")
    result = plain.buckw("build", "//...", env={"TOSA_ENGINE": "", "PATH": str(path_without_engines)})
    fails(result, "2024-01-02", "or newer")


def test_another_architecture_is_refused(plain: Checkout) -> None:
    if shutil.which("setarch") is None:
        pytest.skip("no setarch here")
    result = plain.run("setarch", "i686", "./buckw", "build", "//...", env={"TOSA_PYTHON": PYTHON})
    fails(result, "i686", "x86_64 only")


def test_nothing_vendored_and_no_network(plain: Checkout) -> None:
    result = plain.buckw("build", "//...", env={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""})
    fails(result, "pip could not fetch", "check the network")


def test_other_lines_of_the_record_are_kept(plain: Checkout) -> None:
    mine = plain.path / ".bazelrc.local"
    mine.write_text("build --jobs=1\n")
    plain.buckw("vendor", env={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""})
    assert mine.read_text().startswith("build --jobs=1\n")
    assert f"build --define=tosa_python={PYTHON_VERSION}\n" in mine.read_text()
    mine.unlink()


def test_a_label_that_does_not_exist(first: Checkout) -> None:
    fails(first.buckw("build", "//third-party:nothing"), "//third-party:nothing", "./buckw query //...")


OTHER_VERSION = "3.12" if PYTHON_VERSION != "3.12" else "3.11"
WRONG_INTERPRETER = f"the build is configured for Python {OTHER_VERSION}, but {PYTHON} is Python {PYTHON_VERSION}"


def test_bazel_checks_the_interpreter(first: Checkout) -> None:
    result = first.bazel(
        "build",
        f"--define=tosa_python={OTHER_VERSION}",
        "--platform_suffix=-check",
        f"--repo_env=TOSA_PYTHONS={OTHER_VERSION}={PYTHON}",
        "//third-party:python_headers",
    )
    assert result.code != 0
    assert any(error.startswith(WRONG_INTERPRETER) for error in first.errors(result.output))


@needs_buck2
def test_buck2_checks_the_interpreter(first: Checkout) -> None:
    first.record()
    result = first.run(
        "buck2",
        "build",
        f"--config=tosa.python={OTHER_VERSION}",
        f"--config=tosa.python_{OTHER_VERSION}={PYTHON}",
        "//shim/buck2:python",
    )
    assert result.code != 0
    assert WRONG_INTERPRETER in result.output
