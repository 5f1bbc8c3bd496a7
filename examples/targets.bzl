"""What a user would copy."""

def define_common_targets(rules):
    rules.python_binary(
        name = "mobilenet_v2",
        main = "mobilenet_v2.py",
        srcs = [
            "measure.py",
            "mobilenet_graph.py",
        ],
        deps = [
            "//benchmarks:fresh",
            "//third-party:ml-dtypes",
            "//third-party:numpy",
            "//third-party:serializer",
            "//third-party:tosa_reference_model",
            "//third-party:tosa_tools_upstream",
            "//tosa_serializer:tosa_serializer",
        ],
    )
