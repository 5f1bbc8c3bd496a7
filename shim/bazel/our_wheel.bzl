"""The wheel of our own package, made from the graph."""

load("@tosa_config//:defs.bzl", "BUILD_INTERPRETER")
load(":by_python.bzl", "python_version")
load(":paths.bzl", "runfiles_path")

_PLATFORM = "manylinux_2_28_x86_64"

def _file_argument(file):
    return "--file={}={}".format(file.short_path, file.path)

def _tree_argument(file):
    return "--tree={}".format(file.path)

def _wheel_impl(ctx):
    python = "cp" + ctx.attr.python.replace(".", "")
    out = ctx.actions.declare_file("{}-{}-{}-{}-{}.whl".format(
        ctx.attr.distribution.replace("-", "_"),
        ctx.attr.version,
        python,
        python,
        _PLATFORM,
    ))
    runfiles = [dep[DefaultInfo].default_runfiles.files for dep in ctx.attr.deps]
    files = depset(transitive = runfiles).to_list()
    plain = [f for f in files if not f.is_directory and f.short_path.split("/")[0] in ctx.attr.packages]
    trees = [f for f in files if f.is_directory]
    args = ctx.actions.args()
    args.add("-ISB")
    args.add(ctx.file._program)
    args.add("--out", out)
    args.add("--distribution", ctx.attr.distribution)
    args.add("--version", ctx.attr.version)
    args.add("--python", ctx.attr.python)
    args.add("--platform", _PLATFORM)
    args.add("--summary", ctx.attr.summary)
    args.add_all(ctx.attr.packages, before_each = "--package")
    args.add_all(ctx.attr.requires, before_each = "--requires")
    args.add_all(ctx.files.licenses, before_each = "--license")
    args.add_all(plain, map_each = _file_argument)
    args.add_all(trees, map_each = _tree_argument, expand_directories = False)
    ctx.actions.run(
        outputs = [out],
        inputs = plain + trees + ctx.files.licenses + [ctx.file._program],
        executable = BUILD_INTERPRETER,
        arguments = [args],
        mnemonic = "MakeWheel",
        progress_message = "Making {}".format(out.basename),
    )
    return [DefaultInfo(files = depset([out]))]

_wheel = rule(
    implementation = _wheel_impl,
    attrs = {
        "deps": attr.label_list(doc = "Python libraries that hold the packages.", providers = [PyInfo]),
        "distribution": attr.string(mandatory = True),
        "licenses": attr.label_list(allow_files = True, doc = "Licence files."),
        "packages": attr.string_list(doc = "Top-level packages that go in.", mandatory = True),
        "python": attr.string(mandatory = True),
        "requires": attr.string_list(doc = "Requirements, for Requires-Dist."),
        "summary": attr.string(),
        "version": attr.string(mandatory = True),
        "_program": attr.label(allow_single_file = True, default = "//shim/common:wheel_maker.py"),
    },
    doc = "A wheel whose bytes depend on nothing but the files in it.",
)

def wheel(name, distribution, version, packages, deps, summary = "", requires = [], licenses = []):
    _wheel(
        name = name,
        distribution = distribution,
        licenses = licenses,
        packages = packages,
        python = python_version(),
        requires = requires,
        summary = summary,
        version = version,
        visibility = ["//visibility:public"],
        deps = deps,
    )
