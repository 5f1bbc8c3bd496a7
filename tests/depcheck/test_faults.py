"""One tree for each kind of fault, and all that is said of it."""

from __future__ import annotations

from pathlib import Path

from tests.depcheck.trees import check, run, target, write

B = {"b/BUCK": target("b"), "b/b.py": ""}


def test_a_missing_dep_is_told_with_the_label_the_chain_and_the_edit(tmp_path: Path) -> None:
    report = check(
        tmp_path,
        {
            **B,
            "a/BUCK": "\n" + target("a"),
            "a/a.py": "import os\nimport b.b\n",
            "t/BUCK": target("t", "//m:m", kind="python_test"),
            "t/t.py": "import m.m\n",
            "m/BUCK": target("m", "//a:a"),
            "m/m.py": "import a.a\n",
        },
    ).only
    assert report == {
        "kind": "missing-dep",
        "target": "//a:a",
        "missing": "b.b",
        "file": "a/a.py",
        "line": 2,
        "module": "b.b",
        "lazy": False,
        "latent": False,
        "breaks": ["//t:t"],
        "chain": ["//t:t", "//m:m", "//a:a", "a/a.py:2", "b.b"],
        "edits": [
            {
                "action": "add",
                "file": "a/BUCK",
                "line": 2,
                "target": "a",
                "attribute": "deps",
                "value": "//b:b",
                "new_value": "",
                "text": 'add "//b:b" to deps of a (a/BUCK:2)',
            }
        ],
        "message": "//a:a imports b.b, but does not reach //b:b, which holds it",
    }


def test_a_dep_of_the_same_package_is_added_in_its_short_form(tmp_path: Path) -> None:
    report = check(tmp_path, {"a/BUCK": target("a") + target("b"), "a/a.py": "import a.b\n", "a/b.py": ""}).only
    assert report["edits"][0]["value"] == ":b"


def test_a_fault_is_latent_when_every_consumer_brings_the_module(tmp_path: Path) -> None:
    tests = target("t", "//a:a", "//b:b", kind="python_test")
    tree = {**B, "a/BUCK": target("a"), "a/a.py": "import b.b\n", "t/BUCK": tests, "t/t.py": "import a.a\n"}
    report = check(tmp_path, tree).only
    assert (report["target"], report["latent"], report["breaks"]) == ("//a:a", True, [])


def test_only_the_consumers_that_do_not_bring_the_module_break(tmp_path: Path) -> None:
    tests = target("good", "//a:a", "//b:b", kind="python_test") + target("bad", "//a:a", kind="python_binary")
    files = {"a/BUCK": target("a"), "a/a.py": "import b.b\n", "t/BUCK": tests, "t/good.py": "", "t/bad.py": ""}
    report = check(tmp_path, {**B, **files}).only
    assert report["breaks"] == ["//t:bad"]
    assert report["chain"] == ["//t:bad", "//a:a", "a/a.py:1", "b.b"]


def test_a_library_that_nothing_uses_breaks_itself(tmp_path: Path) -> None:
    report = check(tmp_path, {**B, "a/BUCK": target("a"), "a/a.py": "import b.b\n"}).only
    assert report["breaks"] == ["//a:a"]


def test_a_module_that_comes_by_way_of_deps_is_not_missing(tmp_path: Path) -> None:
    tree = {
        **B,
        "a/BUCK": target("a", "//m:m"),
        "a/a.py": "import b.b, m.m\n",
        "m/BUCK": target("m", "//b:b"),
        "m/m.py": "",
    }
    assert check(tmp_path, tree) == (0, [], [])


def test_a_library_is_named_rather_than_a_test_that_holds_the_module_too(tmp_path: Path) -> None:
    both = target("a_test", kind="python_test", srcs='["b.py"]') + target("b")
    report = check(tmp_path, {"a/BUCK": target("a"), "a/a.py": "import b.b\n", "b/BUCK": both, "b/b.py": ""}).only
    assert report["edits"][0]["value"] == "//b:b"


def test_two_files_of_a_target_that_lack_a_module_are_one_report(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a", srcs='["a.py", "c.py"]'), "a/a.py": "\nimport b.b\n", "a/c.py": "import b.b\n"}
    report = check(tmp_path, {**B, **files}).only
    assert (report["file"], report["line"]) == ("a/a.py", 2)
    assert "1 more of its files do" in report["message"]


def test_an_unowned_module_is_told_with_the_edit_of_srcs(tmp_path: Path) -> None:
    files = {"b/c.py": "", "a/BUCK": target("a", "//b:b"), "a/a.py": "import b.c\n"}
    report = check(tmp_path, {**B, **files}).only
    assert (report["kind"], report["target"], report["missing"]) == ("unowned-module", "//a:a", "b.c")
    assert "no target holds b/c.py; b/BUCK" in report["message"]
    assert [edit["text"] for edit in report["edits"]] == ['add "c.py" to srcs of b (b/BUCK:1)']


def test_an_unowned_module_that_two_targets_might_hold_is_left_to_people(tmp_path: Path) -> None:
    libraries = target("b") + target("d")
    files = {"b/BUCK": libraries, "b/b.py": "", "b/d.py": "", "b/c.py": ""}
    report = check(tmp_path, {**files, "a/BUCK": target("a", "//b:b"), "a/a.py": "import b.c\n"}).only
    assert (report["kind"], report["edits"]) == ("unowned-module", [])


def test_a_module_that_is_gone_is_told(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a", "//b:b"), "a/a.py": "def f():\n    from b.gone import x\n"}
    report = check(tmp_path, {**B, **files}).only
    assert (report["kind"], report["target"], report["missing"]) == ("gone-module", "//a:a", "b.gone")
    assert (report["file"], report["line"], report["lazy"]) == ("a/a.py", 2, True)


def test_a_module_that_is_gone_is_told_of_a_file_that_no_target_holds(tmp_path: Path) -> None:
    report = check(tmp_path, {**B, "b/script.py": "import b.b\nimport b.gone\n"}).only
    assert (report["kind"], report["target"], report["missing"]) == ("gone-module", None, "b.gone")
    assert (report["file"], report["line"]) == ("b/script.py", 2)


def test_a_module_that_git_ignores_is_not_gone(tmp_path: Path) -> None:
    files = {"a/BUCK": target("a", "//b:b"), "a/a.py": "import b.made\nimport b.gone\n", "b/.gitignore": "/made.py\n"}
    assert check(tmp_path, {**B, **files}).missing == ["b.gone"]


def test_a_source_that_does_not_exist_is_told_with_where_it_moved(tmp_path: Path) -> None:
    files = {"a/BUCK": "\n\n" + target("a", srcs='["a.py", "gone.py"]'), "a/a.py": "", "a/sub/gone.py": ""}
    report = check(tmp_path, files).only
    assert (report["kind"], report["target"], report["missing"]) == ("missing-source", "//a:a", "a/gone.py")
    assert (report["file"], report["line"]) == ("a/BUCK", 3)
    assert report["message"].endswith("; a/sub/gone.py has that name")
    assert [edit["text"] for edit in report["edits"]] == ['remove "gone.py" from srcs of a (a/BUCK:3)']


def test_a_label_that_does_not_exist_is_told_with_what_is_meant(tmp_path: Path) -> None:
    files = {"b/BUCK": target("b-lib", srcs='["b.py"]'), "b/b.py": "", "a/BUCK": target("a", "//b:b_lib"), "a/a.py": ""}
    report = check(tmp_path, files).only
    assert (report["kind"], report["target"], report["missing"]) == ("missing-label", "//a:a", "//b:b_lib")
    assert report["message"].endswith("b/BUCK makes no target b_lib; did you mean //b:b-lib?")
    assert [edit["text"] for edit in report["edits"]] == ['replace "//b:b_lib" by "//b:b-lib" in deps of a (a/BUCK:1)']


def test_a_label_whose_target_moved_is_told_with_its_new_place(tmp_path: Path) -> None:
    report = check(tmp_path, {**B, "a/BUCK": target("a", "//old:b"), "a/a.py": ""}).only
    assert report["message"].endswith("there is no folder old; did you mean //b:b?")


def test_a_label_that_nothing_resembles_is_to_be_removed(tmp_path: Path) -> None:
    report = check(tmp_path, {**B, "a/BUCK": target("a", "//b:gone"), "a/a.py": ""}).only
    assert [edit["text"] for edit in report["edits"]] == ['remove "//b:gone" from deps of a (a/BUCK:1)']


def clash(one: str, other: str) -> dict[str, str]:
    """Two targets of the module x.y, from these files."""
    return {
        "one/BUCK": target("one", srcs=f'{{"y.py": "{one}"}}', more='base_module = "x"'),
        "one/y.py": "",
        "two/BUCK": target("two", srcs=f'{{"y.py": "{other}"}}', more='base_module = "x"'),
        "two/y.py": "",
    }


def test_a_module_that_two_deps_bring_from_different_files_is_told(tmp_path: Path) -> None:
    files = {**clash("y.py", "y.py"), "a/BUCK": target("a", "//one:one", "//two:two"), "a/a.py": "import x.y\n"}
    report = check(tmp_path, files).only
    assert (report["kind"], report["target"], report["missing"]) == ("duplicate-module", "//a:a", "x.y")
    assert "in //one:one (one/y.py) and in //two:two (two/y.py)" in report["message"]
    assert (report["file"], report["line"]) == ("a/BUCK", 1)


def test_the_lowest_target_that_reaches_both_is_told(tmp_path: Path) -> None:
    files = {**clash("y.py", "y.py"), "a/BUCK": target("a", "//one:one", "//two:two"), "a/a.py": "import x.y\n"}
    files |= {"t/BUCK": target("t", "//a:a", kind="python_test"), "t/t.py": "import a.a\n"}
    report = check(tmp_path, files).only
    assert (report["target"], report["breaks"]) == ("//a:a", ["//t:t"])


def test_a_file_that_two_deps_bring_is_no_clash(tmp_path: Path) -> None:
    files = {**clash("y.py", "../one/y.py"), "a/BUCK": target("a", "//one:one", "//two:two"), "a/a.py": "import x.y\n"}
    assert check(tmp_path, files) == (0, [], [])


def test_two_modules_of_a_name_that_never_meet_are_no_clash(tmp_path: Path) -> None:
    files = {**clash("y.py", "y.py"), "a/BUCK": target("a", "//one:one"), "a/a.py": "import x.y\n"}
    assert check(tmp_path, files) == (0, [], [])


def test_an_unused_dep_is_told_only_when_asked_for(tmp_path: Path) -> None:
    files = {"c/BUCK": target("c"), "c/c.py": "", "a/BUCK": target("a", "//b:b", "//c:c"), "a/a.py": "import b.b\n"}
    root = write(tmp_path, {**B, **files})
    assert run(root) == (0, [], [])
    report = run(root, "--unused").only
    assert (report["kind"], report["target"], report["missing"]) == ("unused-dep", "//a:a", "//c:c")
    assert [edit["text"] for edit in report["edits"]] == ['remove "//c:c" from deps of a (a/BUCK:1)']


def test_a_dep_that_only_brings_what_is_imported_is_used(tmp_path: Path) -> None:
    files = {"c/BUCK": target("c", "//b:b"), "c/c.py": "import b.b\n", "a/BUCK": target("a", "//c:c")}
    assert check(tmp_path, {**B, **files, "a/a.py": "import b.b\n"}, "--unused") == (0, [], [])


def test_a_dep_of_guarded_and_typing_imports_is_used(tmp_path: Path) -> None:
    text = "try:\n    import b.b\nexcept ImportError:\n    pass\n"
    files = {"a/BUCK": target("a", "//b:b"), "a/a.py": text}
    assert check(tmp_path, {**B, **files}, "--unused") == (0, [], [])
