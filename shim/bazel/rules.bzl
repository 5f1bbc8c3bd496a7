"""The `rules` that every targets.bzl is written in, for Bazel. shim/buck2/rules.bzl has the same names."""

load("//third-party:readers.bzl", "READERS")
load(":by_python.bzl", "by_python")
load(":cxx.bzl", "cxx_binary", "cxx_fuzzer", "cxx_header_library", "cxx_headers", "cxx_library", "cxx_python_extension", "cxx_test", "prebuilt_cxx_library", "python_headers")
load(":genrule.bzl", "genrule")
load(":our_wheel.bzl", "wheel")
load(":python.bzl", "python_binary", "python_library", "python_test")
load(":wheels.bzl", "prebuilt_wheel", "wheel_file", "wheel_tree")

def _alias(name, actual):
    native.alias(name = name, actual = actual, visibility = ["//visibility:public"])

def _export_file(name):
    native.exports_files([name])

def _glob(include, exclude = []):
    return native.glob(include, exclude = exclude)

rules = struct(
    alias = _alias,
    by_python = by_python,
    cxx_binary = cxx_binary,
    cxx_fuzzer = cxx_fuzzer,
    cxx_header_library = cxx_header_library,
    cxx_headers = cxx_headers,
    cxx_library = cxx_library,
    cxx_python_extension = cxx_python_extension,
    cxx_test = cxx_test,
    export_file = _export_file,
    genrule = genrule,
    glob = _glob,
    prebuilt_cxx_library = prebuilt_cxx_library,
    prebuilt_wheel = prebuilt_wheel,
    python_binary = python_binary,
    python_headers = python_headers,
    python_library = python_library,
    python_test = python_test,
    readers = {name: reader["packages"] for name, reader in READERS.items()},
    wheel = wheel,
    wheel_file = wheel_file,
    wheel_tree = wheel_tree,
)
