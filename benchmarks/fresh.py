"""Call a function in a new interpreter that sees what this one sees.

Imports nothing heavy: import times are measured too.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

# Marks the line of the answer: modules print too.
_ANSWER = "answer: "


def call(function: str, *arguments: Any) -> Any:
    """`function` is "package.module:name". Its arguments and its result are JSON values."""
    # The first entry is the caller's folder, where a checkout has the sources without the extension.
    code = "import sys; del sys.path[0]; from benchmarks.fresh import main; main(*sys.argv[1:])"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-s", "-S", "-c", code, function, json.dumps(arguments)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    answers = [line for line in run.stdout.splitlines() if line.startswith(_ANSWER)]
    if run.returncode != 0 or not answers:
        raise RuntimeError(f"{function}{arguments} failed with exit code {run.returncode}:\n{run.stderr}")
    return json.loads(answers[-1].removeprefix(_ANSWER))


def main(function: str, arguments: str) -> None:
    module, _, name = function.partition(":")
    result = getattr(importlib.import_module(module), name)(*json.loads(arguments))
    print(_ANSWER + json.dumps(result), flush=True)


def status(field: str) -> int:
    """A size of this process in bytes, as the kernel counts it."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) * 1024
    raise LookupError(f"/proc/self/status has no {field}")
