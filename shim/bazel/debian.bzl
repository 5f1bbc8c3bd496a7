"""Repositories that Bazel names and Debian does not bring."""

def _stub_repository_impl(ctx):
    stubs = ctx.path(Label("//shim/bazel:debian.bzl")).dirname.get_child("stubs")
    for path in stubs.get_child(ctx.name).readdir():
        ctx.symlink(path, path.basename)

stub_repository = repository_rule(
    implementation = _stub_repository_impl,
    doc = "The stub in shim/bazel/stubs with the repository's name.",
    local = True,
)
