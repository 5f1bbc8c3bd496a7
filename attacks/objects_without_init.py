"""Objects whose __init__ never ran, and objects of the class that all bound classes share."""

import contextlib

import tosa_serializer as ts

shared = ts.DType.__mro__[-2]
kinds = [kind for kind in vars(ts).values() if isinstance(kind, type) and issubclass(kind, shared)]
for kind in kinds:
    for one in (kind.__new__(kind), shared.__new__(kind)):
        for name in dir(kind):
            if name in ("__class__", "__init__"):
                continue
            with contextlib.suppress(Exception):
                member = getattr(one, name)
                for arguments in ((), (1,), ("a",), (one,)):
                    with contextlib.suppress(Exception):
                        member(*arguments)
serializer = ts.TosaSerializer("")
unmade = ts.TosaSerializerTensor.__new__(ts.TosaSerializerTensor)
for attack in (lambda: serializer.addInputTensor(unmade), lambda: unmade.name, lambda: shared.__new__(shared), shared):
    try:
        attack()
    except TypeError as error:
        reason = error
    else:
        raise SystemExit("an object without a value was accepted")
print(f"refused: {reason}")
