"""Python libraries, programs and tests."""

load("//shim/common:modes.bzl", "MODES")
load(":modes.bzl", "by_mode")
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

def _labels_in(value):
    return [part.split(")")[0] for part in value.split("$(location ")[1:]]

def _is_test(src):
    return src.startswith("test_") or src.endswith("_test.py") or src.startswith(":") or src.startswith("//")

def python_test(name, srcs, resources = [], deps = [], env = {}):
    # A test starts in its runfiles, where the path that $(location) gives does not exist.
    rooted = {key: value.replace("$(location ", "$(rootpath ") for key, value in env.items()}
    named = [label for value in env.values() for label in _labels_in(value)]
    native.py_test(
        name = name,
        srcs = srcs + [_RUNNER],
        args = ["$(rootpaths {})".format(src) for src in srcs if _is_test(src)],
        data = resources + [label for i, label in enumerate(named) if label not in resources + named[:i]],
        env = by_mode({mode: dict(rooted, **values.env) for mode, values in MODES.items()}, rooted),
        legacy_create_init = 0,
        main = _RUNNER,
        visibility = _PUBLIC,
        deps = deps + ["//third-party:pytest"],
    )
