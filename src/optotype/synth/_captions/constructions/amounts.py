"""Quantities with units, and what is said of stuff: groups, pairs, parts, slices, cups, pieces."""

from optotype.synth._captions import lexicon
from optotype.synth._captions.composer import SINGLE, Composer, DeadEnd, Mention
from optotype.synth._captions.constructions import construction


@construction(level=2, weight=1.5)
def counted(composer: Composer) -> str:
    """`two dogs on the grass`, `three men are riding horses`."""
    if composer.often(0.5):
        place = composer.any(lexicon.places())
        things = _several(composer, composer.fresh(place.subjects))
        said = composer.phrase(things)
        return f"{said} {composer.locate(things, place, be=composer.often(0.3))}"
    action = composer.any(lexicon.actions())
    things = _several(composer, composer.capable(action))
    said = composer.phrase(things)
    return f"{said} {composer.act(things, action, composer.manner())}"


@construction(level=3)
def group(composer: Composer) -> str:
    """`a group of people standing on the beach`."""
    noun = composer.fresh(lexicon.nouns("person*, grazer*, horse*, bird*, boat*, building*, tree*"))
    things = composer.mention(noun, plural=True, amount=False)
    front = composer.unit(things, "group", "gr", 2 if composer.level > 5 and composer.often(0.1) else 1)
    if things.thing.number == 1 and composer.often(0.2):
        # the size of a group is not kept
        front = f"{'a ' if front.startswith('a ') else ''}{composer.any(('large', 'small', 'big'))} group of"
    said = composer.phrase(things, most=1, first=front)
    if composer.often(0.6) and lexicon.actions_of(noun):
        action = composer.action(things)
        if action.each:
            raise DeadEnd
        return f"{said} {composer.act(things, action, 'doing')}"
    return f"{said} {composer.locate(things, composer.place(things))}"


@construction(level=4)
def pair(composer: Composer) -> str:
    """`man wearing a pair of black shoes`, `a pair of giraffes near a fence`."""
    kind = composer.any(("worn", "lying", "two"))
    if kind == "two":
        noun = composer.fresh(
            lexicon.nouns("grazer*, horse*, bird*, pet*, palm tree, clock, lamp, pillow, bench, candle")
        )
        things = composer.mention(noun, plural=True, amount=False)
        said = composer.phrase(things, most=1, first=composer.unit(things, "pair", "pr"))
        return f"{said} {composer.locate(things, composer.place(things))}"
    worn = lexicon.nouns("footwear*, legwear*, eyewear*")
    if kind == "lying":
        things = composer.named("footwear*", plural=True)
        said = composer.phrase(things, first=composer.unit(things, "pair", "pr"))
        return f"{said} {composer.locate(things, composer.place(things))}"
    person = composer.named("person*", plural=False)
    said = composer.phrase(person, most=1)
    things = composer.mention(composer.fresh(worn), plural=True)
    pair_said = composer.phrase(things, first=composer.unit(things, "pair", "pr"))
    composer.relate(person, "wear", "", things)
    return f"{said} {composer.does(person, _WEAR, composer.manner())} {pair_said}"


@construction(level=4)
def slice_of(composer: Composer) -> str:
    """`two slices of pizza on a plate`."""
    food = composer.named(lexicon.SLICED, plural=False)
    number = composer.chance.choices((1, 2, 3, 4), (6, 3, 1, 1))[0]
    if number == 1 and composer.often(0.25):
        composer.unit(food, "slice", "sl")
        food.thing.said = f"{food.noun.said[0]} slice"
        said = composer.phrase(food, most=1)
    else:
        said = composer.phrase(food, most=1, first=composer.unit(food, "slice", "sl", number))
    if composer.often(0.4):
        person = composer.named("man, woman, boy, girl, child, person", plural=False)
        eater = composer.phrase(person, most=1)
        verb = composer.any((_EAT, _HOLD))
        composer.relate(person, verb.named, "", food)
        return f"{eater} {composer.does(person, verb, composer.manner())} {said}"
    where = composer.named("plate, table, napkin, tray, paper plate, pan, cutting board")
    there = composer.phrase(where)
    composer.relate(food, "", "on", where)
    return f"{said} on {there}"


@construction(level=4, weight=0.7)
def part(composer: Composer) -> str:
    """`part of a fence behind the cow`."""
    place = composer.any(lexicon.places())
    thing = composer.mention(composer.fresh([noun for noun in place.subjects if noun.count != "plural"]), plural=False)
    front = composer.unit(thing, "part", "pa")
    article = composer.any(("a", "the", "the")) if thing.noun.count == "countable" else "the"
    said = composer.phrase(thing, most=0, first=f"{front} {article}")
    return f"{said} {composer.locate(thing, place)}"


@construction(level=4, weight=1.5)
def container(composer: Composer) -> str:
    """`a cup of coffee on the table`: the coffee is in the cup."""
    holders, how, contents = composer.any(lexicon.rows(lexicon.CONTAINERS))
    holder = composer.named(holders, plural=False)
    said = composer.phrase(holder)
    content = composer.named(contents, plural=False)
    said += f" of {composer.phrase(content, most=1, first='')}"
    if how == "have":
        composer.relate(holder, "have", "", content)
    else:
        composer.relate(content, "", how, holder)
    composer.feature("container")
    if composer.often(0.35):
        person = composer.named("man, woman, boy, girl, person, waiter", plural=False)
        front = composer.phrase(person, most=1)
        composer.relate(person, "hold", "", holder)
        return f"{front} {composer.does(person, _HOLD, composer.manner())} {said}"
    return f"{said} {composer.locate(holder, composer.place(holder))}"


@construction(level=4)
def lump(composer: Composer) -> str:
    """`a piece of paper on the desk`, which is said as an attribute."""
    word, stuff = composer.any(lexicon.rows(lexicon.LUMPS))
    thing = composer.named(stuff, plural=False)
    front = composer.any((f"a {word} of", f"{word} of"))
    if composer.often(0.3):
        size = composer.any(("large", "small", "big"))
        front = front.replace(word, f"{size} {word}")
        composer.describe(thing, size)
    said = composer.phrase(thing, most=1, first=front)
    composer.describe(thing, word)
    composer.feature("piece")
    where = composer.named("table, ground, floor, plate, desk, sidewalk, field, grass, wall")
    preposition = composer.any(("on", "on", "near", "next to"))
    there = composer.phrase(where)
    composer.relate(thing, "", preposition, where)
    return f"{said} {preposition} {there}"


@construction(level=7, weight=1.5)
def distributive(composer: Composer) -> str:
    """`two men riding horses`: two of each."""
    action = composer.any([action for action in lexicon.actions() if action.each])
    things = _several(composer, composer.capable(action))
    said = composer.phrase(things)
    if things.thing.number == 2 and composer.often(0.2):
        said = "both" + said.removeprefix("the ").removeprefix("two").removeprefix("2")
    said += f" {composer.act(things, action, composer.manner())}"
    if "distributive" not in composer.features:
        raise DeadEnd
    if composer.often(0.4):
        said += f" {composer.locate(things, composer.setting(things))}"
    return said


def _several(composer: Composer, noun: lexicon.Noun) -> Mention:
    if noun.count != "countable" or noun.plain == "couple" or noun.kind in SINGLE:
        raise DeadEnd
    things = composer.mention(noun, plural=True, amount=False)
    things.thing.number = composer.chance.choices((2, 3, 4, 5, 6, 7, 8, 9), (60, 18, 9, 5, 3, 2, 2, 1))[0]
    return things


_WEAR, _EAT, _HOLD = map(lexicon.verb, ("wear", "eat", "hold"))
