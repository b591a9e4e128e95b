"""Prompts: what is said to models, as templates in files that an author can replace.

`generator.md` in the folder `prompts/` of the bench takes the place of ours. English and Russian have templates of
their own; for any other language the English ones are used, which name the language that questions are written in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.errors import OptotypeError, what_there_is

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from optotype.bench import Bench

_FIELD = re.compile(r"\{(\w+)\}")
_NAMES = {"en": "English", "ru": "Russian"}


@dataclass(frozen=True)
class Prompts:
    """The templates that a bench uses."""

    language: str
    """Of the questions: `en`, `ru`, or any other by its English name."""
    folder: Path | None = None
    """Where an author's own templates lie."""

    @classmethod
    def of(cls, bench: Bench) -> Prompts:
        """Those of a bench, as its settings say.

        Raises:
            OptotypeError: its folder holds a template that nobody asks for, or is not there.
        """
        section = bench.settings.generate
        folder = bench.folder / section.prompts
        if "prompts" in section.model_fields_set and not folder.is_dir():
            raise OptotypeError(f"{folder} is not there; [generate] prompts names the folder of your templates.")
        found = cls(section.language, folder if folder.is_dir() else None)
        found.check()
        return found

    @property
    def spoken(self) -> str:
        """The language of the templates themselves."""
        return self.language if self.language in _NAMES else "en"

    @property
    def language_name(self) -> str:
        """What the templates call the language of the questions."""
        return _NAMES.get(self.language, self.language)

    def own(self) -> dict[str, str]:
        """By name, the templates that are the author's."""
        found = [] if self.folder is None else sorted(self.folder.glob("*.md"))
        return {file.stem: self.template(file.stem) for file in found}

    def check(self) -> None:
        """Makes sure that no template of the author is overlooked.

        Raises:
            OptotypeError: there is one that has no place, or that cannot be read.
        """
        if self.folder is None:
            return
        known = {file.name for file in self._ours.iterdir() if file.name.endswith(".md")}
        for file in sorted(self.folder.glob("*.md")):
            if file.name not in known:
                raise OptotypeError(f"{file}: there is no such template. {what_there_is(file.name, known)}")
            self.template(file.stem)

    def template(self, name: str) -> str:
        """A template as it is written.

        Raises:
            OptotypeError: the author's file cannot be read.
        """
        own = None if self.folder is None else self.folder / f"{name}.md"
        if own is None or not own.is_file():
            return (self._ours / f"{name}.md").read_text(encoding="utf-8").strip()
        try:
            return own.read_text(encoding="utf-8-sig").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise OptotypeError(f"{own} cannot be read: {error}. A template is a text in UTF-8.") from error

    def say(self, name: str, fields: Mapping[str, str]) -> str:
        """A template with its fields filled in. A line is left out if it has fields and all of them are empty.

        Fields are filled in one go: what a caption says of fields stays what it is.

        Raises:
            OptotypeError: the template names a field that there is not.
        """
        fields = {"language": self.language_name, **fields}
        lines: list[str] = []
        for line in self.template(name).splitlines():
            named = _FIELD.findall(line)
            if unknown := [field for field in named if field not in fields]:
                raise OptotypeError(
                    f"The template {name}.md has a field {{{unknown[0]}}}. {what_there_is(unknown[0], fields)}"
                )
            if not named or any(fields[field] for field in named):
                lines.append(_FIELD.sub(lambda found: fields[found[1]], line))
        return "\n".join(lines).strip()

    @cached_property
    def _ours(self) -> Traversable:
        return resources.files("optotype.generate") / "templates" / self.spoken
