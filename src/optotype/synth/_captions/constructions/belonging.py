"""What belongs to what: parts, owners, and what things have on them."""

from optotype.synth._captions import lexicon
from optotype.synth._captions.composer import PEOPLE, Composer, DeadEnd, Mention
from optotype.synth._captions.constructions import construction
from optotype.synth._captions.words import Noun


@construction(level=1, weight=2)
def part_of(composer: Composer) -> str:
    """`the leg of a table`: the table has the leg."""
    whole, part = whole_and_part(composer)
    said = composer.phrase(part, most=None if composer.level > 2 else 0)
    of = composer.phrase(whole, most=None if composer.level > 2 else 0)
    composer.relate(whole, "have", "", part)
    composer.feature("possession")
    return f"{said} of {of}"


@construction(level=2, weight=1.5)
def has(composer: Composer) -> str:
    """`the bus has a windshield`."""
    whole, part = whole_and_part(composer)
    said = composer.phrase(whole)
    said += " have " if whole.many else " has "
    said += composer.phrase(part)
    composer.relate(whole, "have", "", part)
    composer.feature("possession")
    return said


@construction(level=3, weight=2)
def with_part(composer: Composer) -> str:
    """`tree with green leaves`, `building with two windows`."""
    whole, part = whole_and_part(composer, striking=True)
    said = f"{composer.phrase(whole)} with {composer.phrase(part)}"
    composer.relate(whole, "", "with", part)
    if composer.level > 4 and composer.often(0.5):
        said += f" {composer.locate(whole, composer.setting(whole))}"
    return said


@construction(level=3, weight=1.5)
def owner(composer: Composer) -> str:
    """`the man 's shirt is blue`, `a dog 's head on a pillow`."""
    whole, part = whole_and_part(composer, "person*, horse*, grazer*, pet*, bird*, beast*")
    said = f"{composer.phrase(whole, most=1)} 's"
    if whole.plural:
        raise DeadEnd
    composer.relate(whole, "have", "", part)
    composer.feature("possession")
    if composer.often(0.5) and (possible := lexicon.adjectives(part.noun)):
        _, word, value = composer.any(possible)
        composer.describe(part, value)
        return f"{said} {part.thing.said} {'are' if part.many else 'is'} {word}"
    said += f" {composer.phrase(part, most=1, first='')}"
    preposition = composer.any(("on", "near", "in front of", "next to", "above", "under"))
    there = composer.named("furniture*, fence, grass, water, ground, pillow, window")
    where = composer.phrase(there)
    composer.relate(part, "", preposition, there)
    return f"{said} {'are ' if part.many else ''}{preposition} {where}"


@construction(level=3)
def described(composer: Composer) -> str:
    """`a wine glass on the table`: the glass is wine."""
    said, word, value = composer.any(lexicon.rows(lexicon.DESCRIBED))
    thing = composer.named(word, plural=False)
    thing.thing.said = said
    composer.feature("compound")
    words = composer.phrase(thing, most=1)
    composer.describe(thing, value)
    place = composer.place(thing)
    return f"{words} {composer.locate(thing, place, be=composer.often(0.3))}"


@construction(level=4)
def compound(composer: Composer) -> str:
    """`bird on a tree branch`: the tree has the branch."""
    said, subject, predicate, target = composer.any(lexicon.rows(lexicon.COMPOUNDS))
    first = composer.named(subject, plural=False)
    second = composer.named(target, plural=target.startswith("="), amount=False)
    head = first if said.endswith(first.thing.said) else second
    head.thing.said = said
    composer.feature("compound")
    words = composer.phrase(head, most=1)
    composer.relate(first, predicate if predicate == "have" else "", "" if predicate == "have" else predicate, second)
    if composer.often(0.5):
        there = composer.named("wall, window, man, woman, mirror, fence, table, sky")
        where = composer.any(("near", "next to", "behind", "in front of", "above", "beside"))
        last = composer.phrase(there)
        composer.relate(head, "", where, there)
        return f"{words} {where} {last}"
    # the head is named last in the caption, so that what is on it comes first
    guest = composer.named("bird, man, sign, light, logo, cat, reflection, woman")
    where = composer.any(("on", "near", "above", "by"))
    front = composer.phrase(guest)
    composer.relate(guest, "", where, head)
    return f"{front} {where} {words}"


@construction(level=6, weight=1.5)
def on_it(composer: Composer) -> str:
    """`the table has a knife on it`, `a wall with pictures on it`: the knife is on the table."""
    places = [place for place in lexicon.places() if place.prepositions[0] in ("on", "in")]
    place = composer.any(places)
    there = composer.mention(composer.fresh(place.objects, lambda noun: noun.kind not in PEOPLE), plural=False)
    said = composer.phrase(there)
    thing = composer.mention(composer.fresh(place.subjects))
    on = composer.phrase(thing)
    composer.relate(thing, "", place.prepositions[0], there)
    composer.feature("pronoun")
    verb = composer.any(("with", "with", "has", "that has"))
    if verb == "that has":
        composer.feature("relative clause")
    return f"{said} {verb.replace('has', 'have') if there.many else verb} {on} {place.prepositions[0]} it"


@construction(level=6)
def in_hand(composer: Composer) -> str:
    """`woman with a phone in her hand`."""
    noun = composer.fresh(lexicon.nouns("person*"))
    if noun.plain == "couple":
        raise DeadEnd
    person = composer.mention(noun, plural=False)
    said = composer.phrase(person)
    thing = composer.named("hold*, sport*", plural=False)
    said += f" with {composer.phrase(thing)}"
    hand = composer.named("hand, right hand, left hand, arm", plural=False)
    composer.relate(person, "", "with", thing)
    composer.relate(thing, "", preposition := "under" if hand.noun.plain == "arm" else "in", hand)
    composer.relate(person, "have", "", hand)
    composer.feature("pronoun")
    return f"{said} {preposition} {person.pronouns[0]} {hand.thing.said}"


def whole_and_part(composer: Composer, wholes: str | None = None, *, striking: bool = False) -> tuple[Mention, Mention]:
    """A thing and a part of it; with `striking`, a part that not everybody has."""
    kinds: set[Noun] | None = set(lexicon.nouns(wholes)) if wholes else None
    possible = [
        (left, right) for left, right in lexicon.pairs(lexicon.PARTS) if kinds is None or not kinds.isdisjoint(left)
    ]
    wholes_there, parts = composer.any(possible)
    plural = False if wholes or composer.often(0.7) else None
    whole = composer.mention(composer.fresh(wholes_there), plural=plural)
    if striking and whole.noun.kind in PEOPLE:
        parts = lexicon.nouns("hair*")
    noun = composer.fresh(parts)
    several = None if noun.plain in _REPEATED and not whole.plural else False
    return whole, composer.mention(noun, plural=several)


_REPEATED = ("window", "door", "wheel", "leg", "ear", "drawer", "button", "wing", "engine", "headlight", "tire", "horn")
"""Parts of which a thing may have several."""
