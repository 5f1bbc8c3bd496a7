"""Choosing by the configured Python version."""

load("@tosa_config//:defs.bzl", "DEFAULT_PYTHON")
load("//third-party:pins.bzl", "PYTHONS")

def by_python(table):
    """Chooses from a table of Python versions, such as {"3.10": x, "3.11": y}."""
    branches = {str(Label("//shim/bazel:python_" + version)): table[version] for version in PYTHONS}

    # Of an unpinned version the check of the interpreter tells; loading must not break before it.
    branches["//conditions:default"] = table[DEFAULT_PYTHON if DEFAULT_PYTHON in table else PYTHONS[-1]]
    return select(branches)

def python_version():
    return by_python({version: version for version in PYTHONS})
