"""What is wrong is refused, by name; what real clients do goes on working."""

load("//tests:python_tests.bzl", "python_tests")

def define_common_targets(rules):
    python_tests(rules)
