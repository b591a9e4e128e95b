"""Families: parts that are found by the name of their file, or by an entry point of another package.

`Family("optotype.formats", "Format")` finds `formats/scivqa.py` under the name `scivqa`, and takes the class
`Scivqa` from it. Nothing is imported before it is asked for by name, so that heavy libraries stay unloaded. Another
package adds a part by an entry point in the group `optotype.formats`.
"""

from __future__ import annotations

import dataclasses
import importlib
import importlib.metadata
import math
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from optotype.errors import OptotypeError, UnknownPart

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Part = TypeVar("Part")

_SPEC = re.compile(r"\s*([^:(/]*?)\s*(?::(.*)|\((.*)\)\s*(?:/\d+)?|/\d+)?\s*", re.DOTALL)
"""A name, with settings after a colon or in parentheses; a signature, which ends with a version, can be read so too."""


class Family(Generic[Part]):
    """The parts of one kind, by name."""

    def __init__(self, package: str, kind: str) -> None:
        self.package = package
        self.kind = kind

    @cached_property
    def _files(self) -> set[str]:
        paths = importlib.import_module(self.package).__path__
        return {module.name for module in pkgutil.iter_modules(paths) if not module.name.startswith("_")}

    @cached_property
    def _plugins(self) -> dict[str, importlib.metadata.EntryPoint]:
        return {point.name: point for point in importlib.metadata.entry_points(group=self.package)}

    def names(self) -> list[str]:
        """All names, built-in and plugged in, in alphabetical order."""
        return sorted(self._files | set(self._plugins))

    def __getitem__(self, name: str) -> type[Part]:
        """The part called so; imports its file alone."""
        if name in self._files:
            module = importlib.import_module(f"{self.package}.{name}")
            return cast("type[Part]", getattr(module, class_name(name)))
        if name in self._plugins:
            return cast("type[Part]", self._plugins[name].load())
        raise UnknownPart(self.kind, name, self.names())

    def name_of(self, part: type[Part]) -> str:
        """What a part is called: as its file, or as its entry point, whichever file of its package it stands in."""
        package, _, stem = part.__module__.rpartition(".")
        if package == self.package:
            return stem
        near = part.__module__.partition(".")[0]
        points = (point for point in self._plugins.values() if point.module.partition(".")[0] == near)
        return next((point.name for point in points if point.load() is part), stem)

    def about(self, part: type[Part]) -> str:
        """What a part is, in a sentence: the first line of its file, or of its class where a file may hold several."""
        own = part.__module__.rpartition(".")[0] == self.package
        return ((sys.modules[part.__module__] if own else part).__doc__ or "").strip().partition("\n")[0]

    def build(self, name: str, settings: Mapping[str, object]) -> Part:
        """The part called so, with its settings; texts are turned into what a setting is.

        Raises:
            OptotypeError: it has no such setting, or the setting cannot have that value.
        """
        return with_settings(self[name], settings, f"The {self.kind} '{name}'")

    def build_all(self, settings: Mapping[str, Mapping[str, object]], place: str) -> dict[str, Part]:
        """All parts by name, with the settings that some have in a section called as their package.

        Raises:
            OptotypeError: a part or a setting that does not exist, or a value that it cannot have; `place` begins it.
        """
        section = self.package.removeprefix("optotype.")
        for name in settings:
            if name not in self:
                raise OptotypeError(f"{place}, [{section}.{name}]: {UnknownPart(self.kind, name, self)}")
        found: dict[str, Part] = {}
        for name in self:
            try:
                found[name] = self.build(name, settings[name]) if name in settings else self[name]()
            except OptotypeError as error:
                raise OptotypeError(f"{place}, [{section}.{name}]: {error}") from error
        return found

    def from_text(self, spec: str) -> Part:
        """The part that a text names, with its settings: `number`, `number:tolerance=0.1,unit=kg`.

        Settings may stand in parentheses: `number(tolerance=0.1)`; those of a part that a setting names have to.

        Raises:
            OptotypeError: no such part or setting, or a text that cannot be understood.
        """
        found = _SPEC.fullmatch(spec)
        name, settings = (spec.strip(), "") if found is None else (found[1], (found[2] or found[3] or "").strip())
        given: dict[str, str] = {}
        for part in split(settings, ",") if settings else ():
            setting, equals, value = (piece.strip() for piece in part.partition("="))
            if not setting or not equals:
                raise OptotypeError(
                    f"The {self.kind} '{spec}': {part.strip()!r} is no setting. "
                    "Write 'NAME:SETTING=VALUE,SETTING=VALUE'."
                )
            if setting in given:
                raise OptotypeError(f"The {self.kind} '{spec}': the setting '{setting}' is given twice.")
            given[setting] = value
        return self.build(name, given)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self._files or name in self._plugins


def split(text: str, mark: str) -> list[str]:
    """The pieces of a text between marks; those in parentheses part nothing.

    >>> split("a(x=1,y=2),b", ",")
    ['a(x=1,y=2)', 'b']
    """
    pieces, depth = [""], 0
    for letter in text:
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter == mark and not depth:
            pieces.append("")
        else:
            pieces[-1] += letter
    return pieces


def class_name(stem: str) -> str:
    """The class that a file holds: `relaxed_accuracy.py` holds `RelaxedAccuracy`."""
    return "".join(word.capitalize() for word in stem.split("_"))


def with_settings(part: type[Part], settings: Mapping[str, object], what: str) -> Part:
    """A frozen dataclass made from its settings; texts are turned into what a setting is.

    Raises:
        OptotypeError: there is no such setting, or it cannot have that value; `what` begins the message.
    """
    from pydantic import ValidationError

    from optotype.settings import explain

    known = [setting.name for setting in dataclasses.fields(cast("Any", part))]
    if unknown := sorted(set(settings) - set(known)):
        has = f"It has: {', '.join(known)}." if known else "It has none."
        raise OptotypeError(f"{what} has no setting called '{unknown[0]}'. {has}")
    try:
        return _taking(part).validate_python(settings)
    except ValidationError as error:
        raise OptotypeError(f"{what}: {explain(error)}.") from error


@cache
def _taking(part: type[object]) -> TypeAdapter[Any]:
    """What makes a part from its settings; to make that out takes longer than to use it."""
    from pydantic import TypeAdapter

    return TypeAdapter(part)


def refuse_senseless(part: object) -> None:
    """Makes sure that the numbers among a part's settings are numbers, and not negative.

    Raises:
        ValueError: a setting is infinite, not a number, or less than nothing.
    """
    for setting in dataclasses.fields(cast("Any", part)):
        value = getattr(part, setting.name)
        if isinstance(value, int | float) and not (math.isfinite(value) and value >= 0):
            raise ValueError(f"{setting.name} is {value}, but a finite number that is not negative was expected")


def spec_of(part: object, name: str) -> str:
    """The text that names a part with its settings: `majority:least=2`; what a setting is anyway is left out."""
    changed = [
        f"{setting.name}={getattr(part, setting.name)}"
        for setting in dataclasses.fields(cast("Any", part))
        if getattr(part, setting.name) != setting.default
    ]
    return f"{name}:{','.join(changed)}" if changed else name
