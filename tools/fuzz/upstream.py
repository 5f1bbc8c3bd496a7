"""What upstream's module does with each file of a folder: loads it, refuses it, crashes, or takes too long.

upstream FOLDER
"""

from __future__ import annotations

import collections
import os
import signal
import sys
from pathlib import Path

import tosa_tools_upstream as upstream

SECONDS = 10
LOADED, REFUSED = 0, 1


def attempt(path: Path) -> str:
    """The outcome, from a process of its own."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(SECONDS)
        try:
            serializer = upstream.TosaSerializer("")
            loaded = serializer.loadTosaFlatbuffer(str(path))
            if loaded:
                serializer.serialize()
        except Exception:
            loaded = False
        os._exit(LOADED if loaded else REFUSED)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return "hung" if number == signal.SIGALRM else f"crashed ({signal.Signals(number).name})"
    return "loaded" if os.WEXITSTATUS(status) == LOADED else "refused"


def main() -> None:
    outcomes = collections.Counter(attempt(path) for path in sorted(Path(sys.argv[1]).iterdir()))
    print(f"{outcomes.total()} files: " + ", ".join(f"{count} {name}" for name, count in outcomes.most_common()))


if __name__ == "__main__":
    main()
