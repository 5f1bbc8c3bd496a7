"""Python targets: libraries, programs and tests that see their dependencies and the standard library, nothing else."""

load("@prelude//:prelude.bzl", "native")
load("@prelude//python:toolchain.bzl", "PythonToolchainInfo")
load("//shim/common:modes.bzl", "MODES")
load(":interpreter.bzl", "python_version")
load(":modes.bzl", "by_mode")

_PUBLIC = ["PUBLIC"]

# No site: the interpreter's own site-packages would hide a dependency that is missing here.
_ISOLATED = ["-s", "-S"]

def _python_headers_impl(ctx: AnalysisContext) -> list[Provider]:
    out = ctx.actions.declare_output("include", dir = True)
    interpreter = ctx.attrs._python_toolchain[PythonToolchainInfo].interpreter
    ctx.actions.run(
        cmd_args(interpreter, "-sSB", ctx.attrs._tool, ctx.attrs.version, "headers", out.as_output()),
        category = "python_headers",
    )
    return [DefaultInfo(default_output = out)]

_python_headers = rule(
    impl = _python_headers_impl,
    attrs = {
        "version": attrs.string(doc = "The version that the interpreter must have, such as 3.11."),
        "_python_toolchain": attrs.toolchain_dep(default = "toolchains//:python", providers = [PythonToolchainInfo]),
        "_tool": attrs.source(default = "//shim/common:interpreter.py"),
    },
    doc = "The C headers of the interpreter that the package is built for.",
)

def python_headers(name: str) -> None:
    _python_headers(
        name = name + ".include",
        version = python_version(),
    )
    native.prebuilt_cxx_library(
        name = name,
        header_dirs = [":{}.include".format(name)],
        header_only = True,
        visibility = _PUBLIC,
    )

def _module(path: str, base_module: str | None) -> str:
    if not path.endswith(".py"):
        fail("{}: expected a .py file, got {}".format(package_name(), path))
    prefix = package_name().replace("/", ".") if base_module == None else base_module
    module = path.removesuffix(".py").replace("/", ".")
    return prefix + "." + module if prefix else module

def python_library(name: str, srcs = [], resources = [], deps = [], base_module = None) -> None:
    native.python_library(
        name = name,
        srcs = srcs,
        base_module = base_module,
        resources = resources,
        visibility = _PUBLIC,
        deps = deps,
    )

def python_binary(name: str, main: str, srcs = [], resources = [], deps = []) -> None:
    native.python_library(
        name = name + ".lib",
        srcs = [main] + [src for src in srcs if src != main],
        resources = resources,
        deps = deps,
    )
    native.python_binary(
        name = name,
        interpreter_args = _ISOLATED,
        main_module = _module(main, None),
        visibility = _PUBLIC,
        deps = [":{}.lib".format(name)],
    )

def python_test(name: str, srcs, resources = [], deps = [], env = {}) -> None:
    env = env | {"TOSA_TEST_NAME": "//{}:{}".format(package_name(), name)}
    native.python_test(
        name = name,
        srcs = srcs,
        env = by_mode({mode: env | values.env for mode, values in MODES.items()}, env),
        interpreter_args = _ISOLATED,
        main_module = "pytest_runner",
        resources = resources,
        visibility = _PUBLIC,
        deps = deps + ["//shim/buck2:pytest_runner"],
    )

def define_pytest_runner() -> None:
    native.python_library(
        name = "pytest_runner",
        srcs = {"pytest_runner.py": "//shim/common:pytest_runner.py"},
        base_module = "",
        visibility = _PUBLIC,
        deps = ["//third-party:pytest"],
    )
