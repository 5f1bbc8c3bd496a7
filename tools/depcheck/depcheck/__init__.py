"""Does every Python import of a Buck or Bazel tree have its dep? See README.md."""

__version__ = "1.0.0"
