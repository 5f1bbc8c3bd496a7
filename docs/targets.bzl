"""What the documentation has that tests read."""

def define_common_targets(rules):
    # The tables that tests/codemod and tests/errors hold to the code.
    rules.export_file("apis.md")
    rules.export_file("errors.md")

    # What tests/readers holds to the wheel of 2026.5.0.
    rules.export_file("versions.md")
