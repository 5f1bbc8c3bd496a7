"""The tool that moves programs from the pure-Python serializer to ours."""

_SRCS = [
    "bindings.py",
    "calls.py",
    "check.py",
    "files.py",
    "imports.py",
    "members.py",
    "names.py",
    "rewrite.py",
    "tables.py",
]

def define_common_targets(rules):
    rules.python_library(
        name = "library",
        srcs = _SRCS + ["main.py"],
        deps = ["//third-party:libcst"],
    )
    rules.python_binary(
        name = "codemod",
        main = "main.py",
        srcs = _SRCS,
        deps = ["//third-party:libcst"],
    )
