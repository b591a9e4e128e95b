"""How much of the right answer's wording another text has, in whatever order and form of the words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from optotype.metrics._vocabulary import (
    ARTICLES,
    COLOURS,
    COMPARING,
    ENGLISH_ENDINGS,
    FUNCTION_WORDS,
    MEMBERS,
    NEGATIONS,
    PLURAL,
    RUSSIAN_ENDINGS,
    SHADES,
)

LONGEST = 2_000
"""How much of a text is looked at; of a longer one, the beginning and the end."""
MOST_WORDS = 400
"""How many words of it are."""

INFLECTED = 0.95
"""What another form of the right word is worth, or another word for it: `rectangular` for `rectangle`."""
MISSPELT = 0.9
"""What a slip of one letter is worth, and what looks the same on paper: `I6` for `l6`."""
SHORTENED = 0.8
"""What an abbreviation is worth: `IT` for `Italian`, `NMT` for `neural machine translation`."""

Starts = dict[str, set[str]]
"""Words by their first letters, so that forms of a word are looked for among few."""

_CLAIMED = 0.5  # from this coverage on, a text speaks of what the other speaks of
_START = 3
_LONG = 6  # in shorter words another letter makes another word
_WORD = re.compile(r"[^\W_]+")
_NOT = re.compile(r"n[’']t\b", re.IGNORECASE)
_LISTING = re.compile(r"[,;\n]+|\s&\s|\b(?:and|и)\b", re.IGNORECASE)
_LONGEST_LIST = 300
_LOOK_ALIKE = str.maketrans({"l": "1", "i": "1", "o": "0", "о": "0"})


@dataclass(frozen=True)
class Word:
    """A word of a text."""

    low: str
    """In small letters."""
    is_name: bool
    """Is it a name, to be matched by its letters: `L2`, `ATTOrder`, `A`?"""
    is_short: bool
    """Is it in capitals, as abbreviations are?"""


@dataclass(frozen=True)
class Wording:
    """How one text covers another."""

    coverage: float
    """The share of the right answer's words that were said."""
    extra: float
    """The share of what was said that is not the right answer's."""
    surplus: float
    """The share of the things listed that are not the right answer's: of `a cat and a dog` for `a cat`, one half."""
    lacking: bool
    """Was a name, a number or one of several things not said, so that no likeness of meaning makes up for it?"""
    excluded: bool
    """Was something said that excludes the right answer: `blue` for `red`, `not red` for `red`?"""
    rest: str
    """What the answer adds to the question, in its own order."""


def shortened(text: str) -> str:
    """The part of a text that is looked at: of a long one, the beginning and the end."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} {text[-LONGEST // 2 :]}"


def words(text: str) -> list[Word]:
    """The words of a text, up to a limit."""
    found = _WORD.findall(_NOT.sub(" not", shortened(text)))[:MOST_WORDS]
    if len(found) > 1 and found[0] == "A":
        # at the beginning of a sentence it is an article, and no name
        found[0] = "a"
    return [_word(word) for word in found]


def _word(text: str) -> Word:
    low = text.lower().replace("ё", "е")
    capitals = sum(map(str.isupper, text))
    if len(text) == 1:
        is_name = capitals > 0 or low not in FUNCTION_WORDS
    else:
        is_name = any(map(str.isdigit, text)) or capitals > text[0].isupper()
    return Word(low, is_name, capitals == len(text) and 2 <= len(text) <= 5)


def compare(right: str, said: str, question: str = "") -> Wording:
    """How a text covers the right one.

    What stands in the question already is no news: words of the right answer that repeat it count only if there are no
    others, and words of the answer that repeat it count for nothing.
    """
    asked = _by_start(words(question))
    wanted, given = words(right), words(said)
    content = _content(wanted) or wanted
    news = [word for word in content if not _is_form(word.low, asked)]
    if not news:
        # asked "red or blue?", who says "blue is higher than red" has said blue
        news, given = content, list(takewhile(lambda word: word.low not in COMPARING, given))
    here = _by_start(news)
    rest = [word for word in given if _is_form(word.low, here) or not _is_form(word.low, asked)]
    fresh = _content(rest)
    earned, needed = _earned(news, fresh or rest), _earned(fresh, news)
    coverage = _mean(earned)
    things, told = _listed(right), _listed(said)
    return Wording(
        coverage=coverage,
        extra=1 - _mean(needed) if needed else 0.0,
        surplus=_mean([float(not any(_earned(thing, news))) for thing in told]),
        lacking=any(word.is_name and not worth for word, worth in zip(news, earned, strict=True))
        or any(not any(_earned(thing, rest)) for thing in things),
        excluded=_exclude([word for word in wanted if not _is_form(word.low, asked)], rest)
        or (coverage >= _CLAIMED and _denied(wanted, given, here, asked)),
        rest=" ".join(word.low for word in rest),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _content(found: Iterable[Word]) -> list[Word]:
    """The words that say something. A colour needs no shade."""
    said = [word for word in found if word.is_name or word.low not in FUNCTION_WORDS]
    if any(COLOURS in MEMBERS.get(word.low, ()) for word in said):
        return [word for word in said if word.low not in SHADES]
    return said


def _listed(text: str) -> list[list[Word]]:
    """The things that a text lists: `a cat, two dogs and a horse`; nothing if it is no bare list."""
    if len(text) > _LONGEST_LIST:
        return []
    parts = [words(part) for part in _LISTING.split(text.strip(" .")) if part.strip()]
    things = [[word for word in part if word.low not in ARTICLES or word.is_name] for part in parts]
    return things if len(things) > 1 and all(map(_is_thing, things)) else []


def _is_thing(thing: Sequence[Word]) -> bool:
    """Is it one to three words, without any that make a clause of it?"""
    clause = any(word.low in NEGATIONS or (word.low in FUNCTION_WORDS and not word.is_name) for word in thing)
    return 0 < len(thing) <= 3 and not clause


def _earned(wanted: Sequence[Word], given: Sequence[Word]) -> list[float]:
    """What each wanted word earns, from 0 to 1, by what was given."""
    exact = {word.low for word in given}
    # "F-score" is "Fscore"
    joined = {one.low + other.low for one, other in pairwise(given)}
    found = [float(word.low in exact or word.low in joined) for word in wanted]
    if all(found):
        return found
    for place, (one, other) in enumerate(pairwise(wanted)):
        if one.low + other.low in exact:
            found[place] = found[place + 1] = 1.0
    for place, word in enumerate(wanted):
        if not found[place]:
            found[place] = _nearly(word, given)
    return _with_initials(wanted, given, found)


def _nearly(word: Word, given: Sequence[Word]) -> float:
    """What a word earns that was not said letter by letter."""
    if word.is_name:
        flat = word.low.translate(_LOOK_ALIKE)
        return MISSPELT * any(other.is_name and other.low.translate(_LOOK_ALIKE) == flat for other in given)
    meant = MEMBERS.get(word.low, {}).items()
    best = 0.0
    for other in given:
        if meant & MEMBERS.get(other.low, {}).items():
            return INFLECTED
        if word.low[:1] != other.low[:1]:
            continue
        if _is_form_of(word.low, other.low):
            return INFLECTED
        # a word that stands alone may be cut short: "Sept"
        if (other.is_short or (len(given) == 1 and len(other.low) > 2)) and word.low.startswith(other.low):
            best = max(best, SHORTENED)
        elif min(len(word.low), len(other.low)) >= _LONG and _one_slip(word.low, other.low):
            best = max(best, MISSPELT)
    return best


def _with_initials(wanted: Sequence[Word], given: Sequence[Word], found: list[float]) -> list[float]:
    """What words earn, when initials are counted: `NMT` for `neural machine translation`, and the other way round."""
    theirs = "".join(word.low[0] for word in given)
    ours = "".join(word.low[0] for word in wanted)
    for place, word in enumerate(wanted):
        if not found[place] and word.is_short and word.low in theirs:
            found[place] = SHORTENED
    for other in given:
        if other.is_short and (start := ours.find(other.low)) >= 0:
            for place in range(start, start + len(other.low)):
                found[place] = max(found[place], SHORTENED)
    return found


def _by_start(found: Iterable[Word]) -> Starts:
    by_start: Starts = {}
    for word in found:
        by_start.setdefault(word.low[:_START], set()).add(word.low)
    return by_start


def _is_form(word: str, known: Starts) -> bool:
    """Is it a form of a known word?"""
    near = known.get(word[:_START], ())
    return word in near or any(_is_form_of(word, other) for other in near)


def _is_form_of(one: str, other: str) -> bool:
    """Are they forms of one word: is what is left of each, where they begin to differ, an ending?"""
    shared = _shared(one, other)
    if shared < _START:
        return False
    ends = {one[shared:], other[shared:]}
    return (
        ends <= PLURAL
        or (shared > _START and ends <= RUSSIAN_ENDINGS)
        or (shared > _START + 1 and ends <= ENGLISH_ENDINGS)
    )


def _shared(one: str, other: str) -> int:
    """How many letters two words share at their beginning."""
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)


def _one_slip(one: str, other: str) -> bool:
    """Do they differ by one letter: put in, left out, or replaced?"""
    if abs(len(one) - len(other)) > 1:
        return False
    shared = _shared(one, other)
    ours, theirs = one[shared:], other[shared:]
    return ours[1:] == theirs[1:] or ours[1:] == theirs or ours == theirs[1:]


def _exclude(wanted: Sequence[Word], given: Sequence[Word]) -> bool:
    """Does what was said name another thing of its kind than is wanted, and not the wanted one?"""
    meant, told = _members(wanted), _members(given)
    return any(group in told and not members & told[group] for group, members in meant.items())


def _members(found: Sequence[Word]) -> dict[int, set[int]]:
    members: dict[int, set[int]] = {}
    for word in found:
        for group, member in MEMBERS.get(word.low, {}).items():
            members.setdefault(group, set()).add(member)
    return members


def _denied(wanted: Sequence[Word], given: Sequence[Word], here: Starts, asked: Starts) -> bool:
    """Does one of the texts deny what the other claims: `not red` for `red`? `Red, not blue` denies nothing."""
    if any(word in asked.get(word[:_START], ()) for word in NEGATIONS):
        return False
    if any(word.low in NEGATIONS for word in wanted):
        return not any(word.low in NEGATIONS for word in given)
    return any(
        word.low in NEGATIONS and any(_is_form(other.low, here) for other in given[place + 1 : place + 3])
        for place, word in enumerate(given)
    )
