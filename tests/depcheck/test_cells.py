"""Cells below the root: // means the cell, and edits are spelled as the cell would."""

from __future__ import annotations

from pathlib import Path

from tests.depcheck.trees import check, target

TREE = {
    ".buckconfig": "[cells]\n  root = .\n  libs = libs\n",
    "libs/.buckconfig": "[cells]\n  libs = .\n",
    "libs/core/BUCK": target("core"),
    "libs/core/core.py": "",
}


def test_a_label_of_a_cell_is_the_cells_own(tmp_path: Path) -> None:
    files = {"libs/util/BUCK": target("util", "//core:core"), "libs/util/util.py": "import core.core\n"}

    assert check(tmp_path, {**TREE, **files}).code == 0


def test_an_edit_in_a_cell_is_spelled_as_there(tmp_path: Path) -> None:
    report = check(tmp_path, {**TREE, "libs/util/BUCK": target("util"), "libs/util/util.py": "import core.core\n"}).only

    assert report["edits"][0]["value"] == "//core:core"


def test_an_edit_of_the_root_names_the_cell(tmp_path: Path) -> None:
    report = check(tmp_path, {**TREE, "app/BUCK": target("app"), "app/app.py": "import core.core\n"}).only

    assert report["edits"][0]["value"] == "libs//core:core"
