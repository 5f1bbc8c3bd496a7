"""The command: options, formats, exit codes, and what it does to a tree."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.depcheck.trees import FAULT, FAULTY, check, environment, output, run, target, write

WORDS = [sys.executable, "-m", "tools.depcheck.depcheck"]
CODES = [
    ({"BUCK": ""}, 0),
    (FAULTY, 1),
    ({"BUCK": "", "a.py": "def f(:\n"}, 2),
    ({**FAULTY, "a.py": "def f(:\n"}, 2),
    ({"a.py": ""}, 3),
]


@pytest.mark.parametrize("form", ["text", "jsonl", "sarif", "github"])
@pytest.mark.parametrize(("files", "code"), CODES)
def test_exit_codes_are_those_of_linters(tmp_path: Path, files: dict[str, str], code: int, form: str) -> None:
    assert output(write(tmp_path, files), "--format", form)[0] == code


USES = {
    "no tree": [],
    "two trees": [".", "."],
    "unknown option": [".", "--gone"],
    "unknown format": [".", "--format", "gone"],
    "unknown ready-made config": [".", "--ready", "gone"],
    "two bases": [".", "--since", "HEAD", "--base", "."],
    "option without its value": [".", "--since"],
    "no such tree": ["gone"],
    "no such config": [".", "--config", "gone.toml"],
}


@pytest.mark.parametrize("words", USES.values(), ids=USES.keys())
def test_a_wrong_use_is_3(tmp_path: Path, words: list[str]) -> None:
    done = subprocess.run(
        [*WORDS, *words], cwd=write(tmp_path, FAULTY), env=environment(), capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "depcheck: " in done.stderr
    assert "Traceback" not in done.stderr


# The text of depcheck.toml, and the file and key that are named.
CONFIGS = {
    "no TOML": ("x = \n", "depcheck.toml: "),
    "unknown key": ("gone = 1\n", "depcheck.toml: unknown key 'gone'"),
    "text for a list": ('exclude = "a"\n', "depcheck.toml: exclude: expected a list of strings, got 'a'"),
    "numbers in a list": ("pypi = [1]\n", "depcheck.toml: pypi: expected a list of strings, got [1]"),
    "list for a text": ("label_prefix = []\n", "depcheck.toml: label_prefix: expected a string, got []"),
    "list for a table": ("provides = []\n", "depcheck.toml: provides: expected a table, got []"),
    "text in a table of lists": (
        '[provides]\n"a//b" = "c"\n',
        "depcheck.toml: provides.a//b: expected a list of strings",
    ),
    "number in a table of texts": ("[kinds]\nx = 1\n", "depcheck.toml: kinds.x: expected a string, got 1"),
    "number for a stand-in": ("[standins]\nx = 1\n", "depcheck.toml: standins.x: expected a string, got 1"),
    "unknown role": ('[kinds]\nx = "gone"\n', "depcheck.toml: kinds.x: "),
    "a limit of nothing": ("max_python_bytes = 0\n", "depcheck.toml: max_python_bytes: expected a number above 0"),
    "a text for a limit": ('max_python_bytes = "1"\n', "depcheck.toml: max_python_bytes: expected a number above 0"),
    "a truth for a limit": ("max_python_bytes = true\n", "depcheck.toml: max_python_bytes: expected a number above 0"),
    "unknown ready-made config": ('extends = ["gone"]\n', "depcheck.toml: extends: no ready-made config 'gone'"),
    "text for extends": ('extends = "fbcode"\n', "depcheck.toml: extends: expected a list of strings, got 'fbcode'"),
}


@pytest.mark.parametrize(("text", "said"), CONFIGS.values(), ids=CONFIGS.keys())
def test_a_wrong_config_is_named_by_file_and_key(
    tmp_path: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert output(write(tmp_path, {**FAULTY, "depcheck.toml": text})) == (3, "")
    assert f"depcheck: {said}" in capsys.readouterr().err


def test_a_config_of_another_name_is_read(tmp_path: Path) -> None:
    files = {**FAULTY, "conf/my.toml": 'absent_modules = ["wanted.*"]\n', "depcheck.toml": "gone = 1\n"}
    assert check(tmp_path, files, "--config", "conf/my.toml") == (0, [], [])


def test_the_text_is_for_people(tmp_path: Path) -> None:
    assert output(write(tmp_path, FAULTY)) == (
        1,
        "faulty/faulty.py:2: missing-dep: //faulty:faulty imports wanted.wanted, but does not reach //wanted:wanted, "
        "which holds it\n"
        "    target: //faulty:faulty\n"
        "    chain: //faulty:faulty -> faulty/faulty.py:2 -> wanted.wanted\n"
        "    breaks: //faulty:faulty\n"
        '    fix: add "//wanted:wanted" to deps of faulty (faulty/BUCK:1)\n'
        "1 report (0 latent) in 1 file\n",
    )


def test_json_lines_are_for_programs(tmp_path: Path) -> None:
    _, text = output(write(tmp_path, FAULTY), "--format", "jsonl")
    found = json.loads(text)
    wanted = {"target": FAULT[1], "missing": FAULT[2], "file": "faulty/faulty.py", "module": "wanted.wanted", "line": 2}
    assert wanted.items() <= found.items()


def test_sarif_is_for_services(tmp_path: Path) -> None:
    _, text = output(write(tmp_path, FAULTY), "--format", "sarif")
    run = json.loads(text)["runs"][0]
    assert [result["ruleId"] for result in run["results"]] == ["missing-dep"]
    assert run["originalUriBaseIds"]["SRCROOT"]["uri"] == tmp_path.as_uri() + "/"


def test_annotations_are_for_github(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    _, text = output(write(tmp_path / "sub", FAULTY).parent / "sub", "--format", "github")
    assert text.startswith("::error file=sub/faulty/faulty.py,line=2,title=depcheck missing-dep::")


def test_fix_edits_the_build_files_and_a_second_run_is_clean(tmp_path: Path) -> None:
    sources = 'python_library(\n    name = "a",\n    srcs = ["a.py", "gone.py"],\n'
    build = "# Kept.\n" + sources + '    deps = ["//b:b_lib"],  # why\n)\n'
    files = {
        **FAULTY,
        "a/BUCK": build,
        "a/a.py": "import b.b\n",
        "b/BUCK": target("b-lib", srcs='["b.py"]'),
        "b/b.py": "",
    }
    root = write(tmp_path, files)
    (root / "a/BUCK").chmod(0o640)
    code, text = output(root, "--fix")
    assert (code, text.splitlines()[-1]) == (0, "4 edits in 2 files, 0 left to hand")
    assert (root / "a/BUCK").read_text() == build.replace(', "gone.py"', "").replace("b_lib", "b-lib")
    assert stat.S_IMODE((root / "a/BUCK").stat().st_mode) == 0o640
    assert run(root) == (0, [], [])
    assert output(root, "--fix") == (0, "0 edits in 0 files, 0 left to hand\n")


def test_fix_says_what_is_left_to_people(tmp_path: Path) -> None:
    files = {
        **FAULTY,
        "a/BUCK": "DEPS = []\n" + target("a", more="deps = DEPS"),
        "a/a.py": "import wanted.wanted\nimport a.gone\n",
    }
    code, text = output(write(tmp_path, files), "--fix")
    assert code == 1
    assert 'a/BUCK:2: by hand: add "//wanted:wanted" to deps of a (a/BUCK:2) (deps is the variable DEPS)\n' in text
    assert "a/a.py:2: by hand: //a:a imports a.gone, but there is no such module in the tree\n" in text
    assert text.endswith("1 edit in 1 file, 2 left to hand\n")


def test_fix_prints_a_line_for_a_line(tmp_path: Path) -> None:
    code, text = output(
        write(tmp_path, {**FAULTY, "a\nb\x1b/BUCK": target("x"), "a\nb\x1b/x.py": "import wanted.wanted\n"}), "--fix"
    )
    assert (code, len(text.splitlines())) == (0, 3)
    assert 'a\\nb\\x1b/BUCK:1: add "//wanted:wanted" to deps of x' in text


def test_fix_of_an_incomplete_answer_is_incomplete(tmp_path: Path) -> None:
    code, text = output(write(tmp_path, {**FAULTY, "a/a.py": "def f(:\n"}), "--fix")
    assert code == 2
    assert "a/a.py:1: python-syntax: " in text
    assert run(tmp_path).brief == []


def test_fix_makes_only_what_is_asked_for(tmp_path: Path) -> None:
    more = {path.replace("faulty", "other"): text.replace("faulty", "other") for path, text in FAULTY.items()}
    root = write(tmp_path, {**FAULTY, **more})
    assert output(root, "--fix", "--only", "other")[0] == 0
    assert run(root).brief == [FAULT]


LATENT = {
    "a/BUCK": target("a"),
    "a/a.py": "import b.b\n",
    "b/BUCK": target("b"),
    "b/b.py": "",
    "t/BUCK": target("t", "//a:a", "//b:b", kind="python_test"),
    "t/t.py": "",
    "b/script.py": "import b.gone\n",
}


def test_latent_faults_can_be_left_out(tmp_path: Path) -> None:
    root = write(tmp_path, {**LATENT, **FAULTY})
    nobodys = ("gone-module", None, "b.gone")
    assert run(root).brief == [("missing-dep", "//a:a", "b.b"), nobodys, FAULT]
    assert run(root, "--no-latent").brief == [nobodys, FAULT]


ONLY = {
    "a folder": (["faulty"], 1),
    "with a slash": (["faulty/"], 1),
    "a file": (["faulty/faulty.py"], 1),
    "the beginning of a name": (["fault"], 0),
    "another folder": (["wanted"], 0),
    "several": (["wanted", "faulty"], 1),
    "the target's folder": (["t"], 1),
    "the root": (["."], 2),
    "with a dot": (["./faulty"], 1),
}


@pytest.mark.parametrize(("folders", "count"), ONLY.values(), ids=ONLY.keys())
def test_reports_of_some_folders_can_be_asked_for(tmp_path: Path, folders: list[str], count: int) -> None:
    files = {**FAULTY, "t/BUCK": target("t", srcs='["../s/s.py"]'), "s/s.py": "import t.gone\n"}
    words = [word for folder in folders for word in ("--only", folder)]
    assert len(check(tmp_path, files, *words).reports) == count


def test_a_reader_that_goes_is_no_traceback(tmp_path: Path) -> None:
    text = "".join(f"import a.gone{number}\n" for number in range(3000))
    write(tmp_path, {"a/BUCK": target("a"), "a/a.py": text})
    words = [*WORDS, str(tmp_path), "--no-cache"]
    with subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_a_reader_that_was_never_there_is_no_traceback(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    words = [*WORDS, str(write(tmp_path, FAULTY)), "--no-cache"]
    done = subprocess.run(words, env=environment(), stdout=theirs, stderr=subprocess.PIPE)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("form", ["text", "jsonl", "sarif", "github"])
def test_names_that_are_not_utf8_are_printed(tmp_path: Path, form: str) -> None:
    root = write(tmp_path, FAULTY)
    try:
        (root / os.fsdecode(b"faulty/\xff.py")).write_text("import wanted.gone\n")
    except OSError:
        pytest.skip("this file system has UTF-8 names only")
    words = [*WORDS, str(root), "--no-cache", "--format", form]
    done = subprocess.run(words, env={**environment(), "PYTHONIOENCODING": "ascii"}, capture_output=True)
    assert done.returncode == 1
    assert done.stderr == b""
    assert b"wanted.gone" in done.stdout.decode().encode()


def test_the_version_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, text = output(tmp_path, "--version")
    assert code == 0
    assert text.startswith("depcheck ")
