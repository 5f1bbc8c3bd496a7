"""The build refuses a wheel that is not the pinned one, and says what to do about one that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checkout import ROOT, Checkout, Result

# Targets that hold no wheel of their own, and what they are made from.
INDIRECT = {
    "flatbuffers_headers": "flatbuffers_include",
    "pybind11": "pybind11_include",
    "tosa_defs": "op_def",
}
NO_WHEEL = {"python_headers"}
DECLARATION = re.compile(r"rules\.(\w+)\(\s*name = \"([^\"]+)\"")
DECLARED = {name: rule for rule, name in DECLARATION.findall((ROOT / "third-party/targets.bzl").read_text())}
TARGETS = sorted(set(DECLARED) - NO_WHEEL)


def build_all(checkout: Checkout, events: Path) -> tuple[Result, dict[str, bool]]:
    labels = [f"//third-party:{name}" for name in TARGETS]
    flags = ["--keep_going", f"--build_event_json_file={events}"]
    result = checkout.buckw("build", *labels, "--", *flags)
    return result, checkout.built(events)


@pytest.fixture(scope="session")
def altered_build(altered: Checkout, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, dict[str, bool]]:
    return build_all(altered, tmp_path_factory.mktemp("events") / "events.json")


@pytest.fixture(scope="session")
def bare_build(bare: Checkout, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, dict[str, bool]]:
    """Past buckw, which would bring the wheels in."""
    events = tmp_path_factory.mktemp("events") / "events.json"
    labels = [f"//third-party:{name}" for name in TARGETS]
    return bare.bazel("build", "--keep_going", f"--build_event_json_file={events}", *labels), bare.built(events)


@pytest.mark.parametrize("name", TARGETS)
def test_a_changed_byte_is_refused(altered_build: tuple[Result, dict[str, bool]], name: str) -> None:
    result, built = altered_build
    assert built[f"//third-party:{name}"] is False
    own = INDIRECT.get(name, name)
    assert re.search(rf"Unpacking \S+ for //third-party:{own} failed|Unpacking \S+ for //third-party:{own} \[", result.output)


def test_what_differs_is_named(altered_build: tuple[Result, dict[str, bool]], altered: Checkout) -> None:
    result, _ = altered_build
    assert result.code != 0
    sentence = r"third-party/wheels/\S+\.whl differs from its pin: expected sha256 [0-9a-f]{64}, found [0-9a-f]{64}; run ./buckw vendor"
    assert any(re.fullmatch(sentence, error) for error in altered.errors(result.output))
    assert re.fullmatch(f"buckw: {sentence}", result.last_line)


def test_loading_works_without_wheels(bare: Checkout) -> None:
    result = bare.bazel("query", "//...")
    assert result.code == 0
    assert "//third-party:numpy" in result.output


@pytest.mark.parametrize("name", TARGETS)
def test_a_missing_wheel_fails_its_target(bare_build: tuple[Result, dict[str, bool]], name: str) -> None:
    _, built = bare_build
    assert built[f"//third-party:{name}"] is False


def test_a_missing_wheel_says_what_to_run(bare_build: tuple[Result, dict[str, bool]], bare: Checkout) -> None:
    result, _ = bare_build
    errors = bare.errors(result.output)
    assert errors
    assert all(re.fullmatch(r"third-party/wheels/\S+\.whl is not there; run ./buckw vendor", error) for error in errors)
