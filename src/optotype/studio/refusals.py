"""What the studio refuses, with a reason in the language of whoever asked."""

from __future__ import annotations

from optotype.errors import OptotypeError
from optotype.web.words import Language, Words


class Refused(OptotypeError):
    """Something that a form asked for will not do."""

    def __init__(self, why: str, **values: object) -> None:
        self.why = why
        """The reason: a key in `words/refused.toml`."""
        self.values = values
        super().__init__(self.said(Words("en", "optotype.studio")))

    def said(self, words: Words) -> str:
        """The reason, in words; numbers as the language writes them."""
        shown = {name: _shown(name, value, words) for name, value in self.values.items()}
        return words(f"refused.{self.why}", **shown)


def _shown(name: str, value: object, words: Words) -> object:
    """A value in the words of a language; in English, things are called what commands call them."""
    match value:
        case Refused():
            return value.said(words)
        case int():
            return words.count(value)
        case str() if words.language != "en" and name in _NAMED:
            return words.table.get(_NAMED[name].format(value.partition(":")[0].replace(" ", "_")), value)
        case _:
            return value


_NAMED = {"phase": "board.{}", "assignment": "board.{}", "role": "board.{}", "screen": "{}.title"}
"""Values that pages have words for."""


def reason(error: Exception, words: Words) -> tuple[str, Language]:
    """Why something was refused, and in which language that is: what other parts of Optotype say is English."""
    return (error.said(words), words.language) if isinstance(error, Refused) else (str(error), "en")


def preferred(accepted: str) -> Language:
    """The first of the languages that a browser names and we have."""
    for part in accepted.split(","):
        name = part.split(";")[0].strip().lower()[:2]
        if name == "ru":
            return "ru"
        if name == "en":
            return "en"
    return "en"
