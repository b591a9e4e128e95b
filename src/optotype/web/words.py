"""The words of the interface, in English and Russian.

A package keeps them in `words/`, one TOML file per page: `search = { en = "Search", ru = "Поиск" }` in `items.toml` is
called `items.search`. What people wrote, such as the names of tags, stays as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal, cast

Language = Literal["en", "ru"]

LANGUAGES: dict[Language, str] = {"en": "English", "ru": "Русский"}
"""What each language calls itself."""


@dataclass(frozen=True)
class Words:
    """All texts of an interface in one language: `words("items.search")`."""

    language: Language
    package: str
    """Whose words; those that all interfaces share are there too."""

    def __call__(self, key: str, **values: object) -> str:
        """A text, with values put in where it has `{name}`.

        Raises:
            KeyError: there is no such text.
        """
        text = self.table[key]
        return text.format(**values) if values else text

    def of(self, texts: Mapping[Language, str], **values: object) -> str:
        """A text that is not kept here but told in each language, with values put in."""
        return texts[self.language].format(**values)

    @property
    def table(self) -> dict[str, str]:
        """All texts by key."""
        return _table(self.language, self.package)

    def decimal(self, value: float, digits: int = 1) -> str:
        """A number as the language writes it: `1,234.5`, or `1 234,5`."""
        text = f"{value + 0.0:,.{digits}f}"
        if float(text.replace(",", "")) == 0:
            text = text.removeprefix("-")
        text = text.replace("-", "\N{MINUS SIGN}")
        return text if self.language == "en" else text.translate(_RUSSIAN)

    def count(self, value: int) -> str:
        """A whole number."""
        return self.decimal(value, 0)

    def percent(self, value: float) -> str:
        """A share from 0 to 1 in percent, without the sign: `75.0`."""
        return self.decimal(100 * value)

    def plain(self, value: float) -> str:
        """A number as short as it is: `3`, `2.5`, or `2,5`."""
        text = f"{value:g}"
        return text if self.language == "en" else text.replace(".", ",")

    def interval(self, low: str, high: str) -> str:
        """Two numbers as an interval; where a comma is part of the numbers, it cannot stand between them."""
        return f"[{low}, {high}]" if self.language == "en" else f"[{low}; {high}]"

    def between_levels(self, low: float | None, high: float | None, asked: Sequence[float]) -> str:
        """An interval of levels, an end that lies outside of those that were asked as `< 1` or `> 8`: `[4.8, > 8]`."""
        return self.interval(
            self.below(asked[0]) if low is None else self.decimal(low),
            self.beyond(asked[-1]) if high is None else self.decimal(high),
        )

    def below(self, level: float) -> str:
        """Somewhere below the easiest level that was asked."""
        return f"< {self.plain(level)}"

    def beyond(self, level: float) -> str:
        """Somewhere beyond the hardest level that was asked."""
        return f"> {self.plain(level)}"


_RUSSIAN = str.maketrans({",": "\N{NO-BREAK SPACE}", ".": ","})


@lru_cache
def _table(language: Language, package: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for owner in ("optotype.web", package):
        for file in sorted((files(owner) / "words").iterdir(), key=lambda file: file.name):
            if file.name.endswith(".toml"):
                texts = cast("dict[str, dict[str, str]]", tomllib.loads(file.read_text(encoding="utf-8")))
                page = file.name.removesuffix(".toml")
                found.update((f"{page}.{key}", text[language]) for key, text in texts.items())
    return found
