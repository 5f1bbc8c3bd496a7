"""Build files, evaluated by a real Starlark against stand-in rules."""

from __future__ import annotations

import posixpath
import re
import time
from dataclasses import dataclass, field
from typing import Any

import starlark

from .config import Config, ready_text
from .globs import Globs
from .header import PRELUDE, Header
from .labels import Labels
from .model import Diagnostic
from .source import defined_in, too_deep
from .tree import Tree

# Build files are small programs: one that needs longer is stuck.
SECONDS = 20.0
STACK = 200


@dataclass(frozen=True)
class Record:
    """One call of a rule."""

    kind: str
    package: str
    attributes: dict[str, Any]
    # Where the target is made: the call in the build file or in a .bzl file of its package.
    file: str
    line: int


@dataclass
class Package:
    path: str
    build_file: str
    records: list[Record] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    # Something in it was not understood: it may hold more targets than are known.
    is_partial: bool = False
    # Every .bzl file that it loads, also by way of others.
    loaded: set[str] = field(default_factory=set)


class LoadFailed(Exception):
    """A loaded file failed; it has been said where."""


_FRAME = re.compile(r"^  \* (.+):(\d+), in ", re.MULTILINE)
_PLACE = re.compile(r"^ *--> (.+?):(\d+):\d+$", re.MULTILINE)
_NOT_FOUND = re.compile(r"Variable `([^`]+)` not found")
_NO_SYMBOL = re.compile(r"Module has no symbol `([^`]+)`")


def _dialect() -> starlark.Dialect:
    dialect = starlark.Dialect.extended()
    dialect.enable_f_strings = True
    dialect.enable_top_level_stmt = True
    dialect.enable_load_reexport = True
    dialect.enable_keyword_only_arguments = True
    dialect.enable_positional_only_arguments = True
    dialect.enable_types = starlark.DialectTypes.PARSE_ONLY
    return dialect


def _globals() -> starlark.Globals:
    extension = starlark.LibraryExtension
    return starlark.Globals.extended_by(
        [
            extension.StructType,
            extension.RecordType,
            extension.EnumType,
            extension.Map,
            extension.Filter,
            extension.Partial,
            extension.Debug,
            extension.Json,
            extension.Typing,
            extension.CallStack,
        ]
    )


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


class Evaluator:
    """Evaluates the build files of one tree for one engine."""

    def __init__(self, tree: Tree, config: Config, globs: Globs, rule_names: list[str]) -> None:
        self._tree = tree
        self._config = config
        self._labels = Labels(tree, config)
        self._globs = globs
        self._rules = rule_names
        self._header = Header(config, rule_names)
        self._dialect = _dialect()
        self._globals = _globals()
        self._frozen: dict[str, starlark.FrozenModule] = {}
        self._loads_of: dict[str, set[str]] = {}
        self._failed: set[str] = set()
        self._busy: list[str] = []
        self._package = Package("", "")
        self._names: set[str] = set()
        self._deadline = 0.0
        self._prelude = self._make_prelude()

    # What build files call.

    def _record(self, kind: str, stack: str, attributes: dict[str, Any]) -> None:
        file, line = self._place(stack)
        self._names.add(str(attributes.get("name")))
        self._package.records.append(Record(kind, self._package.path, attributes, file, line))

    def _unknown(self, name: str, stack: str, attributes: dict[str, Any]) -> None:
        if name.split(".")[-1] in self._config.ignored_macros or name in self._config.ignored_macros:
            return
        file, line = self._place(stack)
        kind = name.split(".")[-1]
        if kind in self._config.kinds:
            self._record(kind, stack, attributes)
            return
        self._package.is_partial = True
        what = f"the macro {name} is unknown: what {attributes.get('name') or 'it makes'} holds is not checked"
        self._say("unknown-macro", file, line, what)
        if attributes.get("name"):
            self._record("unknown", stack, attributes)

    def _place(self, stack: str) -> tuple[str, int]:
        """The innermost frame that is a file of the package: where an edit goes."""
        frames = [(path, int(line) - 1) for path, line in _FRAME.findall(stack)]
        for path, line in reversed(frames):
            if path != PRELUDE and posixpath.dirname(path) == self._package.path and path in self._tree.files:
                return path, line
        return next((frame for frame in frames if frame[0] != PRELUDE), (self._package.build_file, 1))

    def _glob(self, include: Any, exclude: Any) -> list[str]:
        return self._globs.find(self._package.path, _texts(include), _texts(exclude))

    def _context(self, what: str) -> Any:
        if what == "package":
            prefix = self._config.label_prefix.strip("/")
            return "/".join(part for part in (prefix, self._package.path) if part)
        return what.removeprefix("rule:") in self._names

    def _value(self, section: str, key: str, default: Any) -> Any:
        return self._config.values.get(f"{section}.{key}", default)

    def _say(self, name: str, file: str, line: int, message: str) -> None:
        diagnostic = Diagnostic(name, file, line, message)
        if diagnostic not in self._package.diagnostics:
            self._package.diagnostics.append(diagnostic)

    # Evaluation.

    def _make_prelude(self) -> starlark.FrozenModule:
        host = starlark.Module()
        host.add_callable("dc_record", self._record)
        host.add_callable("dc_unknown", self._unknown)
        host.add_callable("dc_glob", self._glob)
        host.add_callable("dc_context", self._context)
        host.add_callable("dc_config", self._value)
        host.add_callable("dc_rules", lambda: self._rules)
        frozen = host.freeze()
        module = starlark.Module()
        text = ready_text("standins/prelude.bzl")
        text += "\n" + "\n".join(f'rule_{name} = RULES["{name}"]' for name in self._rules)
        loader = starlark.FileLoader(lambda load: frozen)
        starlark.eval(module, starlark.parse(PRELUDE, text, self._dialect), self._globals, loader)
        return module.freeze()

    def package(self, folder: str, build_file: str) -> Package:
        """Evaluate one build file. What fails is said in its diagnostics; nothing is raised."""
        self._package = Package(folder, build_file)
        self._names = set()
        self._deadline = time.monotonic() + SECONDS
        self._busy = [build_file]
        try:
            build_file.encode()
            self._evaluate(build_file)
        except UnicodeEncodeError:
            self._say("build-file-error", build_file, 1, "its path is not UTF-8")
            self._package.is_partial = True
        except LoadFailed:
            self._package.is_partial = True
        return self._package

    def _evaluate(self, path: str) -> starlark.Module:
        """Raises LoadFailed, after saying where and why."""
        try:
            text = self._tree.read(path).decode("utf-8")
        except OSError as error:
            self._fail("build-file-unreadable", path, 1, error.strerror or str(error))
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            self._fail("build-file-encoding", path, line, f"not UTF-8: byte 0x{error.object[error.start]:02x}")
        text = text.removeprefix("\ufeff")
        if depth := too_deep(text):
            self._fail("build-file-syntax", path, depth, "nested too deeply")
        synthetic: set[str] = set()
        missing: set[str] = set()
        while True:
            records = len(self._package.records)
            try:
                return self._run(path, text, synthetic, missing)
            except starlark.StarlarkError as error:
                said = str(error)
                if self._mend(said, path, synthetic, missing):
                    # The names are resolved before anything runs, but loads run one after the other.
                    del self._package.records[records:]
                    continue
                self._explain(said, path)
                raise LoadFailed(path) from None
            except RecursionError:
                self._fail("build-file-error", path, 1, "loads are nested too deeply")
            except BaseException as error:
                # A panic of Starlark's own has a class that cannot be named.
                if type(error).__name__ != "PanicException":
                    raise
                self._fail("build-file-error", path, 1, f"Starlark panicked: {error}")

    def _fail(self, name: str, path: str, line: int, message: str) -> Any:
        self._say(name, path, line, message)
        raise LoadFailed(path)

    def _mend(self, said: str, path: str, synthetic: set[str], missing: set[str]) -> bool:
        """Put a stand-in where a name is not found; False where the error is another."""
        if (found := _NOT_FOUND.search(said)) and found[1] not in synthetic:
            synthetic.add(found[1])
            return True
        if (found := _NO_SYMBOL.search(said)) and "dc_" not in found[1]:
            place = _PLACE.search(said)
            line = int(place[2]) - 1 if place else 1
            if found[1] in missing:
                return False
            missing.add(found[1])
            self._say("missing-symbol", path, line, f"the loaded file has no symbol {found[1]}")
            self._package.is_partial = True
            return True
        return False

    def _explain(self, said: str, path: str) -> None:
        place = _PLACE.search(said)
        file, line = (place[1], int(place[2]) - 1) if place else (path, 1)
        frames = _FRAME.findall(said)
        if frames and (file == PRELUDE or file.startswith("@")):
            file, line = frames[0][0], int(frames[0][1]) - 1
        summary = next(
            (text for text in said.splitlines() if text.startswith("error: ")), said.splitlines()[0] if said else ""
        )
        message = summary.removeprefix("error: ")
        name = "build-file-syntax" if message.startswith("Parse error") else "build-file-error"
        if name == "build-file-syntax" and line < 1:
            # Of what ends too early no place is said.
            line = max(self._tree.read(path).count(b"\n"), 1)
        self._say(name, file, max(line, 1), message)

    def _run(self, path: str, text: str, synthetic: set[str], missing: set[str]) -> starlark.Module:
        module = starlark.Module()
        # One line more than the file has: line numbers are put right where they are read.
        source = self._header.line(text, synthetic) + "\n" + text + "\nNone\n"
        ast = starlark.parse(path, source, self._dialect)
        frozen: dict[str, starlark.FrozenModule] = {PRELUDE: self._prelude}
        for load in ast.loads():
            if load.module_id != PRELUDE:
                wanted = set(load.symbols.values())
                frozen[load.module_id] = self._load(load.module_id, wanted, path, text, missing)
        options = starlark.EvalOptions(check_cancelled=self._is_late, max_callstack_size=STACK)
        loader = starlark.FileLoader(lambda name: frozen[name])
        starlark.eval_with(options, module, ast, self._globals, loader)
        return module

    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def _load(self, load: str, wanted: set[str], path: str, text: str, missing: set[str]) -> starlark.FrozenModule:
        spelled, file = self._labels.file(load, posixpath.dirname(path))
        standin = self._config.standin(spelled)
        if standin is not None:
            return self._standin(standin, wanted, text, path)
        if file is not None and file in self._tree.files:
            self._package.loaded.add(file)
            return self._loaded(file, path, wanted, missing & wanted, text)
        if file is not None:
            # It may come.
            self._package.loaded.add(file)
        if file is not None and not self._is_absent(spelled, file):
            line = next((n for n, row in enumerate(text.splitlines(), 1) if f'"{load}"' in row), 1)
            self._package.is_partial = True
            self._say("missing-load", path, line, f'there is no {file}, which load("{load}") names')
        return self._synthesized(wanted, text)

    def _is_absent(self, spelled: str, file: str) -> bool:
        here = self._labels.text(*posixpath.split(file))
        return self._config.is_absent_label(spelled) or self._config.is_absent_label(here)

    def _loaded(self, file: str, path: str, wanted: set[str], lacking: set[str], text: str) -> starlark.FrozenModule:
        if file in self._busy:
            cycle = " -> ".join([*self._busy[self._busy.index(file) :], file])
            self._fail("load-cycle", path, 1, f"load cycle: {cycle}")
        if file in self._failed:
            self._package.loaded |= self._loads_of[file]
            # It was said when it failed first; here it is the reason for an unread file.
            self._fail("build-file-error", path, 1, f"the loaded file {file} failed")
        if file not in self._frozen:
            outer = self._package.loaded
            self._package.loaded = set()
            self._busy.append(file)
            try:
                self._frozen[file] = self._evaluate(file).freeze()
            except LoadFailed:
                self._failed.add(file)
                raise
            finally:
                self._busy.pop()
                self._loads_of[file] = self._package.loaded
                # Also of what failed: when that is mended, this is evaluated again.
                self._package.loaded = outer | self._loads_of[file]
        self._package.loaded |= self._loads_of[file]
        if lacking:
            return self._wrapped(self._frozen[file], file, lacking, text, wanted - lacking)
        return self._frozen[file]

    def _wrapped(
        self, inner: starlark.FrozenModule, name: str, lacking: set[str], text: str, others: set[str] | None = None
    ) -> starlark.FrozenModule:
        """A module with the symbols that `inner` lacks beside those that it has."""
        own = others or set()
        # A macro file may give again what every build file knows.
        known = self._header.builtins(lacking)
        loads = [f'_dc_{one} = "{have}"' for one, have in sorted(known.items())]
        loads += [f'_dc_{one} = "{one}"' for one in ("unknown", "empty")]
        head = f'load("{PRELUDE}", _dc_rules = "RULES", {", ".join(loads)})'
        lines = [head + (f'; load("inner", {", ".join(repr(one) for one in sorted(own))})' if own else "")]
        lines += [
            f"{one} = {f'_dc_{one}' if one in known else self._header.made(one, text)}" for one in sorted(lacking)
        ]
        module = starlark.Module()
        ast = starlark.parse("@" + name, "\n".join(lines).replace("'", '"') + "\n", self._dialect)
        loader = starlark.FileLoader(lambda load: self._prelude if load == PRELUDE else inner)
        starlark.eval(module, ast, self._globals, loader)
        return module.freeze()

    def _synthesized(self, wanted: set[str], text: str) -> starlark.FrozenModule:
        return self._wrapped(self._prelude, "unknown", wanted, text)

    def _standin(self, name: str, wanted: set[str], text: str, path: str) -> starlark.FrozenModule:
        key = "@standin:" + name
        if not name.startswith("ready:"):
            self._package.loaded.add(name)
        if key not in self._frozen:
            if name.startswith("ready:"):
                source = ready_text("standins/" + name.removeprefix("ready:"))
            elif name in self._tree.files:
                source = self._tree.read(name).decode("utf-8", "replace")
            else:
                self._fail("missing-load", path, 1, f"the config names the stand-in {name}, which is not there")
            module = starlark.Module()
            header = self._header.line(source, set())
            ast = starlark.parse(name.removeprefix("ready:"), header + "\n" + source, self._dialect)
            loader = starlark.FileLoader(lambda load: self._prelude)
            try:
                starlark.eval(module, ast, self._globals, loader)
            except starlark.StarlarkError as error:
                self._explain(str(error), name)
                raise LoadFailed(name) from None
            self._frozen[key] = module.freeze()
            self._loads_of[key] = defined_in(source)
        lacking = wanted - self._loads_of[key]
        if not lacking:
            return self._frozen[key]
        return self._wrapped(self._frozen[key], name, lacking, text, wanted - lacking)
