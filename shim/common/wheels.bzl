"""Which pinned wheel of a package serves which Python."""

load("//third-party:pins.bzl", "PINS")
load("//third-party:readers.bzl", "READER_PINS")

_PLATFORM = "x86_64"

# A target that fails would break a build of everything.
MISSING = "missing: {file} is not among the wheels in {folder}; make that folder again with ./buckw vendor --export, --all for every Python"

def wheels_of(package):
    """Returns the pins of a package for this platform.

    Args:
      package: the name in pylock.toml, or name-version of a reader's

    Returns:
      Python version ("3.11", or "any" for a wheel that serves all) to a dict of file, sha256 and size
    """
    pin = PINS.get(package, READER_PINS.get(package))
    if not pin:
        fail("package {} is not pinned (expected one of {}); add it to third-party/lock.py".format(
            package,
            ", ".join(PINS.keys()),
        ))
    return pin["wheels"].get(_PLATFORM, pin["wheels"].get("any"))

def wheel_files():
    """Returns the file names of all pinned wheels for this platform, those of readers too."""
    packages = PINS.keys() + READER_PINS.keys()
    return {pin["file"]: True for package in packages for pin in wheels_of(package).values()}.keys()
