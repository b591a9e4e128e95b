"""Puts phrases together and writes down what they mean, at the same time, so that the two cannot differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from optotype.scenegraph.meaning import Unit
from optotype.synth._captions import lexicon
from optotype.synth._captions.lexicon import Action, Place
from optotype.synth._captions.meaning import Attribute, Meaning, Relation, Thing
from optotype.synth._captions.words import Noun, Verb, article, number_word

PEOPLE = ("person", "athlete", "worker")
"""Kinds of nouns for people."""

_Option = TypeVar("_Option")

_ABLE = {
    "baby": "hold, wear, sit, lie, lay, play, eat, sleep",
    "toddler": "hold, wear, sit, stand, walk, play, eat, run, lie, lay",
    "bride": "hold, wear, sit, stand, walk, cut",
    "couple": "sit, stand, walk, eat, ride, watch, wait, cross",
    "spectator": "sit, stand, watch, hold, wear",
    "umpire": "wear, stand, watch, hold, kneel",
}
"""Those who cannot do everything that a person does, and what they do."""

SINGLE = frozenset(
    (
        "ground",
        "water",
        "room",
        "place",
        "sky",
        "wall",
        "floor",
        "area",
        "background",
        "mountain",
        "infrastructure",
        "body",
    )
)
"""Kinds of things of which a picture shows one."""

_COLOURS = frozenset(word for word in lexicon.COLOURS.split(", ") if " " not in word and "-" not in word)

_HERS = frozenset(("dress", "skirt", "blouse"))

_SHE = ("woman", "girl", "lady", "bride")


class DeadEnd(Exception):
    """What was begun cannot be ended well; begin anew."""


@dataclass
class Mention:
    """A thing that a caption speaks of, with the noun for it."""

    noun: Noun
    thing: Thing
    plural: bool

    @property
    def many(self) -> bool:
        """Is the verb that follows a plural?"""
        return self.plural and self.thing.modifier != "gr" and not (self.thing.modifier and self.thing.number == 1)

    @property
    def pronouns(self) -> tuple[str, str]:
        """What is said for it when it comes up again: `her`, and `it`."""
        if self.plural:
            return "their", "them"
        if self.noun.kind in PEOPLE:
            word = self.noun.plain
            return ("her", "her") if word in _SHE else ("his", "him")
        return "its", "it"


@dataclass
class Composer:
    """One caption in the making."""

    chance: Random
    level: int
    meaning: Meaning = field(default_factory=Meaning)
    features: dict[str, None] = field(default_factory=dict[str, None])
    """What the caption contains that makes parsing hard, in order: number, group, passive ..."""
    articles: str = ""
    mentions: list[Mention] = field(default_factory=list[Mention])
    """What was spoken of, in order."""

    def __post_init__(self) -> None:
        self.articles = self.chance.choices(("none", "a", "the", "mixed"), (4, 3, 2, 2))[0]

    # --- chance

    def often(self, share: float) -> bool:
        """Yes, in this share of cases."""
        return self.chance.random() < share

    def pick(self, options: Sequence[_Option]) -> _Option:
        """Any of them, those in front more often: the lexicon has common words first."""
        if not options:
            raise DeadEnd
        return options[int(len(options) * self.chance.random() ** 2)]

    def any(self, options: Sequence[_Option]) -> _Option:
        """Any of them, all equally often."""
        if not options:
            raise DeadEnd
        return options[int(len(options) * self.chance.random())]

    def fresh(self, options: Sequence[Noun], able: Callable[[Noun], bool] = lambda _: True) -> Noun:
        """A noun that the caption does not speak of yet."""
        spoken = {word.rstrip("es") for thing in self.meaning.things for word in thing.name.split()}
        for _ in range(8):
            noun = self.pick(options)
            if able(noun) and not any(word.rstrip("es") in spoken for word in " ".join(noun.named).split()):
                return noun
        raise DeadEnd

    # --- things

    def mention(self, noun: Noun, *, plural: bool | None = None, amount: bool = True) -> Mention:
        """Begins to speak of a thing: one or several, with a number where that is known."""
        if noun.count == "countable":
            usual = 0 if noun.kind in SINGLE else 0.18 if self.meaning.things else 0.28
            plural = self.often(usual) if plural is None else plural
        else:
            plural = noun.count == "plural"
        thing = self.meaning.add(Thing(noun.named[plural], noun.said[plural]))
        mention = Mention(noun, thing, plural)
        self.mentions.append(mention)
        if (
            amount
            and plural
            and noun.count == "countable"
            and self.level >= 2
            and self.often((0.15 if self.meaning.things[1:] else 0.3) + self.level / 30)
        ):
            thing.number = self.chance.choices((2, 3, 4, 5, 6, 7, 8), (62, 18, 9, 4, 2, 1, 1))[0]
        return mention

    def named(self, words: str, *, plural: bool | None = None, amount: bool = True) -> Mention:
        """Begins to speak of a thing that bears one of some nouns: `man, woman, bird*`."""
        return self.mention(self.fresh(lexicon.nouns(words)), plural=plural, amount=amount)

    def relate(self, subject: Mention, verb: str, preposition: str, target: Mention, *, passive: bool = False) -> None:
        """Notes that something holds between two things."""
        preposition = lexicon.PREPOSITIONS.get(preposition, preposition)
        self.meaning.facts.append(Relation(subject.thing, verb, preposition, target.thing, passive))

    def describe(self, mention: Mention, value: str) -> None:
        """Notes that a thing is something, which nobody says twice."""
        if any(isinstance(fact, Attribute) and fact == Attribute(mention.thing, value) for fact in self.meaning.facts):
            raise DeadEnd
        self.meaning.facts.append(Attribute(mention.thing, value))

    def feature(self, name: str) -> None:
        """Notes what makes the caption hard."""
        self.features[name] = None

    # --- phrases

    def phrase(self, mention: Mention, *, most: int | None = None, first: str | None = None) -> str:
        """The words for a thing: article or amount, adjectives, noun.

        Args:
            mention: what is spoken of.
            most: how many adjectives at most; by the level unless given.
            first: what stands in front instead of an article.
        """
        words = [*self.adjectives(mention, most), mention.thing.said]
        if first is None:
            first = self._front(mention, words[0])
        elif mention.thing.number > 1 and not mention.thing.modifier:
            self.feature("number")
            first += f" {number_word(mention.thing.number)}"
        return " ".join([first, *words]).strip()

    def adjectives(self, mention: Mention, most: int | None = None) -> list[str]:
        """Adjectives for a thing, none or some, in the order in which they are said."""
        possible = lexicon.adjectives(mention.noun)
        most = (1 if self.level < 3 else 2) if most is None else most
        share = 0.2 + self.level / 45
        count = sum(self.often(share / (number + 1)) for number in range(most)) if possible else 0
        chosen: dict[str, tuple[int, str, str]] = {}
        for _ in range(count):
            adjective = self.pick(possible)
            if not any(adjective[0] == other[0] for other in chosen.values()):
                chosen[adjective[2]] = adjective
        ordered = sorted(chosen.values())
        words = [said for _, said, _ in ordered]
        values = [named for _, _, named in ordered]
        if ordered and ordered[-1][0] == 4 and self.level >= 4 and self.often(0.15):
            others = [one for one in possible if one[2] in _COLOURS and one[2] not in chosen]
            if others and values[-1] in _COLOURS:
                _, said, named = self.pick(others)
                words[-1] += f" and {said}"
                values.append(named)
                self.feature("two colours")
        for value in values:
            self.describe(mention, value)
        if words and self.level >= 5 and self.often(0.04) and ordered[0][0] == 1:
            words.insert(0, "very")
        return words

    def _front(self, mention: Mention, following: str) -> str:
        thing = mention.thing
        if thing.number > 1 and not thing.modifier:
            self.feature("number")
            amount = str(thing.number) if self.often(0.06) else number_word(thing.number)
            return f"the {amount}" if self.articles == "the" and self.often(0.4) else amount
        if mention.plural and mention.noun.count == "countable" and self.level >= 2 and self.often(0.15):
            self.feature("dropped amount")
            amount = self.any(lexicon.DROPPED_AMOUNTS.split(", "))
            return amount.removeprefix("a ") if self.articles == "none" and amount.endswith("of") else amount
        kind = self.any(("none", "a", "the")) if self.articles == "mixed" else self.articles
        if mention.plural or mention.noun.count == "mass":
            return "the" if (kind == "the" and self.often(0.5)) or mention.noun.plain in ("sky", "air") else ""
        if self.level >= 2 and self.often(0.03):
            self.feature("dropped amount")
            return "one"
        return "" if kind == "none" else "the" if kind == "the" else article(following)

    def unit(self, mention: Mention, word: str, modifier: Unit, number: int = 1) -> str:
        """What stands before a noun that is counted in units: `a group of`, `two pairs of`."""
        mention.thing.modifier, mention.thing.number = modifier, number
        self.feature(word)
        if number > 1:
            return f"{number_word(number)} {word}s of"
        return self.any((f"a {word} of", f"{word} of"))

    # --- doing and being

    def action(self, subject: Mention, *, direct: bool | None = None) -> Action:
        """Something that a thing can do; with `direct`, one that takes its object with or without a preposition."""
        able = _ABLE.get(subject.noun.plain)
        possible = [
            action
            for action in lexicon.actions_of(subject.noun)
            if (direct is None or direct != bool(action.prepositions))
            and (able is None or action.verbs[0].said in able.split(", "))
        ]
        return self.any(possible)

    def does(self, subject: Mention, verb: Verb, manner: str) -> str:
        """A verb, as its subject and the manner of the caption ask: `riding`, `is riding`, `rides`."""
        be = "are" if subject.many else "is"
        match manner:
            case "is doing":
                return f"{be} {verb.doing}"
            case "does":
                return verb.said if subject.many else verb.does
            case "that is doing":
                self.feature("relative clause")
                return f"{'who' if subject.noun.kind in PEOPLE and self.often(0.4) else 'that'} {be} {verb.doing}"
            case _:
                return verb.doing

    def manner(self) -> str:
        """How the verbs of a caption are said."""
        return self.chance.choices(
            ("doing", "is doing", "does", "that is doing"), (60, 26, 9, 5 if self.level > 4 else 0)
        )[0]

    def act(self, subject: Mention, action: Action, manner: str, *, first: str | None = None) -> str:
        """What a thing does, from the verb on; notes what that means."""
        verb = self.any(action.verbs)
        preposition = self.pick(action.prepositions) if action.prepositions else ""
        noun = self.garment(subject, action.objects)
        target = self.mention(noun, plural=self._shared(subject, action), amount=not subject.plural)
        if action.each and subject.plural and target.plural and subject.thing.number > 1:
            # each of two men rides a horse of his own: two horses
            target.thing.number = subject.thing.number
            if noun.count == "plural":
                target.thing.modifier = "pr"
            self.feature("distributive")
            said = " ".join([*self.adjectives(target, 1), target.thing.said])
        else:
            said = self.phrase(target, first=first if target.noun.count != "mass" else None)
        verb_said = self.does(subject, verb, manner)
        if verb.said == "take photo":
            verb_said = verb_said.replace("photo", self.any(("a photo", "a picture")))
        self.relate(subject, verb.named, preposition, target)
        return " ".join(filter(None, (verb_said, preposition, said)))

    def _shared(self, subject: Mention, action: Action) -> bool | None:
        """Several who wear hats wear several; several who sit on a bench may share it."""
        if not subject.plural:
            return False if action.each else None
        if action.verbs[0].said in ("wear", "swing", "read"):
            return True
        return self.often(0.4) if action.each else None

    def garment(self, wearer: Mention, among: Sequence[Noun]) -> Noun:
        """Something that somebody could wear."""
        return self.fresh(among, lambda noun: noun.plain not in _HERS or wearer.noun.plain in _SHE)

    def setting(self, subject: Mention) -> Place:
        """Somewhere that a thing can be while it does something."""
        return self.any(lexicon.settings_of(subject.noun))

    def locate(self, subject: Mention, place: Place, *, be: bool = False) -> str:
        """Where a thing is, from the preposition on; notes what that means."""
        preposition = self.pick(place.prepositions)
        target = self.mention(self.fresh(place.objects))
        said = self.phrase(target)
        self.relate(subject, "", preposition, target)
        return f"{'are ' if subject.many else 'is '}{preposition} {said}" if be else f"{preposition} {said}"

    def place(self, subject: Mention) -> Place:
        """Somewhere that a thing can be."""
        return self.any(lexicon.places_of(subject.noun))

    def capable(self, action: Action) -> Noun:
        """Somebody who can do something."""

        def able(noun: Noun) -> bool:
            verbs = _ABLE.get(noun.plain)
            return verbs is None or action.verbs[0].said in verbs.split(", ")

        return self.fresh(action.subjects, able)

    def same(self, mention: Mention) -> Mention:
        """Another thing of the same name."""
        thing = self.meaning.add(replace(mention.thing))
        self.feature("equal names")
        return Mention(mention.noun, thing, mention.plural)
