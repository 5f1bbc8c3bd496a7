"""C++ targets: headers, libraries, programs, tests and Python extensions."""

load("@tosa_config//:defs.bzl", "INTERPRETERS")
load("//shim/common:flags.bzl", "CXX_FLAGS", "EXTENSION_FLAGS", "EXTENSION_LINK_FLAGS")
load("//shim/common:modes.bzl", "MODES")
load("//third-party:pins.bzl", "PYTHONS")
load(":by_python.bzl", "by_python", "python_version")
load(":modes.bzl", "by_mode")
load(":paths.bzl", "imports_of", "runfiles_path")
load(":replaceable.bzl", "replaceable")

_PUBLIC = ["//visibility:public"]

def _system_headers(tree, include):
    return [
        DefaultInfo(files = depset([tree])),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset([tree]),
            system_includes = depset([tree.path + "/" + include if include else tree.path]),
        )),
    ]

def _cxx_headers_impl(ctx):
    return _system_headers(ctx.file.tree, ctx.attr.include)

_cxx_headers = rule(
    implementation = _cxx_headers_impl,
    attrs = {
        "include": attr.string(doc = "The include directory in the tree."),
        "tree": attr.label(allow_single_file = True, doc = "A directory with headers.", mandatory = True),
    },
    doc = "A library of system headers.",
    provides = [CcInfo],
)

def _cxx_header_library_impl(ctx):
    directory = ctx.label.name + "_"
    headers = []
    for source in ctx.files.headers:
        header = ctx.actions.declare_file("{}/{}".format(directory, source.basename))
        ctx.actions.symlink(output = header, target_file = source)
        headers.append(header)
    return [
        DefaultInfo(files = depset(headers)),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset(headers),
            quote_includes = depset([header.dirname for header in headers]),
        )),
    ]

_cxx_header_library = rule(
    implementation = _cxx_header_library_impl,
    attrs = {
        "headers": attr.label_list(allow_files = True, doc = "Header files, found by their own names.", mandatory = True),
    },
    doc = "A library of headers that are included by their own names, in quotes.",
    provides = [CcInfo],
)

def _python_headers_impl(ctx):
    tree = ctx.actions.declare_directory(ctx.label.name + "_/include")
    version = ctx.attr.version
    if not ctx.attr.interpreter:
        fail("{}: no interpreter is recorded for Python {}; run TOSA_PYTHON={} ./buckw".format(ctx.label, version, version))
    ctx.actions.run(
        outputs = [tree],
        inputs = [ctx.file._program],
        executable = ctx.attr.interpreter,
        arguments = ["-ISB", ctx.file._program.path, version, "headers", tree.path],
        mnemonic = "PythonHeaders",
        progress_message = "Copying the headers of Python {}".format(version),
    )
    return _system_headers(tree, "")

_python_headers = rule(
    implementation = _python_headers_impl,
    attrs = {
        "interpreter": attr.string(doc = "Path of the declared interpreter.", mandatory = True),
        "version": attr.string(doc = "The version that it must have.", mandatory = True),
        "_program": attr.label(allow_single_file = True, default = "//shim/common:interpreter.py"),
    },
    doc = "The C headers of the declared interpreter.",
    provides = [CcInfo],
)

def _python_extension_impl(ctx):
    module = ctx.file.module
    root = runfiles_path(ctx, module)[:-len(module.short_path) - 1]
    imports = [root + "/" + ctx.label.package] if ctx.attr.top_level else []
    return [
        DefaultInfo(files = depset([module]), runfiles = ctx.runfiles(files = [module])),
        PyInfo(imports = depset(imports), transitive_sources = depset()),
    ]

_python_extension = rule(
    implementation = _python_extension_impl,
    attrs = {
        "module": attr.label(allow_single_file = [".so"], doc = "The shared library.", mandatory = True),
        "top_level": attr.bool(doc = "Whether the module is imported without its package."),
    },
    doc = "A shared library as a Python module.",
    provides = [PyInfo],
)

def cxx_headers(name, tree, include, can_replace = False):
    if can_replace:
        name = replaceable(name)
    _cxx_headers(name = name, include = include, tree = tree, visibility = _PUBLIC)

def cxx_header_library(name, headers):
    _cxx_header_library(name = name, headers = headers, visibility = _PUBLIC)

def python_headers(name):
    _python_headers(
        name = name,
        interpreter = by_python({version: INTERPRETERS.get(version, "") for version in PYTHONS}),
        version = python_version(),
        visibility = _PUBLIC,
    )

def prebuilt_cxx_library(name, archive = None, deps = []):
    native.cc_library(
        name = name,
        srcs = [archive] if archive else [],
        linkstatic = True,
        visibility = _PUBLIC,
        deps = deps,
    )

def cxx_library(name, srcs, headers = [], exported_headers = [], deps = [], link_whole = False):
    native.cc_library(
        name = name,
        srcs = srcs + headers,
        hdrs = exported_headers,
        alwayslink = link_whole,
        copts = CXX_FLAGS,
        linkstatic = True,
        visibility = _PUBLIC,
        deps = deps,
    )

def cxx_binary(name, srcs, deps = [], rule = native.cc_binary, linkopts = []):
    rule(
        name = name,
        srcs = srcs,
        copts = CXX_FLAGS,
        linkopts = linkopts,
        visibility = _PUBLIC,
        deps = deps,
    )

def cxx_test(name, srcs, deps = []):
    cxx_binary(name, srcs, deps, rule = native.cc_test)

def cxx_fuzzer(name, srcs, driver, libfuzzer, deps = []):
    # libFuzzer brings a main of its own; in other modes the driver has one.
    fuzzers = {mode: values.fuzzer for mode, values in MODES.items() if values.fuzzer}
    cxx_binary(
        name = name,
        srcs = srcs + by_mode({mode: libfuzzer for mode in fuzzers}, driver),
        deps = deps,
        linkopts = by_mode(fuzzers, []),
    )

def cxx_python_extension(name, srcs, headers = [], deps = [], base_module = None, module_name = None):
    top_level = bool(imports_of(name, base_module))
    module = (module_name or name) + ".so"
    native.cc_binary(
        name = module,
        srcs = srcs + headers,
        copts = EXTENSION_FLAGS,
        linkopts = EXTENSION_LINK_FLAGS,
        linkshared = True,
        visibility = _PUBLIC,
        deps = deps,
    )
    _python_extension(
        name = name,
        module = ":" + module,
        top_level = top_level,
        visibility = _PUBLIC,
    )
