"""Which lines of the extension the tests run."""

def define_common_targets(rules):
    rules.python_binary(
        name = "report",
        main = "report.py",
    )
