"""What loads: the extension, beside upstream's, in one process."""

def define_common_targets(rules):
    rules.python_test(
        name = "import_test",
        srcs = ["import_test.py"],
        deps = [
            "//third-party:numpy",
            "//third-party:tosa_tools_upstream",
            "//tosa_serializer:tosa_serializer",
        ],
    )
