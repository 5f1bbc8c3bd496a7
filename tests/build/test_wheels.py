"""The build refuses a wheel that is not the pinned one, and says what to do about one that is not there."""

from __future__ import annotations

import re

import pytest
import vendor
from checkout import ENGINES, ROOT, Checkout, Result

# Header-only libraries: Buck2 gives them no output to build, so there the files that they are made from stand for them.
HEADER_ONLY = {"flatbuffers_headers", "pybind11", "tosa_defs"}
NO_WHEEL = {"pybind11_with_python", "python_headers"}
DECLARATION = re.compile(r"rules\.\w+\(\s*name = \"([^\"]+)\",")
# Where a wheel of these is missing, the tests that read with them are skipped.
READERS = sorted({f"reader-{pin.package}-{pin.version}" for pin in vendor.read_reader_pins(None)})
TARGETS = sorted(set(DECLARATION.findall((ROOT / "third-party/targets.bzl").read_text())) - NO_WHEEL)
CASES = [(engine, name) for engine in ENGINES for name in TARGETS if engine == "bazel" or name not in HEADER_ONLY]
Built = tuple[Result, dict[str, bool]]


def build_all(checkout: Checkout, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    labels = [f"//third-party:{name}" for name in [*TARGETS, *READERS]]
    checkout.record()
    folder = tmp_path_factory.mktemp("reports")
    return {engine: checkout.build_apart(engine, labels, folder / f"{engine}.json") for engine in ENGINES}


@pytest.fixture(scope="session")
def altered_build(altered: Checkout, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    return build_all(altered, tmp_path_factory)


@pytest.fixture(scope="session")
def bare_build(bare: Checkout, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    return build_all(bare, tmp_path_factory)


@pytest.mark.parametrize(("engine", "name"), CASES)
def test_a_changed_byte_is_refused(altered_build: dict[str, Built], engine: str, name: str) -> None:
    result, built = altered_build[engine]
    assert result.code != 0
    assert built[f"//third-party:{name}"] is False


@pytest.mark.parametrize("engine", ENGINES)
def test_what_differs_is_named(altered_build: dict[str, Built], altered: Checkout, engine: str) -> None:
    errors = altered.errors(altered_build[engine][0].output)
    pattern = r"third-party/wheels/(\S+) differs from its pin: expected sha256 \w{64}, found \w{64}; run ./buckw vendor"
    assert errors
    assert all(re.fullmatch(pattern, error) for error in errors)
    named = {found[1] for error in errors if (found := re.fullmatch(pattern, error))}
    # There may be those of other versions of Python too.
    there = {tuple(path.name.split("-")[:2]) for path in (altered.path / "third-party/wheels").iterdir()}
    assert {tuple(name.split("-")[:2]) for name in named} == there


@pytest.mark.parametrize("engine", ENGINES)
def test_buckw_ends_with_what_differs(altered: Checkout, engine: str) -> None:
    result = altered.buckw("build", "//third-party:numpy", env={"TOSA_ENGINE": engine})
    assert result.code != 0
    assert re.match(r"buckw: third-party/wheels/numpy\S+ differs from its pin", result.last_line)


@pytest.mark.parametrize("engine", ENGINES)
def test_loading_works_without_wheels(bare: Checkout, engine: str) -> None:
    result = bare.run(*{"bazel": ["bazel", "query"], "buck2": ["buck2", "uquery"]}[engine], "//...")
    assert result.code == 0
    assert "//third-party:numpy" in result.output


@pytest.mark.parametrize(("engine", "name"), CASES)
def test_a_missing_wheel_fails_its_target(bare_build: dict[str, Built], engine: str, name: str) -> None:
    _, built = bare_build[engine]
    assert built[f"//third-party:{name}"] is False


MISSING = (
    r"third-party/wheels/\S+\.whl is not there; run (TOSA_PYTHON=3\.\d+ )?./buckw vendor, "
    r"or name exported wheels \(docs/monorepo.md\)"
)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_missing_wheel_says_what_to_run(bare_build: dict[str, Built], bare: Checkout, engine: str) -> None:
    errors = bare.errors(bare_build[engine][0].output)
    assert errors
    assert all(re.fullmatch(MISSING, error) for error in errors)
