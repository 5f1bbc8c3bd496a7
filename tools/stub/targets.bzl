"""The stub of the extension, and the test that it is current."""

def define_common_targets(rules):
    rules.python_binary(
        name = "gen_stub",
        main = "gen_stub.py",
        deps = ["//tosa_serializer:tosa_serializer"],
    )
    rules.python_library(
        name = "generator",
        srcs = ["gen_stub.py"],
        deps = ["//tosa_serializer:tosa_serializer"],
    )
    rules.python_test(
        name = "test_stub",
        srcs = ["test_stub.py"],
        deps = [":generator"],
    )
