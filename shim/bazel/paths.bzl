"""Paths of files where programs and tests see them."""

def runfiles_path(ctx, file):
    """A file's path under the runfiles directory, for files of other repositories too."""
    if file.short_path.startswith("../"):
        return file.short_path[3:]
    return ctx.workspace_name + "/" + file.short_path
