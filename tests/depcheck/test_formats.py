"""Output formats: complete, and unbroken by any name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest

from tools.depcheck.depcheck.formats import RENDERERS, github, jsonl, sarif, text
from tools.depcheck.depcheck.model import SUMMARIES, Action, Diagnostic, Edit, Kind, Report

EDIT = Edit(Action.ADD, "a/BUCK", 3, "a", "deps", "//b:b")
REPORT = Report(
    Kind.MISSING_DEP,
    "//a:a",
    "//b:b",
    "a/a.py",
    7,
    "b is imported, which no dep brings",
    module="b",
    is_lazy=True,
    chain=("//t:t", "a/a.py:7", "b"),
    breaks=("//t:t",),
    edits=(EDIT,),
)
LATENT = Report(Kind.MISSING_DEP, "//c:c", "//b:b", "c/c.py", 1, "b is imported", module="b")
ORPHAN = Report(Kind.MISSING_SOURCE, None, "gone.py", "c/BUCK", 2, "gone.py does not exist")
UNKNOWN = Diagnostic("unknown-macro", "d/BUCK", 4, "magic is not known")
# Newlines, commands of GitHub, a terminal's escape, a line separator, a byte that is not UTF-8, percent and commas.
NASTY = "d/\n::error::x\r\x1b[2J\u2028\udcff%,: {0}/a.py"
NASTY_REPORT = Report(
    Kind.UNOWNED_MODULE, NASTY, NASTY, NASTY, 1, NASTY, NASTY, False, (NASTY,), (NASTY,), (
        Edit(Action.REPLACE, NASTY, 1, NASTY, NASTY, NASTY, NASTY),
    ),
)  # fmt: skip
NASTY_DIAGNOSTIC = Diagnostic(NASTY, NASTY, 0, NASTY)


def sarif_run(reports: list[Report], diagnostics: list[Diagnostic], root: str = "/tree") -> Any:
    log = json.loads(sarif.render(reports, diagnostics, root))
    assert log["version"] == "2.1.0"
    return log["runs"][0]


@pytest.mark.parametrize("name", RENDERERS)
def test_any_name_can_be_written_as_utf8(name: str) -> None:
    assert RENDERERS[name]([NASTY_REPORT], [NASTY_DIAGNOSTIC], ".").encode()


@pytest.mark.parametrize(("name", "lines"), [("text", 7), ("jsonl", 2), ("github", 2)])
def test_a_name_makes_no_lines(name: str, lines: int) -> None:
    output = RENDERERS[name]([NASTY_REPORT], [NASTY_DIAGNOSTIC], ".")
    # As terminals, GitHub and JSON readers split; and in jsonl nothing that any reader splits at.
    assert len(re.split(r"\r\n|\r|\n", output.removesuffix("\n"))) == lines
    assert len(output.splitlines()) == lines


@pytest.mark.parametrize("name", ["text", "github"])
def test_a_name_does_not_reach_the_terminal_as_control(name: str) -> None:
    assert "\x1b" not in RENDERERS[name]([NASTY_REPORT], [NASTY_DIAGNOSTIC], ".")


def test_jsonl_has_an_object_for_each_report() -> None:
    assert [json.loads(line) for line in jsonl.render([REPORT, ORPHAN], [], ".").splitlines()] == [
        {
            "kind": "missing-dep",
            "target": "//a:a",
            "missing": "//b:b",
            "file": "a/a.py",
            "line": 7,
            "module": "b",
            "lazy": True,
            "latent": False,
            "breaks": ["//t:t"],
            "chain": ["//t:t", "a/a.py:7", "b"],
            "edits": [
                {
                    "action": "add",
                    "file": "a/BUCK",
                    "line": 3,
                    "target": "a",
                    "attribute": "deps",
                    "value": "//b:b",
                    "new_value": "",
                    "text": 'add "//b:b" to deps of a (a/BUCK:3)',
                }
            ],
            "message": "b is imported, which no dep brings",
        },
        {
            "kind": "missing-source",
            "target": None,
            "missing": "gone.py",
            "file": "c/BUCK",
            "line": 2,
            "module": None,
            "lazy": False,
            "latent": True,
            "breaks": [],
            "chain": [],
            "edits": [],
            "message": "gone.py does not exist",
        },
    ]


def test_jsonl_tells_diagnostics_from_reports() -> None:
    assert json.loads(jsonl.render([], [UNKNOWN], ".")) == {
        "diagnostic": "unknown-macro",
        "file": "d/BUCK",
        "line": 4,
        "message": "magic is not known",
    }


def test_jsonl_keeps_every_name() -> None:
    assert json.loads(jsonl.render([NASTY_REPORT], [], "."))["file"] == NASTY


def test_jsonl_of_nothing_is_empty() -> None:
    assert jsonl.render([], [], ".") == ""


def test_text_is_by_file_with_counts() -> None:
    assert text.render([ORPHAN, LATENT, REPORT], [UNKNOWN], ".") == (
        "a/a.py:7: missing-dep: b is imported, which no dep brings\n"
        "    target: //a:a\n"
        "    chain: //t:t -> a/a.py:7 -> b\n"
        "    breaks: //t:t\n"
        '    fix: add "//b:b" to deps of a (a/BUCK:3)\n'
        "c/BUCK:2: missing-source: gone.py does not exist\n"
        "    latent: no test, binary or top-level library lacks it\n"
        "c/c.py:1: missing-dep: b is imported\n"
        "    target: //c:c\n"
        "    latent: every consumer that runs it brings it\n"
        "d/BUCK:4: unknown-macro: magic is not known\n"
        "3 reports (2 latent) in 3 files, 1 diagnostic: the answer is incomplete\n"
    )


def test_text_names_five_that_break() -> None:
    report = Report(Kind.MISSING_DEP, "//a:a", "b", "a.py", 1, "m", breaks=tuple(f"//t:{n}" for n in range(7)))
    assert "    breaks: //t:0, //t:1, //t:2, //t:3, //t:4 and 2 more\n" in text.render([report], [], ".")


def test_text_calls_no_unused_dep_latent() -> None:
    report = Report(Kind.UNUSED_DEP, "//a:a", "//b:b", "a/BUCK", 1, "//b:b is not used")
    assert "    latent" not in text.render([report], [], ".")


def test_text_of_nothing_is_its_counts() -> None:
    assert text.render([], [], ".") == "0 reports (0 latent) in 0 files\n"


def test_github_has_errors_and_warnings() -> None:
    assert github.render([REPORT, LATENT], [UNKNOWN], ".").splitlines() == [
        "::error file=a/a.py,line=7,title=depcheck missing-dep::b is imported, which no dep brings"
        '%0Afix: add "//b:b" to deps of a (a/BUCK:3)',
        "::warning file=c/c.py,line=1,title=depcheck missing-dep::b is imported",
        "::warning file=d/BUCK,line=4,title=depcheck unknown-macro::magic is not known",
    ]


def test_github_escapes_properties_and_data() -> None:
    report = Report(Kind.MISSING_DEP, None, "m", "a%:,\r\n.py", 1, "50%: a,\r\nb", breaks=("//t:t",))
    assert github.render([report], [], ".") == (
        "::error file=a%25%3A%2C%0D%0A.py,line=1,title=depcheck missing-dep::50%25: a,%0D%0Ab\n"
    )


def test_github_paths_are_those_of_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    output = github.render([REPORT], [], str(tmp_path / "sub" / "tree"))
    assert output.startswith("::error file=sub/tree/a/a.py,")


def test_sarif_has_every_rule() -> None:
    rules = sarif_run([], [])["tool"]["driver"]["rules"]
    assert {rule["id"]: rule["shortDescription"]["text"] for rule in rules} == {
        kind.value: summary for kind, summary in SUMMARIES.items()
    }


@pytest.mark.parametrize("kind", Kind)
def test_sarif_results_name_their_rule(kind: Kind) -> None:
    run = sarif_run([Report(kind, "//a:a", "b", "a.py", 1, "m")], [])
    result = run["results"][0]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == kind.value


@pytest.mark.parametrize(("report", "level"), [(REPORT, "error"), (LATENT, "warning")])
def test_sarif_warns_of_what_is_latent(report: Report, level: str) -> None:
    assert sarif_run([report], [])["results"][0]["level"] == level


def test_sarif_places_a_report() -> None:
    location = sarif_run([REPORT], [])["results"][0]["locations"][0]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "a/a.py", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 7},
    }
    assert location["logicalLocations"] == [{"fullyQualifiedName": "//a:a", "kind": "module"}]


def test_sarif_has_no_line_zero() -> None:
    location = sarif_run([], [NASTY_DIAGNOSTIC])["invocations"][0]["toolExecutionNotifications"][0]["locations"][0]
    assert "region" not in location["physicalLocation"]


def test_sarif_uris_are_relative_and_hold_every_byte() -> None:
    uri = sarif_run([NASTY_REPORT], [])["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri)
    assert unquote_to_bytes(uri) == NASTY.encode("utf-8", "surrogateescape")


def test_sarif_texts_hold_no_surrogates() -> None:
    run = sarif_run([NASTY_REPORT], [NASTY_DIAGNOSTIC])
    assert json.dumps(run, ensure_ascii=False).encode()


def test_sarif_messages_hold_no_placeholders_and_links() -> None:
    report = Report(Kind.MISSING_DEP, None, "m", "a.py", 1, "{0} [a](b)")
    assert sarif_run([report], [])["results"][0]["message"] == {"text": "{{0}} [a] (b)"}


def test_sarif_names_the_root_as_a_folder() -> None:
    assert sarif_run([], [], "/a b")["originalUriBaseIds"] == {"SRCROOT": {"uri": "file:///a%20b/"}}


def test_sarif_says_that_an_answer_is_incomplete() -> None:
    invocation = sarif_run([], [UNKNOWN])["invocations"][0]
    assert invocation["executionSuccessful"] is False
    notification = invocation["toolExecutionNotifications"][0]
    assert notification["descriptor"] == {"id": "unknown-macro"}
    assert notification["message"] == {"text": "magic is not known"}


def test_sarif_says_that_an_answer_is_complete() -> None:
    assert sarif_run([REPORT], [])["invocations"] == [{"executionSuccessful": True}]


def test_sarif_fingerprints_stay_when_lines_move() -> None:
    moved = Report(REPORT.kind, REPORT.target, REPORT.missing, REPORT.file, 99, "another message")
    first, second = sarif_run([REPORT, moved], [])["results"]
    assert first["partialFingerprints"] == second["partialFingerprints"]


def test_sarif_fingerprints_differ_by_what_is_missing() -> None:
    first, second = sarif_run([REPORT, LATENT], [])["results"]
    assert first["partialFingerprints"] != second["partialFingerprints"]
