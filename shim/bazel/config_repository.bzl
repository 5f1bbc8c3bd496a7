"""What a project says of its machine: the interpreters that ./buckw recorded, or the first python3 that runs; and where the wheels are."""

_PROBE = "import sys; print('%d.%d' % sys.version_info[:2]); print(sys.executable)"

_DEFS = '''"""Made by shim/bazel/config_repository.bzl."""

BUILD_INTERPRETER = {build}

DEFAULT_PYTHON = {default}

INTERPRETERS = {interpreters}

THIRD_PARTY = {third_party}
'''

def _recorded(ctx):
    table = {}
    for item in ctx.os.environ.get("TOSA_PYTHONS", "").split(","):
        if item:
            version, path = item.split("=", 1)
            table[version] = path
    return table

def _probed(ctx):
    python = ctx.which("python3")
    if not python:
        fail("no python3 is on PATH, expected CPython 3.10 to 3.13; install it (Debian: apt-get install python3)")
    done = ctx.execute([python, "-c", _PROBE])
    if done.return_code != 0:
        fail("{} does not run: {}; name an interpreter with TOSA_PYTHON=... ./buckw".format(python, done.stderr.strip()))
    version, path = done.stdout.strip().split("\n")
    return {version: path}

def _config_repository_impl(ctx):
    third_party = ctx.attr.third_party
    if third_party and not third_party.startswith("@"):
        fail("third_party: expected a package with its repository, such as @//third-party/tosa_wheels, got " + third_party)
    interpreters = _recorded(ctx) or _probed(ctx)
    default = ctx.os.environ.get("TOSA_PYTHON_VERSION", "") or interpreters.keys()[0]
    ctx.file("BUILD.bazel", "")
    ctx.file("defs.bzl", _DEFS.format(
        build = repr(ctx.os.environ.get("TOSA_BUILD_PYTHON", "") or interpreters[default]),
        default = repr(default),
        interpreters = repr(interpreters),
        third_party = repr(third_party),
    ))

config_repository = repository_rule(
    implementation = _config_repository_impl,
    attrs = {
        "third_party": attr.string(doc = "The package with the exported wheels; nothing if they lie in this repository."),
    },
    doc = "Offers defs.bzl with the paths of this machine's interpreters and the place of the wheels.",
    environ = [
        "PATH",
        "TOSA_BUILD_PYTHON",
        "TOSA_PYTHONS",
        "TOSA_PYTHON_VERSION",
    ],
    local = True,
)
