"""One caption inside another: `white stove in a kitchen` and `kitchen with tiled floor` make a longer one.

A host names a thing that a guest begins with. What the guest says of the thing is put where the host names it, or at
the host's end if it is what the host begins with too. The thing is one, and all else stays apart: the caption that they
make has the facts of both. So train captions of six words make some of nine to twenty-six, by way of several guests.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from optotype.caption_parser import language
from optotype.scenegraph.notation import Fact
from optotype.training._parser_data import MANY, Example

_ARTICLES = frozenset({"a", "an", "the"})
# fmt: off
_PREPOSITIONS = frozenset({
    "about", "above", "across", "against", "along", "alongside", "among", "around", "at", "atop", "behind", "below",
    "beneath", "beside", "between", "by", "down", "for", "from", "in", "inside", "into", "near", "of", "off", "on",
    "onto", "out", "outside", "over", "past", "through", "to", "toward", "towards", "under", "underneath", "up", "upon",
    "with", "without",
})
_LIVING = frozenset({
    "baby", "boy", "child", "girl", "guy", "lady", "man", "men", "people", "person", "player", "woman", "women",
})
"""Who is followed by `who`, and not by `that`."""
# fmt: on
_BEING = frozenset({"is", "are", "was", "were"})
_HAVING = frozenset({"has", "have", "had"})
_RELATIVE = frozenset({"that", "which", "who"})
_STOPS = frozenset('.;:!?"')
"""What may not stand in what a guest says."""
_MOST = 26
"""Words that a caption may have."""
_TRIES = 12
"""Guests that are tried on a host before it is given up."""


@dataclass(frozen=True)
class _Begun:
    """A caption that begins with a thing, cut there."""

    thing: str
    before: tuple[str, ...]
    """Its attributes that stand before it."""
    after: tuple[str, ...]
    """What follows it."""
    ends: int
    """The place of the word after it."""


class Nesting:
    """The train captions, ready to be put into each other."""

    def __init__(self, found: Sequence[Example]) -> None:
        """Look which captions begin with which thing.

        Args:
            found: the train captions.
        """
        self._examples = found
        self._verbs = frozenset(
            verb.removeprefix("p:") for one in found for fact in _bare(one.meaning) for verb in fact[1:-1]
        )
        self._told = frozenset(pair for one in found for fact in _bare(one.meaning) for pair in _pairs(fact))
        self._guests: dict[str, list[Example]] = {}
        for example in found:
            begun = self._begun(example)
            if begun is not None and _hangs_together(example.meaning):
                self._guests.setdefault(begun.thing, []).append(example)

    def draw(self, count: int, chance: random.Random) -> list[Example]:
        """Captions made of several, of drawn lengths; about a tenth fewer than asked for, where no guest fits."""
        return list(filter(None, (self._drawn(chance) for _ in range(count))))

    def _drawn(self, chance: random.Random) -> Example | None:
        host = chance.choice(self._examples)
        made = host
        wanted = chance.randint(MANY, _MOST)
        for _ in range(_TRIES):
            if len(made.caption.split()) >= wanted:
                break
            things = sorted({name for name in _things(made.meaning) if name in self._guests})
            if not things:
                break
            guest = chance.choice(self._guests[chance.choice(things)])
            made = self.nest(made, guest, chance) or made
        return made if made is not host and len(made.caption.split()) >= MANY else None

    def nest(self, host: Example, guest: Example, chance: random.Random) -> Example | None:
        """The host with what the guest says of the thing that it begins with; nothing where they do not fit.

        Args:
            host: names the thing.
            guest: begins with it.
            chance: draws among ways to say it.
        """
        begun = self._begun(guest)
        words = _words(host)
        place = None if begun is None else _place(begun.thing, host.meaning, words)
        if begun is None or place is None or _are_at_odds(begun.thing, host.meaning, guest.meaning):
            return None
        if begun.after[:1] == ("of",) and place and words[place - 1] == "'s":
            return None
        end = place + len(begun.thing.split())
        own = self._begun(host)
        shared = own is not None and own.ends == end
        if own is not None and shared and own.after and begun.after:
            at, after = (
                len(words),
                self._and_then(own.after, begun.after, self._is_doubtful(host, guest, begun.thing), chance),
            )
        elif begun.after and words[end:] and not self._is_over(words[end], begun.thing, host.meaning):
            return None
        else:
            at, after = end, self._of_it(begun.thing, begun.after) if words[:place] else list(begun.after)
        if after is None or len(words) + len(begun.before) + len(after) > _MOST:
            return None
        facts = _renamed(begun.thing, host, guest, fixed=shared or bool(words[at:]))
        merged = [*words[:at], *after, *words[at:]]
        if facts is None or not _put_before(merged, place, begun.before, host, begun.thing):
            return None
        return Example(" ".join(merged), _without_repetition([*host.meaning, *facts]), host.graph | guest.graph)

    def _begun(self, example: Example) -> _Begun | None:
        """The caption, cut after the thing it begins with; nothing where it begins otherwise."""
        words = _words(example)
        start = int(bool(words) and words[0] in _ARTICLES)
        named = _things(example.meaning)
        said = _attributes(example.meaning)
        for place in range(start, len(words)):
            thing = max(
                (name for name in named if words[place : place + len(name.split())] == name.split()),
                default=None,
                key=len,
            )
            if thing is not None:
                break
        else:
            return None
        before, ends = words[start:place], place + len(thing.split())
        after = words[ends:]
        told = said.get(thing, set())
        if not _is_plain(thing, example.meaning) or not told.issuperset(before) or words.count(words[ends - 1]) > 1:
            return None
        if len(after) == 2 and after[0] in _BEING and after[1] in told:
            before, after = [*before, after[1]], []
        if (after and not self._may_follow(after[0])) or not _STOPS.isdisjoint(after):
            return None
        if not (_BEING | _HAVING).isdisjoint(after[1:]) and after[0] not in _BEING | _HAVING | _RELATIVE:
            return None
        return _Begun(thing, tuple(before), tuple(after), ends)

    def _may_follow(self, word: str) -> bool:
        """May the word begin what is said of a thing that stands before it?"""
        return (
            word in _PREPOSITIONS | _BEING | _HAVING | _RELATIVE or self._is_finite(word) or self._is_participle(word)
        )

    def _is_finite(self, word: str) -> bool:
        return word in _BEING | _HAVING or (word.endswith("s") and self._is_verb(word))

    def _is_participle(self, word: str) -> bool:
        return word.endswith(("ing", "ed")) and self._is_verb(word)

    def _is_verb(self, word: str) -> bool:
        return any(base in self._verbs for base in language.bases_of(word) if base != word)

    def _is_over(self, word: str, thing: str, meaning: Sequence[Fact]) -> bool:
        """Is what is said of the thing over, so that the word begins something about another one?"""
        done = {term.removeprefix("p:") for fact in _bare(meaning) if fact[0] == thing for term in fact[1:-1]}
        bases = {"have", "is"} if word in _BEING | _HAVING else set(language.bases_of(word))
        return (self._is_finite(word) or self._is_participle(word)) and done.isdisjoint(bases)

    def _is_doubtful(self, host: Example, guest: Example, thing: str) -> bool:
        """Might what the guest says of the thing be said of another thing of the host?"""
        said = {pair[1] for fact in _bare(guest.meaning) if fact[0] == thing for pair in _pairs(fact)}
        others = {language.split_index(name)[0] for name in _things(host.meaning)} - {thing}
        return any((other, one) in self._told for other in others for one in said)

    def _of_it(self, thing: str, after: Sequence[str]) -> list[str]:
        """What is said of a thing, as it can stand behind it in the midst of a caption."""
        if not after or not self._is_finite(after[0]):
            return list(after)
        if after[0] in _BEING and len(after) > 1 and (self._is_participle(after[1]) or after[1] in _PREPOSITIONS):
            return list(after[1:])
        return ["who" if thing.split()[-1] in _LIVING else "that", *after]

    def _and_then(
        self, own: Sequence[str], after: Sequence[str], doubtful: bool, chance: random.Random
    ) -> list[str] | None:
        """What is said of a thing, as it can stand at the end of a caption that says something of the same thing.

        Args:
            own: what the caption says of it.
            after: what is to be said too.
            doubtful: it would be taken for something said of another thing.
            chance: draws what stands between them.
        """
        if after[0] in {"of", *_RELATIVE}:
            return None
        if self._is_finite(after[0]):
            alike = self._is_finite(own[0])
            if alike and after[0] in _BEING and own[0] in _BEING and len(after) > 1:
                after = after[1:]
            return ["and", *after] if alike else list(after)
        if self._is_participle(after[0]):
            likewise = self._is_participle(own[0]) or (
                own[0] in _BEING and len(own) > 1 and self._is_participle(own[1])
            )
            joints = ["and"] if likewise else []
            joints += [","] if doubtful else [",", "", ""]
            joint = chance.choice(joints)
            return [joint, *after] if joint else list(after)
        return None if doubtful else list(after)


def _pairs(fact: Fact) -> Iterator[tuple[str, str]]:
    """What a fact says of its subject: what it does, and to which thing it is related."""
    subject = language.split_index(fact[0])[0]
    if len(fact) > 2 and fact[1] != "is":
        yield subject, language.split_index(fact[-1])[0]
        if len(fact) > 3:
            yield subject, f"={fact[1]}"


def _are_at_odds(thing: str, one: Sequence[Fact], other: Sequence[Fact]) -> bool:
    """Do both relate the thing to others of the same name, or to an owner each?"""
    near = [
        {
            language.split_index(end)[0]
            for fact in _bare(facts)
            if thing in (fact[0], fact[-1])
            for end in (fact[0], fact[-1])
        }
        for facts in (one, other)
    ]
    owned = [any(fact[-2:] == ("have", thing) for fact in _bare(facts)) for facts in (one, other)]
    return near[0] & near[1] > {thing} or all(owned)


def _without_repetition(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts, each once; that a thing is there is not said of one of which more is said."""
    told = {end for fact in _bare(facts) if len(fact) > 1 for end in (fact[0], fact[-1])}
    return tuple(dict.fromkeys(fact for fact in facts if len(fact) > 1 or told.isdisjoint(fact)))


def _words(example: Example) -> list[str]:
    return example.caption.lower().rstrip(" .\t\n").split()


def _bare(meaning: Sequence[Fact]) -> Iterator[Fact]:
    return (language.without_amounts(fact, {}) for fact in meaning)


def _things(meaning: Sequence[Fact]) -> set[str]:
    """The things of a meaning, with their indices."""
    return {end for fact in _bare(meaning) for end in (fact[0], *((fact[-1],) if fact[1:2] != ("is",) else ()))}


def _attributes(meaning: Sequence[Fact]) -> dict[str, set[str]]:
    said: dict[str, set[str]] = {}
    for fact in _bare(meaning):
        if len(fact) == 3 and fact[1] == "is":
            said.setdefault(fact[0], set()).add(fact[2])
    return said


def _is_plain(thing: str, meaning: Sequence[Fact]) -> bool:
    """Is there one thing of that name, without an index and a quantity?"""
    amounts: dict[str, str] = {}
    for fact in meaning:
        language.without_amounts(fact, amounts)
    alike = [name for name in _things(meaning) if language.split_index(name)[0] == thing]
    return alike == [thing] and thing not in amounts


def _hangs_together(meaning: Sequence[Fact]) -> bool:
    """Is every thing related to every other, be it by way of others?"""
    facts = list(_bare(meaning))
    reached = {fact[0] for fact in facts[:1]}
    for _ in facts:
        for fact in facts:
            ends = {fact[0], fact[-1]} if fact[1:2] != ("is",) else {fact[0]}
            if not reached.isdisjoint(ends):
                reached |= ends
    return reached == _things(meaning)


def _place(thing: str, meaning: Sequence[Fact], words: Sequence[str]) -> int | None:
    """Where a caption names a thing, if it does so once."""
    name = thing.split()
    if thing not in _things(meaning) or not _is_plain(thing, meaning) or words.count(name[-1]) != 1:
        return None
    place = words.index(name[-1]) - len(name) + 1
    return place if place >= 0 and list(words[place : place + len(name)]) == name else None


def _renamed(thing: str, host: Example, guest: Example, *, fixed: bool) -> list[Fact] | None:
    """The guest's facts, its things that bear names of the host's with an index; nothing where that cannot be.

    Args:
        thing: which both have.
        host: names the thing.
        guest: begins with it.
        fixed: things of equal names would be the same one, or stand in another order than their indices.
    """
    there = [language.split_index(name) for name in _things(host.meaning)]
    names: dict[str, str] = {}
    for name in _things(guest.meaning) - {thing}:
        bare, index = language.split_index(name)
        highest = max((known for other, known in there if other == bare), default=None)
        if highest is None:
            continue
        if fixed or index or highest or f"{name}:1" in _things(guest.meaning):
            return None
        names[name] = f"{bare}:1"
    facts: list[Fact] = []
    for fact in guest.meaning:
        amounts: dict[str, str] = {}
        bare_fact = language.without_amounts(fact, amounts)
        last = bare_fact[-1:] if bare_fact[1:2] == ("is",) else (names.get(bare_fact[-1], bare_fact[-1]),)
        first = names.get(bare_fact[0], bare_fact[0])
        renamed = (first, *bare_fact[1:-1], *last) if len(bare_fact) > 1 else (first,)
        facts.append(
            language.with_amounts(renamed, {names.get(name, name): amount for name, amount in amounts.items()})
        )
    return facts


def _put_before(words: list[str], place: int, before: Sequence[str], host: Example, thing: str) -> bool:
    """Put attributes before a thing, unless it has others there; `a` and `an` as the next word wants it."""
    said = _attributes(host.meaning).get(thing, set[str]())
    if not before:
        return True
    if place and words[place - 1] in said:
        return words[place - 1] in before and len(before) == 1
    if not said.isdisjoint(before):
        return False
    words[place:place] = before
    if place and words[place - 1] in {"a", "an"}:
        words[place - 1] = "an" if before[0][0] in "aeiou" else "a"
    return True
