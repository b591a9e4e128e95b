"""Several things or facts in one caption: coordination, chains, negation."""

from dataclasses import replace

from optotype.synth._captions import lexicon
from optotype.synth._captions.composer import Composer, DeadEnd, Mention
from optotype.synth._captions.constructions import construction
from optotype.synth._captions.constructions.belonging import whole_and_part
from optotype.synth._captions.constructions.doing import put_on, within
from optotype.synth._captions.words import Noun


@construction(level=4)
def both_do(composer: Composer) -> str:
    """`man and woman walking on the beach`: both do."""
    action = composer.any([action for action in lexicon.actions() if not action.each])
    left, first = _one(composer, composer.capable(action))
    right, second = _one(composer, composer.capable(action))
    if left.noun.kind != right.noun.kind:
        raise DeadEnd
    verb = composer.any(action.verbs)
    preposition = composer.pick(action.prepositions) if action.prepositions else ""
    doing = composer.does(replace(left, plural=True), verb, composer.any(("doing", "doing", "is doing")))
    if verb.said == "take photo":
        doing = doing.replace("photo", "a photo")
    target = composer.mention(composer.fresh(action.objects), plural=False)
    last = composer.phrase(target)
    for each in (left, right):
        composer.relate(each, verb.named, preposition, target)
    return " ".join(filter(None, (first, "and", second, doing, preposition, last)))


@construction(level=4)
def both_there(composer: Composer) -> str:
    """`coffee and cake on a table`: both are there."""
    place = composer.any(lexicon.places())
    left, first = _one(composer, composer.fresh(place.subjects))
    right, second = _one(composer, composer.fresh(place.subjects))
    preposition = composer.pick(place.prepositions)
    target = composer.mention(composer.fresh(place.objects), plural=False)
    last = composer.phrase(target)
    for each in (left, right):
        composer.relate(each, "", preposition, target)
    return f"{first} and {second} {preposition} {last}"


@construction(level=4, weight=1.5)
def objects(composer: Composer) -> str:
    """`man wearing a hat and a red shirt`, `plate with cheese and bread`."""
    composer.feature("coordination")
    action = composer.any([action for action in lexicon.actions() if not action.prepositions])
    subject = composer.mention(composer.capable(action), plural=False)
    said = composer.phrase(subject)
    verb = composer.any(action.verbs)
    if verb.said in ("ride", "play", "cross", "drive", "board", "swing", "climb", "cast", "leave"):
        raise DeadEnd
    said += f" {composer.does(subject, verb, composer.manner())}"
    count = 3 if composer.level > 6 and composer.often(0.3) else 2
    phrases: list[str] = []
    for _ in range(count):
        target = composer.mention(composer.fresh(action.objects), plural=False)
        phrases.append(composer.phrase(target, most=1))
        composer.relate(subject, verb.named, "", target)
    return f"{said} {listed(phrases)}"


@construction(level=5)
def dressed(composer: Composer) -> str:
    """`woman wearing a hat and holding an umbrella`."""
    subject = composer.named("person*", plural=False)
    said = f"{composer.phrase(subject, most=1)} {put_on(composer, subject, 'doing')}"
    action = composer.action(subject)
    if action.verbs[0].said == "wear":
        raise DeadEnd
    middle = composer.any((" and", " while", "", ""))
    if middle:
        composer.feature("coordination")
    return f"{said}{middle} {composer.act(subject, action, 'doing')}"


@construction(level=6, weight=1.5)
def two_actions(composer: Composer) -> str:
    """`a dog running on the beach and chasing a ball`."""
    action = composer.any(lexicon.actions())
    subject = composer.mention(composer.capable(action))
    said = f"{composer.phrase(subject)} {composer.act(subject, action, composer.any(('doing', 'is doing')))}"
    other = composer.action(subject)
    if other.verbs[0].said == action.verbs[0].said:
        raise DeadEnd
    composer.feature("coordination")
    return f"{said} {composer.any(('and', 'while', 'and'))} {composer.act(subject, other, 'doing')}"


@construction(level=5, weight=2)
def act_there(composer: Composer) -> str:
    """`man holding an umbrella next to a bus`."""
    action = composer.any(lexicon.actions())
    if action.prepositions:
        raise DeadEnd
    subject = composer.mention(composer.capable(action))
    said = f"{composer.phrase(subject)} {composer.act(subject, action, composer.manner())}"
    return f"{said} {composer.locate(subject, composer.setting(subject))}"


@construction(level=5, weight=2)
def chain(composer: Composer) -> str:
    """`a lamp on a table next to the bed`: each thing is placed by the next."""
    place = composer.any(lexicon.places())
    thing = composer.mention(composer.fresh(place.subjects))
    said = composer.phrase(thing)
    for _ in range(3 if composer.level > 7 and composer.often(0.6) else 2):
        said += f" {composer.locate(thing, place)}"
        thing = composer.mentions[-1]
        place = composer.place(thing)
    return said


@construction(level=6)
def without(composer: Composer) -> str:
    """`a tree without leaves next to the road`: leaves that are not there are not named."""
    wholes, absent = composer.any(_ABSENT)
    thing = composer.named(wholes, plural=False)
    said = composer.phrase(thing)
    what = composer.any(absent.split(", "))
    composer.feature("negation")
    how = composer.any(("without", "with no", "that has no"))
    said += f" {how} {what if how == 'without' else what.removeprefix('a ')}"
    if composer.often(0.7):
        said += f" {composer.locate(thing, composer.setting(thing))}"
    return said


@construction(level=7, weight=3)
def crowded(composer: Composer) -> str:
    """`young man in a blue shirt and black pants riding a bike down the street next to a bus`."""
    subject = composer.named("person*", plural=False)
    said = f"{composer.phrase(subject, most=1)} {within(composer, subject)}"
    if said.split()[-2] != "with" and composer.often(0.3):
        composer.feature("coordination")
        said += f" and {within(composer, subject).split(' ', 1)[1]}"
    direct = composer.often(0.7)
    action = composer.action(subject, direct=direct)
    if action.verbs[0].said == "wear":
        raise DeadEnd
    said += f" {composer.act(subject, action, composer.any(('doing', 'doing', 'is doing')))}"
    return f"{said} {composer.locate(subject, composer.setting(subject))}" if direct else said


@construction(level=7, weight=2)
def scene(composer: Composer) -> str:
    """`a brown horse with a long mane standing in a field near a fence`."""
    whole, part = whole_and_part(composer, striking=True)
    said = f"{composer.phrase(whole)} with {composer.phrase(part)}"
    composer.relate(whole, "", "with", part)
    if lexicon.actions_of(whole.noun) and composer.often(0.7):
        action = composer.action(whole)
        said += f" {composer.act(whole, action, 'doing')}"
        if action.prepositions:
            return said
    return f"{said} {composer.locate(whole, composer.setting(whole))}"


@construction(level=8, weight=2)
def beside(composer: Composer) -> str:
    """`a woman holding a phone next to a man who is wearing a hat`."""
    left = composer.named("person*", plural=False)
    said = f"{composer.phrase(left, most=1)} {composer.act(left, composer.action(left, direct=True), 'doing')}"
    where = composer.any(("next to", "behind", "in front of", "beside", "near"))
    right = composer.named("person*", plural=False)
    other = composer.phrase(right, most=1)
    composer.relate(left, "", where, right)
    manner = composer.any(("doing", "doing", "that is doing"))
    return f"{said} {where} {other} {composer.act(right, composer.action(right), manner)}"


def _one(composer: Composer, noun: Noun) -> tuple[Mention, str]:
    composer.feature("coordination")
    mention = composer.mention(noun, plural=False)
    return mention, composer.phrase(mention, most=1)


def listed(phrases: list[str]) -> str:
    """`a, b and c`, with commas as words of their own, as in the data."""
    return f"{' , '.join(phrases[:-1])} and {phrases[-1]}"


_ABSENT = (
    ("tree*", "leaves, branches, flowers"),
    ("person*", "shoes, a shirt, a hat, glasses, socks"),
    ("building*", "windows, doors, people"),
    ("street, road, sidewalk, parking lot, beach, field, park", "people, cars, trees, snow"),
    ("furniture*", "cushions, drawers, legs, pillows"),
    ("vehicle*", "wheels, windows, a driver, passengers"),
    ("pizza, sandwich, hot dog, burger", "cheese, sauce, meat, toppings"),
    ("plate, bowl, cup, glass, vase", "food, water, flowers, handles"),
)
"""Things, and what they may lack."""
