"""What a project says in the section [tosa] of its .buckconfig."""

load("@prelude//cxx:preprocessor.bzl", "CPreprocessorInfo")
load("@prelude//python:python.bzl", "PythonLibraryInfo")

def configured(key: str) -> str | None:
    """A word of the section. The project's own comes first: as somebody's cell the package has no say in their interpreter."""
    return read_root_config("tosa", key, None) or read_config("tosa", key, None)

def configured_label(key: str, example: str) -> str | None:
    """A label or package of the project. It names its cell, since `//` would be this package's."""
    label = configured(key)
    if label and label.find("//") < 1:
        fail("[tosa] {}: expected a label with its cell, such as {}, got {}".format(key, example, label))
    return label

def _stands_for_impl(ctx: AnalysisContext) -> list[Provider]:
    return (ctx.attrs.library or ctx.attrs.headers).providers

# Unlike an alias it asks what the target is: a file in place of numpy would give a program without one.
_stands_for = rule(
    impl = _stands_for_impl,
    attrs = {
        "headers": attrs.option(attrs.dep(providers = [CPreprocessorInfo]), default = None, doc = "A C++ library."),
        "library": attrs.option(attrs.dep(providers = [PythonLibraryInfo]), default = None, doc = "A Python library."),
    },
    doc = "What a project has in place of a pinned package, or that package.",
)

def replaceable(name: str, kind: str) -> str:
    """Lets NAME stand for the label in `[tosa] NAME`, else for the pinned package; returns the name for that one.

    Args:
        name: of the package
        kind: library (of Python) or headers (of C++)
    """
    pinned = name + ".pinned"
    _stands_for(
        name = name,
        visibility = ["PUBLIC"],
        **{kind: configured_label(name, "root//third-party:" + name) or ":" + pinned}
    )
    return pinned
