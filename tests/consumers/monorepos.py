"""The monorepos of this folder, copied to a temporary place with the package beside them, and run there."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from checkout import PYTHON_VERSION, ROOT, Checkout, Result

HERE = Path(__file__).resolve().parent
# Each is made of these folders; a later one's files replace those of an earlier one.
LAYERS = {
    "bazel": ["app", "bazel"],
    "bazel_remote": ["app", "bazel", "bazel_remote"],
    "buck2": ["app", "buck2"],
    "clashes": ["app", "bazel", "clashes"],
    "gcc": ["app", "gcc"],
    "git_cell": ["git_cell"],
    "own_numpy": ["app", "bazel", "buck2", "own_numpy"],
}
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_POISON = 'raise SystemExit("the site-packages of the host were read: {}")\n'


@dataclass
class Monorepo:
    """A monorepo, and what its commands see of the machine."""

    name: str
    path: Path
    env: dict[str, str]

    def make(self, name: str) -> None:
        for layer in LAYERS[name]:
            inside = self.path / "app" if layer == "app" else self.path
            shutil.copytree(HERE / layer, inside, dirs_exist_ok=True)
        if name == "own_numpy":
            own_numpy(self.path / "third-party/numpy")
        self.change(".buckconfig", "python = 3.11", f"python = {PYTHON_VERSION}")

    def change(self, file: str, old: str, new: str) -> None:
        path = self.path / file
        if path.exists():
            path.write_text(path.read_text().replace(old, new))

    def run(self, command: str) -> Result:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self.path,
            env={**os.environ, **self.env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        return Result(done.returncode, _COLOUR.sub("", done.stdout))

    def stop(self) -> None:
        for command in ("buck2 kill", "bazel clean --expunge"):
            if shutil.which(command.split()[0]):
                self.run(command)


def hostile_python(folder: Path) -> dict[str, str]:
    """An environment whose python3 has a numpy and a tosa_serializer in its site-packages that must not be read."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    site = folder / f"lib/python{PYTHON_VERSION}/site-packages"
    for name in ("numpy", "tosa_serializer", "ml_dtypes", "tosa"):
        (site / name).mkdir()
        (site / name / "__init__.py").write_text(_POISON.format(name))
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "TOSA_PYTHON": str(folder / "bin/python3")}


def own_numpy(folder: Path) -> None:
    """The monorepo's numpy: the pinned one under another version, as a wheel and unpacked."""
    (wheel,) = (ROOT / "third-party/wheels").glob(f"numpy-*-cp{PYTHON_VERSION.replace('.', '')}-*x86_64.whl")
    version = wheel.name.split("-")[1]
    target = folder / wheel.name.replace(version, f"{version}+monorepo")
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(target, "w") as changed:
        for info in source.infolist():
            data = source.read(info)
            if info.filename == "numpy/version.py":
                data = data.replace(f'"{version}"'.encode(), f'"{version}+monorepo"'.encode())
            changed.writestr(info, data)
    with zipfile.ZipFile(target) as wheel_file:
        wheel_file.extractall(folder / "site-packages")


def archive(package: Path, file: Path) -> str:
    """An archive of the package as a forge makes them, without wheels; returns its sha256."""
    names = [str(path.relative_to(package)) for path in package.rglob("*.whl")]
    excluded = [f"--exclude=./{name}" for name in names]
    subprocess.run(["tar", "czf", file, *excluded, "-C", package, "."], check=True)
    return hashlib.sha256(file.read_bytes()).hexdigest()


def origin(package: Checkout, folder: Path) -> str:
    """A git repository of the package, without wheels; returns its commit."""
    shutil.copytree(package.path, folder, ignore=shutil.ignore_patterns("wheels"))
    git = ["git", "-C", str(folder), "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "The package"]):
        subprocess.run([*git, *words], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return head.stdout.strip()
