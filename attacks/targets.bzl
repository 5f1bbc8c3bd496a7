"""Known attacks, each a small program, and the test that runs them all."""

def define_common_targets(rules):
    rules.python_library(
        name = "scripts",
        srcs = rules.glob(
            [
                "*.py",
                "files/*.py",
            ],
            exclude = ["test_*.py"],
        ),
        deps = [
            "//third-party:flatbuffers",
            "//third-party:numpy",
            "//third-party:tosa",
            "//tosa_serializer:tosa_serializer",
        ],
    )
    rules.python_test(
        name = "test_attacks",
        srcs = ["test_attacks.py"],
        deps = [
            ":scripts",
            "//tests:support",
            "//third-party:flatbuffers",
            "//third-party:tosa",
        ],
    )
