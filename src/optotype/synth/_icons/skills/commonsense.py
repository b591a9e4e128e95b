"""Common sense: which is heavier, holds more, is faster; which tool; morning or night; where things live."""

from __future__ import annotations

from collections.abc import Sequence

from optotype.synth._icons.canvas import Canvas
from optotype.synth._icons.figures import sky
from optotype.synth._icons.problem import YES_NO, Alternative, Draft, Problem, Scene, among, template, without
from optotype.synth._icons.things import catalogue

WEIGHTS: dict[str, float] = {
    "ant": 0.00001, "bee": 0.0001, "butterfly": 0.0005, "pencil": 0.006, "key": 0.02, "spoon": 0.04,
    "egg": 0.06, "banana": 0.12, "red-apple": 0.2, "hammer": 0.8, "rabbit": 2, "cat": 4.5, "guitar": 4, "dog": 25,
    "bicycle": 14, "chair": 7, "lion": 190, "horse": 500, "piano": 300, "car": 1400, "elephant": 5000, "bus": 12000,
    "airplane": 80000, "ship": 5000000, "whale": 60000, "mouse": 0.02, "fire-truck": 15000,
}  # fmt: skip
"""About how many kilograms things weigh."""
SIZES: dict[str, float] = {
    "ant": 0.005, "bee": 0.015, "ladybug": 0.008, "key": 0.07, "mouse": 0.09, "egg": 0.06, "strawberry": 0.04,
    "pencil": 0.18, "shoe": 0.28, "cat": 0.5, "rabbit": 0.4, "chair": 0.95, "guitar": 1.0, "bicycle": 1.8,
    "horse": 2.4, "car": 4.5, "elephant": 6, "bus": 12, "house": 12, "whale": 25, "castle": 100, "volcano": 3000,
    "airplane": 40, "ship": 150, "ferris-wheel": 60,
}  # fmt: skip
"""About how many metres things measure."""
HOLDS: dict[str, float] = {
    "spoon": 0.015, "wine-glass": 0.2, "cup-of-coffee": 0.2, "glass-of-milk": 0.3, "cup-of-soda": 0.4, "teapot": 1.0,
    "baby-bottle": 0.25, "bucket": 10, "bathtub": 180, "fountain": 3000,
}  # fmt: skip
"""About how many litres things hold."""
SPEEDS: dict[str, float] = {
    "turtle": 0.3, "sloth": 0.2, "caterpillar": 0.1, "duck": 2, "bicycle": 18, "kick-scooter": 12, "horse": 45,
    "car": 110, "race-car": 300, "train": 250, "airplane": 850, "helicopter": 240, "rocket": 20000, "canoe": 5,
    "tractor": 25, "rabbit": 40,
}  # fmt: skip
"""About how many kilometres per hour things go."""
TOOLS = {
    "how long a pencil is": "ruler", "how heavy an apple is": "balance-scale", "how warm it is outside": "thermometer",
    "how long a race takes": "stopwatch", "what day it is": "calendar", "which way is north": "compass",
}  # fmt: skip
JOBS = {
    "drive a nail into a board": "hammer", "cut a sheet of paper": "pair-of-scissors", "cut a board in two": "saw",
    "turn a screw": "screwdriver", "sweep the floor": "broom", "brush your teeth": "toothbrush", "open a lock": "key",
    "look at the stars": "telescope", "look at tiny things": "microscope", "eat soup": "spoon",
    "carry water": "bucket", "write a letter": "pen", "paint a picture": "paintbrush", "climb onto a roof": "ladder",
    "stay dry in the rain": "umbrella", "call a friend": "mobile-phone", "see in the dark": "flashlight",
    "take a photo": "camera", "put out a fire": "fire-extinguisher", "chop wood": "axe",
    "wake up in time": "alarm-clock", "sit at a table": "chair", "wash your hands": "bar-of-soap",
}  # fmt: skip
HOMES = {
    "in the water": ("whale", "dolphin", "fish", "tropical-fish", "shark", "octopus", "squid", "blowfish"),
    "on land": (
        "lion", "elephant", "giraffe", "horse", "cow", "rabbit", "camel", "monkey", "tiger", "goat", "zebra",
        "kangaroo",
    ),
}  # fmt: skip
LIVING = (
    "dog", "cat", "tree", "horse", "rabbit", "duck", "sunflower", "cactus", "bee", "butterfly", "elephant", "fish",
)  # fmt: skip
NOT_LIVING = (
    "hammer", "car", "chair", "bell", "guitar", "key", "laptop", "shoe", "bucket", "bicycle", "bed", "umbrella",
)  # fmt: skip
FLYING = ("airplane", "helicopter", "butterfly", "bee", "eagle", "owl", "duck", "parrot", "rocket", "bat")
NOT_FLYING = (
    "bicycle", "elephant", "chair", "fish", "bus", "turtle", "dog", "tractor", "snake", "truck", "horse", "sailboat",
)  # fmt: skip
EATEN = (
    "red-apple", "banana", "slice-of-pizza", "carrot", "hamburger", "cookie", "loaf-of-bread", "ice-cream-cone", "pear",
    "croissant",
)  # fmt: skip
NOT_EATEN = ("hammer", "shoe", "umbrella", "car", "pencil", "chair", "soccer-ball", "key", "candle", "guitar", "laptop")
COLD = ("snowflake", "snowman", "ice-cream-cone")
HOT = ("flame", "sun", "cup-of-coffee", "volcano", "candle")
WINTER = ("snowman", "snowflake", "sled", "ice-skate", "pair-of-skis", "scarf")
SUMMER = ("flip-flop", "pair-of-shorts", "ice-cream-cone", "pair-of-sunglasses", "sun-hat")


def _known(keys: Sequence[str]) -> list[str]:
    return [key for key in keys if key in catalogue()]


def _pictures(draft: Draft, keys: Sequence[str]) -> list[Alternative]:
    return [draft.icon_option(catalogue()[key], draft.rung.size(90, 56)) for key in keys]


def _alone(draft: Draft, key: str) -> tuple[Canvas, Scene]:
    """A thing in the middle of its picture."""
    canvas = draft.canvas(180, 180)
    return canvas, canvas.icon(key, (90, 90), draft.rung.size(130, 70), draft.style)


def _extreme(draft: Draft, table: dict[str, float], words: tuple[str, str, str, str], apart: float) -> Problem:
    """Which has the most or least of something, where the values are far apart."""
    keys = _known(list(table))
    most = draft.fair((True, False))
    count = draft.offered(2, 4)
    draft.chance.shuffle(keys)
    chosen: list[str] = []
    for key in keys:
        if all(max(table[key], table[other]) / min(table[key], table[other]) >= apart for other in chosen):
            chosen.append(key)
        if len(chosen) == count:
            break
    chosen.sort(key=lambda key: table[key], reverse=most)
    word = words[(0 if most else 1) + (2 if count > 2 else 0)]
    options = _pictures(draft, chosen)
    return Problem(word, {"ask": {"most": most}}, None, options[0], options[1:])


@template("choose_img", "comparing")
def heavier(draft: Draft) -> Problem:
    """Which is heavier in real life, or lighter."""
    words = (
        "Which is heavier in real life?",
        "Which is lighter in real life?",
        "Which is the heaviest in real life?",
        "Which is the lightest in real life?",
    )
    return _extreme(draft, WEIGHTS, words, 8 if draft.rung.level < 5 else 4)


@template("choose_img", "comparing")
def larger_in_life(draft: Draft) -> Problem:
    """Which is larger in real life, or smaller."""
    words = (
        "Which is larger in real life?",
        "Which is smaller in real life?",
        "Which is the largest in real life?",
        "Which is the smallest in real life?",
    )
    return _extreme(draft, SIZES, words, 4 if draft.rung.level < 5 else 2.5)


@template("choose_img", "comparing")
def holds_more(draft: Draft) -> Problem:
    """Which holds more, or less."""
    words = ("Which holds more?", "Which holds less?", "Which holds the most?", "Which holds the least?")
    return _extreme(draft, HOLDS, words, 4)


@template("choose_img", "comparing")
def faster(draft: Draft) -> Problem:
    """Which goes faster, or slower."""
    words = ("Which goes faster?", "Which goes slower?", "Which goes the fastest?", "Which goes the slowest?")
    return _extreme(draft, SPEEDS, words, 3 if draft.rung.level < 5 else 2)


def _from(draft: Draft, table: dict[str, str], asking: str) -> Problem:
    deed = draft.chance.choice(list(table))
    pool = sorted(set(table.values()) - {table[deed]})
    options = _pictures(draft, [table[deed], *draft.chance.sample(pool, draft.offered(2, 4) - 1)])
    return Problem(asking.format(deed), {"ask": {"deed": deed}}, None, options[0], options[1:])


@template("choose_img", "measurement")
def measuring_tool(draft: Draft) -> Problem:
    """Which tool measures something."""
    return _from(draft, TOOLS, draft.say("Which tool would you use to find out {}?", "What tells you {}?"))


@template("choose_img")
def tool_for(draft: Draft) -> Problem:
    """Which tool is for a job."""
    return _from(draft, JOBS, draft.say("Which would you use to {}?", "What do you need to {}?"))


@template("choose_txt")
def what_is_it_for(draft: Draft) -> Problem:
    """What a thing is used for."""
    jobs = draft.chance.sample(list(JOBS), draft.offered(3, 4))
    truth = draft.fair(sorted(jobs))
    canvas, drawn = _alone(draft, JOBS[truth])
    question = draft.say("What is the thing in the picture used for?", "What would you do with this?")
    return Problem(question, {"thing": drawn, "ask": {}}, canvas, *among(truth, jobs, "to {}".format))


@template("choose_txt")
def where_it_lives(draft: Draft) -> Problem:
    """Where an animal lives."""
    truth = draft.fair(tuple(HOMES))
    canvas, drawn = _alone(draft, draft.chance.choice(HOMES[truth]))
    question = draft.say("Where does this animal live?", "Where would you find this animal?")
    return Problem(question, {"thing": drawn, "ask": {}}, canvas, truth, without(HOMES, truth))


def _yes_no(draft: Draft, question: str, yes: Sequence[str], no: Sequence[str]) -> Problem:
    truth = draft.fair(YES_NO)
    canvas, drawn = _alone(draft, draft.chance.choice(_known(yes if truth == "yes" else no)))
    return Problem(question, {"thing": drawn, "ask": {}}, canvas, truth, without(YES_NO, truth))


@template("choose_txt")
def is_it_living(draft: Draft) -> Problem:
    """Is it a living thing."""
    return _yes_no(
        draft, draft.say("Is this a living thing?", "Is the thing in the picture alive?"), LIVING, NOT_LIVING
    )


@template("choose_txt")
def can_it_fly(draft: Draft) -> Problem:
    """Can it fly."""
    return _yes_no(draft, draft.say("Can this fly?", "Is this something that flies?"), FLYING, NOT_FLYING)


@template("choose_txt")
def can_you_eat_it(draft: Draft) -> Problem:
    """Can it be eaten."""
    return _yes_no(draft, draft.say("Can you eat this?", "Is this something to eat?"), EATEN, NOT_EATEN)


def _one_of(draft: Draft, question: str, right: Sequence[str], wrong: Sequence[str], name: str) -> Problem:
    options = _pictures(
        draft, [draft.chance.choice(_known(right)), *draft.chance.sample(_known(wrong), draft.offered(2, 4) - 1)]
    )
    return Problem(question, {"ask": {"set": name}}, None, options[0], options[1:])


@template("choose_img")
def which_flies(draft: Draft) -> Problem:
    """Which can fly."""
    return _one_of(draft, draft.say("Which of these can fly?", "Which one flies?"), FLYING, NOT_FLYING, "flying")


@template("choose_img")
def which_to_eat(draft: Draft) -> Problem:
    """Which can be eaten."""
    return _one_of(draft, draft.say("Which of these can you eat?", "Which one is food?"), EATEN, NOT_EATEN, "eaten")


@template("choose_img")
def which_is_alive(draft: Draft) -> Problem:
    """Which is a living thing."""
    return _one_of(
        draft, draft.say("Which of these is a living thing?", "Which one is alive?"), LIVING, NOT_LIVING, "living"
    )


@template("choose_img")
def hot_or_cold(draft: Draft) -> Problem:
    """Which is hot, or cold."""
    hot = draft.fair((True, False))
    right, wrong, name = (HOT, COLD, "hot") if hot else (COLD, HOT, "cold")
    return _one_of(draft, f"Which of these is {name}?", right, wrong, name)


@template("choose_img")
def summer_or_winter(draft: Draft) -> Problem:
    """Which goes with summer, or winter."""
    winter = draft.fair((True, False))
    right, wrong, name = (WINTER, SUMMER, "winter") if winter else (SUMMER, WINTER, "summer")
    return _one_of(draft, f"Which goes with a {'cold' if winter else 'hot'} {name} day?", right, wrong, name)


@template("choose_txt", "time", "scene")
def day_or_night(draft: Draft) -> Problem:
    """Is it day or night in the picture."""
    truth = draft.fair(("day", "night"))
    canvas = draft.canvas(320, 220)
    night = truth == "night"
    at = (draft.chance.randint(50, 270), 45)
    drawn = [sky(canvas, 150, at, draft.rung.size(60, 36), draft.style, night=night)]
    place = draft.chance.choice(("house", "hut", "castle", "tree", "school"))
    drawn.append(canvas.icon(place, (draft.chance.randint(80, 240), 145), draft.rung.size(110, 70), draft.style))
    question = draft.say("Is it day or night in the picture?", "What time of day does the picture show?")
    return Problem(question, {"things": drawn, "ask": {}}, canvas, truth, ["day" if night else "night"])


LENGTHS = {
    "centimeters": ("pencil", "key", "spoon", "shoe", "banana", "toothbrush", "egg", "mouse"),
    "meters": ("bus", "house", "elephant", "tree", "airplane", "whale", "truck", "castle"),
}


@template("choose_txt", "measurement", "estimation")
def which_unit(draft: Draft) -> Problem:
    """In which unit one would measure a thing."""
    truth = draft.fair(tuple(LENGTHS))
    canvas, drawn = _alone(draft, draft.chance.choice(LENGTHS[truth]))
    question = draft.say(
        "Which unit would you use to measure how long this is in real life?",
        "In what would you measure this, from end to end?",
    )
    return Problem(question, {"thing": drawn, "ask": {}}, canvas, truth, without(LENGTHS, truth))


@template("choose_txt")
def same_kind_name(draft: Draft) -> Problem:
    """What a thing is called."""
    things = draft.things(draft.offered(3, 5), alike=draft.rung.level > 3)
    truth = draft.fair(sorted(things, key=lambda thing: thing.key))
    canvas = draft.canvas(180, 180)
    drawn = canvas.icon(truth.key, (90, 90), draft.rung.size(130, 60), draft.style_now())
    question = draft.say("What is in the picture?", "What does the picture show?")
    scene: Scene = {"thing": drawn, "ask": {}}
    return Problem(question, scene, canvas, truth.a, [thing.a for thing in things if thing is not truth])


@template("choose_img")
def named_thing(draft: Draft) -> Problem:
    """Which picture shows a thing."""
    things = draft.things(draft.offered(2, 5), alike=draft.rung.level > 3)
    options = [draft.icon_option(thing, draft.rung.size(90, 50), draft.style_now()) for thing in things]
    question = draft.say("Which picture shows {}?", "Where do you see {}?").format(things[0].a)
    return Problem(question, {"ask": {"what": things[0].key}}, None, options[0], options[1:])
