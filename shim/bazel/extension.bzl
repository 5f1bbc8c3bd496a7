"""The interpreters of this machine for MODULE.bazel, as WORKSPACE has them."""

load(":python_repository.bzl", "python_repository")

def _python_impl(_ctx):
    python_repository(name = "tosa_python")

python = module_extension(
    implementation = _python_impl,
    doc = "Declares @tosa_python.",
)
