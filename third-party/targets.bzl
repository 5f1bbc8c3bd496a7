"""Third-party packages: slices of the pinned wheels, one target each.

A project that has one of those with `can_replace` names its own, and every target here then uses that: docs/monorepo.md.
"""

# What compiling and linking for x86_64 glibc needs: a quarter of the wheel's files.
ZIG_MEMBERS = [
    "ziglang/lib/c",
    "ziglang/lib/c.zig",
    "ziglang/lib/compiler",
    "ziglang/lib/compiler_rt*",
    "ziglang/lib/fuzzer.zig",
    "ziglang/lib/include",
    "ziglang/lib/libc/glibc",
    "ziglang/lib/libc/include/any-linux-any",
    "ziglang/lib/libc/include/generic-glibc",
    "ziglang/lib/libc/include/x86-linux-any",
    "ziglang/lib/libc/include/x86-linux-gnu",
    "ziglang/lib/libcxx",
    "ziglang/lib/libcxxabi",
    "ziglang/lib/libunwind",
    "ziglang/lib/std",
    "ziglang/lib/ubsan_rt.zig",
    "ziglang/zig",
]

# The rest of the wheel is ten times as much.
READER_MEMBERS = {
    "tosa-tools-2026.5.0": [
        "tosa",
        "tosa_serializer",
        "tosa_types",
    ],
}

def define_common_targets(rules):
    _python_packages(rules)
    _readers(rules)
    _tosa_tools(rules)
    _cxx(rules)

def _python_packages(rules):
    rules.prebuilt_wheel(name = "exceptiongroup", package = "exceptiongroup", deps = [":typing-extensions"])
    rules.prebuilt_wheel(name = "flatbuffers", package = "flatbuffers", can_replace = True)
    rules.prebuilt_wheel(name = "flit-core", package = "flit-core")
    rules.prebuilt_wheel(
        name = "hypothesis",
        package = "hypothesis",
        deps = [
            ":exceptiongroup",
            ":sortedcontainers",
        ],
    )
    rules.prebuilt_wheel(name = "iniconfig", package = "iniconfig")

    # Without PyYAML, which only its own command line reads.
    rules.prebuilt_wheel(name = "libcst", package = "libcst")
    rules.prebuilt_wheel(name = "ml-dtypes", package = "ml-dtypes", deps = [":numpy"], can_replace = True)
    rules.prebuilt_wheel(name = "numpy", package = "numpy", can_replace = True)
    rules.prebuilt_wheel(name = "packaging", package = "packaging")
    rules.prebuilt_wheel(name = "pluggy", package = "pluggy")
    rules.prebuilt_wheel(name = "pygments", package = "pygments")
    rules.prebuilt_wheel(name = "sortedcontainers", package = "sortedcontainers")

    # Without typing-extensions, which only its stub imports.
    rules.prebuilt_wheel(name = "starlark-pyo3", package = "starlark-pyo3")
    rules.prebuilt_wheel(name = "tomli", package = "tomli")
    rules.prebuilt_wheel(name = "typing-extensions", package = "typing-extensions")
    rules.prebuilt_wheel(
        name = "pytest",
        package = "pytest",
        can_replace = True,
        deps = [
            ":exceptiongroup",
            ":iniconfig",
            ":packaging",
            ":pluggy",
            ":pygments",
            ":tomli",
        ],
    )

def _readers(rules):
    packages = {package: None for packages in rules.readers.values() for package in packages}
    for package in packages:
        rules.wheel_tree(
            name = "reader-" + package,
            members = READER_MEMBERS.get(package, []),
            optional = True,
            package = package,
        )

def _tosa_tools(rules):
    rules.prebuilt_wheel(
        name = "serializer",
        package = "tosa-tools",
        members = ["serializer"],
        deps = [
            ":flatbuffers",
            ":ml-dtypes",
            ":numpy",
            ":tosa",
            ":tosa_types",
        ],
    )
    rules.prebuilt_wheel(
        name = "tosa",
        package = "tosa-tools",
        members = ["tosa"],
        deps = [
            ":flatbuffers",
            ":numpy",
        ],
    )
    rules.prebuilt_wheel(
        name = "tosa_reference_model",
        package = "tosa-tools",
        members = ["tosa_reference_model"],
        deps = [":numpy"],
    )
    rules.prebuilt_wheel(
        name = "tosa_tools_upstream",
        package = "tosa-tools",
        members = ["tosa_serializer"],
        rename = {"tosa_serializer": "tosa_tools_upstream"},
        deps = [
            ":ml-dtypes",
            ":numpy",
            ":tosa_types",
        ],
    )
    rules.prebuilt_wheel(
        name = "tosa_types",
        package = "tosa-tools",
        members = ["tosa_types"],
        deps = [
            ":ml-dtypes",
            ":numpy",
        ],
    )
    rules.wheel_file(
        name = "numpy_utils",
        package = "tosa-tools",
        member = "tosa_serializer/numpy_utils.py",
    )
    rules.wheel_file(
        name = "upstream_tests",
        package = "tosa-tools",
        member = "tests/test_pybindings.py",
    )

def _cxx(rules):
    rules.wheel_file(name = "flatc", package = "tosa-tools", member = "bin/flatc", executable = True)
    rules.wheel_file(name = "tosa_fbs", package = "tosa-tools", member = "bin/tosa.fbs")
    rules.wheel_file(name = "attribute_def", package = "tosa-tools", member = "include/tosa_serialization_lib/attribute.def")
    rules.wheel_file(name = "op_def", package = "tosa-tools", member = "include/tosa_serialization_lib/op.def")
    rules.wheel_file(
        name = "serialization_config",
        package = "tosa-tools",
        member = "include/tosa_serialization_lib/tosa_serialization_config_generated.h",
    )
    rules.cxx_header_library(
        name = "tosa_defs",
        headers = [
            ":attribute_def",
            ":op_def",
            ":serialization_config",
        ],
    )
    rules.wheel_tree(
        name = "flatbuffers_include",
        package = "tosa-tools",
        members = ["include/flatbuffers"],
    )
    rules.cxx_headers(name = "flatbuffers_headers", tree = ":flatbuffers_include", include = "include")

    # Of the GNU C++ library's ABI: it links where the toolchain has that one, which zig has not.
    rules.wheel_file(name = "flatbuffers_archive", package = "tosa-tools", member = "lib64/libflatbuffers.a")
    rules.prebuilt_cxx_library(
        name = "flatbuffers_library",
        archive = ":flatbuffers_archive",
        deps = [":flatbuffers_headers"],
    )
    rules.wheel_tree(
        name = "pybind11_include",
        package = "pybind11",
        members = ["pybind11/include"],
        strip_prefix = "pybind11",
    )
    rules.cxx_headers(name = "pybind11", tree = ":pybind11_include", include = "include", can_replace = True)
    rules.python_headers(name = "python_headers")

    # What `pybind11` is elsewhere: nobody there names the headers of Python.
    rules.prebuilt_cxx_library(
        name = "pybind11_with_python",
        deps = [
            ":pybind11",
            ":python_headers",
        ],
    )
    rules.wheel_tree(
        name = "zig",
        package = "ziglang",
        members = ZIG_MEMBERS,
        strip_prefix = "ziglang",
        tool = True,
    )
