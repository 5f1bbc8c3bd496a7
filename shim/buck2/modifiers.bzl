"""Makes `-m py312` choose the Python of a build, and `-m asan` its mode."""

load("@prelude//cfg/modifier:cfg_constructor.bzl", "cfg_constructor_post_constraint_analysis", "cfg_constructor_pre_constraint_analysis")
load("@prelude//cfg/modifier:common.bzl", "MODIFIER_METADATA_KEY")
load("//shim/common:modes.bzl", "MODES")

_ALIASES = {
    "py310": "tosa//shim/buck2:python_3.10",
    "py311": "tosa//shim/buck2:python_3.11",
    "py312": "tosa//shim/buck2:python_3.12",
    "py313": "tosa//shim/buck2:python_3.13",
} | {name: "tosa//shim/buck2:" + name for name in MODES}

def set_modifiers() -> None:
    # A project has one constructor: as somebody's cell the package leaves it to them.
    if native.read_root_config("cells", "tosa") != ".":
        return
    native.set_cfg_constructor(
        stage0 = cfg_constructor_pre_constraint_analysis,
        stage1 = cfg_constructor_post_constraint_analysis,
        key = MODIFIER_METADATA_KEY,
        aliases = struct(**_ALIASES),
        extra_data = struct(),
    )
