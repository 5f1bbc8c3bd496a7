"""The test of build files: does every import have its dep? It is a pip package too, pyproject.toml."""

def define_common_targets(rules):
    rules.python_library(
        name = "library",
        srcs = rules.glob(["depcheck/**/*.py"]),
        resources = rules.glob([
            "depcheck/configs/*.toml",
            "depcheck/standins/*.bzl",
        ]),
        deps = [
            "//third-party:starlark-pyo3",
            # For Python 3.10, which has no tomllib.
            "//third-party:tomli",
        ],
    )

    rules.export_file("README.md")

    # Bazel would put a program of the name `depcheck` where the folder is.
    rules.python_binary(
        name = "command",
        main = "main.py",
        deps = [":library"],
    )
    rules.alias(name = "depcheck", actual = ":command")
