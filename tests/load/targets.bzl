"""Loading: the extension beside upstream's, .tosa files of both layouts, JSON."""

load("//tests:python_tests.bzl", "python_tests")

def define_common_targets(rules):
    python_tests(rules, srcs = ["*_test.py", "test_*.py"])
