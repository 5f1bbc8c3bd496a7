"""Macros as internal monorepos have them: a short name stands for a package of third-party."""

_TOSA_TOOLS = "fbsource//third-party/tosa_tools:"

def internal_python_library(name, srcs, external_deps = [], deps = []):
    native.python_library(
        name = name,
        srcs = srcs,
        visibility = ["PUBLIC"],
        deps = deps + [_TOSA_TOOLS + dep for dep in external_deps],
    )

def internal_python_test(name, srcs, external_deps = [], deps = []):
    # The prelude's own runner knows unittest only, and passes a file of pytest without running it.
    native.python_test(
        name = name,
        srcs = srcs,
        main_module = "pytest_runner",
        deps = deps + [_TOSA_TOOLS + dep for dep in external_deps] + ["tosa//shim/buck2:pytest_runner"],
    )
