"""The kinds of rules, and what each is to a Python file."""

from __future__ import annotations

LIBRARY = "library"
BINARY = "binary"
TEST = "test"
# A module made by a C++ compiler.
EXTENSION = "extension"
# Gives files to others' srcs.
FILES = "files"
ALIAS = "alias"
# Wheels: what they bring is in their RECORD.
WHEEL = "wheel"
# A rule of the tree's own: it may bring anything.
OPAQUE = "opaque"
OTHER = "other"

PYTHON = (LIBRARY, BINARY, TEST)

ROLES = {
    "alias": ALIAS,
    "buck_filegroup": FILES,
    "buck_genrule": FILES,
    "command_alias": OTHER,
    "config_setting": OTHER,
    "configured_alias": ALIAS,
    "constraint_setting": OTHER,
    "constraint_value": OTHER,
    "copy_file": FILES,
    "cc_binary": OTHER,
    "cc_library": OTHER,
    "cc_test": OTHER,
    "cc_toolchain": OTHER,
    "cc_toolchain_config": OTHER,
    "cc_toolchain_suite": OTHER,
    "cpp_binary": OTHER,
    "cpp_library": OTHER,
    "cpp_python_extension": EXTENSION,
    "cpp_unittest": OTHER,
    "cxx_binary": OTHER,
    "cxx_genrule": OTHER,
    "cxx_library": OTHER,
    "cxx_precompiled_header": OTHER,
    "cxx_python_extension": EXTENSION,
    "cxx_test": OTHER,
    "execution_platform": OTHER,
    "export_file": FILES,
    "filegroup": FILES,
    "genrule": FILES,
    "http_archive": OTHER,
    "http_file": FILES,
    "noop_test_toolchain": OTHER,
    "platform": OTHER,
    "prebuilt_cxx_library": OTHER,
    "prebuilt_python_library": WHEEL,
    "py_binary": BINARY,
    "py_library": LIBRARY,
    "py_runtime": OTHER,
    "py_runtime_pair": OTHER,
    "py_test": TEST,
    "py_extension": EXTENSION,
    "pybind_extension": EXTENSION,
    "python_binary": BINARY,
    "python_library": LIBRARY,
    "python_needed_coverage_test": TEST,
    "python_pytest": TEST,
    "python_test": TEST,
    "python_unittest": TEST,
    "python_wheel": OTHER,
    "remote_file": FILES,
    "remote_test_execution_toolchain": OTHER,
    "rule": OPAQUE,
    "sh_binary": OTHER,
    "sh_test": OTHER,
    "system_cxx_toolchain": OTHER,
    "system_demo_toolchains": OTHER,
    "system_genrule_toolchain": OTHER,
    "system_python_bootstrap_toolchain": OTHER,
    "system_python_toolchain": OTHER,
    "test_suite": OTHER,
    **dict.fromkeys(
        (
            "android_binary",
            "android_library",
            "apple_binary",
            "apple_library",
            "cc_import",
            "cc_proto_library",
            "cc_shared_library",
            "go_binary",
            "go_library",
            "go_test",
            "java_binary",
            "java_library",
            "java_test",
            "kotlin_binary",
            "kotlin_library",
            "kotlin_test",
            "ocaml_binary",
            "ocaml_library",
            "proto_library",
            "rust_binary",
            "rust_library",
            "rust_test",
            "sh_library",
            "swift_library",
        ),
        OTHER,
    ),
    "py_grpc_library": OPAQUE,
    "py_proto_library": OPAQUE,
    "python_bootstrap_binary": BINARY,
    "python_bootstrap_library": LIBRARY,
    "toolchain": OTHER,
    "toolchain_alias": ALIAS,
    "versioned_alias": ALIAS,
    "write_file": FILES,
    "unknown": LIBRARY,
}

# Buck puts what preload_deps names into the program too.
