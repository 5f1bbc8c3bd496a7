"""C++ targets. Language, visibility and warning flags stand on the targets, so a consumer's toolchain can build them."""

load("@prelude//:prelude.bzl", "native")
load("//shim/common:flags.bzl", "CXX_FLAGS", "EXTENSION_FLAGS", "EXTENSION_LINK_FLAGS")
load("//shim/common:modes.bzl", "MODES")
load(":config.bzl", "replaceable")
load(":modes.bzl", "by_mode")

_PUBLIC = ["PUBLIC"]

def _flat_headers_impl(ctx: AnalysisContext) -> list[Provider]:
    headers = {}
    for header in ctx.attrs.headers:
        if header.basename in headers:
            fail("{}: expected headers of different names, got {} twice".format(ctx.label, header.basename))
        headers[header.basename] = header
    return [DefaultInfo(default_output = ctx.actions.symlinked_dir("include", headers))]

_flat_headers = rule(
    impl = _flat_headers_impl,
    attrs = {
        "headers": attrs.list(attrs.source(), doc = "Header files, generated ones too."),
    },
    doc = "A directory with header files under their own names.",
)

def _subdirectory_impl(ctx: AnalysisContext) -> list[Provider]:
    tree = ctx.attrs.tree[DefaultInfo].default_outputs[0]
    return [DefaultInfo(default_output = tree.project(ctx.attrs.path) if ctx.attrs.path else tree)]

_subdirectory = rule(
    impl = _subdirectory_impl,
    attrs = {
        "path": attrs.string(doc = "Place of the directory in the tree."),
        "tree": attrs.dep(doc = "A target whose output is a directory."),
    },
    doc = "One directory of a tree.",
)

def cxx_headers(name: str, tree: str, include: str, can_replace: bool = False) -> None:
    if can_replace:
        name = replaceable(name, "headers")
    _subdirectory(
        name = name + ".include",
        path = include,
        tree = tree,
    )
    native.prebuilt_cxx_library(
        name = name,
        header_dirs = [":{}.include".format(name)],
        header_only = True,
        visibility = _PUBLIC,
    )

def cxx_header_library(name: str, headers: list[str]) -> None:
    _flat_headers(
        name = name + ".include",
        headers = headers,
    )
    native.prebuilt_cxx_library(
        name = name,
        header_dirs = [":{}.include".format(name)],
        header_only = True,
        visibility = _PUBLIC,
    )

def prebuilt_cxx_library(name: str, archive: str | None = None, deps = []) -> None:
    native.prebuilt_cxx_library(
        name = name,
        exported_deps = deps,
        header_only = archive == None,
        preferred_linkage = "static",
        static_lib = archive,
        visibility = _PUBLIC,
    )

def cxx_library(name: str, srcs, headers = [], exported_headers = [], deps = [], link_whole = False) -> None:
    native.cxx_library(
        name = name,
        srcs = srcs,
        compiler_flags = CXX_FLAGS,
        exported_deps = deps,
        exported_headers = exported_headers,
        header_namespace = "",
        headers = headers,
        link_whole = link_whole,
        preferred_linkage = "static",
        visibility = _PUBLIC,
    )

def cxx_binary(name: str, srcs, deps = [], rule = native.cxx_binary, linker_flags = []) -> None:
    rule(
        name = name,
        srcs = srcs,
        compiler_flags = CXX_FLAGS,
        header_namespace = "",
        link_style = "static_pic",
        linker_flags = linker_flags,
        visibility = _PUBLIC,
        deps = deps,
    )

def cxx_test(name: str, srcs, deps = []) -> None:
    cxx_binary(name, srcs, deps, rule = native.cxx_test)

def cxx_fuzzer(name: str, srcs, driver, libfuzzer, deps = []) -> None:
    # libFuzzer brings a main of its own; in other modes the driver has one.
    fuzzers = {mode: values.fuzzer for mode, values in MODES.items() if values.fuzzer}
    cxx_binary(
        name = name,
        srcs = srcs + by_mode({mode: libfuzzer for mode in fuzzers}, driver),
        linker_flags = by_mode(fuzzers, []),
        deps = deps,
    )

def cxx_python_extension(name: str, srcs, headers = [], deps = [], base_module = "", module_name = None) -> None:
    native.cxx_python_extension(
        name = name,
        srcs = srcs,
        base_module = base_module,
        compiler_flags = EXTENSION_FLAGS,
        header_namespace = "",
        headers = headers,
        link_style = "static_pic",
        linker_flags = EXTENSION_LINK_FLAGS,
        module_name = module_name or name,
        visibility = _PUBLIC,
        deps = deps,
    )
