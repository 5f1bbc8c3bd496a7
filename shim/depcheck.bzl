"""The `rules` that every targets.bzl is written in, for tools/depcheck, which runs no engine."""

load(
    "@depcheck//:prelude.bzl",
    "glob",
    "rule_alias",
    "rule_cxx_binary",
    "rule_cxx_library",
    "rule_cxx_python_extension",
    "rule_cxx_test",
    "rule_export_file",
    "rule_genrule",
    "rule_prebuilt_cxx_library",
    "rule_prebuilt_wheel",
    "rule_python_binary",
    "rule_python_library",
    "rule_python_test",
    "rule_wheel_file",
)

def _cxx(name, **_kwargs):
    rule_cxx_library(name = name)

def _export_file(name):
    rule_export_file(name = name)

def _extension(name, base_module = None, deps = [], **_kwargs):
    rule_cxx_python_extension(name = name, base_module = base_module, deps = deps)

def _prebuilt_wheel(name, package, deps = [], members = [], rename = {}, **_kwargs):
    rule_prebuilt_wheel(
        name = name,
        brings = [rename.get(member, member) for member in members],
        deps = deps,
        package = package,
    )

def _wheel_file(name, member, **_kwargs):
    rule_wheel_file(name = name, outs = [member.split("/")[-1]])

rules = struct(
    alias = rule_alias,
    cxx_binary = rule_cxx_binary,
    cxx_fuzzer = rule_cxx_binary,
    cxx_header_library = _cxx,
    cxx_headers = _cxx,
    cxx_library = rule_cxx_library,
    cxx_python_extension = _extension,
    cxx_test = rule_cxx_test,
    export_file = _export_file,
    genrule = rule_genrule,
    glob = glob,
    prebuilt_cxx_library = rule_prebuilt_cxx_library,
    prebuilt_wheel = _prebuilt_wheel,
    python_binary = rule_python_binary,
    python_headers = _cxx,
    python_library = rule_python_library,
    python_test = rule_python_test,
    readers = {},
    wheel = _cxx,
    wheel_file = _wheel_file,
    wheel_tree = _cxx,
)
