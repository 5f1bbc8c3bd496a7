"""The targets of a folder of wheels in somebody's project: `./buckw vendor --export` made it."""

load("//shim/common:wheels.bzl", "MISSING", "wheel_files")
load(":genrule.bzl", "genrule")

def exported_wheels():
    """Defines a target for each pinned wheel, named as its file. One that is not there has a text, which unpack.py says."""
    here = native.glob(["*.whl"])
    native.exports_files(here)
    for file in wheel_files():
        if file not in here:
            genrule(
                name = file,
                cmd = "echo '{}' > $OUT".format(MISSING.format(file = file, folder = native.package_name())),
                outs = [file],
            )
