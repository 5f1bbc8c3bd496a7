import json, sys
from . import config, read, check
from .tree import Tree
def main():
    T=Tree(sys.argv[1])
    loads=b''.join(T.read(p) for p in T.paths if p.rsplit('/',1)[-1] in('BUCK','TARGETS'))
    C=config.read(T,loads)
    W=read.read(T,C,C.build_files or ['TARGETS','BUCK'])
    for r in check.check(W): print(json.dumps(dict(target=r.target,missing=r.missing,file=r.file,module=r.module)))
    for d in W.diagnostics: print(d.text(),file=sys.stderr)
    return 0
