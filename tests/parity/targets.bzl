"""The same bytes, names and behaviour as upstream's module."""

load("//tests:python_tests.bzl", "python_tests")

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
    python_tests(
        rules,
        deps = [
            "//third-party:flatbuffers",
            "//third-party:tosa",
            "//third-party:tosa_reference_model",
        ],
        env = {"TOSA_UPSTREAM_TESTS": "$(location //third-party:upstream_tests)"},
    )
