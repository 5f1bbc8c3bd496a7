"""zig's C++ compiler, out of the pinned wheel, as Bazel's C++ toolchain."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load(
    "@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl",
    "action_config",
    "feature",
    "flag_group",
    "flag_set",
    "tool",
    "variable_with_value",
)
load("@tosa_python//:defs.bzl", "BUILD_INTERPRETER")

_COMPILES = [
    ACTION_NAMES.assemble,
    ACTION_NAMES.c_compile,
    ACTION_NAMES.cpp_compile,
    ACTION_NAMES.linkstamp_compile,
    ACTION_NAMES.preprocess_assemble,
]

_SHARED_LINKS = [
    ACTION_NAMES.cpp_link_dynamic_library,
    ACTION_NAMES.cpp_link_nodeps_dynamic_library,
]

_LINKS = _SHARED_LINKS + [ACTION_NAMES.cpp_link_executable]

_ARCHIVES = [ACTION_NAMES.cpp_link_static_library]

_WRAPPER = """#!/bin/sh
exec {python} -ISB {program} {tree}/zig {mode} "$@"
"""

ZigToolsInfo = provider(
    doc = "The tools of the zig toolchain.",
    fields = {"ar": "the archiver", "cxx": "the compiler and linker", "strip": "what strips"},
)

def _zig_tools_impl(ctx):
    tools = {}
    for mode in ("ar", "c++", "objcopy"):
        script = ctx.actions.declare_file("{}_/{}".format(ctx.label.name, mode))
        ctx.actions.write(
            output = script,
            content = _WRAPPER.format(
                mode = mode,
                program = ctx.file._program.path,
                python = BUILD_INTERPRETER,
                tree = ctx.file._tree.path,
            ),
            is_executable = True,
        )
        tools[mode] = script
    return [
        DefaultInfo(files = depset([ctx.file._program, ctx.file._tree] + tools.values())),
        ZigToolsInfo(ar = tools["ar"], cxx = tools["c++"], strip = tools["objcopy"]),
    ]

zig_tools = rule(
    implementation = _zig_tools_impl,
    attrs = {
        "_program": attr.label(allow_single_file = True, default = "//shim/common:zig_cc.py"),
        "_tree": attr.label(allow_single_file = True, cfg = "host", default = "//third-party:zig"),
    },
    doc = "Scripts that run zig's compiler and archiver.",
)

def _flags(name, actions, flags, **kwargs):
    groups = [flag_group(flags = flags, **kwargs)]
    return feature(name = name, enabled = True, flag_sets = [flag_set(actions = actions, flag_groups = groups)])

def _each(name, actions, variable, flags):
    return _flags(name, actions, flags, iterate_over = variable, expand_if_available = variable)

def _optional(name, actions, variable, flags):
    return _flags(name, actions, flags, expand_if_available = variable)

def _libraries(actions):
    def_groups = [
        flag_group(
            expand_if_equal = variable_with_value("libraries_to_link.type", "object_file_group"),
            iterate_over = "libraries_to_link.object_files",
            flags = ["%{libraries_to_link.object_files}"],
        ),
        flag_group(
            expand_if_equal = variable_with_value("libraries_to_link.type", "object_file"),
            flags = ["%{libraries_to_link.name}"],
        ),
        flag_group(
            expand_if_equal = variable_with_value("libraries_to_link.type", "static_library"),
            flag_groups = [
                flag_group(
                    expand_if_true = "libraries_to_link.is_whole_archive",
                    flags = ["-Wl,--whole-archive"],
                ),
                flag_group(flags = ["%{libraries_to_link.name}"]),
                flag_group(
                    expand_if_true = "libraries_to_link.is_whole_archive",
                    flags = ["-Wl,--no-whole-archive"],
                ),
            ],
        ),
        flag_group(
            expand_if_equal = variable_with_value("libraries_to_link.type", "dynamic_library"),
            flags = ["-l%{libraries_to_link.name}"],
        ),
    ]
    return feature(
        name = "libraries",
        enabled = True,
        flag_sets = [flag_set(
            actions = actions,
            flag_groups = [flag_group(
                expand_if_available = "libraries_to_link",
                flag_groups = def_groups,
                iterate_over = "libraries_to_link",
            )],
        )],
    )

def _features():
    return [
        feature(name = "no_legacy_features"),
        feature(name = "opt"),
        feature(name = "dbg"),
        feature(name = "fastbuild"),
        _flags("compile_base", _COMPILES, ["-g0", "-O2", "-fPIC"]),
        _optional("dependencies", _COMPILES, "dependency_file", ["-MD", "-MF", "%{dependency_file}"]),
        _each("defines", _COMPILES, "preprocessor_defines", ["-D%{preprocessor_defines}"]),
        _each("quote_includes", _COMPILES, "quote_include_paths", ["-iquote", "%{quote_include_paths}"]),
        _each("includes", _COMPILES, "include_paths", ["-I%{include_paths}"]),
        _each("system_includes", _COMPILES, "system_include_paths", ["-isystem", "%{system_include_paths}"]),
        _each("user_compile", _COMPILES, "user_compile_flags", ["%{user_compile_flags}"]),
        _optional("compile_source", _COMPILES, "source_file", ["-c", "%{source_file}"]),
        _optional("compile_output", _COMPILES, "output_file", ["-o", "%{output_file}"]),
        _flags("link_base", _LINKS, ["-O2", "-s"]),
        _flags("link_shared", _SHARED_LINKS, ["-shared"]),
        _optional("link_output", _LINKS, "output_execpath", ["-o", "%{output_execpath}"]),
        _flags("archive_base", _ARCHIVES, ["rcsD"]),
        _optional("archive_output", _ARCHIVES, "output_execpath", ["%{output_execpath}"]),
        _libraries(_LINKS + _ARCHIVES),
        _each("user_link", _LINKS, "user_link_flags", ["%{user_link_flags}"]),
        _optional("parameters", _LINKS + _ARCHIVES, "linker_param_file", ["@%{linker_param_file}"]),
    ]

def _zig_toolchain_config_impl(ctx):
    tools = ctx.attr._tools[ZigToolsInfo]
    actions = {name: tools.cxx for name in _COMPILES + _LINKS}
    actions.update({name: tools.ar for name in _ARCHIVES})
    actions[ACTION_NAMES.strip] = tools.strip
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        abi_libc_version = "2.28",
        abi_version = "local",
        action_configs = [
            action_config(action_name = name, enabled = True, tools = [tool(tool = file)])
            for name, file in actions.items()
        ],
        compiler = "clang",
        cxx_builtin_include_directories = [],
        features = _features(),
        host_system_name = "x86_64-linux",
        target_cpu = "k8",
        target_libc = "glibc",
        target_system_name = "x86_64-linux-gnu",
        toolchain_identifier = "zig",
    )

zig_toolchain_config = rule(
    implementation = _zig_toolchain_config_impl,
    attrs = {
        "_tools": attr.label(cfg = "host", default = ":zig_tools", providers = [ZigToolsInfo]),
    },
    doc = "How Bazel calls zig.",
    provides = [CcToolchainConfigInfo],
)
