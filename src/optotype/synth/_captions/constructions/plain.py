"""One thing, what it is, or where it is."""

from optotype.synth._captions import lexicon
from optotype.synth._captions.composer import Composer
from optotype.synth._captions.constructions import construction


@construction(level=1, weight=0.5)
def lone(composer: Composer) -> str:
    """`this is a boardwalk`."""
    place = composer.any(lexicon.places())
    thing = composer.mention(composer.fresh(place.subjects))
    composer.articles = "a"
    said = composer.phrase(thing)
    if thing.many:
        return f"{composer.any(('these are', 'there are'))} {said}"
    return f"{composer.any(('this is', 'there is'))} {said}"


@construction(level=1)
def quality(composer: Composer) -> str:
    """`the boat is yellow`."""
    place = composer.any(lexicon.places())
    thing = composer.mention(composer.fresh(place.subjects))
    said = composer.phrase(thing, most=1 if composer.level > 4 else 0, first="the")
    _, word, value = composer.any(lexicon.adjectives(thing.noun))
    composer.describe(thing, value)
    be = "are" if thing.many else "is"
    return f"{said} {be} {'very ' if composer.level > 4 and composer.often(0.1) else ''}{word}"


@construction(level=1)
def state(composer: Composer) -> str:
    """`the man is smiling`."""
    subjects, values = composer.any(lexicon.states())
    thing = composer.mention(composer.fresh(subjects))
    said = composer.phrase(thing)
    value = composer.any(values)
    composer.describe(thing, value)
    be = "are " if thing.many else "is "
    return f"{said} {be if not value.endswith('ing') or composer.often(0.6) else ''}{value}"


@construction(level=1, weight=4)
def place(composer: Composer) -> str:
    """`a plate on the table`, `the cat is under the chair`, `there is a vase on the desk`."""
    place = composer.any(lexicon.places())
    thing = composer.mention(composer.fresh(place.subjects))
    said = composer.phrase(thing)
    if said.split()[0] != "the" and composer.often(0.08):
        said = f"there {'are' if thing.many else 'is'} {said}"
        return f"{said} {composer.locate(thing, place)}"
    return f"{said} {composer.locate(thing, place, be=composer.often(0.3))}"


@construction(level=3)
def between(composer: Composer) -> str:
    """`a bench between two trees`, `toilet between the sink and the tub`."""
    near = [place for place in lexicon.places() if "next to" in place.prepositions]
    place = composer.any(near)
    thing = composer.mention(composer.fresh(place.subjects), plural=False)
    said = composer.phrase(thing)
    countable = [noun for noun in place.objects if noun.count == "countable"]
    if composer.often(0.5):
        others = composer.mention(composer.fresh(countable), plural=True, amount=False)
        others.thing.number = 2
        around = composer.phrase(others)
        composer.relate(thing, "", "between", others)
        return f"{said} {composer.any(('between', 'between', 'in between'))} {around}"
    composer.feature("coordination")
    phrases: list[str] = []
    for _ in range(2):
        other = composer.mention(composer.fresh(countable), plural=False)
        phrases.append(composer.phrase(other, most=1))
        composer.relate(thing, "", "between", other)
    return f"{said} between {' and '.join(phrases)}"
