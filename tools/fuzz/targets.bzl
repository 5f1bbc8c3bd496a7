"""What feeds the fuzzers, and upstream beside them."""

def define_common_targets(rules):
    rules.python_binary(
        name = "seeds",
        main = "seeds.py",
        deps = [
            "//tests/parity:graphs",
            "//third-party:tosa_tools_upstream",
        ],
    )
    rules.python_binary(
        name = "upstream",
        main = "upstream.py",
        deps = ["//third-party:tosa_tools_upstream"],
    )
