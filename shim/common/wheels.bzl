"""Which pinned wheel of a package serves which Python."""

load("//third-party:pins.bzl", "PINS")

_PLATFORM = "x86_64"

# A target that fails would break a build of everything.
MISSING = "missing: {file} is not among the wheels in {folder}; make that folder again with ./buckw vendor --export, --all for every Python"

def wheels_of(package):
    """Returns the pins of a package for this platform.

    Args:
      package: the name in pylock.toml

    Returns:
      Python version ("3.11", or "any" for a wheel that serves all) to a dict of file, sha256 and size
    """
    if package not in PINS:
        fail("package {} is not pinned (expected one of {}); add it to third-party/lock.py".format(
            package,
            ", ".join(PINS.keys()),
        ))
    wheels = PINS[package]["wheels"]
    return wheels.get(_PLATFORM, wheels.get("any"))

def wheel_files():
    """Returns the file names of all pinned wheels for this platform."""
    return [pin["file"] for package in PINS for pin in wheels_of(package).values()]
