"""The targets of a folder of wheels in somebody's project: `./buckw vendor --export` made it."""

load("@prelude//:prelude.bzl", "native")
load("//shim/common:wheels.bzl", "MISSING", "wheel_files")
load(":genrule.bzl", "genrule")

_PUBLIC = ["PUBLIC"]

def exported_wheels() -> None:
    """Defines a target for each pinned wheel, named as its file. One that is not there has a text, which unpack.py says."""
    here = glob(["*.whl"])
    for file in wheel_files():
        if file in here:
            native.export_file(
                name = file,
                # What differs from its pin is named where it lies.
                mode = "reference",
                visibility = _PUBLIC,
            )
        else:
            genrule(
                name = file,
                cmd = "echo '{}' > $OUT".format(MISSING.format(file = file, folder = package_name())),
                outs = [file],
                visibility = _PUBLIC,
            )
