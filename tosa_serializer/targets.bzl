"""The Python package and its extension."""

def define_common_targets(rules):
    rules.cxx_python_extension(
        name = "_tosa_serializer",
        srcs = rules.glob(["bindings/*.cpp"], exclude = ["bindings/*_test.cpp"]),
        headers = rules.glob(["bindings/*.h"]),
        base_module = "tosa_serializer",
        deps = [
            "//third-party:pybind11",
            "//third-party:python_headers",
            "//tosa_serializer/core:core",
        ],
    )
    rules.genrule(
        name = "numpy_utils",
        srcs = ["//third-party:numpy_utils"],
        outs = ["numpy_utils.py"],
        cmd = "cp $(location //third-party:numpy_utils) $OUT",
    )
    rules.python_library(
        name = "tosa_serializer",
        srcs = rules.glob(["*.py"]) + [":numpy_utils"],
        resources = rules.glob([
            "*.pyi",
            "py.typed",
        ]),
        deps = [
            ":_tosa_serializer",
            "//third-party:ml-dtypes",
            "//third-party:numpy",
            "//third-party:tosa_types",
        ],
    )
    rules.python_binary(
        name = "layout",
        main = "__main__.py",
        deps = [":tosa_serializer"],
    )
