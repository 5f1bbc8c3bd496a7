"""The tool over files and folders: what it writes, what it says, and how it ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools.codemod.main import main

OLD = b"import serializer.tosa_serializer as ts\nx = ts.TosaOp.Op().ADD\n"
NEW = b"import tosa_serializer as ts\nx = ts.Op.ADD\n"
BY_HAND = b"import serializer.tosa_serializer as ts\nprint(ts)\n"


@pytest.fixture(autouse=True)
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BUILD_WORKING_DIRECTORY", raising=False)


def test_folder_is_moved_and_a_second_run_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.py", "deep/b.pyi", ".hidden/c.py", "d.txt", "plain.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x  =  1" if name == "plain.py" else OLD)

    assert main([str(tmp_path)]) == 0
    assert "3 files read, 2 changed, 4 places rewritten, 0 left to hand, 0 failed" in capsys.readouterr().out
    found = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {"a.py": NEW, "deep/b.pyi": NEW, ".hidden/c.py": OLD, "d.txt": OLD, "plain.py": b"x  =  1"}
    assert main([str(tmp_path)]) == 0
    assert "0 changed" in capsys.readouterr().out


def test_check_and_diff_write_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(OLD)

    assert main(["--check", str(path)]) == 1
    assert f"{path}: would change" in capsys.readouterr().out
    assert main(["--diff", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")] == [
        *(f"-{line}" for line in OLD.decode().splitlines()),
        *(f"+{line}" for line in NEW.decode().splitlines()),
    ]
    assert path.read_bytes() == OLD
    path.write_bytes(NEW)
    assert main(["--check", str(path)]) == 0


def test_what_is_left_to_hand_is_told_and_ends_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(BY_HAND)

    assert main([str(path)]) == 1
    assert f"{path}:2: by hand: the module is used as a value" in capsys.readouterr().out


BROKEN = {
    "syntax": (OLD + b"def f(:\n", 3),
    "indent": (OLD + b"if x:\ny = 1\n", 4),
    "dedent": (OLD + b"if x:\n    y = 1\n  z = 2\n", 5),
    "not UTF-8": (OLD + b"y = 'caf\xe9'\n", 3),
    "unknown coding": (b"# coding: nothing\n" + OLD, 1),
    "2000 brackets": (OLD + b"y = " + b"(" * 2000 + b")" * 2000 + b"\n", 3),
    "a sum of 20000": (OLD + b"y = 1" + b" + 1" * 20000 + b"\n", None),
    "NUL": (OLD + b"y = '\0'\n\0", None),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_file_that_does_not_parse_is_named_and_the_rest_goes_on(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, line = BROKEN[kind]
    (tmp_path / "a.py").write_bytes(data)
    (tmp_path / "b.py").write_bytes(OLD)

    assert main([str(tmp_path)]) == 2
    out = capsys.readouterr().out
    assert f"{tmp_path}/a.py:{line if line is not None else ''}" in out
    assert "not read" in out or "left alone" in out
    assert (tmp_path / "a.py").read_bytes() == data
    assert (tmp_path / "b.py").read_bytes() == NEW


def test_encodings_and_line_ends_stay(tmp_path: Path) -> None:
    cases = {
        "latin.py": "# coding: latin-1\r\nimport serializer.tosa_serializer as ts\r\nx = 'café'\r\n".encode("latin-1"),
        "bom.py": b"\xef\xbb\xbf" + OLD,
        "end.py": OLD.rstrip(b"\n"),
    }
    for name, data in cases.items():
        (tmp_path / name).write_bytes(data)

    assert main([str(tmp_path)]) == 0
    for name, data in cases.items():
        expected = data.replace(b"serializer.tosa_serializer", b"tosa_serializer").replace(b"TosaOp.Op()", b"Op")
        assert (tmp_path / name).read_bytes() == expected


def test_missing_path_is_named_and_the_rest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.py").write_bytes(OLD)

    assert main([str(tmp_path / "none.py"), str(tmp_path / "b.py")]) == 2
    assert "none.py: No such file or directory" in capsys.readouterr().out
    assert (tmp_path / "b.py").read_bytes() == NEW


def test_replaced_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.py", tmp_path / "link.py"
    real.write_bytes(OLD)
    real.chmod(0o750)
    link.symlink_to(real)

    assert main([str(link)]) == 0
    assert link.is_symlink() and real.read_bytes() == NEW
    assert real.stat().st_mode & 0o777 == 0o750
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.py", "real.py"]


def test_failed_write_leaves_the_file_and_nothing_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(OLD)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert main([str(path)]) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["a.py"] and path.read_bytes() == OLD


def test_file_that_would_break_is_named_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_bytes(OLD)
    # A name that is none, as an error in the tool would write it.
    monkeypatch.setattr("tools.codemod.imports.NEW", "class")

    assert main([str(tmp_path)]) == 2
    assert f"{tmp_path}/a.py: the tool would break it" in capsys.readouterr().out
    assert (tmp_path / "a.py").read_bytes() == OLD


def test_file_that_would_lose_a_name_is_named_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The name is there from the second turn on.
    data = b"for i in (1, 2):\n    if i == 2: x = TosaOp\n    from serializer.tosa_serializer import TosaOp\n"
    (tmp_path / "a.py").write_bytes(data)

    assert main([str(tmp_path)]) == 2
    assert f"{tmp_path}/a.py: TosaOp would be undefined" in capsys.readouterr().out
    assert (tmp_path / "a.py").read_bytes() == data


def test_fifo_is_named_and_not_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "a.py")
    (tmp_path / "b.py").write_bytes(OLD)

    assert main([str(tmp_path)]) == 2
    assert f"{tmp_path}/a.py: not read: no regular file" in capsys.readouterr().out
    assert (tmp_path / "b.py").read_bytes() == NEW


def test_name_that_is_no_text_is_printed_with_escapes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / os.fsdecode(b"\xff.py")
    path.write_bytes(BY_HAND)

    assert main([str(path)]) == 1
    assert "\\udcff.py:2: by hand" in capsys.readouterr().out


def test_folder_that_cannot_be_read_is_named_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Too deep for a path to name its folders.
    folder = os.open(tmp_path, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("a" * 200, dir_fd=folder)
        deeper = os.open("a" * 200, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = deeper
    os.close(folder)
    (tmp_path / "b").mkdir()
    (tmp_path / "b/c.py").write_bytes(OLD)

    assert main([str(tmp_path)]) == 2
    out = capsys.readouterr().out
    assert "aaa: File name too long" in out and "1 changed" in out and "1 failed" in out
    assert (tmp_path / "b/c.py").read_bytes() == NEW
