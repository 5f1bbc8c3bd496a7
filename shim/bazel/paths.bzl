"""Paths of files where programs and tests see them."""

def runfiles_path(ctx, file):
    """A file's path under the runfiles directory, for files of other repositories too."""
    if file.short_path.startswith("../"):
        return file.short_path[3:]
    return ctx.workspace_name + "/" + file.short_path

def imports_of(name, base_module):
    """The `imports` of a Python target: none where the package's path is the module's, "." where it is stripped."""
    package = native.package_name().replace("/", ".")
    if base_module not in (None, "", package):
        fail("//{}:{}: base_module is {}, expected {} or the empty string".format(
            native.package_name(),
            name,
            base_module,
            package,
        ))
    return ["."] if base_module == "" else []
