"""ExecuTorch's runtime_wrapper.bzl, as it works inside the company: rules get what they are given."""

load("@depcheck//:prelude.bzl", "rule_command_alias", "rule_cxx_binary", "rule_cxx_library", "rule_cxx_python_extension", "rule_cxx_test", "rule_export_file", "rule_filegroup", "rule_genrule", "rule_python_binary", "rule_python_library", "rule_python_test")

def is_xplat():
    return False

def is_arvr_mode():
    return False

def struct_to_json(_value):
    return ""

def get_default_executorch_platforms():
    return []

def get_executorch_supported_platforms():
    return []

def get_oss_build_kwargs():
    return {}

def get_aten_mode_options():
    return (True, False)

def _external_dep_location(name):
    return "external_deps//:" + name

def _both(rule):
    """C++ libraries and genrules come with a twin that is linked statically."""

    def twice(*args, **kwargs):
        define_static_target = kwargs.pop("define_static_target", True)
        rule(*args, **kwargs)
        if define_static_target and "name" in kwargs:
            kwargs["name"] += "_static"
            rule(*args, **kwargs)

    return twice

def _apply(obj, function):
    return function(obj)

# A select is the list of its branches here: nothing tells it from other lists.
selects = struct(apply = _apply)

runtime = struct(
    command_alias = rule_command_alias,
    cxx_binary = _both(rule_cxx_binary),
    cxx_library = _both(rule_cxx_library),
    cxx_python_extension = rule_cxx_python_extension,
    cxx_test = rule_cxx_test,
    export_file = rule_export_file,
    external_dep_location = _external_dep_location,
    filegroup = rule_filegroup,
    genrule = _both(rule_genrule),
    is_oss = False,
    python_binary = rule_python_binary,
    python_library = rule_python_library,
    python_test = rule_python_test,
)
