"""The declared interpreter as Bazel's Python runtime."""

load("@tosa_config//:defs.bzl", "INTERPRETERS")
load("//shim/bazel:by_python.bzl", "by_python", "python_version")
load("//third-party:pins.bzl", "PYTHONS")

def _interpreter_impl(ctx):
    version = ctx.attr.version
    if not ctx.attr.path:
        fail("no interpreter is recorded for Python {}; run TOSA_PYTHON={} ./buckw".format(version, version))
    wrapper = ctx.actions.declare_file(ctx.label.name + "_/python3")
    ctx.actions.run(
        outputs = [wrapper],
        inputs = [ctx.file._program],
        executable = ctx.attr.path,
        arguments = ["-ISB", ctx.file._program.path, version, "wrapper", wrapper.path],
        mnemonic = "CheckPython",
        progress_message = "Checking that {} is Python {}".format(ctx.attr.path, version),
    )
    return [DefaultInfo(files = depset([wrapper]))]

_interpreter = rule(
    implementation = _interpreter_impl,
    attrs = {
        "path": attr.string(doc = "Path of the declared interpreter.", mandatory = True),
        "version": attr.string(doc = "The version that it must have.", mandatory = True),
        "_program": attr.label(allow_single_file = True, default = "//shim/common:interpreter.py"),
    },
    doc = "A script that starts the declared interpreter without site-packages, made once its version was checked.",
)

def declared_interpreter(name):
    paths = {version: INTERPRETERS.get(version, "") for version in PYTHONS}
    _interpreter(
        name = name,
        path = by_python(paths),
        version = python_version(),
    )
    native.py_runtime(
        name = name + "_runtime",
        interpreter = ":" + name,
        python_version = "PY3",
        stub_shebang = by_python({version: "#!{} -sSB".format(path) for version, path in paths.items()}),
    )
