"""What is wrong is refused, by name; what real clients do goes on working."""

def define_common_targets(rules):
    rules.python_library(
        name = "helpers",
        srcs = [
            "isolation.py",
            "killing.py",
            "sound_graph.py",
        ],
        deps = [
            "//third-party:numpy",
            "//third-party:pytest",
            "//tosa_serializer:tosa_serializer",
        ],
    )
    rules.python_binary(
        name = "kills",
        main = "kills.py",
        deps = [":helpers"],
    )
    rules.python_library(
        name = "wrong",
        srcs = ["wrong.py"],
        deps = [
            "//tests:tools",
            "//third-party:numpy",
            "//third-party:tosa_tools_upstream",
        ],
    )
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = {
                "TOSA_ERRORS_MD": "$(location //docs:errors.md)",
                "TOSA_FBS": "$(location //third-party:tosa_fbs)",
            },
            deps = [
                ":wrong",
                ":helpers",
                "//tests:support",
            ],
        )
