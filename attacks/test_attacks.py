"""Every attack of this folder is refused, in an interpreter of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools import python

HERE = Path(__file__).absolute().parent
SCRIPTS = sorted(path for path in HERE.rglob("*.py") if not path.name.startswith(("test_", "_")))
SECONDS = 60


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_attack_is_refused(script: Path, tmp_path: Path) -> None:
    done = python(str(script), seconds=SECONDS, folder=tmp_path)
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stdout.startswith("refused: ") and done.stdout.count("\n") == 1, done.stdout


def test_attacks_are_here() -> None:
    assert "class_assignment" in [path.stem for path in SCRIPTS]
