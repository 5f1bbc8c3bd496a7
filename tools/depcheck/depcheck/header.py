"""What is put before a file, so that each name in it means something."""

from __future__ import annotations

import json

from .builtin_names import BUILTINS, GLOBAL_NATIVES, QUIET
from .config import Config
from .source import attributes_of, code_of, defined_in, is_called, words_of

PRELUDE = "@depcheck//:prelude.bzl"


class Header:
    def __init__(self, config: Config, rules: list[str]) -> None:
        self._ignored = set(config.ignored_macros)
        self._rules = set(rules)

    def line(self, text: str, synthetic: set[str]) -> str:
        """The one line that stands before a file: loads of the prelude, and what it lacks."""
        words = words_of(text)
        own = defined_in(text)
        loads = [
            f'"{have}"' if have == name else f'{name} = "{have}"'
            for name, have in sorted(self.builtins(words - own - synthetic).items())
        ]
        made = []
        natives = set(attributes_of("native", text))
        if "native" in words - own:
            loads += [f'_dc_{name} = "{have}"' for name, have in sorted(self.builtins(natives).items())]
            known = self.builtins(natives)
            fields = [f"{name} = _dc_{name}" for name in sorted(known)]
            fields += [f"{name} = {GLOBAL_NATIVES[name]}" for name in sorted(natives & set(GLOBAL_NATIVES))]
            fields += [
                f'{name} = _dc_unknown("native.{name}")' for name in sorted(natives - set(known) - set(GLOBAL_NATIVES))
            ]
            made.append(f"native = struct({', '.join(fields)})")
        for name in sorted(synthetic - {"native"}):
            made.append(f"{name} = {self.made(name, text)}")
        if any("_dc_unknown" in line for line in made):
            loads.append('_dc_unknown = "unknown"')
        if any("_dc_empty" in line for line in made):
            loads.append('_dc_empty = "empty"')
        if any("_dc_rules" in line for line in made):
            loads.append('_dc_rules = "RULES"')
        load = f'load("{PRELUDE}", {", ".join(loads)})' if loads else "pass"
        return "; ".join([load, *made])

    def builtins(self, words: set[str]) -> dict[str, str]:
        """The names among these that the prelude has, and what it calls them."""
        return {word: BUILTINS.get(word, f"rule_{word}") for word in words if word in BUILTINS or word in self._rules}

    def made(self, name: str, text: str) -> str:
        """A stand-in for a name that nobody defines: a struct where the text takes attributes of it."""
        code = code_of(text)
        fields = attributes_of(name, code)
        is_quiet = name in QUIET or name in self._ignored
        if name in self._rules:
            return f"_dc_rules[{json.dumps(name)}]"
        if not fields and name.isupper():
            return "[]"
        if not fields or is_called(name, code):
            return "_dc_empty" if is_quiet else f'_dc_unknown("{name}")'
        values = [f"{one} = " + ("_dc_empty" if is_quiet else f'_dc_unknown("{name}.{one}")') for one in fields]
        return f"struct({', '.join(values)})"
