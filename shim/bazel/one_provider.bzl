"""Finds two providers of one module in a program or test, which Bazel itself lets pass: the first on sys.path would win.

    build --aspects=@tosa//shim/bazel:one_provider.bzl%one_provider
"""

load(":paths.bzl", "runfiles_path")

ModulesInfo = provider(
    doc = "What a tree of this repository brings, whose files no analysis sees.",
    fields = {"modules": "Names of the top-level modules."},
)

_BroughtInfo = provider(
    doc = "What a target and its deps bring.",
    fields = {
        "files": "depset of (label of a Python target, paths of its files in the runfiles)",
        "trees": "depset of (module, label)",
    },
)

_PROGRAMS = ["py_binary", "py_test"]
_OURS = Label("//shim/bazel:one_provider.bzl").workspace_name

def _module_of(path, roots):
    """The top-level module whose file this is, if one of the roots has it; or None."""
    folder, _, name = path.rpartition("/")
    if name == "__init__.py":
        root, _, module = folder.rpartition("/")
        return module if root in roots else None
    if folder in roots and (name.endswith(".py") or name.endswith(".so")):
        return name.split(".")[0]
    return None

def _roots(target, ctx):
    """The directories in the runfiles that a program has on sys.path, but for the repositories': its imports and its own."""
    roots = {path: True for path in target[PyInfo].imports.to_list()}

    main = getattr(ctx.rule.attr, "main", None)
    for file in main.files.to_list() if main else ctx.rule.files.srcs:
        if main or file.basename == ctx.rule.attr.name + ".py":
            roots[runfiles_path(ctx, file).rpartition("/")[0]] = True
    return roots

def _brought(target, ctx, info):
    """(module, label, whether it is of this repository) for all that the program can import at the top level."""
    brought = [(module, label, True) for module, label in info.trees.to_list()]
    roots = _roots(target, ctx)
    owners = {path: label for label, paths in info.files.to_list() for path in paths}
    files = depset(transitive = [target[PyInfo].transitive_sources, target[DefaultInfo].default_runfiles.files])
    for file in files.to_list():
        path = runfiles_path(ctx, file)

        # Each repository is on sys.path too.
        roots[path.split("/")[0]] = True
        module = _module_of(path, roots)
        if module:
            label = owners.get(path, file.owner)
            brought.append((module, str(label), label.workspace_name == _OURS))
    return brought

def _cure(module, labels):
    pinned = [label for label in labels if label.endswith(":{}.pinned".format(module.replace("_", "-")))]
    theirs = [label for label in labels if label not in pinned]
    if not pinned or not theirs:
        return "let it depend on one of them only"
    return "let this package use yours with build --{}={} in .bazelrc".format(pinned[0].replace(".pinned", ""), theirs[0])

def _check(program, brought):
    first = {}
    for module, label, ours in brought:
        package = label.split(":")[0]
        other, other_ours = first.setdefault(module, (label, ours))

        # A package may be spread over targets of one folder.
        if other.split(":")[0] != package and (ours or other_ours):
            fail("{}: expected one provider of the module {}, found two, {} and {}; {}".format(
                program,
                module,
                other,
                label,
                _cure(module, [other, label]),
            ))

def _paths(target, ctx):
    files = getattr(ctx.rule.files, "srcs", []) + getattr(ctx.rule.files, "data", [])
    return tuple([runfiles_path(ctx, file) for file in files])

def _one_provider_impl(target, ctx):
    deps = [dep[_BroughtInfo] for dep in getattr(ctx.rule.attr, "deps", []) if _BroughtInfo in dep]
    trees = [(module, str(target.label)) for module in target[ModulesInfo].modules] if ModulesInfo in target else []
    files = [(target.label, _paths(target, ctx))] if PyInfo in target else []
    info = _BroughtInfo(
        files = depset(files, transitive = [dep.files for dep in deps]),
        trees = depset(trees, transitive = [dep.trees for dep in deps]),
    )
    if ctx.rule.kind in _PROGRAMS:
        _check(target.label, _brought(target, ctx, info))
    return [info]

one_provider = aspect(
    implementation = _one_provider_impl,
    attr_aspects = ["deps"],
    doc = "Fails where a py_binary or py_test has two providers of a module that this repository brings.",
)
