"""Edits of build files: what is asked changes, and nothing else."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tools.depcheck.depcheck import fix
from tools.depcheck.depcheck.fix_labels import canonical, place
from tools.depcheck.depcheck.model import Action, Edit

FILE = "pkg/BUCK"


def edit(action: Action, value: str, new: str = "", attribute: str = "deps", line: int = 1, name: str = "x") -> Edit:
    return Edit(action, FILE, line, name, attribute, value, new)


def add(value: str, attribute: str = "deps", line: int = 1) -> Edit:
    return edit(Action.ADD, value, attribute=attribute, line=line)


def remove(value: str, line: int = 1) -> Edit:
    return edit(Action.REMOVE, value, line=line)


def replace(value: str, new: str) -> Edit:
    return edit(Action.REPLACE, value, new)


def applied(text: str | bytes, *edits: Edit, prefix: str = "") -> fix.FixResult:
    data = text if isinstance(text, bytes) else text.encode()
    return fix.apply(edits, lambda _: data, prefix)


def after(text: str, *edits: Edit, prefix: str = "") -> str:
    """The file with the edits, all of which are made."""
    result = applied(text, *edits, prefix=prefix)
    assert result.by_hand == []
    return result.files[FILE].decode() if result.files else text


def reason(text: str | bytes, *edits: Edit) -> str:
    """Why the one edit is left to people; the file stays as it is."""
    result = applied(text, *edits)
    assert result.files == {}
    assert result.done == []
    return result.by_hand[0][1]


def lib(deps: str) -> str:
    return f'python_library(\n    name = "x",\n    deps = {deps},\n)\n'


ADDED = {
    "one line": ('["//a:a"]', '["//a:a", "//b:b"]'),
    "one line, trailing comma": ('["//a:a",]', '["//a:a", "//b:b",]'),
    "one line, before another": ('["//c:c"]', '["//b:b", "//c:c"]'),
    "empty": ("[]", '["//b:b"]'),
    "empty with a comment": ("[\n        # none\n    ]", '[\n        # none\n        "//b:b",\n    ]'),
    "empty over two lines": ("[\n    ]", '[\n        "//b:b",\n    ]'),
    "lines": (
        '[\n        "//a:a",\n        "//c:c",\n    ]',
        '[\n        "//a:a",\n        "//b:b",\n        "//c:c",\n    ]',
    ),
    "lines, at the end": ('[\n        "//a:a",\n    ]', '[\n        "//a:a",\n        "//b:b",\n    ]'),
    "lines, no trailing comma": ('[\n        "//a:a"\n    ]', '[\n        "//a:a",\n        "//b:b"\n    ]'),
    "bracket on the last line": ('[\n        "//a:a"]', '[\n        "//a:a",\n        "//b:b"]'),
    "comment behind the last": (
        '[\n        "//a:a"  # why, "so"\n    ]',
        '[\n        "//a:a",  # why, "so"\n        "//b:b"\n    ]',
    ),
    "comment over the next": (
        '[\n        "//a:a",\n        # for c\n        # too\n        "//c:c",\n    ]',
        '[\n        "//a:a",\n        "//b:b",\n        # for c\n        # too\n        "//c:c",\n    ]',
    ),
    "comment under the last": (
        '[\n        "//a:a",\n        # "//old",\n    ]',
        '[\n        "//a:a",\n        "//b:b",\n        # "//old",\n    ]',
    ),
    "not sorted": (
        '[\n        "//z:z",\n        "//a:a",\n    ]',
        '[\n        "//z:z",\n        "//a:a",\n        "//b:b",\n    ]',
    ),
    "aligned with the bracket, first": (
        '["//c:c",\n            "//d:d"]',
        '["//b:b",\n            "//c:c",\n            "//d:d"]',
    ),
    "aligned with the bracket, last": (
        '["//a:a",\n            "//a:b"]',
        '["//a:a",\n            "//a:b",\n            "//b:b"]',
    ),
    "two a line": (
        '[\n        "//a:a", "//c:c",\n        "//d:d",\n    ]',
        '[\n        "//a:a", "//b:b", "//c:c",\n        "//d:d",\n    ]',
    ),
    "single quotes": ("['//a:a']", "['//a:a', '//b:b']"),
    "tabs": ('[\n\t\t"//a:a",\n\t]', '[\n\t\t"//a:a",\n\t\t"//b:b",\n\t]'),
    "a joined line": ('["//a:a" \\\n    ]', '["//a:a", "//b:b" \\\n    ]'),
    "an item in parentheses": ('[("//c:c")]', '["//b:b", ("//c:c")]'),
    "items that are no strings": ('["//c:c", LABEL]', '["//c:c", LABEL, "//b:b"]'),
    "list and select": (
        '["//a:a"] + select({"DEFAULT": ["//s:s"]})',
        '["//a:a", "//b:b"] + select({"DEFAULT": ["//s:s"]})',
    ),
    "select and list": (
        'select({"DEFAULT": ["//s:s"]}) + ["//a:a"]',
        'select({"DEFAULT": ["//s:s"]}) + ["//a:a", "//b:b"]',
    ),
    "two lists": ('["//a:a"] + ["//z:z"]', '["//a:a", "//b:b"] + ["//z:z"]'),
    "list and variable": ('DEPS + ["//a:a"]', 'DEPS + ["//a:a", "//b:b"]'),
    "select alone": ('select({"DEFAULT": []})', 'select({"DEFAULT": []}) + ["//b:b"]'),
    "comprehension": ("[n for n in NAMES]", '[n for n in NAMES] + ["//b:b"]'),
}


@pytest.mark.parametrize(("old", "new"), ADDED.values(), ids=ADDED.keys())
def test_a_dep_is_added_in_the_layout_that_is_there(old: str, new: str) -> None:
    assert after(lib(old), add("//b:b")) == lib(new)


ABSENT = {
    "behind srcs": (
        'python_library(\n    name = "x",\n    srcs = ["x.py"],\n    typing = True,\n)\n',
        'python_library(\n    name = "x",\n    srcs = ["x.py"],\n    deps = [\n        "//b:b",\n    ],\n'
        "    typing = True,\n)\n",
    ),
    "before the parenthesis": (
        'python_library(\n    name = "x",\n    typing = True,\n)\n',
        'python_library(\n    name = "x",\n    typing = True,\n    deps = [\n        "//b:b",\n    ],\n)\n',
    ),
    "no trailing comma": (
        'python_library(\n    name = "x",\n    srcs = ["x.py"]\n)\n',
        'python_library(\n    name = "x",\n    srcs = ["x.py"],\n    deps = [\n        "//b:b",\n    ]\n)\n',
    ),
    "comment behind srcs": (
        'python_library(\n    name = "x",\n    srcs = ["x.py"]  # one, two\n)\n',
        'python_library(\n    name = "x",\n    srcs = ["x.py"],  # one, two\n    deps = [\n        "//b:b",\n'
        "    ]\n)\n",
    ),
    "one line": (
        'python_library(name = "x", srcs = ["x.py"])\n',
        'python_library(name = "x", srcs = ["x.py"], deps = ["//b:b"])\n',
    ),
    "no blanks": ("python_library(name='x')\n", "python_library(name='x', deps=['//b:b'])\n"),
    "two blanks": (
        'python_library(\n  name = "x",\n)\n',
        'python_library(\n  name = "x",\n  deps = [\n    "//b:b",\n  ],\n)\n',
    ),
    "value in parentheses": (
        'python_library(\n    name = "x",\n    srcs = (A + B)\n)\n',
        'python_library(\n    name = "x",\n    srcs = (A + B),\n    deps = [\n        "//b:b",\n    ]\n)\n',
    ),
    "the kind is an argument": (
        'fbcode_target(_kind = runtime.python_library,\n    name = "x",\n)\n',
        'fbcode_target(_kind = runtime.python_library,\n    name = "x",\n    deps = [\n        "//b:b",\n    ],\n)\n',
    ),
    "in a function": (
        'def define_common_targets():\n    runtime.python_library(\n        name = "x",\n    )\n',
        'def define_common_targets():\n    runtime.python_library(\n        name = "x",\n        deps = [\n'
        '            "//b:b",\n        ],\n    )\n',
    ),
}


@pytest.mark.parametrize(("old", "new"), ABSENT.values(), ids=ABSENT.keys())
def test_an_absent_attribute_is_added(old: str, new: str) -> None:
    assert after(old, add("//b:b")) == new


SRCS = {
    "glob": ('glob(["*.py"])', 'glob(["*.py"]) + ["x.py"]'),
    "native.glob": ('native.glob(["*.py"])', 'native.glob(["*.py"]) + ["x.py"]'),
    "glob and list": ('glob(["*.py"]) + ["a.py"]', 'glob(["*.py"]) + ["a.py", "x.py"]'),
    "glob and variable": ('SRCS + glob(["*.py"])', 'SRCS + glob(["*.py"]) + ["x.py"]'),
    "glob in parentheses": ('(glob(["*.py"]))', '(glob(["*.py"]) + ["x.py"])'),
}


@pytest.mark.parametrize(("old", "new"), SRCS.values(), ids=SRCS.keys())
def test_a_source_is_added_to_a_glob(old: str, new: str) -> None:
    text = 'python_library(name = "x", srcs = {})\n'
    assert after(text.format(old), add("x.py", "srcs")) == text.format(new)


REMOVED = {
    "its line": ('[\n        "//a:a",\n        "//b:b",\n    ]', '[\n        "//a:a",\n    ]'),
    "its line and comment": ('[\n        "//b:b",  # why\n        "//c:c",\n    ]', '[\n        "//c:c",\n    ]'),
    "last without a comma": ('[\n        "//a:a",\n        "//b:b"\n    ]', '[\n        "//a:a",\n    ]'),
    "bracket on its line": ('[\n        "//a:a",\n        "//b:b"]', '[\n        "//a:a"]'),
    "one line, first": ('["//b:b", "//c:c"]', '["//c:c"]'),
    "one line, middle": ('["//a:a", "//b:b", "//c:c"]', '["//a:a", "//c:c"]'),
    "one line, last": ('["//a:a", "//b:b"]', '["//a:a"]'),
    "one line, last with a comma": ('["//a:a", "//b:b",]', '["//a:a",]'),
    "the only one": ('["//b:b"]', "[]"),
    "the only one, lines": ('[\n        "//b:b",\n    ]', "[]"),
    "the only one under a comment": ('[\n        # why\n        "//b:b",\n    ]', "[\n        # why\n    ]"),
    "beside the bracket": ('["//b:b",\n            "//c:c"]', '[\n            "//c:c"]'),
    "the second list": ('["//a:a"] + ["//b:b"]', '["//a:a"] + []'),
    "each time": ('["//b:b", "//a:a", "//b"]', '["//a:a"]'),
    "the short form": ('["//a:a", "//b"]', '["//a:a"]'),
    "comment before the last": ('[\n        "//a:a",  # a\n        "//b:b"]', '[\n        "//a:a",  # a\n        ]'),
}


@pytest.mark.parametrize(("old", "new"), REMOVED.values(), ids=REMOVED.keys())
def test_a_dep_is_removed(old: str, new: str) -> None:
    assert after(lib(old), remove("//b:b")) == lib(new)


REPLACED = {
    "in its place": ('["//z:z", "//b:b", "//a:a"]', '["//z:z", "//n:n", "//a:a"]'),
    "short form": ('["//b"]', '["//n:n"]'),
    "quotes": ("['//b:b']", "['//n:n']"),
    "new one there": ('["//n", "//b:b"]', '["//n"]'),
    "twice": ('["//b", "//b:b"]', '["//n:n"]'),
}


@pytest.mark.parametrize(("old", "new"), REPLACED.values(), ids=REPLACED.keys())
def test_a_dep_is_replaced(old: str, new: str) -> None:
    assert after(lib(old), replace("//b:b", "//n:n")) == lib(new)


def test_a_label_gets_its_other_form() -> None:
    assert after(lib('["//b"]'), replace("//b:b", "//b:b")) == lib('["//b:b"]')


THERE = {
    "same": ('["//b:b"]', "//b:b"),
    "short": ('["//b"]', "//b:b"),
    "long": ('["//b:b"]', "//b"),
    "local": ('[":y"]', "//pkg:y"),
    "local, asked for": ('["//pkg:y"]', ":y"),
    "cell": ('["@c//b"]', "c//b:b"),
    "second list": ('["//a"] + ["//b"]', "//b:b"),
}


@pytest.mark.parametrize(("deps", "value"), THERE.values(), ids=THERE.keys())
def test_what_is_there_is_done_without_a_change(deps: str, value: str) -> None:
    result = applied(lib(deps), add(value))
    assert (result.files, result.done, result.by_hand) == ({}, [add(value)], [])


def test_a_prefix_of_packages_counts_for_local_labels() -> None:
    assert after(lib('[":y"]'), remove("//root/pkg:y"), prefix="root") == lib("[]")


def test_a_local_label_of_another_package_stays() -> None:
    assert "holds" in reason(lib('[":y"]'), remove("//other:y"))


BY_HAND = {
    "variable": (lib("DEPS"), add("//b"), "the variable DEPS"),
    "call": (lib("deps_of(1)"), add("//b"), "what deps_of() gives"),
    "condition": (lib("[] if A else []"), add("//b"), "a condition"),
    "dict": ('f(name = "x", srcs = {"a.py": "b.py"})', add("c.py", "srcs"), "srcs is a dict"),
    "variables": (lib("A + B"), add("//b"), "not a list literal"),
    "in a select": (lib('select({"DEFAULT": ["//b"]})'), add("//b:b"), 'deps names "//b" in a call'),
    "removed from a select": (lib('["//a"] + select({"D": ["//b"]})'), remove("//b"), "in a call"),
    "excluded": ('f(name = "x", srcs = glob(["*"], exclude = ["c.py"]))', add("c.py", "srcs"), "in a call"),
    "keywords": ('f(name = "x", **KEYWORDS)', add("//b"), "the ** of the call"),
    "nothing to remove": (lib('["//a"]'), remove("//b"), 'no list literal of deps holds "//b"'),
    "nothing to replace": (lib('["//a"]'), replace("//b", "//c"), 'holds "//b"'),
    "no attribute": ('f(name = "x")', remove("//b"), "there is no deps"),
    "no such name": ('f(name = "y")', add("//b"), 'no call has name = "x"'),
    "computed name": ('f(name = "x" + S)', add("//b"), 'no call has name = "x"'),
    "two": ('\n\nf(name = "x")\nf(name = "x")\n', add("//b"), '2 calls have name = "x"'),
    "two on the line": ('f(name = "x"); f(name = "x")\n', add("//b"), "2 calls"),
    "not Python": ('load("a", is = "b")\n', add("//b"), "not read as Python: line 1"),
    "null byte": ('f(name = "x")\0', add("//b"), "not read as Python"),
    "not UTF-8": (b'# \xff\nf(name = "x")\n', add("//b"), "not UTF-8"),
    "value not UTF-8": ('f(name = "x")', add("//b:\udcff"), "not UTF-8"),
    "attribute that is no name": ('f(name = "x")', add("//b", "a = 1, b"), "no name of an attribute"),
    "nested deeply": (f'f(name = "x", deps = {"(" * 500}[]{")" * 500})', add("//b"), "not read as Python"),
}


@pytest.mark.parametrize(("text", "wanted", "part"), BY_HAND.values(), ids=BY_HAND.keys())
def test_what_cannot_be_edited_is_left_with_its_reason(text: str | bytes, wanted: Edit, part: str) -> None:
    assert part in reason(text, wanted)


def test_a_file_that_cannot_be_read_is_left() -> None:
    def read(_: str) -> bytes:
        raise FileNotFoundError(2, "No such file or directory", "BUCK")

    result = fix.apply([add("//b")], read)
    assert result.by_hand == [(add("//b"), "the file cannot be read: No such file or directory")]


def test_a_sum_of_many_lists_is_edited() -> None:
    deps = " + ".join(["A"] * 60 + ["[]"] + ["B"] * 60)
    assert after(lib(deps), add("//b")) == lib(deps.replace("[]", '["//b"]'))


def test_a_long_sum_is_no_crash() -> None:
    result = applied(lib(" + ".join(["[]"] * 5000)), add("//b"))
    assert len(result.done) + len(result.by_hand) == 1


def test_the_line_tells_two_targets_of_a_name_apart() -> None:
    text = 'fbcode_target(\n    name = "x",\n)\nother_target(\n    name = "x",\n    deps = [],\n)\n'
    assert after(text, add("//b", line=4)) == text.replace("[]", '["//b"]')


def test_a_line_that_moved_does_not_matter_for_one_name() -> None:
    assert after("\n" * 9 + lib("[]"), add("//b", line=2)) == "\n" * 9 + lib('["//b"]')


def test_the_call_that_starts_on_the_line_is_meant_and_not_the_one_around_it() -> None:
    text = 'wrap(\n    name = "x",\n    inner = f(name = "x", deps = []),\n)\n'
    assert after(text, add("//b", line=3)) == text.replace("[]", '["//b"]')


def test_lines_are_those_before_the_first_edit() -> None:
    text = 'f(\n    name = "x",\n)\nf(\n    name = "x",\n    deps = [],\n)\n'
    assert after(text, add("//b", line=1), add("//c", line=4)).endswith('    deps = ["//c"],\n)\n')


def test_a_repeated_edit_is_made_once() -> None:
    result = applied(lib("[]"), add("//b"), add("//b"))
    assert result.done == [add("//b")]
    assert result.files[FILE].decode() == lib('["//b"]')


def test_a_removal_in_both_forms_is_done() -> None:
    assert after(lib('["//b"]'), remove("//b"), remove("//b:b")) == lib("[]")


def test_the_other_edits_of_a_file_are_made() -> None:
    result = applied(lib('["//a"]'), remove("//b"), add("//c"))
    assert result.files[FILE].decode() == lib('["//a", "//c"]')
    assert [value for value, _ in result.by_hand] == [remove("//b")]


def test_line_ends_and_byte_order_mark_stay() -> None:
    data = b"\xef\xbb\xbf" + lib('[\n        "//a:a",\n    ]').replace("\n", "\r\n").encode()
    wanted = b"\xef\xbb\xbf" + lib('[\n        "//a:a",\n        "//b:b",\n    ]').replace("\n", "\r\n").encode()
    assert applied(data, add("//b:b")).files == {FILE: wanted}


def test_columns_behind_other_letters_are_right() -> None:
    text = 'f(name = "x", doc = "äöü 漢字", deps = [])  # ß\n'
    assert after(text, add("//b")) == text.replace("[]", '["//b"]')


def test_a_value_is_quoted() -> None:
    assert after(lib("[]"), add('a"b\\c')) == lib('["a\\"b\\\\c"]')


ORDERS = [
    ([":a", "//a:a"], ":b", 1),
    ([":a", "//a:a"], "//a:b", 2),
    (["//a", "//a:c", "//b"], "//a:b", 1),
    (["//b", "//b.c", "//b-c:d", "//b/c:d"], "//b-a", 2),
    (["c//a", ":a", "//a"], "d//a", 1),
    ([":a", "//a", "c//a"], "d//a", 3),
    ([":a", "//a", "c//a"], "b//a", 2),
    ([":a", "//a"], "@c//a", 2),
    (["//z", "//a"], "//b", 2),
    (["a.py", "c.py"], "b.py", 1),
]


@pytest.mark.parametrize(("labels", "new", "index"), ORDERS)
def test_a_sorted_list_stays_sorted(labels: list[str], new: str, index: int) -> None:
    assert place(labels, new) == index


@pytest.mark.parametrize(
    ("label", "long"),
    [("//a/b", "//a/b:b"), (":b", "//pkg:b"), ("//a:b", "//a:b"), ("@c//a", "c//a:a"), ("a.py", "a.py")],
)
def test_a_label_has_one_long_form(label: str, long: str) -> None:
    assert canonical(label, "pkg") == long


def test_writing_keeps_the_mode_and_leaves_nothing_beside(tmp_path: Path) -> None:
    (tmp_path / "BUCK").write_bytes(b"old")
    (tmp_path / "BUCK").chmod(0o640)
    fix.write({"BUCK": b"new\r\n"}, tmp_path)
    assert (tmp_path / "BUCK").read_bytes() == b"new\r\n"
    assert stat.S_IMODE((tmp_path / "BUCK").stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [tmp_path / "BUCK"]


def test_a_failed_write_leaves_the_file_and_nothing_beside(tmp_path: Path) -> None:
    (tmp_path / "BUCK").write_bytes(b"old")
    with pytest.raises(TypeError):
        fix.write({"BUCK": "no bytes"}, tmp_path)  # type: ignore[dict-item]
    assert (tmp_path / "BUCK").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [tmp_path / "BUCK"]


def test_a_link_in_the_tree_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "BUCK").write_bytes(b"old")
    (tmp_path / "TARGETS").symlink_to("BUCK")
    fix.write({"TARGETS": b"new"}, tmp_path)
    assert (tmp_path / "TARGETS").is_symlink()
    assert (tmp_path / "BUCK").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["link/BUCK", "BUCK", "../out/BUCK", "{out}/BUCK"])
def test_nothing_is_written_outside_of_the_tree(tmp_path: Path, name: str) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    root.mkdir()
    out.mkdir()
    (out / "BUCK").write_bytes(b"old")
    (root / "good").write_bytes(b"old")
    (root / "link").symlink_to(out)
    (root / "BUCK").symlink_to(out / "BUCK")
    with pytest.raises(ValueError, match="tree"):
        fix.write({"good": b"new", name.format(out=out): b"new"}, root)
    assert (out / "BUCK").read_bytes() == b"old"
    assert (root / "good").read_bytes() == b"old"
