"""What every build file may use without a load: the rules of both engines as recorders, and Starlark's helpers.

The functions of host.bzl are Python's, in evaluate.py.
"""

load("@depcheck//:host.bzl", "dc_config", "dc_context", "dc_glob", "dc_record", "dc_rules", "dc_unknown")

# The attributes that say which modules a target holds and brings.
_KEPT = [
    "actual",
    "base_module",
    "binary_src",
    "brings",
    "data",
    "default_outs",
    "deps",
    "exported_deps",
    "external_deps",
    "fbcode_deps",
    "fbcode_external_deps",
    "imports",
    "main",
    "main_function",
    "main_module",
    "main_src",
    "module_name",
    "name",
    "out",
    "outs",
    "package",
    "par_style",
    "platform_deps",
    "platform_srcs",
    "preload_deps",
    "py_deps",
    "resources",
    "runtime_deps",
    "src",
    "srcs",
    "versioned_srcs",
    "wheel",
]

def clean(value):
    """A copy that holds only what Python can be given."""
    kind = type(value)
    if kind in ("string", "bool", "int", "float", "NoneType"):
        return value
    if kind in ("list", "tuple"):
        return [clean(item) for item in value]
    if kind == "dict":
        return {str(key): clean(item) for key, item in value.items()}
    return None

def _kept(kwargs):
    return {key: clean(kwargs[key]) for key in _KEPT if key in kwargs}

def recorder(kind):
    """A rule: a call of it is a target."""

    def rule(*args, **kwargs):
        if args and "name" not in kwargs:
            kwargs["name"] = args[0]
        dc_record(kind, call_stack(), _kept(kwargs))

    return rule

def unknown(name):
    """A macro that nobody described: the call is said, and what it looks like is recorded."""

    def macro(*_args, **kwargs):
        dc_unknown(name, call_stack(), _kept(kwargs))

        # Most such macros that give something back give a list.
        return []

    return macro

def nothing(*_args, **_kwargs):
    """A function that makes no target and gives nothing back."""
    return None

def empty(*_args, **_kwargs):
    """A function that makes no target; where something is done with what it gives, that is mostly a list."""
    return []

def identity(value, *_args, **_kwargs):
    return value

def select(branches, **_kwargs):
    """The union of the branches: what any configuration has counts as there."""
    values = [value for value in branches.values() if value != None]
    if not values:
        return []
    if type(values[0]) in ("list", "tuple"):
        union = {}
        for value in values:
            for item in value:
                union[_key(item)] = item
        return list(union.values())
    if type(values[0]) == "dict":
        merged = {}
        for value in values:
            merged.update(value)
        return merged
    return branches.get("DEFAULT", branches.get("//conditions:default", values[0]))

def _key(item):
    return item if type(item) == "string" else repr(item)

def select_map(value, function):
    return function(value)

def select_equal(one, other):
    return one == other

def select_test(value, function):
    return function(value)

def glob(include = [], exclude = [], **_kwargs):
    return dc_glob(clean(include), clean(exclude))

def subdir_glob(pairs, exclude = [], prefix = "", **_kwargs):
    found = {}
    for folder, pattern in pairs:
        start = folder + "/" if folder else ""
        for path in glob([start + pattern], exclude = exclude):
            found[(prefix + "/" if prefix else "") + path[len(start):]] = path
    return found

def package_name():
    return dc_context("package")

def repository_name():
    return "@"

def get_cell_name():
    return "root"

def read_config(section, key, default = None):
    return dc_config(section, key, default)

def rule_exists(name):
    return dc_context("rule:" + name)

def host_info():
    return struct(
        arch = struct(is_aarch64 = False, is_arm = False, is_i386 = False, is_x86_64 = True, is_unknown = False),
        os = struct(is_freebsd = False, is_linux = True, is_macos = False, is_windows = False, is_unknown = False),
    )

def custom_rule_of(*_args, **_kwargs):
    """rule(): a kind of target that a tree defines itself."""
    return recorder("rule")

def provider(*_args, **_kwargs):
    return nothing

def depset(direct = [], **_kwargs):
    return direct

def set_of(values = []):
    return list({value: True for value in values}.keys())

RULES = {
    kind: recorder(kind)
    for kind in dc_rules()
}
