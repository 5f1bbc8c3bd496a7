"""Python libraries, programs and tests."""

load(":paths.bzl", "imports_of")

_PUBLIC = ["//visibility:public"]
_RUNNER = "//shim/common:pytest_runner.py"

def python_library(name, srcs = [], resources = [], deps = [], base_module = None):
    native.py_library(
        name = name,
        srcs = srcs,
        data = resources,
        imports = imports_of(name, base_module),
        visibility = _PUBLIC,
        deps = deps,
    )

def python_binary(name, main, srcs = [], resources = [], deps = []):
    native.py_binary(
        name = name,
        srcs = [main] + [src for src in srcs if src != main],
        data = resources,
        legacy_create_init = 0,
        main = main,
        visibility = _PUBLIC,
        deps = deps,
    )

def python_test(name, srcs, resources = [], deps = [], env = {}):
    native.py_test(
        name = name,
        srcs = srcs + [_RUNNER],
        args = ["$(rootpaths {})".format(src) for src in srcs if src.endswith("_test.py") or src.startswith("test_") or src.startswith(":")],
        data = resources,
        env = env,
        legacy_create_init = 0,
        main = _RUNNER,
        visibility = _PUBLIC,
        deps = deps + ["//third-party:pytest"],
    )
