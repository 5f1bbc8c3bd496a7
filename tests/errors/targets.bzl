"""What is wrong is refused, by name; what real clients do goes on working."""

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

def define_common_targets(rules):
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = _ENV,
            deps = _DEPS,
        )
