"""What is read of a tree, and what is said about it."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Kind(str, enum.Enum):
    """The faults, by the names that every output format uses."""

    MISSING_DEP = "missing-dep"
    UNOWNED_MODULE = "unowned-module"
    GONE_MODULE = "gone-module"
    MISSING_SOURCE = "missing-source"
    MISSING_LABEL = "missing-label"
    DUPLICATE_MODULE = "duplicate-module"
    UNUSED_DEP = "unused-dep"


SUMMARIES = {
    Kind.MISSING_DEP: "an import whose module no dep brings",
    Kind.UNOWNED_MODULE: "an import of a file that no target holds",
    Kind.GONE_MODULE: "an import of a module that is not in the tree",
    Kind.MISSING_SOURCE: "a source that does not exist",
    Kind.MISSING_LABEL: "a label that does not exist",
    Kind.DUPLICATE_MODULE: "a module that two deps bring from different files",
    Kind.UNUSED_DEP: "a dep that nothing imports",
}


class Action(str, enum.Enum):
    ADD = "add"
    REMOVE = "remove"
    REPLACE = "replace"


@dataclass(frozen=True)
class Edit:
    """One change of one list of one target.

    `file` and `line` are those of the call that makes the target: a build file or the .bzl file of its package.
    """

    action: Action
    file: str
    line: int
    target_name: str
    attribute: str
    value: str
    new_value: str = ""
    # Whether it is the right label nobody here knows: people decide.
    is_guess: bool = False

    def text(self) -> str:
        where = f"{self.attribute} of {self.target_name} ({self.file}:{self.line})"
        if self.action is Action.ADD:
            return f'add "{self.value}" to {where}'
        if self.action is Action.REMOVE:
            return f'remove "{self.value}" from {where}'
        return f'replace "{self.value}" by "{self.new_value}" in {where}'


@dataclass(frozen=True)
class Report:
    """One fault. Paths are relative to the tree, with slashes; lines count from 1."""

    kind: Kind
    # The label of the target at fault; None where the file belongs to none.
    target: str | None
    # The module, label or path that is lacking.
    missing: str
    file: str
    line: int
    message: str
    module: str | None = None
    is_lazy: bool = False
    # From a target that breaks down to the import: labels, then "file:line", then the module.
    chain: tuple[str, ...] = ()
    # Tests, binaries and top-level libraries that lack it.
    breaks: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()

    @property
    def is_latent(self) -> bool:
        """Every consumer happens to bring what is missing."""
        return not self.breaks

    def key(self) -> tuple[str, str, str, str]:
        """What stays the same when lines move, or when another file of the target is the first to ask."""
        return (self.kind.value, self.target or "", "" if self.target else self.file, self.missing)


@dataclass(frozen=True)
class Diagnostic:
    """Something that could not be read, by which the answer is incomplete."""

    # Such as "build-file-syntax" or "unknown-macro".
    name: str
    file: str
    line: int
    message: str

    def text(self) -> str:
        return f"{self.file}:{self.line}: {self.name}: {self.message}"
