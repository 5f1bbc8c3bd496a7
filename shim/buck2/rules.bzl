"""The `rules` that every targets.bzl is written in, for Buck2. shim/bazel/rules.bzl has the same names."""

load("@prelude//:prelude.bzl", "native")
load("//third-party:readers.bzl", "READERS")
load(":cxx.bzl", "cxx_binary", "cxx_fuzzer", "cxx_header_library", "cxx_headers", "cxx_library", "cxx_python_extension", "cxx_test", "prebuilt_cxx_library")
load(":genrule.bzl", _genrule = "genrule")
load(":interpreter.bzl", "by_python")
load(":our_wheel.bzl", _wheel = "wheel")
load(":python.bzl", "python_binary", "python_headers", "python_library", "python_test")
load(":wheels.bzl", "prebuilt_wheel", "wheel_file", "wheel_tree")

_PUBLIC = ["PUBLIC"]

def _alias(name: str, actual: str) -> None:
    native.alias(
        name = name,
        actual = actual,
        visibility = _PUBLIC,
    )

def _export_file(name: str) -> None:
    native.export_file(
        name = name,
        visibility = _PUBLIC,
    )

def _escaped(cmd: str) -> str:
    # Every $(...) but $(location ...) belongs to the shell.
    parts = cmd.split("$(")
    return parts[0] + "".join([("$(" if part.startswith("location ") else "\\$(") + part for part in parts[1:]])

def _public_genrule(name: str, outs: list[str], cmd: str, srcs = [], tools = []) -> None:
    _genrule(
        name = name,
        cmd = _escaped(cmd),
        outs = outs,
        srcs = srcs,
        tools = tools,
        visibility = _PUBLIC,
    )

def _glob(include: list[str], exclude: list[str] = []) -> list[str]:
    return glob(include, exclude = exclude)

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
    genrule = _public_genrule,
    glob = _glob,
    prebuilt_cxx_library = prebuilt_cxx_library,
    prebuilt_wheel = prebuilt_wheel,
    python_binary = python_binary,
    python_headers = python_headers,
    python_library = python_library,
    python_test = python_test,
    readers = {name: reader["packages"] for name, reader in READERS.items()},
    wheel = _wheel,
    wheel_file = wheel_file,
    wheel_tree = wheel_tree,
)
