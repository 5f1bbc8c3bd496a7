"""Python libraries, programs and tests."""

_PUBLIC = ["//visibility:public"]
_RUNNER = "//shim/common:pytest_runner.py"

def _imports(name, base_module):
    package = native.package_name().replace("/", ".")
    if base_module not in (None, "", package):
        fail("//{}:{}: base_module is {}, expected {} or the empty string".format(native.package_name(), name, base_module, package))
    return ["."] if base_module == "" else []

def python_library(name, srcs = [], resources = [], deps = [], base_module = None):
    native.py_library(
        name = name,
        srcs = srcs,
        data = resources,
        imports = _imports(name, base_module),
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
