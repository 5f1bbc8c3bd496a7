"""How Bazel calls a compiler: flags, and one toolchain for each mode."""

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
load("//shim/common:modes.bzl", "CLANG_INCLUDES", "MODES")

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

CxxToolsInfo = provider(
    doc = "The tools of a C++ toolchain.",
    fields = {"ar": "the archiver", "cxx": "the compiler and linker", "strip": "what strips"},
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

def _features(compile, link):
    return [
        feature(name = "no_legacy_features"),
        feature(name = "opt"),
        feature(name = "dbg"),
        feature(name = "fastbuild"),
        _flags("compile_base", _COMPILES, compile + ["-fPIC"]),
        _optional("dependencies", _COMPILES, "dependency_file", ["-MD", "-MF", "%{dependency_file}"]),
        _each("defines", _COMPILES, "preprocessor_defines", ["-D%{preprocessor_defines}"]),
        _each("quote_includes", _COMPILES, "quote_include_paths", ["-iquote", "%{quote_include_paths}"]),
        _each("includes", _COMPILES, "include_paths", ["-I%{include_paths}"]),
        _each("system_includes", _COMPILES, "system_include_paths", ["-isystem", "%{system_include_paths}"]),
        _each("user_compile", _COMPILES, "user_compile_flags", ["%{user_compile_flags}"]),
        _optional("compile_source", _COMPILES, "source_file", ["-c", "%{source_file}"]),
        _optional("compile_output", _COMPILES, "output_file", ["-o", "%{output_file}"]),
        _flags("link_base", _LINKS, link),
        _flags("link_shared", _SHARED_LINKS, ["-shared"]),
        _optional("link_output", _LINKS, "output_execpath", ["-o", "%{output_execpath}"]),
        _flags("archive_base", _ARCHIVES, ["rcsD"]),
        _optional("archive_output", _ARCHIVES, "output_execpath", ["%{output_execpath}"]),
        _libraries(_LINKS + _ARCHIVES),
        _each("user_link", _LINKS, "user_link_flags", ["%{user_link_flags}"]),
        _optional("parameters", _LINKS + _ARCHIVES, "linker_param_file", ["@%{linker_param_file}"]),
    ]

def _cxx_toolchain_config_impl(ctx):
    tools = ctx.attr.tools[CxxToolsInfo]
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
        cxx_builtin_include_directories = ctx.attr.includes,
        features = _features(ctx.attr.compile, ctx.attr.link),
        host_system_name = "x86_64-linux",
        target_cpu = "k8",
        target_libc = "glibc",
        target_system_name = "x86_64-linux-gnu",
        toolchain_identifier = ctx.label.name,
    )

_cxx_toolchain_config = rule(
    implementation = _cxx_toolchain_config_impl,
    attrs = {
        "compile": attr.string_list(doc = "Flags of every compilation.", mandatory = True),
        "includes": attr.string_list(doc = "Where the compiler finds headers that no target declares."),
        "link": attr.string_list(doc = "Flags of every link.", mandatory = True),
        "tools": attr.label(cfg = "host", mandatory = True, providers = [CxxToolsInfo]),
    },
    doc = "How Bazel calls a compiler.",
    provides = [CcToolchainConfigInfo],
)

def _cxx_toolchain(name, tools, compile, link, includes = []):
    _cxx_toolchain_config(
        name = name + "_config",
        compile = compile,
        includes = includes,
        link = link,
        tools = tools,
    )
    native.cc_toolchain(
        name = name + "_cc",
        all_files = tools,
        ar_files = tools,
        as_files = tools,
        compiler_files = tools,
        dwp_files = tools,
        linker_files = tools,
        objcopy_files = tools,
        strip_files = tools,
        toolchain_config = ":{}_config".format(name),
    )
    platform = [
        "@platforms//cpu:x86_64",
        "@platforms//os:linux",
    ]
    native.toolchain(
        name = name,
        exec_compatible_with = platform,
        target_compatible_with = platform,
        toolchain = ":{}_cc".format(name),
        toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
    )

def cxx_toolchains(tools):
    """The default, named `cxx`, and one for each mode; `tools` holds the label of each compiler's tools."""
    _cxx_toolchain("cxx", tools["zig"], ["-g0", "-O2"], ["-O2", "-s"])
    for name, mode in MODES.items():
        includes = CLANG_INCLUDES if mode.compiler == "clang" else []
        _cxx_toolchain(name, tools[mode.compiler], mode.compile, mode.link, includes)
