"""depcheck on a tree of 2,000 targets and 4,000 Python files, cold, cached and against a base, beside parsing alone.

./buckw run //benchmarks:depcheck -- [--repeats N] [--targets N]
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

FOLDERS = 200
# What the files of ExecuTorch have on average; the functions are about as hard to parse as theirs.
FILE_BYTES = 7_600

FUNCTION = '''
def function_{number}(first: int, second: list[int], *, third: str = "a") -> dict[str, int]:
    """Adds what is given, and counts it.

    Values above the first are multiplied by it, and get the number of this function on top; the others are named only.
    What is left out of the result is what three divides, but for the names that begin with an a: they are kept, so that
    who calls it sees at once which of the values it has given before, and in which order.
    """
    result = {{}}
    for index, value in enumerate(second):
        if value > first and third not in ("x", "y", "z"):
            result[f"{{third}}_{{index}}"] = value * first + {number}
        elif value == first:
            result.setdefault(third, 0)
    return {{key: value for key, value in result.items() if value % 3 != 0 or key.startswith("a")}}
'''


def write_tree(root: Path, targets: int, seed: int = 1) -> None:
    """Two files a target; each imports some of the targets before it, one in fifty without a dep."""
    choose = random.Random(seed)
    known: list[tuple[str, int]] = []
    calls: dict[str, list[str]] = {}
    for number in range(targets):
        folder = f"folder_{number % FOLDERS:03}"
        used = choose.sample(known, min(len(known), 6))
        lines = [f"from {where}.module_{which}_0 import function_0\n" for where, which in used]
        lines.append("import json\nimport os\n")
        count = FILE_BYTES // len(FUNCTION)
        for part in range(2):
            path = root / folder / f"module_{number}_{part}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(lines) + "".join(FUNCTION.format(number=index) for index in range(count)))
        deps = [f'"//{where}:target_{which}"' for where, which in used if choose.random() > 0.02]
        srcs = f'"module_{number}_0.py", "module_{number}_1.py"'
        call = f'python_library(name = "target_{number}", srcs = [{srcs}], deps = [{", ".join(deps)}])\n'
        calls.setdefault(folder, []).append(call)
        known.append((folder, number))
    for folder, made in calls.items():
        (root / folder / "BUCK").write_text("".join(made))


def measure(words: list[str]) -> tuple[float, float]:
    """Seconds, and the MiB of the largest process."""
    code = "import sys; sys.argv[1:2] = []; from tools.depcheck.depcheck.cli import main; sys.exit(main())"
    if words[0] == "parse":
        code = (
            "import ast, pathlib, sys, gc; gc.disable()\n"
            "[ast.parse(p.read_bytes()) for p in pathlib.Path(sys.argv[2]).rglob('*.py')]"
        )
    path = os.pathsep.join(path for path in sys.path if path)
    start = time.perf_counter()
    pid = os.posix_spawn(
        sys.executable,
        [sys.executable, "-sSB", "-c", code, *words],
        {**os.environ, "PYTHONPATH": path},
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"depcheck ended with {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--targets", type=int, default=2000)
    args = parser.parse_args()
    room = Path(tempfile.mkdtemp(prefix="depcheck-"))
    os.environ["XDG_CACHE_HOME"] = str(room / "cache")
    tree, base = room / "tree", room / "base"
    write_tree(tree, args.targets)
    shutil.copytree(tree, base)
    last = args.targets - 1
    with (tree / f"folder_{last % FOLDERS:03}/module_{last}_0.py").open("a") as file:
        file.write("\nimport folder_001.module_1_1\n")
    runs = {
        "ast.parse of every file, one process": ["parse", str(tree)],
        "depcheck, cold": ["run", str(tree), "--no-cache"],
        "depcheck, cached": ["run", str(tree)],
        "depcheck --base, cached": ["run", str(tree), "--base", str(base)],
    }
    measure(runs["depcheck, cached"])
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for _ in range(args.repeats):
        for name, words in runs.items():
            found[name].append(measure(words))
    floor = statistics.median(seconds for seconds, _ in next(iter(found.values())))
    print(f"{args.targets} targets, {2 * args.targets} files, medians of {args.repeats}")
    print("| | seconds | of parsing | MiB |\n| --- | --- | --- | --- |")
    for name, results in found.items():
        seconds = statistics.median(seconds for seconds, _ in results)
        size = statistics.median(size for _, size in results)
        print(f"| {name} | {seconds:.2f} | {seconds / floor:.2f} | {size:.0f} |")
    shutil.rmtree(room)


if __name__ == "__main__":
    main()
