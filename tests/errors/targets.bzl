"""What is wrong is refused, by name; what real clients do goes on working."""

def define_common_targets(rules):
    # Random API programs, right and wrong; the binary is a long run.
    rules.python_library(
        name = "random_programs",
        srcs = rules.glob(["*.py"], exclude = [
            "programs.py",
            "test_*.py",
        ]),
        deps = [
            "//tests:support",
            "//third-party:hypothesis",
        ],
    )
    rules.python_binary(
        name = "programs",
        main = "programs.py",
        deps = [":random_programs"],
    )
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = {"TOSA_FBS": "$(location //third-party:tosa_fbs)"},
            deps = [
                ":random_programs",
                "//tests:support",
            ],
        )
