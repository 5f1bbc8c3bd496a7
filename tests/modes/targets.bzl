"""The modes of shim/common/modes.bzl find what they are for."""

def define_common_targets(rules):
    rules.cxx_binary(
        name = "fault",
        srcs = ["fault.cpp"],
    )
    rules.python_test(
        name = "test_modes",
        srcs = ["test_modes.py"],
        env = {"TOSA_FAULT": "$(location :fault)"},
        deps = ["//tests:tools"],
    )
