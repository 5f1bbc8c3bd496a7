"""The same bytes, names and behaviour as upstream's module."""

_DEPS = [
    "//tests:support",
    "//third-party:flatbuffers",
    "//third-party:tosa",
    "//third-party:tosa_reference_model",
]

_ENV = {
    "TOSA_FBS": "$(location //third-party:tosa_fbs)",
    "TOSA_FLATC": "$(location //third-party:flatc)",
    "TOSA_UPSTREAM_TESTS": "$(location //third-party:upstream_tests)",
}

def define_common_targets(rules):
    rules.python_library(
        name = "graphs",
        srcs = rules.glob(["*.py"], exclude = ["test_*.py"]),
        resources = rules.glob(["data/*"]),
        deps = [
            "//third-party:ml-dtypes",
            "//third-party:numpy",
            "//third-party:pytest",
        ],
    )
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = _ENV,
            deps = _DEPS,
        )
