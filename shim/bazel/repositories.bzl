"""What a WORKSPACE declares for this package."""

load(":config_repository.bzl", "config_repository")
load(":debian.bzl", "stub_repository")

def tosa_repositories(third_party = ""):
    """Declares @tosa_config.

    Args:
      third_party: the package that `./buckw vendor --export` made, such as "@//third-party/tosa_wheels"; without it the wheels are
        those in third-party/wheels of this package
    """
    config_repository(
        name = "tosa_config",
        third_party = third_party,
    )

def debian_repositories():
    """Declares what Debian's Bazel asks for and has no registry to take from, where the WORKSPACE has not declared it before."""
    for name in ["remote_coverage_tools", "rules_cc"]:
        if not native.existing_rule(name):
            stub_repository(name = name)
    for name in ["java", "proto"]:
        if not native.existing_rule("rules_" + name):
            native.local_repository(
                name = "rules_" + name,
                path = "/usr/share/bazel/rules/" + name,
            )
