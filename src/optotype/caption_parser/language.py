"""The language in which the caption parser writes a FACTUAL-MR: short, in one order, mostly words of the caption.

`white stove in a kitchen` becomes `stove =is white & =in kitchen`. A token is

- a word of an object or attribute, as it is;
- `=sit`, `=on top of`: a verb or a preposition, whole; `=p:park` is passive;
- `*2`, `*1gr`: a quantity, once, where its object is named first;
- `#1`: the index of an object that shares its name with another;
- `;` before the next fact, and `&` before the next fact about the same subject.

Facts stand in the order of their subjects in the caption, then of their objects, so that a graph has one writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from optotype.scenegraph import notation
from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import Fact

NEXT = ";"
"""Before the next fact."""

SAME = "&"
"""Before the next fact about the same subject."""

_PREDICATE, _QUANTITY, _INDEX = "=", "*", "#"
_MARKS = (_PREDICATE, _QUANTITY, _INDEX)
_AMOUNT = re.compile(r"\d+(?:gr|pr|pa|sl)?")
_INDEXED = re.compile(r"(.+):(\d+)")
_CHUNK = re.compile(r"[^\s()]+")
_CORE = re.compile(r"\w(?:.*\w)?", re.DOTALL)
_PART = re.compile(r"\w+")
_PREDICATES = 2
"""A verb and a preposition."""
_ENDINGS = (("ies", ("y",)), ("es", ("", "e")), ("s", ("",)), ("ied", ("y",)), ("ed", ("", "e")), ("ing", ("", "e")))
_NOWHERE = 1_000
_ALIKE = 4
"""How many letters two words share at their beginning if one is a form of the other."""


class Word(NamedTuple):
    """A word of a caption that may be copied."""

    text: str
    """In small letters, without punctuation around it."""
    start: int
    """Its first letter in the caption, counted from 0."""
    end: int
    """The letter after its last."""


def words_of(caption: str) -> list[Word]:
    """The words of a caption that may be copied; of `blue-spotted` also its parts."""
    words: list[Word] = []
    for chunk in _CHUNK.finditer(caption):
        core = _CORE.search(chunk.group())
        if core is None:
            continue
        start = chunk.start() + core.start()
        text = core.group()
        words.append(Word(text.lower(), start, start + len(text)))
        parts = [] if text.isalnum() else list(_PART.finditer(text))
        if len(parts) > 1:
            words += [Word(part.group().lower(), start + part.start(), start + part.end()) for part in parts]
    return words


def bases_of(word: str) -> Iterator[str]:
    """The verbs of which a word may be a form, by its ending; most of them do not exist."""
    yield word
    for ending, replacements in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1:
            yield from (stem + replacement for replacement in replacements)
            if stem[-1] == stem[-2] and ending in ("ing", "ed"):
                yield stem[:-1]


def predicate(verb: str, *, passive: bool = False) -> str:
    """The token of a verb or a preposition."""
    return f"{_PREDICATE}{'p:' if passive else ''}{verb}"


def is_word(token: str) -> bool:
    """Is it a word of an object or attribute, so that it may be copied?"""
    return token not in (NEXT, SAME) and not token.startswith(_MARKS)


def write(meaning: Iterable[Fact], caption: str) -> list[str]:
    """The tokens of a FACTUAL-MR."""
    amounts: dict[str, str] = {}
    facts = [without_amounts(fact, amounts) for fact in meaning]
    texts = [word.text for word in words_of(caption)]
    ordered = sorted(dict.fromkeys(facts), key=lambda fact: _order(fact, texts))
    tokens: list[str] = []
    subject = None
    for number, fact in enumerate(ordered):
        if number:
            tokens.append(SAME if fact[0] == subject else NEXT)
        if fact[0] != subject:
            tokens += _thing(fact[0], amounts)
            subject = fact[0]
        tokens += [_PREDICATE + term for term in fact[1:-1]]
        if len(fact) > 1:
            tokens += _thing(fact[-1], amounts)
    return tokens


def read(tokens: Sequence[str]) -> list[Fact]:
    """The FACTUAL-MR that tokens say; what makes no fact is left out."""
    amounts: dict[str, str] = {}
    facts: list[Fact] = []
    subject = ""
    for separator, fact in _cut(tokens):
        ends: list[list[str]] = [[], []]
        middle: list[str] = []
        for token in fact:
            if token.startswith(_PREDICATE) and len(middle) < _PREDICATES:
                middle.append(token.removeprefix(_PREDICATE))
            else:
                ends[bool(middle)].append(token)
        named = _named(ends[0], amounts)
        subject = named or (subject if separator == SAME else "")
        thing = _named(ends[1], amounts)
        if not subject or _AMOUNT.fullmatch(subject):
            continue  # a number alone would be read back as the quantity of what follows
        if middle and thing:
            facts.append((subject, *middle, thing))
        elif named:
            facts.append((subject,))
    known = {end for fact in facts if len(fact) > 1 for end in (fact[0], fact[-1])}
    kept = dict.fromkeys(fact for fact in facts if len(fact) > 1 or known.isdisjoint(fact))
    return [with_amounts(fact, amounts) for fact in kept]


def graph_of(meaning: Iterable[Fact]) -> frozenset[Fact]:
    """The facts of the collective graph, without indices, as the data publish it."""
    graph = FactualMR.parse(notation.write(meaning)).graph()
    return frozenset(notation.parse(graph.write(ids=False)))


def without_amounts(fact: Fact, amounts: dict[str, str]) -> Fact:
    """The fact without its quantities, which are noted."""
    terms = list(fact)
    if len(terms) > 1 and _AMOUNT.fullmatch(terms[0]):
        amounts.setdefault(terms[1], terms[0])
        del terms[0]
    if len(terms) > 3 and _AMOUNT.fullmatch(terms[-2]):
        amounts.setdefault(terms[-1], terms[-2])
        del terms[-2]
    return tuple(terms)


def with_amounts(fact: Fact, amounts: dict[str, str]) -> Fact:
    """The fact with its quantities; an attribute has none."""
    subject = [amounts[fact[0]]] if fact[0] in amounts else []
    if len(fact) == 1 or fact[1] == "is" or fact[-1] not in amounts:
        return (*subject, *fact)
    return (*subject, *fact[:-1], amounts[fact[-1]], fact[-1])


def split_index(thing: str) -> tuple[str, int]:
    """The name of an object without its index, and the index; 0 where there is none."""
    indexed = _INDEXED.fullmatch(thing)
    return (indexed[1], int(indexed[2])) if indexed else (thing, 0)


def _thing(name: str, amounts: dict[str, str]) -> list[str]:
    """An object, with its quantity where it is named first."""
    amount = amounts.pop(name, None)
    indexed = _INDEXED.fullmatch(name)
    words = (indexed[1] if indexed else name).split()
    return [
        *([_QUANTITY + amount] if amount else []),
        *words,
        *([_INDEX + indexed[2]] if indexed else []),
    ]


def _named(tokens: Sequence[str], amounts: dict[str, str]) -> str:
    """The name of the object that tokens say; its quantity is noted."""
    name = " ".join(token for token in tokens if is_word(token))
    if not name:
        return ""
    for token in tokens:
        if token.startswith(_INDEX):
            name += f":{token.removeprefix(_INDEX)}"
    for token in tokens:
        if token.startswith(_QUANTITY):
            amounts.setdefault(name, token.removeprefix(_QUANTITY))
    return name


def _cut(tokens: Sequence[str]) -> Iterable[tuple[str, list[str]]]:
    separator, fact = NEXT, list[str]()
    for token in tokens:
        if token in (NEXT, SAME):
            yield separator, fact
            separator, fact = token, []
        else:
            fact.append(token)
    yield separator, fact


def _order(fact: Fact, texts: Sequence[str]) -> tuple[float, str, float, Fact]:
    """Where in the caption a fact stands."""
    subject, thing = _place(fact[0], texts), _place(fact[-1], texts)
    return subject, fact[0], thing, fact


def _place(name: str, texts: Sequence[str]) -> int:
    """Where in the caption an object is named; an index means a later place."""
    bare, skipped = split_index(name)
    head = bare.split()[-1]
    places = [place for place, text in enumerate(texts) if text == head]
    if not places:
        places = [place for place, text in enumerate(texts) if text[:_ALIKE] == head[:_ALIKE]]
    if not places:
        return _NOWHERE
    return places[min(skipped, len(places) - 1)]
