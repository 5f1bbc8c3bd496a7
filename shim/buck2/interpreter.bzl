"""The declared interpreters: the ones that `./buckw` wrote into the configuration, checked before anything uses them."""

load("@prelude//:prelude.bzl", "native")
load("//third-party:pins.bzl", "PYTHONS")
load(":config.bzl", "configured")

# What a build takes that names no Python and was never given one by ./buckw.
_FALLBACK = "3.11"

def default_python() -> str:
    """The version that a build has when nothing selects another."""
    version = configured("python") or _FALLBACK
    if version not in PYTHONS:
        fail("[tosa] python: expected one of {}, got {}; set it in .buckconfig (./buckw: TOSA_PYTHON)".format(", ".join(PYTHONS), version))
    return version

def by_python(table: dict) -> Select:
    """Chooses from a table of Python versions, such as {"3.10": x, "3.11": y}."""
    branches = {"//shim/buck2:python_" + version: table[version] for version in PYTHONS}
    branches["DEFAULT"] = table[default_python()]
    return select(branches)

def python_version() -> Select:
    """The version of Python that a target is built for."""
    return by_python({version: version for version in PYTHONS})

def _interpreter_path(version: str) -> str:
    # Without a record the one on PATH, if it is of the right version.
    return configured("python_" + version) or "python3"

def _interpreter_impl(ctx: AnalysisContext) -> list[Provider]:
    path = ctx.attrs.path
    version = ctx.attrs.version
    checked = ctx.actions.declare_output("python")
    if version:
        command = cmd_args(path, "-sSB", ctx.attrs._tool, version, "wrapper", checked.as_output())
    else:
        command = cmd_args("/bin/sh", "-c", 'ln -s "$1" "$2"', "sh", path, checked.as_output())
    ctx.actions.run(command, category = "check_python")
    return [
        DefaultInfo(default_output = checked),
        RunInfo(args = cmd_args(path, hidden = checked)),
    ]

interpreter = rule(
    impl = _interpreter_impl,
    attrs = {
        "path": attrs.string(doc = "The interpreter: a path, or a name on PATH."),
        "version": attrs.string(default = "", doc = "The version that it must have, such as 3.11; any if there is none."),
        "_tool": attrs.source(default = "//shim/common:interpreter.py"),
    },
    doc = "An interpreter of the machine. Whatever uses it waits for the check of its version.",
)

def define_interpreters() -> None:
    """The constraints that by_python selects on, and the interpreters."""
    native.constraint_setting(name = "python_version")
    for version in PYTHONS:
        native.constraint_value(
            name = "python_" + version,
            constraint_setting = ":python_version",
            visibility = ["PUBLIC"],
        )
    interpreter(
        name = "python",
        path = by_python({version: _interpreter_path(version) for version in PYTHONS}),
        version = python_version(),
        visibility = ["PUBLIC"],
    )
    interpreter(
        name = "build_python",
        # One for all, so that another Python for the package does not run the tools of the build again.
        path = configured("build_python") or _interpreter_path(default_python()),
        visibility = ["PUBLIC"],
    )
