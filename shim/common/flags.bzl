"""Flags of our own C++ targets: the toolchain, a consumer's too, brings none of them."""

CXX_FLAGS = [
    "-std=c++20",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-Wall",
    "-Wextra",
    "-Werror=return-type",
]

# An extension's code is glue around Python calls: small is faster than unrolled.
EXTENSION_FLAGS = CXX_FLAGS + ["-Os"]

# A thread that the interpreter ends must not unwind through C++ code: bindings/personality.cpp.
EXTENSION_LINK_FLAGS = ["-Wl,--wrap=__gxx_personality_v0"]
