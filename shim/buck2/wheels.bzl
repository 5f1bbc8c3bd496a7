"""Files, trees and Python libraries out of the pinned wheels."""

load("@prelude//:prelude.bzl", "native")
load("@prelude//python_bootstrap:python_bootstrap.bzl", "PythonBootstrapToolchainInfo")
load("//shim/common:wheels.bzl", "wheels_of")
load("//third-party:pins.bzl", "PYTHONS")
load(":config.bzl", "configured_label", "replaceable")
load(":interpreter.bzl", "by_python")

_PUBLIC = ["PUBLIC"]

def _unpack(ctx: AnalysisContext, form: str, output: OutputArtifact, arguments: list[typing.Any]) -> None:
    pin = ctx.attrs.pin
    if pin:
        command = cmd_args(
            ctx.attrs._python_bootstrap[PythonBootstrapToolchainInfo].interpreter,
            ctx.attrs._tool,
            "--pin",
            pin["file"],
            pin["sha256"],
            pin["size"],
            cmd_args(ctx.attrs.wheel, format = "--wheel={}") if ctx.attrs.wheel else [],
            cmd_args(output, format = "--" + form + "={}"),
            arguments,
        )
    else:
        # A package that this Python does not need, such as a backport.
        command = cmd_args("/bin/sh", "-c", 'mkdir -p "$1"', "sh", output)
    ctx.actions.run(command, category = "unpack_wheel")

def _wheel_file_impl(ctx: AnalysisContext) -> list[Provider]:
    out = ctx.actions.declare_output(ctx.attrs.member.split("/")[-1])
    arguments = ["--member=" + ctx.attrs.member]
    if ctx.attrs.executable:
        arguments.append("--executable")
    _unpack(ctx, "file", out.as_output(), arguments)
    providers = [DefaultInfo(default_output = out)]
    return providers + [RunInfo(args = cmd_args(out))] if ctx.attrs.executable else providers

def _wheel_tree_impl(ctx: AnalysisContext) -> list[Provider]:
    out = ctx.actions.declare_output("tree", dir = True)
    arguments = ["--member=" + member for member in ctx.attrs.members]
    for old, new in ctx.attrs.rename.items():
        arguments.append("--rename={}={}".format(old, new))
    if ctx.attrs.optional:
        arguments.append("--optional")
    if ctx.attrs.strip_prefix:
        arguments.append("--strip-prefix=" + ctx.attrs.strip_prefix)
    _unpack(ctx, "tree", out.as_output(), arguments)
    return [DefaultInfo(default_output = out)]

_WHEEL_ATTRS = {
    "pin": attrs.dict(key = attrs.string(), value = attrs.string(), doc = "File, sha256 and size of the wheel; empty if this Python needs none."),
    "wheel": attrs.option(attrs.source(), default = None, doc = "The wheel, or nothing if it was not vendored."),
    "_python_bootstrap": attrs.toolchain_dep(default = "toolchains//:python_bootstrap", providers = [PythonBootstrapToolchainInfo]),
    "_tool": attrs.source(default = "//shim/common:unpack.py"),
}

_wheel_file = rule(
    impl = _wheel_file_impl,
    attrs = _WHEEL_ATTRS | {
        "executable": attrs.bool(default = False, doc = "Whether the file is a program."),
        "member": attrs.string(doc = "Path of the file in the wheel."),
    },
    doc = "One file of a pinned wheel, whose size and sha256 are compared first.",
)

_wheel_tree = rule(
    impl = _wheel_tree_impl,
    attrs = _WHEEL_ATTRS | {
        "members": attrs.list(attrs.string(), default = [], doc = "Path prefixes of the files to take; all if there are none."),
        "optional": attrs.bool(default = False, doc = "Whether the tree says that the wheel is missing, in place of an error."),
        "rename": attrs.dict(key = attrs.string(), value = attrs.string(), default = {}, doc = "Top-level packages that get another name."),
        "strip_prefix": attrs.string(default = "", doc = "What to drop from the front of each path."),
    },
    doc = "A directory with files of a pinned wheel, whose size and sha256 are compared first.",
)

def _source(pin: dict) -> str | None:
    if not pin:
        return None
    package = configured_label("third_party", "root//third-party/tosa_wheels")
    if package:
        return "{}:{}".format(package, pin["file"])

    # Naming a file that is not there would break the loading of the whole package.
    path = "wheels/" + pin["file"]
    return path if glob([path]) else None

def _pin_attrs(package: str) -> dict:
    wheels = wheels_of(package)
    pins = {}
    for version in PYTHONS:
        pin = wheels.get(version, wheels.get("any", {}))
        pins[version] = {key: str(value) for key, value in pin.items()}
    if "any" in wheels:
        return {
            "pin": pins[PYTHONS[0]],
            "wheel": _source(pins[PYTHONS[0]]),
        }
    return {
        "pin": by_python(pins),
        "wheel": by_python({version: _source(pin) for version, pin in pins.items()}),
    }

def wheel_file(name: str, package: str, member: str, executable: bool = False) -> None:
    _wheel_file(
        name = name,
        executable = executable,
        member = member,
        visibility = _PUBLIC,
        **_pin_attrs(package)
    )

def wheel_tree(
        name: str,
        package: str,
        members: list[str],
        strip_prefix: str = "",
        tool: bool = False,
        optional: bool = False) -> None:
    # Bazel gives tools a configuration of their own; here the deps that need one say so.
    _ = tool  # @unused
    _wheel_tree(
        name = name,
        members = members,
        optional = optional,
        strip_prefix = strip_prefix,
        visibility = _PUBLIC,
        **_pin_attrs(package)
    )

def prebuilt_wheel(
        name: str,
        package: str,
        members: list[str] = [],
        rename: dict[str, str] = {},
        deps: list[str] = [],
        can_replace: bool = False) -> None:
    if can_replace:
        name = replaceable(name, "library")
    _wheel_tree(
        name = name + ".tree",
        members = members,
        rename = rename,
        **_pin_attrs(package)
    )
    native.prebuilt_python_library(
        name = name,
        source_dir = ":{}.tree".format(name),
        visibility = _PUBLIC,
        deps = deps,
    )
