"""What is wrong is refused, by name; what real clients do goes on working."""

def define_common_targets(rules):
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = {"TOSA_FBS": "$(location //third-party:tosa_fbs)"},
            deps = ["//tests:support"],
        )
