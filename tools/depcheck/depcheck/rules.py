"""From the call of a rule to a target: which modules it holds, what it depends on."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import Any

from .config import Config
from .evaluate import Record
from .labels import Label, Labels
from .roles import BINARY, EXTENSION, FILES, OTHER, PYTHON, ROLES, TEST, WHEEL
from .tree import Tree

_DEPS = ("deps", "exported_deps", "fbcode_deps", "py_deps", "platform_deps", "preload_deps", "runtime_deps")


@dataclass(frozen=True)
class Dep:
    label: Label
    # As the build file spells it, and the attribute that it stands in.
    spelled: str
    attribute: str


@dataclass
class Target:
    label: Label
    kind: str
    role: str
    file: str
    line: int
    # Module -> the file of the tree that it is, or None where it is made.
    modules: dict[str, str | None] = field(default_factory=dict)
    deps: list[Dep] = field(default_factory=list)
    external_deps: list[str] = field(default_factory=list)
    # Sources that are not there, as they are spelled.
    missing_sources: list[str] = field(default_factory=list)
    # Labels in srcs, each with the prefix of the modules that it gives.
    source_labels: list[tuple[Dep, str]] = field(default_factory=list)
    # What it gives to srcs of others: relative paths -> files, or None where they are made.
    outputs: dict[str, str | None] = field(default_factory=dict)
    main_module: str | None = None
    wheel: str | None = None
    # The package that it is, by the name of its wheel.
    package: str | None = None
    # Modules that come with all below them; stand-ins may say so of any rule.
    brings: list[str] | None = None
    # A source of it is made by something that is not understood.
    is_open: bool = False
    # Folders under which its sources are modules too.
    import_folders: list[str] = field(default_factory=list)
    # Of outputs that have names: their files.
    named: dict[str, list[str]] = field(default_factory=dict)

    def add_by_folders(self, path: str) -> None:
        for folder in self.import_folders:
            if folder == "." or path.startswith(folder + "/"):
                module = module_of(path if folder == "." else path[len(folder) + 1 :])
                if module:
                    self.modules.setdefault(module, path)

    @property
    def is_python(self) -> bool:
        return self.role in PYTHON


def _strings(value: Any) -> list[str]:
    """Every string of a list, however deep."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in _strings(item)]
    return []


def _is_label(text: str) -> bool:
    return text.startswith((":", "//", "@")) or "//" in text


def _last(text: str) -> str:
    """What a label in srcs is called in the target: //x:gen[a/b.py] gives a/b.py."""
    return text[text.index("[") + 1 : -1] if text.endswith("]") else text.rpartition(":")[2]


class Reader:
    def __init__(self, tree: Tree, config: Config, labels: Labels) -> None:
        self._tree = tree
        self._exists = tree.exists
        self._config = config
        self._labels = labels

    def target(self, record: Record) -> Target | None:
        """None where the call names no target."""
        name = record.attributes.get("name")
        if not isinstance(name, str) or not name:
            return None
        role = self._config.kinds.get(record.kind) or ROLES.get(record.kind, OTHER)
        label = self._labels.of(record.package, name)
        target = Target(label, record.kind, role, record.file, record.line)
        self._read_deps(target, record)
        if role in PYTHON:
            self._read_sources(target, record)
            self._read_main(target, record)
        elif role == EXTENSION:
            base = self._base(record)
            module = record.attributes.get("module_name") or name
            target.modules[_join(base, str(module).replace("/", "."))] = None
        elif role == FILES:
            self._read_outputs(target, record)
        brings = _strings(record.attributes.get("brings"))
        if brings:
            target.brings = brings
        elif role == WHEEL:
            package = record.attributes.get("package")
            target.package = package if isinstance(package, str) else None
            wheel = record.attributes.get("binary_src") or record.attributes.get("wheel")
            if isinstance(wheel, str) and wheel.endswith(".whl"):
                target.wheel = posixpath.normpath(posixpath.join(record.package, wheel))
        return target

    def _base(self, record: Record) -> str:
        base = record.attributes.get("base_module")
        if isinstance(base, str):
            return base
        inside = record.package[len(self._labels.cell_of(record.package)) :].strip("/")
        return _join(self._config.module_prefix, inside.replace("/", "."))

    def _read_deps(self, target: Target, record: Record) -> None:
        for attribute in _DEPS:
            for text in _strings(record.attributes.get(attribute)):
                label = self._labels.parse(text, record.package)
                if label is not None:
                    target.deps.append(Dep(label, text, attribute))
        actual = record.attributes.get("actual")
        if isinstance(actual, str) and (label := self._labels.parse(actual, record.package)) is not None:
            target.deps.append(Dep(label, actual, "actual"))
        for attribute in ("external_deps", "fbcode_external_deps"):
            value = record.attributes.get(attribute)
            for item in value if isinstance(value, list) else []:
                names = _strings(item)
                target.external_deps += names[-1:] if isinstance(item, list) else names

    def _read_sources(self, target: Target, record: Record) -> None:
        base = self._base(record)
        target.import_folders = self._import_folders(target, record)
        for attribute in ("srcs", "versioned_srcs", "platform_srcs", "main_src"):
            value = record.attributes.get(attribute)
            if isinstance(value, dict):
                for key, source in value.items():
                    self._add_pair(target, record, base, key, source)
            else:
                for source in _strings(value):
                    self._add_source(target, record, base, source, None)
        main = record.attributes.get("main")
        if isinstance(main, str) and main.endswith(".py"):
            self._add_source(target, record, base, main, None)

    def _import_folders(self, target: Target, record: Record) -> list[str]:
        """Bazel: folders that are put on the path, by `imports` and for the main script."""
        if "base_module" in record.attributes or not record.kind.startswith("py_"):
            return []
        folders = _strings(record.attributes.get("imports"))
        if target.role in (BINARY, TEST):
            main = record.attributes.get("main")
            folders.append(posixpath.dirname(main.removeprefix(":")) if isinstance(main, str) else "")
        return [posixpath.normpath(posixpath.join(record.package, folder)) for folder in folders]

    def _add_pair(self, target: Target, record: Record, base: str, key: str, value: Any) -> None:
        """Buck says {name in the target: source}, fbcode's macros {source: name in the target}."""
        if not isinstance(value, str):
            return
        is_flipped = _is_label(key) or (
            not _is_label(value)
            and self._exists(posixpath.join(record.package, key))
            and not self._exists(posixpath.join(record.package, value))
        )
        source, name = (key, value) if is_flipped else (value, key)
        self._add_source(target, record, base, source, name)

    def _add_source(self, target: Target, record: Record, base: str, source: str, name: str | None) -> None:
        if _is_label(source):
            label = self._labels.parse(source, record.package)
            if label is None:
                return
            dep = Dep(label, source, "srcs")
            if name is not None and name.endswith(".py"):
                target.modules.setdefault(_join(base, module_of(name)), None)
            else:
                target.source_labels.append((dep, base))
            return
        if not source.endswith(".py"):
            return
        path = posixpath.normpath(posixpath.join(record.package, source))
        if not self._exists(path):
            target.missing_sources.append(source)
            return
        path = self._tree.find(path) or path
        target.modules.setdefault(_join(base, module_of(name or source)), path)
        target.add_by_folders(path)

    def _read_main(self, target: Target, record: Record) -> None:
        main = record.attributes.get("main_module")
        function = record.attributes.get("main_function")
        if isinstance(main, str) and main:
            target.main_module = main
        elif isinstance(function, str) and "." in function:
            base = self._base(record)
            dotted = function.rpartition(".")[0]
            target.main_module = _join(base, dotted.lstrip(".")) if function.startswith(".") else dotted

    def _read_outputs(self, target: Target, record: Record) -> None:
        attributes = record.attributes
        if record.kind == "export_file":
            source = attributes.get("src") or attributes.get("name")
            if isinstance(source, str) and not _is_label(source):
                path = posixpath.normpath(posixpath.join(record.package, source))
                name = attributes.get("out") or source
                target.outputs[str(name)] = path if self._exists(path) else None
            return
        for attribute in ("out", "outs", "default_outs"):
            value = attributes.get(attribute)
            names = (
                list(value) + [text for one in value.values() for text in _strings(one)]
                if isinstance(value, dict)
                else _strings(value)
            )
            for name in names:
                target.outputs.setdefault(name, None)
            if isinstance(value, dict):
                target.named |= {key: _strings(files) for key, files in value.items()}
        if "genrule" not in record.kind:
            value = attributes.get("srcs")
            for source in value.values() if isinstance(value, dict) else _strings(value):
                if isinstance(source, str) and not _is_label(source):
                    path = posixpath.normpath(posixpath.join(record.package, source))
                    target.outputs.setdefault(source, path)


def module_of(path: str) -> str:
    """a/b.py is a.b, and a/__init__.py is a."""
    module = path.removesuffix(".py").replace("/", ".").lstrip(".")
    return module.removesuffix(".__init__") if module != "__init__" else ""


def module_by_place(path: str, config: Config) -> str:
    """The module that a file of the tree would be, whoever holds it."""
    return _join(config.module_prefix, module_of(path))


def _join(*parts: str) -> str:
    return ".".join(part for part in parts if part)


def add_source_labels(targets: dict[str, Target], tree: Tree, config: Config) -> None:
    """Give each target the modules that its srcs take from other targets, or from files by their labels."""
    for target in targets.values():
        for dep, root in target.source_labels:
            given = targets.get(dep.label.text)
            if dep.spelled.endswith("]"):
                last = _last(dep.spelled)
                files = given.named.get(last, [last]) if given is not None else [last]
                names = {name: given.outputs.get(name) if given is not None else None for name in files}
            elif given is None and (path := _file_of(dep.label, tree)) is not None:
                _add_file(target, dep.label, path, root, config)
                continue
            elif given is None or not given.outputs:
                target.is_open = True
                continue
            else:
                names = given.outputs
            for name, path in names.items():
                if name.endswith(".py"):
                    target.modules.setdefault(_join(root, module_of(name)), path)


def _file_of(label: Label, tree: Tree) -> str | None:
    """Both engines take a file of a package by a label."""
    return None if label.package is None else tree.find(posixpath.join(label.package, label.name))


def _add_file(target: Target, label: Label, path: str, root: str, config: Config) -> None:
    if not path.endswith(".py"):
        return
    is_own = label.package == target.label.package
    name = _join(root, module_of(label.name)) if is_own else module_by_place(path, config)
    target.modules.setdefault(name, path)
    target.add_by_folders(path)
