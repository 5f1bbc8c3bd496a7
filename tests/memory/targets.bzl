"""Who holds what: the constants of large graphs, and the Python objects of C++ ones."""

def define_common_targets(rules):
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            deps = ["//tests:support"],
        )
