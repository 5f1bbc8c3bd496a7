"""Programs of others read our files as they read upstream's."""

def _variable(reader):
    return "TOSA_READER_" + reader.replace("-", "_").replace(".", "_").upper()

def define_common_targets(rules):
    env = {
        "TOSA_FBS": "$(location //third-party:tosa_fbs)",
        "TOSA_FLATC": "$(location //third-party:flatc)",
        "TOSA_VERSIONS_MD": "$(location //docs:versions.md)",
    }
    for reader, packages in rules.readers.items():
        env[_variable(reader)] = ":".join(["$(location //third-party:reader-{})".format(p) for p in packages])
    rules.python_library(
        name = "readers",
        srcs = rules.glob(["*.py"], exclude = ["test_*.py"]),
        deps = [
            "//tests:support",
            "//third-party:flatbuffers",
            "//third-party:pytest",
            "//third-party:tosa",
            "//third-party:tosa_reference_model",
        ],
    )
    for src in rules.glob(["test_*.py"]):
        rules.python_test(
            name = src[:-3],
            srcs = [src],
            env = env,
            deps = [":readers"],
        )
