"""Loading: the extension beside upstream's, .tosa files of both layouts, JSON, damaged ones."""

_ENV = {
    "TOSA_FBS": "$(location //third-party:tosa_fbs)",
    "TOSA_FLATC": "$(location //third-party:flatc)",
    "TOSA_FUZZ_JSON": "$(location //tosa_serializer/core:fuzz_json)",
    "TOSA_FUZZ_READER": "$(location //tosa_serializer/core:fuzz_reader)",
}

def define_common_targets(rules):
    for src in rules.glob(["*_test.py", "test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = _ENV,
            deps = ["//tests:support"],
        )
