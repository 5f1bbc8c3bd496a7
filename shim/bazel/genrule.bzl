"""genrule whose command is the same text on both engines: `$(location :x)` and $OUT."""

def _genrule_impl(ctx):
    outs = [ctx.actions.declare_file(out) for out in ctx.attr.outs]
    out = outs[0].path if len(outs) == 1 else outs[0].path[:-len(ctx.attr.outs[0]) - 1]
    tools = depset(transitive = [tool[DefaultInfo].files for tool in ctx.attr.tools])
    ctx.actions.run(
        outputs = outs,
        inputs = ctx.files.srcs,
        executable = "/bin/sh",
        arguments = ["-euc", ctx.expand_location(ctx.attr.cmd, ctx.attr.srcs + ctx.attr.tools)],
        env = {"OUT": out},
        mnemonic = "Genrule",
        progress_message = "Making {}".format(ctx.label),
        tools = tools,
    )
    return [DefaultInfo(files = depset(outs))]

_genrule = rule(
    implementation = _genrule_impl,
    attrs = {
        "cmd": attr.string(doc = "Shell command.", mandatory = True),
        "outs": attr.string_list(allow_empty = False, doc = "Names of the outputs.", mandatory = True),
        "srcs": attr.label_list(allow_files = True, doc = "Files that the command reads."),
        "tools": attr.label_list(allow_files = True, cfg = "host", doc = "Programs that the command runs."),
    },
    doc = "Runs a command of /bin/sh to make files.",
)

def genrule(name, outs, cmd, srcs = [], tools = []):
    _genrule(
        name = name,
        srcs = srcs,
        outs = outs,
        cmd = cmd,
        tools = tools,
        visibility = ["//visibility:public"],
    )
