"""What the tests of several folders share."""

def define_common_targets(rules):
    rules.python_library(
        name = "tools",
        srcs = ["tools.py"],
    )
