"""A genrule that needs nothing but /bin/sh (the prelude's needs bash, and another meaning of $OUT)."""

def _genrule_impl(ctx: AnalysisContext) -> list[Provider]:
    outs = ctx.attrs.outs
    if not outs:
        fail("{}: expected the names of the outputs in `outs`, got none".format(ctx.label))
    if len(outs) == 1:
        out = ctx.actions.declare_output(outs[0])
        outputs = [out]
    else:
        out = ctx.actions.declare_output("out", dir = True)
        outputs = [out.project(name) for name in outs]
    env = {"OUT": out.as_output()}
    command = 'mkdir -p "$OUT" && ' if len(outs) > 1 else ""
    ctx.actions.run(
        cmd_args(
            "/bin/sh",
            "-euc",
            cmd_args(command, ctx.attrs.cmd, delimiter = ""),
            hidden = ctx.attrs.srcs + [tool[DefaultInfo].default_outputs for tool in ctx.attrs.tools],
        ),
        category = "genrule",
        env = env,
    )
    return [DefaultInfo(
        default_outputs = outputs,
        sub_targets = {name: [DefaultInfo(default_output = output)] for name, output in zip(outs, outputs)},
    )]

genrule = rule(
    impl = _genrule_impl,
    attrs = {
        "cmd": attrs.arg(doc = "Shell command; `$OUT` is the output file, or the output directory if there are several."),
        "outs": attrs.list(attrs.string(), doc = "Names of the output files."),
        "srcs": attrs.list(attrs.source(), default = [], doc = "Files that `cmd` reads; their places are `$(location)`."),
        "tools": attrs.list(attrs.dep(), default = [], doc = "Programs that `cmd` runs; their places are `$(location)`."),
    },
    doc = "Runs a shell command that makes files.",
)
