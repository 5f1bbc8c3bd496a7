"""The module is imported in a second interpreter of the process, where its classes would belong to the first."""

import importlib

import tosa_serializer as ts

ts.TosaSerializer("").serialize()
for name in ("_interpreters", "_xxsubinterpreters"):
    try:
        interpreters = importlib.import_module(name)
        break
    except ImportError:
        continue
else:
    raise SystemExit("this Python has no subinterpreters")

PROGRAM = """
try:
    import tosa_serializer
except ImportError as error:
    assert "subinterpreter" in str(error) or "support" in str(error), error
else:
    raise SystemError("imported")
"""
try:
    several = [interpreters.create(), interpreters.create(isolated=False)]
except TypeError:
    several = [interpreters.create(), interpreters.create("legacy")]
for one in several:
    # 3.13 gives what was raised, older ones raise it.
    failure = interpreters.run_string(one, PROGRAM)
    if failure is not None:
        raise SystemExit(str(failure))
    interpreters.destroy(one)
print("refused: the module was not imported in a subinterpreter")
