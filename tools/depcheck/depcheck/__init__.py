"""Does every Python import of a Buck or Bazel tree have its dep? See README.md."""
