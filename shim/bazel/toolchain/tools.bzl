"""The compilers: zig out of the pinned wheel, and Debian's clang for the modes that zig has no runtime for."""

load("@tosa_config//:defs.bzl", "BUILD_INTERPRETER")
load("//shim/common:modes.bzl", "CLANG")
load(":cxx.bzl", "CxxToolsInfo")

_ZIG = """#!/bin/sh
exec {python} -ISB {program} {tree}/zig {mode} "$@"
"""

_CLANG = """#!/bin/sh
exec {clang}{tool} "$@"
"""

def _script(ctx, name, content):
    script = ctx.actions.declare_file("{}_/{}".format(ctx.label.name, name))
    ctx.actions.write(output = script, content = content, is_executable = True)
    return script

def _tools(scripts, files):
    return [
        DefaultInfo(files = depset(files + scripts.values())),
        CxxToolsInfo(**scripts),
    ]

def _zig_tools_impl(ctx):
    scripts = {
        name: _script(ctx, mode, _ZIG.format(
            mode = mode,
            program = ctx.file._program.path,
            python = BUILD_INTERPRETER,
            tree = ctx.file._tree.path,
        ))
        for name, mode in {"ar": "ar", "cxx": "c++", "strip": "objcopy"}.items()
    }
    return _tools(scripts, [ctx.file._program, ctx.file._tree])

zig_tools = rule(
    implementation = _zig_tools_impl,
    attrs = {
        "_program": attr.label(allow_single_file = True, default = "//shim/common:zig_cc.py"),
        "_tree": attr.label(allow_single_file = True, cfg = "host", default = "//third-party:zig"),
    },
    doc = "Scripts that run zig's compiler and archiver.",
)

def _clang_tools_impl(ctx):
    names = {"ar": "llvm-ar", "cxx": "clang++", "strip": "llvm-strip"}
    return _tools({name: _script(ctx, tool, _CLANG.format(clang = CLANG, tool = tool)) for name, tool in names.items()}, [])

clang_tools = rule(
    implementation = _clang_tools_impl,
    attrs = {},
    doc = "Scripts that run Debian's clang.",
)
