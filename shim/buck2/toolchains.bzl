"""The toolchains of this package: zig from a pinned wheel for C++, the declared interpreter for Python.

In the modes that zig has no runtime for, C++ is Debian's clang. A project takes all of them with alias_toolchains() in its `toolchains`
cell, or those that it lacks with `toolchain_alias(name = "cxx", actual = "tosa//shim/buck2/toolchain:cxx")`.
"""

load("@prelude//:prelude.bzl", "native")
load("@prelude//cxx:cxx_toolchain_types.bzl", "LinkerType")
load("@prelude//python_bootstrap:python_bootstrap.bzl", "PythonBootstrapToolchainInfo")
load("@prelude//tests:test_toolchain.bzl", "noop_test_toolchain")
load("@prelude//toolchains:cxx.bzl", "CxxToolsInfo", "cxx_tools_info_toolchain")
load("@prelude//toolchains:genrule.bzl", "system_genrule_toolchain")
load("@prelude//toolchains:python.bzl", "python_bootstrap_toolchain", "python_toolchain")
load("@prelude//toolchains:remote_test_execution.bzl", "remote_test_execution_toolchain")
load("//shim/common:modes.bzl", "CLANG", "MODES")
load(":modes.bzl", "by_mode")

_COMPILE_FLAGS = [
    "-O2",
    "-g0",
]

_LINK_FLAGS = [
    "-O2",
    "-s",
]

def _tools(cc: cmd_args, cxx: cmd_args, archiver: cmd_args) -> list[Provider]:
    return [
        DefaultInfo(),
        CxxToolsInfo(
            archiver = archiver,
            archiver_type = "gnu",
            asm_compiler = cxx,
            asm_compiler_type = "clang",
            compiler = cc,
            compiler_type = "clang",
            cxx_compiler = cxx,
            linker = cxx,
            linker_type = LinkerType("gnu"),
        ),
    ]

def _zig_tools_impl(ctx: AnalysisContext) -> list[Provider]:
    tree = ctx.attrs.zig[DefaultInfo].default_outputs[0]
    python = ctx.attrs._python_bootstrap[PythonBootstrapToolchainInfo].interpreter
    zig = cmd_args(python, ctx.attrs._tool, tree.project("zig"), hidden = tree)
    return _tools(cmd_args(zig, "cc"), cmd_args(zig, "c++"), cmd_args(zig, "ar"))

zig_tools = rule(
    impl = _zig_tools_impl,
    attrs = {
        "zig": attrs.dep(doc = "The unpacked wheel of zig."),
        "_python_bootstrap": attrs.toolchain_dep(default = "toolchains//:python_bootstrap", providers = [PythonBootstrapToolchainInfo]),
        "_tool": attrs.source(default = "//shim/common:zig_cc.py"),
    },
    doc = "zig as C and C++ compiler, linker and archiver.",
)

def _clang_tools_impl(_ctx: AnalysisContext) -> list[Provider]:
    return _tools(cmd_args(CLANG + "clang"), cmd_args(CLANG + "clang++"), cmd_args(CLANG + "llvm-ar"))

clang_tools = rule(
    impl = _clang_tools_impl,
    attrs = {},
    doc = "Debian's clang as C and C++ compiler, linker and archiver.",
)

def _cxx_toolchain(name: str, tools: str, compile: list[str], link: list[str]) -> None:
    cxx_tools_info_toolchain(
        name = name,
        c_flags = compile,
        cxx_flags = compile,
        cxx_tools_info = tools,
        link_flags = link,
        link_ordering = "topological",
        link_style = "static_pic",
        visibility = ["PUBLIC"],
    )

def _cxx_toolchains() -> None:
    zig_tools(
        name = "zig",
        zig = "//third-party:zig",
    )
    clang_tools(name = "clang")
    _cxx_toolchain("cxx_default", ":zig", _COMPILE_FLAGS, _LINK_FLAGS)
    for name, mode in MODES.items():
        _cxx_toolchain("cxx_" + name, ":" + mode.compiler, mode.compile, mode.link)
    native.toolchain_alias(
        name = "cxx",
        actual = by_mode({name: ":cxx_" + name for name in MODES}, ":cxx_default"),
        visibility = ["PUBLIC"],
    )
    native.toolchain_alias(
        name = "cxx_no_default_deps",
        actual = ":cxx",
        visibility = ["PUBLIC"],
    )

_NAMES = [
    "cxx",
    # The prelude selects it in a configuration that nobody here has, but uquery follows every branch.
    "cxx_no_default_deps",
    "genrule",
    "python",
    "python_bootstrap",
    "remote_test_execution",
    "test",
]

def alias_toolchains() -> None:
    """Defines every toolchain that the rules of this package ask for, in the package that calls it."""
    for name in _NAMES:
        native.toolchain_alias(
            name = name,
            actual = "tosa//shim/buck2/toolchain:" + name,
            visibility = ["PUBLIC"],
        )

def define_toolchains() -> None:
    _cxx_toolchains()
    python_toolchain(
        name = "python",
        extension_linker_flags = [],
        interpreter = "//shim/buck2:python",
        visibility = ["PUBLIC"],
    )
    python_bootstrap_toolchain(
        name = "python_bootstrap",
        interpreter = "//shim/buck2:build_python",
        visibility = ["PUBLIC"],
    )
    system_genrule_toolchain(
        name = "genrule",
        visibility = ["PUBLIC"],
    )
    noop_test_toolchain(
        name = "test",
        visibility = ["PUBLIC"],
    )
    remote_test_execution_toolchain(
        name = "remote_test_execution",
        visibility = ["PUBLIC"],
    )
