"""Labels, as build files spell them and as they are compared."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass

from .config import Config
from .tree import Tree

_SUBTARGET = re.compile(r"\[[^\]]*\]$")


@dataclass(frozen=True)
class Label:
    """A label. `package` is a folder of the tree; None where the label leads out of it."""

    package: str | None
    name: str
    # In the one spelling that is printed and compared.
    text: str


class Labels:
    def __init__(self, tree: Tree, config: Config) -> None:
        self._tree = tree
        self._prefix = config.label_prefix.rstrip("/") or "/"
        self._known: dict[tuple[str, str], Label | None] = {}
        # The longest beginning first, so that a nested cell wins.
        cells = sorted(config.cells.items(), key=lambda item: -len(item[0]))
        # A cell whose folder is not in the tree comes with the engine, or is somebody else's.
        self._cells = [(start, [one for one in folders if one in tree.folders]) for start, folders in cells]

        # Folders that are cells of their own: in them // means the cell.
        inner = {one for _, folders in self._cells for one in folders if one and f"{one}/.buckconfig" in tree.files}
        self._inner = sorted(inner, key=len, reverse=True)

    def cell_of(self, package: str) -> str:
        """The folder of the cell that a package is in; the root cell's is empty."""
        return next((one for one in self._inner if package == one or package.startswith(one + "/")), "")

    def spell(self, label: Label, package: str) -> str:
        """The label as a build file of `package` would write it."""
        if label.package is None:
            return label.text
        if label.package == package:
            return f":{label.name}"
        cell = self.cell_of(label.package)
        if not cell and not self.cell_of(package):
            return label.text
        start = "//" if cell == self.cell_of(package) else self._name_of(cell)
        return f"{start}{label.package[len(cell) :].strip('/')}:{label.name}"

    def _name_of(self, cell: str) -> str:
        return next((start for start, folders in self._cells if folders == [cell]), "//")

    def of(self, package: str, name: str) -> Label:
        return Label(package, name, self.text(package, name))

    def text(self, package: str, name: str) -> str:
        start = "//" if self._prefix in ("/", "//") else self._prefix + ("/" if package else "")
        return f"{start}{package}:{name}"

    def parse(self, text: str, package: str) -> Label | None:
        """The label that a build file of `package` means; None where it is none."""
        key = (text, package if text.startswith(":") else self.cell_of(package))
        if key not in self._known:
            self._known[key] = self._parse(text.strip(), package)
        return self._known[key]

    def _parse(self, text: str, package: str) -> Label | None:
        text = _SUBTARGET.sub("", text)
        if text.startswith(":"):
            return self.of(package, text[1:]) if text[1:] else None
        if "//" not in text:
            # Bazel's short form of @repository//:repository.
            if re.fullmatch(r"@[\w.~+-]+", text):
                return Label(None, text[1:], f"{text}//:{text[1:]}")
            return None
        path, has_name, name = text.partition(":") if ":" in text else (text, "", "")
        path = path.rstrip("/") if not path.endswith("//") else path
        if not has_name:
            name = posixpath.basename(path)
        cell = self.cell_of(package)
        folder = (
            posixpath.join(cell, path[2:].strip("/")).rstrip("/")
            if cell and path.startswith("//")
            else self.folder(path)
        )
        if folder is not None:
            return self.of(folder, name)
        return Label(None, name, f"{path}:{name}")

    def folder(self, path: str) -> str | None:
        """The folder of the tree that `cell//path` means, or None where that leads out of the tree."""
        candidates = self._candidates(path)
        here = [one for one in candidates if one in self._tree.folders]
        return next(iter([*here, *candidates]), None)

    def file(self, load: str, here: str) -> tuple[str, str | None]:
        """What a load means: the label in one spelling, and the file of the tree that it leads to."""
        if load.startswith(":"):
            return load, posixpath.join(here, load[1:])
        if "//" not in load:
            return load, posixpath.normpath(posixpath.join(here, load))
        path, separator, name = load.partition(":") if ":" in load else load.rpartition("/")
        if not separator:
            return load, None
        if separator == "/" and path.endswith("/"):
            path += "/"
        candidates = [posixpath.join(folder, name) for folder in self._candidates(path)]
        here_now = [one for one in candidates if one in self._tree.files]
        return f"{path}:{name}", next(iter([*here_now, *candidates]), None)

    def _candidates(self, path: str) -> list[str]:
        """The folders of the tree that `cell//path` may mean, the first choice first."""
        plain = path.lstrip("@")
        for start, folders in self._cells:
            if plain == start.rstrip("/") or plain.startswith(start if start.endswith("/") else start + "/"):
                rest = plain[len(start) :].strip("/")
                return [posixpath.join(folder, rest).rstrip("/") for folder in folders]
        if self._prefix not in ("/", "//"):
            inside = plain == self._prefix or plain.startswith(self._prefix + "/")
            return [plain[len(self._prefix) :].strip("/")] if inside else []
        return [plain[2:].strip("/")] if plain.startswith("//") else []
