"""Programs for the pure-Python serializer are moved to ours and write the same graphs; docs/apis.md tells the truth."""

def define_common_targets(rules):
    rules.python_library(
        name = "helpers",
        srcs = [
            "both.py",
            "page.py",
        ],
        resources = rules.glob(["programs/*"]),
        deps = [
            "//third-party:numpy",
            "//tests:tools",
            "//third-party:serializer",
            "//tools/codemod:library",
            "//tosa_serializer:tosa_serializer",
        ],
    )
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = {"TOSA_APIS_MD": "$(location //docs:apis.md)"},
            deps = [
                ":helpers",
                "//tests:tools",
            ],
        )
