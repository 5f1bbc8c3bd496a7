"""tosa-tools 2026.5.0 in a process of its own: its names, or its files of recorded programs.

    python -I -S -B old.py names FOLDER...
    python -I -S -B old.py files REPLAY OUT FOLDER...

REPLAY is tests/parity/replay.py, whose programs run here on the old module. Prints JSON.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


def names_of(module: ModuleType) -> dict[str, Any]:
    """The module's own public names; of a class its own names, of a method its text, of an enum member its value."""
    found: dict[str, Any] = {}
    for name, value in sorted(vars(module).items()):
        owner = getattr(value, "__module__", None) or type(value).__module__
        is_own = str(owner).partition(".")[0] == module.__name__ or isinstance(value, dict)
        if name.startswith("_") or isinstance(value, ModuleType) or not is_own:
            continue
        if not isinstance(value, type):
            found[name] = str(value.__doc__) if callable(value) else str(value)
            continue
        found[name] = name
        for member in sorted(vars(value)):
            if member.startswith("__") and member != "__init__":
                continue
            thing = getattr(value, member)
            is_member = isinstance(thing, value) and hasattr(value, "__members__")
            found[f"{name}.{member}"] = int(thing) if is_member else str(thing.__doc__)
    return found


def module_at(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("replay", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["replay"] = module
    spec.loader.exec_module(module)
    return module


def files_of(module: ModuleType, replay: ModuleType, out: Path) -> list[list[Any]]:
    """For each program the hashes of its files, which are written to OUT by number, or the error."""
    number = 0
    found: list[list[Any]] = []
    for trace in replay.recorded_traces():
        found.append([])
        try:
            for data in replay.run(trace.steps, module):
                (out / f"{number + len(found[-1])}.tosa").write_bytes(data)
                found[-1].append(hashlib.sha256(data).hexdigest())
        except Exception as problem:
            found[-1] = [f"{type(problem).__name__}: {problem}"]
        number += len(trace.outputs)
    return found


def main() -> int:
    verb, *words = sys.argv[1:]
    sys.path[:0] = words[2:] if verb == "files" else words
    import tosa_serializer

    if verb == "names":
        answer: Any = names_of(tosa_serializer)
    else:
        answer = files_of(tosa_serializer, module_at(words[0]), Path(words[1]))
    print(json.dumps({"place": tosa_serializer.__file__, "answer": answer}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
