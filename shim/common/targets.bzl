"""Programs that the actions and tests of both engines run."""

def define_common_targets(rules):
    rules.export_file("interpreter.py")
    rules.export_file("pytest_runner.py")
    rules.export_file("unpack.py")
    rules.export_file("wheel_maker.py")
    rules.export_file("zig_cc.py")
