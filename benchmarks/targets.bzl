"""Ours beside upstream's module and the pure-Python serializer, measured in one run."""

def define_common_targets(rules):
    rules.python_library(
        name = "fresh",
        srcs = [
            "fresh.py",
            "modules.py",
        ],
    )
    rules.python_library(
        name = "program",
        srcs = [
            "cases.py",
            "chart.py",
            "import_time.py",
            "llama.py",
            "meter.py",
            "plan.py",
            "program.py",
            "results.py",
            "table.py",
        ],
        deps = [
            ":fresh",
            "//third-party:ml-dtypes",
            "//third-party:numpy",
            "//third-party:serializer",
            "//third-party:tosa_tools_upstream",
            "//tosa_serializer:tosa_serializer",
        ],
    )
    rules.python_binary(
        name = "serializer",
        main = "main.py",
        deps = [":program"],
    )
    rules.python_binary(
        name = "depcheck",
        main = "depcheck_main.py",
        deps = ["//tools/depcheck:library"],
    )
    rules.python_test(
        name = "test_report",
        srcs = ["test_report.py"],
        deps = [":program"],
    )
