"""The wheel made from the graph."""

def define_common_targets(rules):
    rules.wheel(
        name = "wheel",
        distribution = "tosa-serializer",
        version = "2026.8.0.post1",
        summary = "Serializes TOSA graphs: a drop-in for the tosa_serializer of tosa-tools.",
        licenses = [
            "LICENSE",
            "NOTICE",
        ],
        packages = [
            "tosa_serializer",
            "tosa_types",
        ],
        requires = [
            "ml-dtypes>=0.5.1",
            "numpy>=1.26",
        ],
        deps = ["//tosa_serializer:tosa_serializer"],
    )
