"""The repositories of WORKSPACE for MODULE.bazel."""

load(":repositories.bzl", "tosa_repositories")

def _tosa_impl(ctx):
    third_party = [tag.package for module in ctx.modules if module.is_root for tag in module.tags.third_party]
    tosa_repositories(third_party[0] if third_party else "")

tosa = module_extension(
    implementation = _tosa_impl,
    doc = "Declares @tosa_config.",
    tag_classes = {
        "third_party": tag_class(
            attrs = {"package": attr.string(mandatory = True)},
            doc = "The package with the exported wheels, such as @@//third-party/tosa_wheels.",
        ),
    },
)
