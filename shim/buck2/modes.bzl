"""Choosing by mode: `-m asan`, `-m ubsan` and so on (shim/common/modes.bzl)."""

load("@prelude//:prelude.bzl", "native")
load("//shim/common:modes.bzl", "MODES")

_PUBLIC = ["PUBLIC"]

def by_mode(table: dict, default) -> Select:
    """Chooses from a table of modes, such as {"asan": x}."""
    branches = {"//shim/buck2:" + name: value for name, value in table.items()}
    branches["DEFAULT"] = default
    return select(branches)

def define_modes() -> None:
    native.constraint_setting(name = "mode")
    for name in MODES:
        native.constraint_value(
            name = name,
            constraint_setting = ":mode",
            visibility = _PUBLIC,
        )
