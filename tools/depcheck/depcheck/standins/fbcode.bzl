"""The macros of fbcode and fbsource that build files of open projects load."""

load("@depcheck//:prelude.bzl", "identity", "rule_alias", "rule_config_setting", "rule_constraint_setting", "rule_constraint_value", "rule_cxx_library", "rule_export_file", "rule_filegroup", "rule_genrule", "rule_platform", "rule_prebuilt_cxx_library", "rule_python_library")

def fbcode_target(**kwargs):
    kind = kwargs.pop("_kind")
    return kind(**kwargs)

def non_fbcode_target(**_kwargs):
    return None

ANDROID = "Android"
APPLE = "Apple"
CXX = "Cxx"
FBCODE = "Fbcode"
IOS = "iphoneos"
MACOSX = "macosx"
WINDOWS = "Windows"
DEVSERVER_PLATFORM_REGEX = "UNUSED"

def is_xplat():
    return False

def is_fbcode():
    return True

fbsource_utils = struct(
    is_fbcode = is_fbcode,
    is_xplat = is_xplat,
)

def _join(*parts):
    return "/".join([part for part in parts if part])

def _basename(path):
    return path.rpartition("/")[-1]

def _dirname(path):
    return path.rpartition("/")[0]

def _split_extension(path):
    name = _basename(path)
    if "." not in name[1:]:
        return (path, "")
    extension = name.rpartition(".")[-1]
    return (path[:-len(extension) - 1], "." + extension)

def _replace_extension(path, extension):
    return _split_extension(path)[0] + extension

paths = struct(
    basename = _basename,
    dirname = _dirname,
    join = _join,
    normalize = identity,
    replace_extension = _replace_extension,
    split_extension = _split_extension,
)

fb_native = struct(
    alias = rule_alias,
    config_setting = rule_config_setting,
    constraint_setting = rule_constraint_setting,
    constraint_value = rule_constraint_value,
    cxx_library = rule_cxx_library,
    export_file = rule_export_file,
    filegroup = rule_filegroup,
    genrule = rule_genrule,
    platform = rule_platform,
    prebuilt_cxx_library = rule_prebuilt_cxx_library,
    python_library = rule_python_library,
)
