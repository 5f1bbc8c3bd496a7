"""What a project says in the section [tosa] of its .buckconfig."""

load("@prelude//:prelude.bzl", "native")

def configured(key: str) -> str | None:
    """A word of the section. The project's own comes first: as somebody's cell the package has no say in their interpreter."""
    return read_root_config("tosa", key, None) or read_config("tosa", key, None)

def configured_label(key: str, example: str) -> str | None:
    """A label or package of the project. It names its cell, since `//` would be this package's."""
    label = configured(key)
    if label and label.find("//") < 1:
        fail("[tosa] {}: expected a label with its cell, such as {}, got {}".format(key, example, label))
    return label

def replaceable(name: str) -> str:
    """Makes NAME an alias of the label in `[tosa] NAME`, else of the pinned package; returns the name for that one."""
    pinned = name + ".pinned"
    native.alias(
        name = name,
        actual = configured_label(name, "root//third-party:" + name) or ":" + pinned,
        visibility = ["PUBLIC"],
    )
    return pinned
