"""Choosing by mode: `--config=asan`, `--config=ubsan` and so on (shim/common/modes.bzl)."""

load("//shim/common:modes.bzl", "MODES")

def by_mode(table, default):
    """Chooses from a table of modes, such as {"asan": x}."""
    branches = {str(Label("//shim/bazel:" + name)): value for name, value in table.items()}
    branches["//conditions:default"] = default
    return select(branches)

def define_modes():
    for name in MODES:
        native.config_setting(
            name = name,
            define_values = {"tosa_mode": name},
            visibility = ["//visibility:public"],
        )
