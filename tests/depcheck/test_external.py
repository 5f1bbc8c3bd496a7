"""What labels from outside of the tree bring: by wheels, by the config, by names."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.depcheck.trees import check, target, write


def wheel(path: Path, *files: str) -> None:
    """A wheel whose RECORD names these files."""
    name = "-".join(path.name.split("-")[:2])
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [f"{file},sha256=x,0" for file in files] + [f"{name}.dist-info/METADATA,,", f"{name}.dist-info/RECORD,,"]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}.dist-info/RECORD", "\n".join(rows) + "\n")


def asking(*modules: str) -> str:
    return "".join(f"import {module}\n" for module in modules)


# RECORD, and the modules that it brings.
RECORDS = {
    "a package": (["yaml/__init__.py", "yaml/inner.py"], "yaml yaml.inner"),
    "a module": (["six.py"], "six"),
    "two": (["yaml/__init__.py", "_yaml/__init__.py"], "yaml yaml.inner _yaml"),
    "an extension": (["fast.cpython-311-x86_64-linux-gnu.so"], "fast"),
    "a part of a namespace": (["google/protobuf/__init__.py"], "google.protobuf google.protobuf.any"),
    "a module of a namespace": (["google/thing.py"], "google.thing"),
    "of its data folder": (["x-1.data/purelib/yaml/__init__.py"], "yaml yaml.inner"),
}
ASKED = ("yaml", "yaml.inner", "_yaml", "six", "fast", "google.protobuf", "google.protobuf.any", "google.thing")


@pytest.mark.parametrize(("record", "brought"), RECORDS.values(), ids=RECORDS.keys())
def test_a_wheel_brings_what_its_record_says(tmp_path: Path, record: list[str], brought: str) -> None:
    wheel(tmp_path / "w/x-1-py3-none-any.whl", *record)
    files = {
        "depcheck.toml": '[wheels]\nw = "@pip//{dist}"\n',
        "a/BUCK": target("a", "@pip//x"),
        "a/a.py": asking(*ASKED),
    }
    found = check(tmp_path, files)
    assert found.diagnostics == []
    # What no wheel brings is told by its top.
    assert set(found.missing) == {name.split(".")[0] for name in ASKED if name not in brought.split()}


def test_a_wheel_of_the_tree_brings_what_its_record_says(tmp_path: Path) -> None:
    wheel(tmp_path / "w/my_dist-1-py3-none-any.whl", "inner/__init__.py")
    build = 'prebuilt_python_library(name = "dist", binary_src = "my_dist-1-py3-none-any.whl")\n'
    files = {"w/BUCK": build, "a/BUCK": target("a", "//w:dist"), "a/a.py": asking("inner", "my_dist")}
    assert check(tmp_path, files).missing == ["my_dist"]


def test_the_label_of_the_wheel_that_would_bring_it_is_told(tmp_path: Path) -> None:
    wheel(tmp_path / "w/PyYAML-6-py3-none-any.whl", "yaml/__init__.py")
    files = {"depcheck.toml": '[wheels]\nw = "@pip//{dist}"\n', "a/BUCK": target("a"), "a/a.py": asking("yaml.inner")}
    report = check(tmp_path, files).only
    assert (report["kind"], report["missing"]) == ("missing-dep", "yaml")
    assert [edit["text"] for edit in report["edits"]] == ['add "@pip//pyyaml" to deps of a (a/BUCK:1)']


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04"])
def test_a_wheel_that_cannot_be_read_brings_nobody_knows_what(tmp_path: Path, data: bytes) -> None:
    build = 'prebuilt_python_library(name = "x", binary_src = "x-1-py3-none-any.whl")\n'
    files: dict[str, str | bytes] = {"w/BUCK": build, "w/x-1-py3-none-any.whl": data, "a/BUCK": target("a", "//w:x")}
    assert check(tmp_path, {**files, "a/a.py": "import yaml\nimport a.gone\n"}).missing == ["a.gone"]


def damaged(how: str) -> bytes:
    """A wheel whose RECORD cannot be read."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = {"letters": b"\xff\xfe.py,,\n", "size": b"x.py,,\n" * 3_000_000}
        name = "METADATA" if how == "none" else "RECORD"
        archive.writestr(f"x-1.dist-info/{name}", rows.get(how, b"yaml/__init__.py,,\n" * 100))
    data = bytearray(file.getvalue())
    local, central = 0, data.index(b"PK\x01\x02")
    if how == "method":
        data[local + 8] = data[central + 10] = 99
    elif how == "encrypted":
        data[local + 6] |= 1
        data[central + 8] |= 1
    elif how == "stream":
        start = data.index(b"RECORD") + len("RECORD")
        data[start : start + 8] = b"\xff" * 8
    return bytes(data)


@pytest.mark.parametrize("how", ["letters", "size", "none", "method", "encrypted", "stream"])
def test_a_wheel_whose_record_cannot_be_read_brings_nobody_knows_what(tmp_path: Path, how: str) -> None:
    build = 'prebuilt_python_library(name = "x", binary_src = "x-1-py3-none-any.whl")\n'
    files: dict[str, str | bytes] = {"w/BUCK": build, "w/x-1-py3-none-any.whl": damaged(how)}
    files |= {"a/BUCK": target("a", "//w:x"), "a/a.py": "import yaml\nimport a.gone\n"}
    found = check(tmp_path, files)
    assert (found.code, found.missing, found.diagnostics) == (1, ["a.gone"], [])


def test_the_record_of_what_a_wheel_bundles_is_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    with zipfile.ZipFile(tmp_path / "w/x-1-py3-none-any.whl", "w") as archive:
        archive.writestr("one/_vendor/y-1.dist-info/RECORD", "two.py,,\n")
        archive.writestr("x-1.dist-info/RECORD", "one/__init__.py,,\n")
    files = {"depcheck.toml": '[wheels]\nw = "@pip//{dist}"\n', "a/BUCK": target("a", "@pip//x")}
    assert check(tmp_path, {**files, "a/a.py": asking("one", "two")}).missing == ["two"]


PROVIDES = {
    "a label": ('"far//x:y" = ["one"]', "far//x:y", "two"),
    "a pattern": ('"far//*" = ["one"]', "far//x:y", "two"),
    "two that fit": ('"far//*" = ["one"]\n"far//x:*" = ["two"]', "far//x:y", ""),
    "nothing": ('"far//*" = []', "far//x:y", "one two"),
    "a label in its short form": ('"far//x/y" = ["one"]', "far//x/y:y", "two"),
    "a label given in its short form": ('"far//x/y:y" = ["one"]', "far//x/y", "two"),
    "an alias of it": ('"far//x:y" = ["one"]', "//b:alias", "two"),
}


@pytest.mark.parametrize(("provides", "label", "missing"), PROVIDES.values(), ids=PROVIDES.keys())
def test_a_label_brings_what_the_config_says(tmp_path: Path, provides: str, label: str, missing: str) -> None:
    files = {
        "depcheck.toml": f"[provides]\n{provides}\n",
        "a/BUCK": target("a", label),
        "a/a.py": asking("one", "two.x"),
    }
    files["b/BUCK"] = 'alias(name = "alias", actual = "far//x:y")\n'
    assert check(tmp_path, files).missing == missing.split()


def test_the_label_that_provides_a_module_is_told(tmp_path: Path) -> None:
    files = {"depcheck.toml": '[provides]\n"far//x:y" = ["one"]\n', "a/BUCK": target("a"), "a/a.py": asking("one.two")}
    assert [edit["value"] for edit in check(tmp_path, files).only["edits"]] == ["far//x:y"]


@pytest.mark.parametrize("pattern", ["@pip//{dist}", "@pip//{dist}:{dist}"])
@pytest.mark.parametrize("label", ["@pip//numpy", "@pip//numpy:numpy"])
def test_a_pattern_fits_both_forms_of_a_label(tmp_path: Path, pattern: str, label: str) -> None:
    files = {
        "depcheck.toml": f'pypi = ["{pattern}"]\n',
        "a/BUCK": target("a", label),
        "a/a.py": asking("numpy", "yaml"),
    }
    assert check(tmp_path, files).missing == ["yaml"]


PYPI = {
    "its name": ("far//pypi/numpy:numpy", "numpy.linalg", []),
    "a name with dashes": ("far//pypi/my-dist:my-dist", "my_dist", []),
    "modules of another name": ("far//pypi/pyyaml:pyyaml", "yaml", []),
    "a name in other letters": ("far//pypi/PyYAML:PyYAML", "yaml", []),
    "another package": ("far//pypi/numpy:numpy", "yaml", ["yaml"]),
}


@pytest.mark.parametrize(("label", "module", "missing"), PYPI.values(), ids=PYPI.keys())
def test_a_label_of_pypi_brings_the_modules_of_its_package(
    tmp_path: Path, label: str, module: str, missing: list[str]
) -> None:
    files = {"depcheck.toml": 'pypi = ["far//pypi/{dist}:{dist}"]\n', "a/BUCK": target("a", label)}
    assert check(tmp_path, {**files, "a/a.py": asking(module)}).missing == missing


def test_the_label_of_pypi_that_would_bring_it_is_told(tmp_path: Path) -> None:
    files = {"depcheck.toml": 'pypi = ["far//pypi/{dist}:{dist}"]\n', "a/BUCK": target("a"), "a/a.py": asking("yaml")}
    assert [edit["value"] for edit in check(tmp_path, files).only["edits"]] == ["far//pypi/pyyaml:pyyaml"]


def test_a_label_that_nobody_knows_may_bring_any_outside_module(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a", "far//x:y"), "a/a.py": asking("one", "b.b"), "b/BUCK": target("b"), "b/b.py": ""}
    assert check(tmp_path, files).missing == ["b.b"]


def test_a_label_out_of_the_tree_brings_labels_of_it_as_the_config_says(tmp_path: Path) -> None:
    files = {"depcheck.toml": '[implies]\n"far//x:y" = ["//b:b"]\n', "a/BUCK": target("a", "far//x:y")}
    files |= {"a/a.py": asking("b.b", "c.c"), "b/BUCK": target("b"), "b/b.py": "", "c/BUCK": target("c"), "c/c.py": ""}
    assert check(tmp_path, files).missing == ["c.c"]


def test_a_runner_brings_what_the_config_says(tmp_path: Path) -> None:
    config = '[runners]\npython_test = ["runner"]\n'
    build = target("t", kind="python_test") + target("l")
    files = {"depcheck.toml": config, "a/BUCK": build, "a/t.py": asking("runner", "other"), "a/l.py": asking("runner")}
    assert check(tmp_path, files).brief == [("missing-dep", "//a:l", "runner"), ("missing-dep", "//a:t", "other")]


def test_a_dep_by_its_name_brings_what_the_config_says(tmp_path: Path) -> None:
    config = '[provides]\n"external_deps//:one" = ["one"]\n'
    build = target("a", more='external_deps = ["one", ("two", None, "three")]')
    found = check(tmp_path, {"depcheck.toml": config, "a/BUCK": build, "a/a.py": asking("one", "a.gone")})
    assert found.missing == ["a.gone"]


def test_what_comes_along_with_a_dep_is_told_as_such(tmp_path: Path) -> None:
    files = {"depcheck.toml": 'pypi = ["far//pypi/{dist}:{dist}"]\n', "a/BUCK": target("a", "far//pypi/pandas:pandas")}
    report = check(write(tmp_path, files), {"a/a.py": asking("pandas", "numpy")}).only
    assert report["missing"] == "numpy"
    assert "it may come along with far//pypi/pandas:pandas" in report["message"]


def test_a_requirement_of_rules_python_is_the_label_of_its_package(tmp_path: Path) -> None:
    build = (
        'load("@pip//:requirements.bzl", "requirement")\nload("@rules_python//python:defs.bzl", "py_library")\n'
        'py_library(name = "a", srcs = ["a.py"], deps = [requirement("PyYAML")])\n'
    )
    answer = check(tmp_path, {"MODULE.bazel": "", "BUILD.bazel": build, "a.py": "import yaml\nimport requests\n"})

    assert (answer.code, answer.diagnostics) == (1, [])
    assert [(one["missing"], one["edits"][0]["value"]) for one in answer.reports] == [("requests", "@pip//requests")]
