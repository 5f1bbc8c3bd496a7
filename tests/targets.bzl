"""What the tests of several folders share."""

def define_common_targets(rules):
    rules.python_library(
        name = "tools",
        srcs = ["tools.py"],
    )

    # Ours, the oracle, and the graphs to try them on.
    rules.python_library(
        name = "support",
        srcs = [],
        deps = [
            ":tools",
            "//tests/parity:graphs",
            "//third-party:ml-dtypes",
            "//third-party:numpy",
            "//third-party:tosa_tools_upstream",
            "//tosa_serializer:tosa_serializer",
        ],
    )
