"""What labels outside of the tree bring: by wheels, by the config, by the names of pypi's packages."""

from __future__ import annotations

import fnmatch
import lzma
import posixpath
import re
import struct
import zipfile
import zlib
from pathlib import Path

from .config import Config
from .requires import with_required
from .tree import Tree

# The RECORD of a wheel with 100,000 files has some 10 MB.
MAX_RECORD = 20_000_000

# Packages whose modules have another name.
MODULES_OF = {
    "absl-py": ["absl"],
    "attrs": ["attr", "attrs"],
    "beautifulsoup4": ["bs4"],
    "huggingface-hub": ["huggingface_hub"],
    "hydra-core": ["hydra"],
    "ipython": ["IPython"],
    "lm-eval": ["lm_eval"],
    "opencv-python": ["cv2"],
    "opencv-python-headless": ["cv2"],
    "pillow": ["PIL"],
    "protobuf": ["google.protobuf"],
    "pytest": ["pytest", "_pytest"],
    "python-dateutil": ["dateutil"],
    "pyyaml": ["yaml", "_yaml"],
    "ruamel-yaml": ["ruamel.yaml", "ruamel"],
    "scikit-image": ["skimage"],
    "scikit-learn": ["sklearn"],
    "setuptools": ["setuptools", "pkg_resources", "_distutils_hack"],
    "typing-extensions": ["typing_extensions"],
    "umap-learn": ["umap"],
}


def canonical(name: str) -> str:
    """PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def package_of(module: str) -> str:
    """The package that a module is of, as far as names tell."""
    top = module.split(".")[0]
    return next((name for name, modules in MODULES_OF.items() if top in modules), canonical(top))


class External:
    def __init__(self, tree: Tree, config: Config) -> None:
        self._tree = tree
        self._config = config
        self._patterns = [_label_pattern(text) for text in config.pypi]
        self._provides = [(_with_name(text), modules) for text, modules in config.provides.items()]
        self._known: dict[str, list[str] | None] = {}
        self._along: dict[str, list[str]] = {}
        self._read: dict[str, dict[str, list[str]]] = {}

    def modules(self, label: str) -> list[str] | None:
        """The modules (with all below them) that a label brings; None where nobody knows."""
        if label not in self._known:
            self._known[label] = self._modules(label)
        return self._known[label]

    def modules_of_file(self, path: str) -> list[str] | None:
        """What a wheel of the tree brings by its RECORD; None where it is not there or no wheel."""
        if path not in self._known:
            self._known[path] = modules_of_wheel(Path(self._tree.root, path))
        return self._known[path]

    def modules_of_package(self, package: str) -> list[str] | None:
        """What a package brings whose wheel is in one of the config's folders; None where there is no wheel."""
        name = canonical(package)
        return next((found[name] for folder in self._config.wheels if name in (found := self._wheels(folder))), None)

    def _modules(self, label: str) -> list[str] | None:
        # To Buck @cell//x and cell//x are one.
        label = label.lstrip("@")
        found: list[str] = []
        is_known = False
        for text, modules in self._provides:
            if fnmatch.fnmatchcase(label, text.lstrip("@")):
                is_known = True
                found += modules
        for pattern in self._patterns:
            if match := pattern.fullmatch(label):
                is_known = True
                found += self._of_package(canonical(match["dist"]))
        for folder, text in self._config.wheels.items():
            wheel = _label_pattern(text).fullmatch(label)
            brought = self._wheels(folder).get(canonical(wheel["dist"])) if wheel else None
            if brought is not None:
                is_known = True
                found += brought
        return list(dict.fromkeys(found)) if is_known else None

    def _of_package(self, package: str) -> list[str]:
        return MODULES_OF.get(package, [package.replace("-", "_")])

    def _wheels(self, folder: str) -> dict[str, list[str]]:
        """Package -> modules, of the wheels in a folder."""
        if folder not in self._read:
            paths = sorted(Path(self._tree.root, folder).glob("*.whl"))
            found = {
                canonical(path.name.split("-")[0]): self.modules_of_file(f"{folder}/{path.name}") for path in paths
            }
            self._read[folder] = {package: modules for package, modules in found.items() if modules is not None}
        return self._read[folder]

    def along(self, label: str) -> list[str]:
        """What may come along with a label: the modules of the packages that its own require."""
        if label in self._along:
            return self._along[label]
        found: list[str] = []
        self._along[label] = found
        for module in self.modules(label) or ():
            for one in with_required(package_of(module))[1:]:
                found += self._of_package(one)
        return found

    def by_name(self, module: str) -> str | None:
        """The label that would bring a module, by the config or by convention."""
        for pattern, modules in self._provides:
            if not _is_pattern(pattern) and modules and is_within(module, modules[0]):
                return pattern
        for folder, label in self._config.wheels.items():
            # Labels of the tree itself are targets that it names.
            for package, brought in self._wheels(folder).items() if not label.startswith("//") else ():
                if any(is_within(module, one) for one in brought):
                    return label.replace("{dist}", package)
        if not self._config.pypi:
            return None
        return self._config.pypi[0].replace("{dist}", package_of(module))


def _is_pattern(text: str) -> bool:
    return any(char in text for char in "*?[")


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def _with_name(text: str) -> str:
    """A label without a name has that of its folder."""
    if ":" in text or "//" not in text or _is_pattern(text):
        return text
    return f"{text}:{posixpath.basename(text)}"


def _label_pattern(text: str) -> re.Pattern[str]:
    parts = _with_name(text).lstrip("@").split("{dist}")
    out = re.escape(parts[0])
    for number, part in enumerate(parts[1:]):
        out += ("(?P<dist>[A-Za-z0-9._-]+)" if number == 0 else "[A-Za-z0-9._-]+") + re.escape(part)
    return re.compile(out)


def _record(path: Path) -> str | None:
    """The RECORD of a wheel; None where there is none that can be read."""
    # To open a pipe would wait for ever.
    if not path.is_file():
        return None
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                # Those further down are of packages that it bundles.
                if info.filename.endswith(".dist-info/RECORD") and info.filename.count("/") == 1:
                    return archive.read(info).decode("utf-8") if info.file_size <= MAX_RECORD else None
    # RuntimeError: encrypted, or of an unknown compression; ValueError: not UTF-8.
    except (OSError, EOFError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error):
        return None
    return None


def modules_of_wheel(path: Path) -> list[str] | None:
    """The top modules of a wheel by its RECORD; a namespace package counts by what is in it.

    None where that cannot be read.
    """
    record = _record(path)
    if record is None:
        return None
    files = [row.split(",")[0] for row in record.splitlines()]
    files = [re.sub(r"^[^/]+\.data/(?:purelib|platlib)/", "", file) for file in files]
    python = [file for file in files if file.endswith((".py", ".so", ".pyd")) and ".dist-info/" not in file]
    packages = {file.removesuffix("/__init__.py") for file in python if file.endswith("/__init__.py")}
    found = set()
    for file in python:
        parts = file.split("/")
        for depth in range(1, len(parts)):
            if "/".join(parts[:depth]) in packages:
                found.add(".".join(parts[:depth]))
                break
        else:
            stem = parts[-1].split(".")[0]
            found.add(".".join([*parts[:-1], stem]))
    return sorted(found)
