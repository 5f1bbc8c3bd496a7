"""Packages that a project may have already."""

def replaceable(name):
    """Makes NAME a flag, so that `--@tosa//third-party:NAME=LABEL` replaces the pinned package; returns the name for that one."""
    pinned = name + ".pinned"
    native.label_flag(
        name = name,
        build_setting_default = ":" + pinned,
        visibility = ["//visibility:public"],
    )
    return pinned
