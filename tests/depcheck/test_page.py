"""What README.md says of the config, the options and the kinds is so."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tools.depcheck.depcheck import cli, config
from tools.depcheck.depcheck.formats import RENDERERS
from tools.depcheck.depcheck.model import Kind
from tools.depcheck.depcheck.tree import Tree

PAGE = Path(os.environ.get("TOSA_DEPCHECK_README", "tools/depcheck/README.md"))


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_config_is_accepted_and_every_key_is_shown(tmp_path: Path) -> None:
    (tmp_path / "depcheck.toml").write_text(block("toml"))
    read = config.read(Tree(tmp_path))

    assert read.provides["//caffe2:torch"] == ["torch", "numpy"]
    assert read.kinds["my_python_test"] == "test"
    keys = (
        config.LISTS + config.TABLES + config.TEXTS + config.TEXT_TABLES + ("standins", "max_python_bytes", "extends")
    )
    for key in keys:
        assert re.search(rf"^(?:\[{key}\]|{key} = )", block("toml"), re.MULTILINE), key


def test_every_kind_and_format_is_described() -> None:
    text = PAGE.read_text("utf-8")

    for kind in Kind:
        assert f"| `{kind.value}` |" in text
    for name in RENDERERS:
        assert f"`{name}`" in text or f"--format {name}" in text


@pytest.mark.parametrize("option", sorted(set(re.findall(r"(--[a-z][a-z-]+)", PAGE.read_text("utf-8")))))
def test_every_option_of_the_page_exists(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])

    assert option in capsys.readouterr().out


def test_the_stand_in_makes_a_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "macros.bzl").write_text(block("starlark"))
    (tmp_path / "depcheck.toml").write_text('extends = []\n[standins]\n"@internal//:macros.bzl" = "macros.bzl"\n')
    call = 'load("@internal//:macros.bzl", "my_python_library")\nmy_python_library(name = "a", srcs = ["gone.py"])\n'
    (tmp_path / "BUCK").write_text(call)

    assert cli.main([str(tmp_path), "--no-cache"]) == cli.FOUND
    out = capsys.readouterr().out
    assert "missing-source: //:a has the source gone.py" in out
    assert "missing-label: //:a has //base:runtime" in out
