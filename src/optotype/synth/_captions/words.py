"""Words and their forms: nouns with plurals, verbs with participles, prepositions as FACTUAL writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

_IRREGULAR_PARTICIPLES = {
    "build": "built",
    "catch": "caught",
    "cut": "cut",
    "draw": "drawn",
    "drive": "driven",
    "eat": "eaten",
    "feed": "fed",
    "fly": "flown",
    "hang": "hung",
    "hit": "hit",
    "hold": "held",
    "lead": "led",
    "make": "made",
    "read": "read",
    "ride": "ridden",
    "spread": "spread",
    "stick": "stuck",
    "throw": "thrown",
    "wear": "worn",
    "write": "written",
}
_DOUBLED = frozenset(
    (
        "chop",
        "cut",
        "drag",
        "get",
        "grab",
        "grip",
        "hit",
        "hop",
        "hug",
        "pet",
        "plug",
        "prop",
        "run",
        "sit",
        "stop",
        "strap",
        "swim",
        "tap",
        "top",
        "wrap",
    )
)
_VOWELS = "aeiou"


@dataclass(frozen=True)
class Noun:
    """A noun as captions say it and as graphs name it."""

    kind: str
    """What sort of thing it names; see `lexicon.KINDS`."""
    said: tuple[str, str]
    """Singular and plural, as captions say it; the same twice where there is no difference."""
    named: tuple[str, str]
    """Singular and plural, as graphs name it."""
    count: Literal["countable", "mass", "plural"] = "countable"
    """Mass nouns have no plural and no number; plural nouns have no singular, and come in pairs."""

    @property
    def plain(self) -> str:
        """The word by which tables of the lexicon call it."""
        return self.said[0]


@dataclass(frozen=True)
class Verb:
    """A verb as captions say it and as graphs name it."""

    said: str
    """The base form in the caption: `lie`."""
    named: str
    """The lemma in the graph: `lay`."""

    @property
    def doing(self) -> str:
        """`riding`."""
        word, rest = _first(self.said)
        if word == "lie":
            return f"lying{rest}"
        if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
            return f"{word[:-1]}ing{rest}"
        return f"{word}{word[-1] if word in _DOUBLED else ''}ing{rest}"

    @property
    def does(self) -> str:
        """`rides`; `has` for `have`."""
        word, rest = _first(self.said)
        return "has" + rest if word == "have" else _with_s(word) + rest

    @property
    def done(self) -> str:
        """`ridden`."""
        word, rest = _first(self.said)
        if word in _IRREGULAR_PARTICIPLES:
            return _IRREGULAR_PARTICIPLES[word] + rest
        if word.endswith("e"):
            return f"{word}d{rest}"
        if word.endswith("y") and word[-2] not in _VOWELS:
            return f"{word[:-1]}ied{rest}"
        return f"{word}{word[-1] if word in _DOUBLED else ''}ed{rest}"


def noun(text: str, kind: str) -> Noun:
    """Reads a noun of the lexicon.

    `man/men` gives its plural, `~grass` is a mass, `=jeans` has no singular, and `cell phone>cellphone` is named
    otherwise in graphs.
    """
    said, _, named = text.partition(">")
    if said[0] == "~":
        return _unchanging(kind, said[1:], named, "mass")
    if said[0] == "=":
        return _unchanging(kind, said[1:], named, "plural")
    return Noun(kind, _numbers(said), _numbers(named or said))


def verb(text: str) -> Verb:
    """Reads a verb of the lexicon; `lie>lay` is named otherwise in graphs."""
    said, _, named = text.partition(">")
    return Verb(said, named or said)


def number_word(number: int) -> str:
    """2 as `two`."""
    return ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")[number]


def article(phrase: str) -> str:
    """`a` or `an`, as the sound of what follows asks."""
    return "an" if phrase[0] in _VOWELS and not phrase.startswith(("uni", "one")) else "a"


def _unchanging(kind: str, said: str, named: str, count: Literal["mass", "plural"]) -> Noun:
    return Noun(kind, (said, said), (named or said, named or said), count)


def _numbers(text: str) -> tuple[str, str]:
    singular, _, plural = text.partition("/")
    return singular, plural or _with_s(singular)


def _with_s(word: str) -> str:
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}s"


def _first(verb: str) -> tuple[str, str]:
    """The word that is inflected, and what follows it: `take photo` is `taking photo`."""
    word, space, rest = verb.partition(" ")
    return word, space + rest
