"""What is wrong is refused, by name; what real clients do goes on working."""

def define_common_targets(rules):
    programs = [
        "kills.py",
        "programs.py",
    ]
    rules.python_library(
        name = "helpers",
        srcs = rules.glob(["*.py"], exclude = programs + ["test_*.py"]),
        deps = [
            "//tests:support",
            "//third-party:hypothesis",
        ],
    )
    for program in programs:
        rules.python_binary(
            name = program[:-3],
            main = program,
            deps = [":helpers"],
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
                ":helpers",
                "//tests:support",
            ],
        )
