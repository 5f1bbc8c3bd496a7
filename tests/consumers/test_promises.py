"""What a monorepo may rely on beyond the commands of the document. Runs where those have built."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from checkout import needs_buck2
from monorepos import Monorepo

buck2 = pytest.mark.parametrize("monorepo", [pytest.param("buck2", marks=needs_buck2)], indirect=True)
bazel = pytest.mark.parametrize("monorepo", ["bazel"], indirect=True)
gcc = pytest.mark.parametrize("monorepo", [pytest.param("gcc", marks=needs_buck2)], indirect=True)
git_cell = pytest.mark.parametrize("monorepo", [pytest.param("git_cell", marks=needs_buck2)], indirect=True)


def built(monorepo: Monorepo, command: str) -> str:
    """The hash of the extension whose path a command prints."""
    result = monorepo.run(command)
    assert result.code == 0, result.output
    path = next(line for line in result.output.splitlines() if line.startswith("/") and line.endswith(".so"))
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def loads(monorepo: Monorepo, pattern: str) -> list[str]:
    result = monorepo.run(f"buck2 uquery '{pattern}'")
    assert result.code == 0, result.output
    return [line for line in result.output.splitlines() if "//" in line and not line.startswith("[")]


@buck2
def test_the_package_loads_with_the_labels_as_a_cell_of_their_own(monorepo: Monorepo) -> None:
    assert "fbsource//third-party/tosa_tools:serializer" in loads(monorepo, "fbsource//...")
    assert not [label for label in loads(monorepo, "tosa//...") if "fbsource" in label or "consumers" in label]


@gcc
def test_the_package_loads_with_the_labels_as_a_folder_of_it(monorepo: Monorepo) -> None:
    assert "tosa//shim/fbsource/third-party/tosa_tools:serializer" in loads(monorepo, "tosa//...")


@buck2
def test_every_dependency_of_everything_loads(monorepo: Monorepo) -> None:
    assert loads(monorepo, "deps(//... + tosa//... + fbsource//...)")


@git_cell
def test_the_package_loads_as_a_git_cell(monorepo: Monorepo) -> None:
    assert "tosa//tosa_serializer:tosa_serializer" in loads(monorepo, "tosa//...")


@bazel
def test_the_package_loads_as_a_repository(monorepo: Monorepo) -> None:
    result = monorepo.run("bazel query @tosa//...")

    assert result.code == 0, result.output
    assert "@tosa//shim/fbsource/third-party/tosa_tools:serializer\n" in result.output


@needs_buck2
def test_both_engines_give_the_same_bytes(monorepos: Callable[[str], Monorepo]) -> None:
    module = "tosa_serializer/_tosa_serializer.so"
    build = f"bazel build @tosa//tosa_serializer:_tosa_serializer.so && echo $PWD/bazel-bin/external/tosa/{module}"
    of_bazel = built(monorepos("bazel"), build)
    of_buck2 = built(monorepos("buck2"), "buck2 build --show-full-simple-output tosa//tosa_serializer:_tosa_serializer")

    assert of_bazel == of_buck2


@buck2
@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        (
            "numpy",
            "//third-party/numpy:numpy",
            "[tosa] numpy: expected a label with its cell, such as root//third-party:numpy, "
            "got //third-party/numpy:numpy",
        ),
        ("numpy", "root//nowhere:numpy", "package `root//nowhere:` does not exist"),
        ("numpy", "fbsource//third-party/pypi/numpy:numpy", "Configured target cycle detected"),
        ("numpy", "tosa//third-party:flatc", "requires a dep that provides `PythonLibraryInfo`"),
        ("python", "3.9", "[tosa] python: expected one of 3.10, 3.11, 3.12, 3.13, got 3.9"),
        ("third_party", "third-party/wheels", "[tosa] third_party: expected a label with its cell"),
    ],
)
def test_a_wrong_word_in_the_configuration_is_named(monorepo: Monorepo, key: str, value: str, message: str) -> None:
    result = monorepo.run(f"buck2 build -c tosa.{key}={value} //app:graph")

    assert result.code != 0
    assert message in result.output


CLASHES = {
    "two_numpy": ("numpy", "//clashes:numpy", "--@tosa//third-party:numpy=//clashes:numpy in .bazelrc"),
    "two_from_above": ("numpy", "//clashes:from_above", "--@tosa//third-party:numpy=//clashes:from_above in .bazelrc"),
    "two_as_data": ("tosa_serializer", "//clashes:as_data", "let it depend on one of them only"),
    "two_imports_apart": ("tosa_serializer", "//clashes:sources", "let it depend on one of them only"),
    "two_beside": ("flatbuffers", "//clashes:two_beside", "--@tosa//third-party:flatbuffers=//clashes:two_beside"),
}


@pytest.mark.parametrize("program", CLASHES)
def test_bazel_names_both_providers_of_a_module(monorepos: Callable[[str], Monorepo], program: str) -> None:
    module, label, cure = CLASHES[program]
    result = monorepos("clashes").run(f"bazel build --nobuild //clashes:{program}")

    assert result.code != 0
    assert f"//clashes:{program}: expected one provider of the module {module}, found two, " in result.output
    assert label in result.output
    assert cure in result.output


def test_bazel_lets_one_provider_pass(monorepos: Callable[[str], Monorepo]) -> None:
    result = monorepos("clashes").run("bazel build --nobuild //clashes:one")

    assert result.code == 0, result.output


@git_cell
def test_a_wheel_that_was_not_exported_is_named(monorepo: Monorepo) -> None:
    (wheel,) = (monorepo.path / "third-party/tosa_wheels").glob("ml_dtypes-*.whl")
    data = wheel.read_bytes()
    wheel.unlink()
    try:
        everything = monorepo.run("buck2 build root//third-party/...")
        result = monorepo.run("buck2 build tosa//third-party:ml-dtypes")
    finally:
        wheel.write_bytes(data)

    assert everything.code == 0, everything.output
    assert result.code != 0
    assert f"{wheel.name} is not among the wheels in third-party/tosa_wheels" in result.output


@git_cell
def test_an_exported_wheel_is_checked(monorepo: Monorepo) -> None:
    (wheel,) = (monorepo.path / "third-party/tosa_wheels").glob("ml_dtypes-*.whl")
    data = wheel.read_bytes()
    wheel.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    try:
        result = monorepo.run("buck2 build tosa//third-party:ml-dtypes")
    finally:
        wheel.write_bytes(data)

    assert result.code != 0
    assert "differs from its pin: expected sha256" in result.output
