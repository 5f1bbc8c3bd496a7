"""The declared interpreters: the ones that `./buckw` wrote into the configuration, checked before anything uses them."""

load("@prelude//:prelude.bzl", "native")
load("//third-party:pins.bzl", "PYTHONS")

# What a build takes that names no Python and was never given one by ./buckw.
_FALLBACK = "3.11"

def _configured(key: str) -> str | None:
    # The project's own word first: as somebody's cell the package has no say in their interpreter.
    return read_root_config("tosa", key, None) or read_config("tosa", key, None)

def default_python() -> str:
    """The version that a build has when nothing selects another."""
    version = _configured("python") or _FALLBACK
    if version not in PYTHONS:
        fail("[tosa] python: expected one of {}, got {}; choose one with TOSA_PYTHON".format(", ".join(PYTHONS), version))
    return version

def by_python(table: dict) -> Select:
    """Chooses from a table of Python versions, such as {"3.10": x, "3.11": y}."""
    branches = {"//shim/buck2:python_" + version: table[version] for version in PYTHONS}
    branches["DEFAULT"] = table[default_python()]
    return select(branches)

def python_version() -> Select:
    """The version of Python that a target is built for."""
    return by_python({version: version for version in PYTHONS})

def interpreter_path(version: str) -> str:
    """The path that ./buckw recorded for a version, or nothing."""
    return _configured("python_" + version) or ""

def build_interpreter_path() -> str:
    """What runs the tools of the build: one for all, so that another Python for the package does not rerun them."""
    return _configured("build_python") or interpreter_path(default_python())

_MISSING = 'echo "error: no interpreter is recorded for Python $1; run TOSA_PYTHON=$1 ./buckw vendor" >&2; exit 1'

def _interpreter_impl(ctx: AnalysisContext) -> list[Provider]:
    path = ctx.attrs.path
    version = ctx.attrs.version
    checked = ctx.actions.declare_output("python")
    if path and version:
        command = cmd_args(path, "-sSB", ctx.attrs._tool, version, "wrapper", checked.as_output())
    elif path:
        command = cmd_args("/bin/sh", "-c", 'ln -s "$1" "$2"', "sh", path, checked.as_output())
    else:
        command = cmd_args("/bin/sh", "-c", _MISSING, "sh", version or _FALLBACK, hidden = checked.as_output())
    ctx.actions.run(command, category = "check_python")
    return [
        DefaultInfo(default_output = checked),
        RunInfo(args = cmd_args(path or "python3", hidden = checked)),
    ]

interpreter = rule(
    impl = _interpreter_impl,
    attrs = {
        "path": attrs.string(doc = "Where the interpreter is on this machine, or nothing."),
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
        path = by_python({version: interpreter_path(version) for version in PYTHONS}),
        version = python_version(),
        visibility = ["PUBLIC"],
    )
    interpreter(
        name = "build_python",
        path = build_interpreter_path(),
        visibility = ["PUBLIC"],
    )
