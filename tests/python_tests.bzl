"""One python_test for each file of a folder, with what tests of the serializer need."""

_DEPS = [
    "//tests:tools",
    "//tests/parity:graphs",
    "//third-party:ml-dtypes",
    "//third-party:numpy",
    "//third-party:tosa_tools_upstream",
    "//tosa_serializer:tosa_serializer",
]

_ENV = {
    "TOSA_FBS": "$(location //third-party:tosa_fbs)",
    "TOSA_FLATC": "$(location //third-party:flatc)",
}

def python_tests(rules, srcs = ["test_*.py"], deps = [], env = {}):
    for src in rules.glob(srcs):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = dict(_ENV, **env),
            deps = _DEPS + deps,
        )
