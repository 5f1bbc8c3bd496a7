"""Files, trees and Python libraries out of the pinned wheels."""

load("@tosa_config//:defs.bzl", "BUILD_INTERPRETER", "THIRD_PARTY")
load("//shim/common:wheels.bzl", "wheels_of")
load("//third-party:pins.bzl", "PYTHONS")
load(":by_python.bzl", "by_python")
load(":one_provider.bzl", "ModulesInfo")
load(":paths.bzl", "runfiles_path")
load(":replaceable.bzl", "replaceable")

_PUBLIC = ["//visibility:public"]

def _unpack(ctx, form, output, members, arguments):
    args = ctx.actions.args()
    args.add("-ISB")
    args.add(ctx.file._unpack)
    args.add("--pin")
    args.add_all(ctx.attr.pin)
    args.add_all(ctx.files.wheel, before_each = "--wheel")
    args.add(form)
    args.add(output.path)
    args.add_all(members, before_each = "--member")
    args.add_all(arguments)
    ctx.actions.run(
        outputs = [output],
        inputs = ctx.files.wheel + [ctx.file._unpack],
        executable = BUILD_INTERPRETER,
        arguments = [args],
        mnemonic = "UnpackWheel",
        progress_message = "Unpacking {} for {}".format(ctx.attr.pin[0], ctx.label),
    )

def _wheel_file_impl(ctx):
    out = ctx.actions.declare_file("{}_/{}".format(ctx.label.name, ctx.attr.member.split("/")[-1]))
    _unpack(ctx, "--file", out, [ctx.attr.member], ["--executable"] if ctx.attr.executable else [])
    return [DefaultInfo(
        executable = out if ctx.attr.executable else None,
        files = depset([out]),
        runfiles = ctx.runfiles(files = [out]),
    )]

def _tree(ctx):
    out = ctx.actions.declare_directory(ctx.label.name + "_/tree")
    arguments = ["--strip-prefix=" + ctx.attr.strip_prefix] if ctx.attr.strip_prefix else []
    arguments += ["--rename={}={}".format(old, new) for old, new in ctx.attr.rename.items()]
    arguments += ["--optional"] if ctx.attr.optional else []
    _unpack(ctx, "--tree", out, ctx.attr.members, arguments)
    return out

def _wheel_tree_impl(ctx):
    tree = _tree(ctx)
    return [DefaultInfo(files = depset([tree]), runfiles = ctx.runfiles(files = [tree]))]

def _prebuilt_wheel_impl(ctx):
    tree = _tree(ctx)
    runfiles = ctx.runfiles(files = [tree])
    for dep in ctx.attr.deps:
        runfiles = runfiles.merge(dep[DefaultInfo].default_runfiles)
    return [
        DefaultInfo(files = depset([tree]), runfiles = runfiles),
        ModulesInfo(modules = ctx.attr.modules),
        PyInfo(
            imports = depset(
                [runfiles_path(ctx, tree)],
                transitive = [dep[PyInfo].imports for dep in ctx.attr.deps],
            ),
            transitive_sources = depset(
                [tree],
                transitive = [dep[PyInfo].transitive_sources for dep in ctx.attr.deps],
            ),
        ),
    ]

_WHEEL_ATTRS = {
    "pin": attr.string_list(doc = "File, sha256 and size of the wheel.", mandatory = True),
    "wheel": attr.label_list(allow_files = [".whl"], doc = "The wheel, or nothing if it was not vendored."),
    "_unpack": attr.label(allow_single_file = True, default = "//shim/common:unpack.py"),
}

_TREE_ATTRS = dict(
    _WHEEL_ATTRS,
    members = attr.string_list(doc = "Path prefixes of the files to take; all if there are none."),
    optional = attr.bool(doc = "Whether the tree says that the wheel is missing, in place of an error."),
    rename = attr.string_dict(doc = "Top-level packages that get another name."),
    strip_prefix = attr.string(doc = "What to drop from the front of each path."),
)

_wheel_file = rule(
    implementation = _wheel_file_impl,
    attrs = dict(
        _WHEEL_ATTRS,
        executable = attr.bool(doc = "Whether the file is a program."),
        member = attr.string(doc = "Path of the file in the wheel.", mandatory = True),
    ),
    doc = "One file of a pinned wheel, whose size and sha256 are compared first.",
)

_wheel_tree = rule(
    implementation = _wheel_tree_impl,
    attrs = _TREE_ATTRS,
    doc = "A directory with files of a pinned wheel, whose size and sha256 are compared first.",
)

_prebuilt_wheel = rule(
    implementation = _prebuilt_wheel_impl,
    attrs = dict(
        _TREE_ATTRS,
        modules = attr.string_list(doc = "Top-level modules in the tree.", mandatory = True),
        deps = attr.label_list(doc = "Python libraries that the wheel imports.", providers = [PyInfo]),
    ),
    doc = "A Python library of a pinned wheel, whose size and sha256 are compared first.",
    provides = [PyInfo],
)

def _source(pin):
    if THIRD_PARTY:
        return ["{}:{}".format(THIRD_PARTY, pin["file"])]

    # Naming a file that is not there would break the loading of the whole package.
    return native.glob(["wheels/" + pin["file"]])

def _pin_attrs(package):
    pins = wheels_of(package)
    files = {key: _source(pin) for key, pin in pins.items()}
    words = {key: [pin["file"], pin["sha256"], str(pin["size"])] for key, pin in pins.items()}
    if "any" in pins:
        return {"pin": words["any"], "wheel": files["any"]}
    return {
        "pin": by_python({version: words[version] for version in PYTHONS}),
        "wheel": by_python({version: files[version] for version in PYTHONS}),
    }

def wheel_file(name, package, member, executable = False):
    _wheel_file(
        name = name,
        executable = executable,
        member = member,
        visibility = _PUBLIC,
        **_pin_attrs(package)
    )

def wheel_tree(name, package, members, strip_prefix = "", tool = False, optional = False):
    _wheel_tree(
        name = name,
        members = members,
        optional = optional,
        strip_prefix = strip_prefix,
        tags = ["manual"] if tool else [],
        visibility = _PUBLIC,
        **_pin_attrs(package)
    )

def prebuilt_wheel(name, package, members = [], rename = {}, deps = [], can_replace = False):
    if can_replace:
        name = replaceable(name)
    _prebuilt_wheel(
        name = name,
        members = members,
        modules = [rename.get(member, member) for member in members] or [package.replace("-", "_")],
        rename = rename,
        visibility = _PUBLIC,
        deps = deps,
        **_pin_attrs(package)
    )
