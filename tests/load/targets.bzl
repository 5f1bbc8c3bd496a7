"""Loading: the extension beside upstream's, .tosa files of both layouts, JSON."""

_ENV = {
    "TOSA_FBS": "$(location //third-party:tosa_fbs)",
    "TOSA_FLATC": "$(location //third-party:flatc)",
}

def define_common_targets(rules):
    for src in rules.glob(["*_test.py", "test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = _ENV,
            deps = ["//tests:support"],
        )
