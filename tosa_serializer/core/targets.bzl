"""The serializer's C++ core: no Python in it."""

_DEPS = [
    ":core",
    ":schema",
    "//third-party:flatbuffers_headers",
    "//third-party:tosa_defs",
]

def define_common_targets(rules):
    rules.genrule(
        name = "schema_header",
        srcs = ["//third-party:tosa_fbs"],
        outs = ["tosa_generated.h"],
        cmd = "$(location //third-party:flatc) --cpp --reflect-names" +
              " -o $(dirname $OUT) $(location //third-party:tosa_fbs)",
        tools = ["//third-party:flatc"],
    )
    rules.cxx_header_library(
        name = "schema",
        headers = [":schema_header"],
    )
    rules.cxx_library(
        name = "core",
        srcs = rules.glob(
            ["*.cpp"],
            exclude = [
                "*_test.cpp",
                "fuzz*.cpp",
                "two_threads.cpp",
            ],
        ),
        exported_headers = rules.glob(["*.h"]),
        deps = [
            ":schema",
            "//third-party:flatbuffers_headers",
            "//third-party:tosa_defs",
        ],
    )
    rules.cxx_test(
        name = "core_test",
        srcs = rules.glob(["*_test.cpp"]),
        deps = _DEPS,
    )
    rules.cxx_test(
        name = "two_threads",
        srcs = [
            "main_test.cpp",
            "two_threads.cpp",
        ],
        deps = _DEPS,
    )
    for fuzzer in ("fuzz_json", "fuzz_reader"):
        rules.cxx_fuzzer(
            name = fuzzer,
            srcs = [fuzzer + ".cpp"],
            driver = [
                "fuzz_driver.cpp",
                "fuzz_mutation.cpp",
            ],
            libfuzzer = ["fuzz_libfuzzer.cpp"],
            deps = _DEPS,
        )
