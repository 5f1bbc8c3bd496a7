"""Flags of our own C++ targets: the toolchain, a consumer's too, brings none of them."""

CXX_FLAGS = [
    "-std=c++20",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-Wall",
    "-Wextra",
    "-Werror=return-type",
    # The linker leaves out what nothing uses.
    "-fdata-sections",
    "-ffunction-sections",
]

# An extension's code is glue around Python calls: small is faster than unrolled.
EXTENSION_FLAGS = CXX_FLAGS + ["-Os"]

EXTENSION_LINK_FLAGS = [
    "-Wl,--gc-sections",
    # A thread that the interpreter ends must not unwind through C++ code: bindings/personality.cpp.
    "-Wl,--wrap=__gxx_personality_v0",
]
