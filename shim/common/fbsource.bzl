"""The labels that internal monorepos use, for a cell `fbsource` that has them not.

`tosa//shim/fbsource` is such a cell, ready. A project that has a cell of that name, or this package as a git cell, which can hold no other
cell, calls define_fbsource_targets in its own `third-party/...` folders.
"""

# Folder of fbsource to name of a target to what stands behind it.
_LABELS = {
    "third-party/flatbuffers": {
        "flatbuffers": "@tosa//third-party:flatbuffers_headers",
        "flatc-host": "@tosa//third-party:flatc",
        "flatc_library": "@tosa//third-party:flatbuffers_library",
    },
    "third-party/pybind11": {"pybind11": "@tosa//third-party:pybind11_with_python"},
    "third-party/pypi/flatbuffers": {"flatbuffers": "@tosa//third-party:flatbuffers"},
    "third-party/pypi/hypothesis": {"hypothesis": "@tosa//third-party:hypothesis"},
    "third-party/pypi/ml-dtypes": {"ml-dtypes": "@tosa//third-party:ml-dtypes"},
    "third-party/pypi/numpy": {"numpy": "@tosa//third-party:numpy"},
    "third-party/pypi/packaging": {"packaging": "@tosa//third-party:packaging"},
    "third-party/pypi/pytest": {"pytest": "@tosa//third-party:pytest"},
    "third-party/pypi/tomli": {"tomli": "@tosa//third-party:tomli"},
    "third-party/pypi/typing-extensions": {"typing-extensions": "@tosa//third-party:typing-extensions"},
    "third-party/tosa_tools": {
        "serializer": "@tosa//tosa_serializer:tosa_serializer",
        "tosa": "@tosa//third-party:tosa",
        "tosa_reference_model": "@tosa//third-party:tosa_reference_model",
    },
    # The pure-Python serializer: in the monorepo it lies under no other label.
    "third-party/tosa_tools/v1.00/serialization_lib/python/serializer": {"serializer": "@tosa//third-party:serializer"},
    "third-party/tosa_tools/v1.00/serialization_lib/python/tosa": {"tosa": "@tosa//third-party:tosa"},
}

def define_fbsource_targets(rules, folder):
    """Defines what a folder of fbsource has.

    Args:
      rules: the struct of `@tosa//shim/buck2:rules.bzl`, or of `@tosa//shim/bazel:rules.bzl`
      folder: such as third-party/tosa_tools
    """
    if folder not in _LABELS:
        fail("{} is no folder with labels of tosa-tools (expected one of {})".format(folder, ", ".join(_LABELS.keys())))
    for name, label in _LABELS[folder].items():
        rules.alias(name = name, actual = label)
