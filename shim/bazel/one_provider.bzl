"""Finds two providers of one module in a program or test, which Bazel itself lets pass: the first on sys.path would win.

    build --aspects=@tosa//shim/bazel:one_provider.bzl%one_provider
"""

ModulesInfo = provider(
    doc = "What a package of this repository brings.",
    fields = {"modules": "Names of the top-level modules."},
)

_BroughtInfo = provider(
    doc = "What a target and its deps bring.",
    fields = {"modules": "depset of (module, label, whether it is of this repository)"},
)

_PROGRAMS = ["py_binary", "py_test"]

def _joined(*parts):
    return "/".join([part for part in parts if part])

def _roots(target, ctx):
    """Directories, as the files' short paths have them, that the target puts on sys.path."""
    label = target.label
    repository = "../" + label.workspace_name if label.workspace_name else ""
    roots = [repository]
    for name in getattr(ctx.rule.attr, "imports", []):
        roots.append(_joined(repository, label.package, "" if name == "." else name))
    return roots

def _module_of(path, root):
    """The top-level module whose one file this is, under a root; or None."""
    if root and not path.startswith(root + "/"):
        return None
    parts = (path[len(root) + 1:] if root else path).split("/")
    if len(parts) == 2 and parts[1] == "__init__.py":
        return parts[0]
    return parts[0][:-len(".py")] if len(parts) == 1 and parts[0].endswith(".py") else None

def _own(target, ctx):
    label = str(target.label)
    if ModulesInfo in target:
        return [(module, label, True) for module in target[ModulesInfo].modules]
    found = {}
    roots = _roots(target, ctx)
    for file in getattr(ctx.rule.files, "srcs", []):
        for root in roots:
            module = _module_of(file.short_path, root)
            if module:
                found[module] = True
    return [(module, label, False) for module in found]

def _check(label, modules):
    first = {}
    for module, provider, ours in modules:
        other, other_ours = first.setdefault(module, (provider, ours))
        if other != provider and (ours or other_ours):
            theirs = other if ours else provider
            fail(("{}: expected one provider of the module {}, found two, {} and {}; " +
                  "let this package use yours with build --@tosa//third-party:{}={} in .bazelrc").format(
                label,
                module,
                other,
                provider,
                module.replace("_", "-"),
                theirs,
            ))

def _one_provider_impl(target, ctx):
    if PyInfo not in target:
        return [_BroughtInfo(modules = depset())]
    deps = [dep[_BroughtInfo].modules for dep in getattr(ctx.rule.attr, "deps", []) if _BroughtInfo in dep]
    brought = depset(_own(target, ctx), transitive = deps)
    if ctx.rule.kind in _PROGRAMS:
        _check(target.label, brought.to_list())
    return [_BroughtInfo(modules = brought)]

one_provider = aspect(
    implementation = _one_provider_impl,
    attr_aspects = ["deps"],
    doc = "Fails where a py_binary or py_test has two providers of a module that this repository brings.",
)
