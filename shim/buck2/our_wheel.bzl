"""The wheel that is made from the graph."""

load("@prelude//python:python.bzl", "PythonLibraryInfo")
load("@prelude//python_bootstrap:python_bootstrap.bzl", "PythonBootstrapToolchainInfo")
load(":interpreter.bzl", "python_version")

_PLATFORM = "manylinux_2_28_x86_64"

def _wheel_impl(ctx: AnalysisContext) -> list[Provider]:
    python = "cp" + ctx.attrs.python.replace(".", "")
    name = "{}-{}-{}-{}-{}.whl".format(
        ctx.attrs.distribution.replace("-", "_"),
        ctx.attrs.version,
        python,
        python,
        _PLATFORM,
    )
    out = ctx.actions.declare_output(name)
    command = cmd_args(
        ctx.attrs._python_bootstrap[PythonBootstrapToolchainInfo].interpreter,
        ctx.attrs._tool,
        cmd_args(out.as_output(), format = "--out={}"),
        "--distribution=" + ctx.attrs.distribution,
        "--version=" + ctx.attrs.version,
        "--python=" + ctx.attrs.python,
        "--platform=" + _PLATFORM,
        "--summary=" + ctx.attrs.summary,
        ["--requires=" + requirement for requirement in ctx.attrs.requires],
        cmd_args(ctx.attrs.licenses, format = "--license={}"),
        ["--package=" + package for package in ctx.attrs.packages],
    )
    for dep in ctx.attrs.deps:
        for value in dep[PythonLibraryInfo].manifests.traverse():
            _add_library(ctx, command, value)
    ctx.actions.run(command, category = "make_wheel")
    return [DefaultInfo(default_output = out)]

def _add_library(ctx: AnalysisContext, command: cmd_args, value: typing.Any) -> None:
    manifests = [value.srcs] if value.srcs != None else []
    if value.default_resources != None:
        manifests.append(value.default_resources[0])
    for manifest in manifests:
        files = [artifact for artifact, _ in manifest.artifacts]
        command.add(cmd_args(manifest.manifest, format = "--manifest={}", hidden = files))
    for place, extension in (value.extensions or {}).items():
        if place.split("/")[0] in ctx.attrs.packages:
            command.add(cmd_args(extension.output, format = "--file=" + place + "={}"))

_wheel = rule(
    impl = _wheel_impl,
    attrs = {
        "deps": attrs.list(attrs.dep(providers = [PythonLibraryInfo]), doc = "Python libraries; theirs are searched too."),
        "distribution": attrs.string(doc = "Name that pip installs it by."),
        "licenses": attrs.list(attrs.source(), doc = "Licence files."),
        "packages": attrs.list(attrs.string(), doc = "Top-level packages that go in; the rest of `deps` stays out."),
        "python": attrs.string(doc = "The Python that it is for, such as 3.11."),
        "requires": attrs.list(attrs.string(), doc = "What pip has to install beside it."),
        "summary": attrs.string(doc = "One line for people."),
        "version": attrs.string(doc = "Version of the distribution."),
        "_python_bootstrap": attrs.toolchain_dep(default = "toolchains//:python_bootstrap", providers = [PythonBootstrapToolchainInfo]),
        "_tool": attrs.source(default = "//shim/common:wheel_maker.py"),
    },
    doc = "A wheel whose bytes depend on nothing but its files.",
)

def wheel(
        name: str,
        distribution: str,
        version: str,
        packages: list[str],
        deps: list[str],
        summary: str = "",
        requires: list[str] = [],
        licenses: list[str] = []) -> None:
    _wheel(
        name = name,
        distribution = distribution,
        licenses = licenses,
        packages = packages,
        python = python_version(),
        requires = requires,
        summary = summary,
        version = version,
        visibility = ["PUBLIC"],
        deps = deps,
    )
