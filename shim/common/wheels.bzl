"""Which pinned wheel of a package serves which Python."""

load("//third-party:pins.bzl", "PINS")
load("//third-party:readers.bzl", "READER_PINS")

_PLATFORM = "x86_64"

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
