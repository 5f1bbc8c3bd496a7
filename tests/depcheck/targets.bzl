"""Small trees, one for each kind of fault, and what depcheck says of them."""

def define_common_targets(rules):
    rules.python_library(
        name = "helpers",
        srcs = rules.glob(["*.py"], exclude = ["test_*.py"]),
        deps = [
            "//third-party:pytest",
            "//tools/depcheck:library",
        ],
    )
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = {"TOSA_DEPCHECK_README": "$(location //tools/depcheck:README.md)"},
            deps = [":helpers"],
        )
