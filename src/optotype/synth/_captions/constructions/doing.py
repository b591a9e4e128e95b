"""What things do, wear, and have done to them."""

from dataclasses import replace

from optotype.synth._captions import lexicon
from optotype.synth._captions.composer import Composer, DeadEnd, Mention
from optotype.synth._captions.constructions import construction
from optotype.synth._captions.words import verb as verb_of

_TO_EACH_OTHER = (
    *(("stand", "next to"), ("face", ""), ("look", "at"), ("follow", ""), ("sit", "next to"), ("chase", "")),
    *(("stand", "behind"), ("walk", "beside"), ("lay", "next to"), ("play", "with"), ("stand", "beside")),
)

_GARMENTS = "top*, legwear*, headwear*, footwear*, eyewear*"


@construction(level=1, weight=4)
def act(composer: Composer) -> str:
    """`man riding a horse`, `a cat is sitting on a chair`."""
    action = composer.any(lexicon.actions())
    subject = composer.mention(composer.capable(action))
    said = composer.phrase(subject)
    return f"{said} {composer.act(subject, action, composer.manner())}"


@construction(level=2, weight=2)
def wear(composer: Composer) -> str:
    """`the boy is wearing a red shirt`."""
    subject = composer.named("person*, athlete*, worker*")
    return f"{composer.phrase(subject)} {put_on(composer, subject)}"


@construction(level=3)
def clothed(composer: Composer) -> str:
    """`man in a red shirt`, `woman in black jeans riding a bike`."""
    subject = composer.named("person*, athlete*, worker*", plural=False)
    said = f"{composer.phrase(subject, most=1)} {within(composer, subject)}"
    if composer.level < 5 and composer.often(0.5):
        return said
    return f"{said} {composer.act(subject, composer.action(subject), 'doing')}"


@construction(level=3)
def trying(composer: Composer) -> str:
    """`man about to hit the ball`; graphs keep what it is about."""
    wanted = ("hit", "catch", "throw", "eat", "cut", "ride", "swing", "kick", "cross", "feed", "board")
    action = composer.any([action for action in lexicon.actions() if action.verbs[0].said in wanted])
    action = replace(action, verbs=action.verbs[:1])
    subject = composer.mention(composer.capable(action), plural=False)
    said = composer.phrase(subject)
    doing = composer.act(subject, action, "does")
    verb = action.verbs[0]
    start = composer.any(("about to", "trying to", "getting ready to", "is about to", "is trying to"))
    return f"{said} {start} {doing.replace(verb.does, verb.said, 1)}"


@construction(level=4, weight=1.5)
def placed(composer: Composer) -> str:
    """`a truck parked on the street`: passive, and nobody is named who did it."""
    action = composer.any(lexicon.passives())
    subject = composer.mention(composer.fresh(action.subjects))
    said = composer.phrase(subject)
    verb, preposition = composer.any(action.verbs), composer.pick(action.prepositions)
    target = composer.mention(composer.fresh(action.objects))
    place = composer.phrase(target)
    composer.relate(subject, verb.named, preposition, target, passive=True)
    composer.feature("passive")
    be = ("are " if subject.many else "is ") if composer.often(0.25) else ""
    done = "full of" if verb.said == "fill" and composer.often(0.3) else f"{verb.done} {preposition}"
    return f"{said} {be}{done} {place}"


@construction(level=5, weight=1.5)
def done_by(composer: Composer) -> str:
    """`a horse ridden by a man`: passive, which graphs turn round."""
    action = composer.any([action for action in lexicon.actions() if action.passive])
    target = composer.mention(composer.fresh(action.objects), plural=False)
    said = composer.phrase(target)
    subject = composer.mention(composer.capable(action))
    by = composer.phrase(subject)
    verb = composer.any(action.verbs)
    composer.relate(subject, verb.named, "", target)
    composer.feature("passive")
    be = composer.any(("", "", "is ", "being ", "is being "))
    return f"{said} {be.replace('is', 'are') if target.many else be}{verb.done} by {by}"


@construction(level=4)
def covered(composer: Composer) -> str:
    """`a street covered in snow`: snow covers the street."""
    action = composer.any(lexicon.coverings())
    target = composer.mention(composer.fresh(action.subjects))
    said = composer.phrase(target)
    subject = composer.mention(composer.fresh(action.objects))
    cover = composer.phrase(subject)
    verb = action.verbs[0]
    composer.relate(subject, verb.named, "", target)
    composer.feature("passive")
    be = ("are " if target.many else "is ") if composer.often(0.3) else ""
    return f"{said} {be}{verb.done} {composer.any(action.prepositions)} {cover}"


@construction(level=6)
def pronoun(composer: Composer) -> str:
    """`he is riding a bike`: a man rides it."""
    word, noun = composer.any((("he", "man"), ("she", "woman"), ("they", "people")))
    people = lexicon.nouns("person")[0] if noun == "people" else lexicon.nouns(noun)[0]
    subject = composer.mention(people, plural=noun == "people", amount=False)
    subject.thing.said = word
    composer.feature("pronoun")
    action = composer.any([action for action in lexicon.actions_of(people) if action.verbs[0].said != "cast"])
    said = f"{word} {composer.act(subject, action, 'is doing', first=_own(composer, subject))}"
    if composer.level > 6 and composer.often(0.5):
        said += f" {composer.locate(subject, composer.setting(subject))}"
    return said


@construction(level=5)
def own(composer: Composer) -> str:
    """`a woman walking her dog`: her is not said again in the graph."""
    subject = composer.named("person*", plural=False)
    said = composer.phrase(subject)
    action = composer.action(subject, direct=True)
    composer.feature("pronoun")
    if action.verbs[0].said in ("play", "drink", "cross", "watch", "sell", "cast", "herd", "board", "climb"):
        raise DeadEnd
    return f"{said} {composer.act(subject, action, composer.manner(), first=subject.pronouns[0])}"


@construction(level=7, weight=1.5)
def each_other(composer: Composer) -> str:
    """`two zebras facing each other`: one zebra faces another."""
    noun = composer.fresh(lexicon.nouns("horse*, grazer*, pet*, person*, beast*, bird*"))
    one = composer.mention(noun, plural=False)
    said = " ".join((composer.any(("two", "two", "2")), *composer.adjectives(one, 0), noun.said[1]))
    other = composer.same(one)
    verb, preposition = composer.any(_TO_EACH_OTHER)
    composer.relate(one, verb, preposition, other)
    composer.feature("each other")
    doing = composer.does(Mention(noun, one.thing, True), verb_of(verb), composer.any(("doing", "doing", "is doing")))
    where = ""
    if composer.level > 6 and composer.often(0.6):
        place = composer.setting(one)
        preposition_there = composer.pick(place.prepositions)
        there = composer.mention(composer.fresh(place.objects), plural=False)
        where = f" {preposition_there} {composer.phrase(there, most=1)}"
        for each in (one, other):
            composer.relate(each, "", preposition_there, there)
    return f"{said} {' '.join(filter(None, (doing, preposition)))} each other{where}"


@construction(level=6)
def another(composer: Composer) -> str:
    """`an elephant following another elephant`, `a white boat behind a red boat`."""
    animals = lexicon.nouns("horse*, grazer*, pet*, beast*")
    things = lexicon.nouns("building*, boat*, vehicle*, furniture*, tabletop*")
    doing = composer.often(0.5)
    noun = composer.fresh(animals if doing else things)
    one = composer.mention(noun, plural=False)
    first = composer.phrase(one)
    other = composer.same(one)
    if doing:
        verb, preposition = composer.any(
            (("follow", ""), ("stand", "behind"), ("look", "at"), ("chase", ""), ("walk", "behind"), ("touch", ""))
        )
        middle = " ".join(filter(None, (composer.does(one, verb_of(verb), composer.manner()), preposition)))
        last = f"another {' '.join([*composer.adjectives(other, 1), noun.said[0]])}"
        composer.relate(one, verb, preposition, other)
    else:
        middle = composer.any(("next to", "behind", "in front of", "beside", "near"))
        last = composer.phrase(other, first=composer.any(("another", "the other")))
        composer.relate(one, "", middle, other)
    return f"{first} {middle} {last}"


def put_on(composer: Composer, subject: Mention, manner: str | None = None) -> str:
    """What somebody wears, from the verb on."""
    action = next(action for action in lexicon.actions_of(subject.noun) if action.verbs[0].said == "wear")
    manner = manner or composer.manner()
    said = composer.act(subject, action, manner)
    if composer.level > 2 and manner in ("doing", "is doing") and composer.often(0.08):
        return said.replace("wearing", "dressed in", 1)
    return said


def within(composer: Composer, subject: Mention) -> str:
    """`in a red shirt`, `with glasses`."""
    garment = composer.mention(composer.garment(subject, lexicon.nouns(_GARMENTS)), plural=False)
    said = composer.phrase(garment)
    if garment.noun.kind in ("eyewear", "footwear"):
        composer.relate(subject, "wear", "", garment)
        return f"with {said}"
    worn = garment.noun.plain in lexicon.WORN_IN.split(", ") or garment.noun.kind in ("legwear", "headwear")
    composer.relate(subject, "wear" if worn else "", "" if worn else "in", garment)
    return f"in {said}"


def _own(composer: Composer, subject: Mention) -> str | None:
    return {"man": "his", "woman": "her", "people": "their"}[subject.thing.name] if composer.often(0.25) else None
