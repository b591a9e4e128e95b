"""People who do not exist: what they can do, and what they say to an item.

Somebody looks, and then knows the answer or guesses; or does not look, and says anything. How often each happens is
what a simulated person consists of. They are for rehearsals: nothing that they say is a finding about people.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from optotype.errors import OptotypeError
from optotype.records import (
    Choice,
    Gold,
    Graph,
    Item,
    Number,
    Preference,
    Range,
    Ranking,
    ShortText,
    State,
    Tags,
    Value,
    YesNo,
)
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.notation import BadGraph

PLAIN = 0.99
"""How often somebody who looks gets right what is plain: a question that is planted to see who reads.

An assumption: the studies that this follows tell how many answers they dropped, and not how often careful people slip.
"""
HASTE = 0.2
"""How long somebody needs who does not look, as a share of what they need otherwise."""
SPREAD = 0.5
"""How much the time for a task varies: the standard deviation of its logarithm."""
ABSENT = 0.9
"""Share of answers that a careless person gives without looking."""


@dataclass(frozen=True)
class Simulated:
    """Somebody who does not exist."""

    name: str
    skill: float
    """Share of questions of middling difficulty that they get right, if they look."""
    careless: float = 0.0
    """Share of answers that they give without looking."""
    bias: float = 0.0
    """Of what they guess, the share for which they take the first option shown."""
    pace: float = 9.0
    """Seconds that an answer takes them: the median."""
    difficulty: float = 0.0
    """How much items differ for them: the standard deviation of the log-odds of being right. 0: all are as hard."""
    tags: Tags = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuses what nobody can be.

        Raises:
            OptotypeError: a share that is none, or a pace that is none.
        """
        for name in ("skill", "careless", "bias"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptotypeError(f"{name} is {getattr(self, name):g}; a share from 0 to 1 was expected.")
        if not (0 < self.pace < math.inf and 0 <= self.difficulty < math.inf):
            raise OptotypeError("A pace above 0 seconds and a difficulty of 0 or more were expected.")


@dataclass(frozen=True)
class Saying:
    """What somebody said."""

    state: State
    value: Value | None
    seconds: float
    looked: bool
    """Did they look? Known of people who do not exist only."""


def crowd(
    count: int,
    *,
    skill: tuple[float, float] = (0.7, 0.95),
    careless: float = 0.0,
    bias: float = 0.0,
    pace: float = 9.0,
    difficulty: float = 0.0,
    seed: int = 0,
) -> list[Simulated]:
    """People whose skills lie evenly between two, some of whom are careless.

    Args:
        count: how many.
        skill: the least and the greatest.
        careless: share of people who mostly do not look; rounded to whole people.
        bias: towards the first option, when they guess.
        pace: the median of their seconds; their own differ by a quarter.
        difficulty: how much items differ.
        seed: the same gives the same people.

    Raises:
        OptotypeError: numbers that cannot be.
    """
    if count < 1 or not 0 <= careless <= 1 or not skill[0] <= skill[1]:
        raise OptotypeError(
            f"{count} people with skills from {skill[0]:g} to {skill[1]:g}, {careless:g} of them careless, were asked "
            "for; at least one, the lower skill first, and a share from 0 to 1 were expected."
        )
    chance = random.Random(f"crowd {seed}")  # noqa: S311 - the same people every time
    absent = set(chance.sample(range(count), round(careless * count)))
    people: list[Simulated] = []
    for number in range(count):
        place = number / (count - 1) if count > 1 else 0.5
        people.append(
            Simulated(
                name=f"Simulated {number + 1}",
                skill=skill[0] + (skill[1] - skill[0]) * place,
                careless=ABSENT if number in absent else 0.0,
                bias=bias,
                pace=pace * chance.lognormvariate(0.0, 0.25),
                difficulty=difficulty,
                tags={"simulated": ("careless" if number in absent else "careful",)},
            )
        )
    return people


def answer(
    person: Simulated,
    item: Item,
    gold: Gold,
    chance: random.Random,
    *,
    shown: Sequence[str] | None = None,
    plain: bool = False,
) -> Saying:
    """What a simulated person says to an item.

    Args:
        person: who.
        item: what is asked.
        gold: what is right.
        chance: theirs.
        shown: labels of options in the order in which they see them.
        plain: is the answer plain to whoever looks?
    """
    looked = chance.random() >= person.careless
    seconds = round(person.pace * (1 if looked else HASTE) * chance.lognormvariate(0.0, SPREAD), 1)
    order = list(shown or [option.label for option in item.options])
    knows = chance.random() < (PLAIN if plain else odds(person, item.id))
    if looked and knows:
        state, value = right(gold)
    else:
        state, value = State.GIVEN, _guess(item, gold, order, person.bias, chance, wrong=looked)
    return Saying(state, value, max(seconds, 0.1), looked)


def odds(person: Simulated, item: str) -> float:
    """How likely somebody who looks is to know the answer to an item."""
    if not person.difficulty or not 0 < person.skill < 1:
        return person.skill
    return 1 / (1 + math.exp(-math.log(person.skill / (1 - person.skill)) + person.difficulty * _hardness(item)))


@lru_cache(maxsize=4096)
def _hardness(item: str) -> float:
    """How hard an item is, for everybody: 0 in the mean, with a standard deviation of 1."""
    return random.Random(f"hardness {item}").gauss(0, 1)  # noqa: S311


def right(gold: Gold) -> tuple[State, Value | None]:
    """What is right, as somebody would say it."""
    if gold.unanswerable:
        return State.UNANSWERABLE, None
    value = gold.accepted[0]
    return State.GIVEN, value.low if isinstance(value, Range) else value


def truth(item: Item, seed: int = 0) -> Gold | None:
    """A right answer for an item that has none yet, taken by chance; None where none can be made up."""
    chance = random.Random(f"truth {seed} {item.id}")  # noqa: S311
    value: Value
    match item.form:
        case Choice():
            value = (chance.choice(item.options).label,)
        case Preference():
            value = chance.choice(item.options).label
        case Ranking():
            value = tuple(chance.sample([option.label for option in item.options], len(item.options)))
        case YesNo():
            value = chance.random() < 0.5
        case Number(low=low, high=high) if low is not None and high is not None:
            value = float(chance.randint(math.ceil(low), max(math.ceil(low), math.floor(high))))
        case _:
            return None
    return Gold(item=item.id, accepted=(value,), rule="simulated")


def _guess(item: Item, gold: Gold, order: Sequence[str], bias: float, chance: random.Random, *, wrong: bool) -> Value:
    """What somebody says who does not know: something wrong if they looked, else anything."""
    known = gold.accepted[0] if gold.accepted and wrong else None
    match item.form:
        case Choice(several=several):
            return _choice(order, known if isinstance(known, tuple) else (), several, bias, chance)
        case Preference():
            others = [label for label in order if label != known] or list(order)
            return _first(others, order, bias, chance)
        case Ranking():
            return tuple(order if chance.random() < bias else chance.sample(order, len(order)))
        case YesNo():
            if isinstance(known, bool):
                return not known
            return True if chance.random() < bias else chance.random() < 0.5
        case Number(low=low, high=high):
            return _number(known, low, high, chance)
        case ShortText():
            return _text(known, chance)
        case Graph():
            return _graph(gold, chance)


def _choice(order: Sequence[str], known: Sequence[str], several: bool, bias: float, chance: random.Random) -> Value:
    if several and known:  # one too many, or one too few
        changed = set(known) ^ {chance.choice(order)}
        return tuple(label for label in order if label in changed) or (chance.choice(order),)
    return (_first([label for label in order if label not in known] or list(order), order, bias, chance),)


def _first(those: Sequence[str], order: Sequence[str], bias: float, chance: random.Random) -> str:
    """One of those, the first that is shown more often."""
    return next(label for label in order if label in those) if chance.random() < bias else chance.choice(those)


def _number(known: Value | None, low: float | None, high: float | None, chance: random.Random) -> float:
    if low is not None and high is not None:
        if isinstance(known, int | float):  # a neighbour on the scale
            step = chance.choice((-1, 1))
            near = known + step if low <= known + step <= high else known - step
            return min(max(float(near), low), high)
        return float(chance.randint(math.ceil(low), max(math.ceil(low), math.floor(high))))
    middle = known.low if isinstance(known, Range) else known
    if isinstance(middle, int | float):
        return float(middle + chance.choice((-2, -1, 1, 2, 10)))
    return float(chance.randint(1, 9) if low is None else low)


def _text(known: Value | None, chance: random.Random) -> str:
    if isinstance(known, str) and known.strip().lstrip("-").isdigit() and len(known.strip()) < 16:
        return str(int(known) + chance.choice((-2, -1, 1, 2, 10)))
    return f"{known} {chance.randint(2, 4)}" if isinstance(known, str) else str(chance.randint(1, 9))


def _graph(gold: Gold, chance: random.Random) -> str:
    """The right graph without one of its facts; or with another, where it has but one."""
    written = next((value for value in gold.accepted if isinstance(value, str)), "")
    try:
        facts = list(SceneGraph.parse(written).facts)
    except BadGraph:
        return written or "( thing )"
    if len(facts) < 2:
        return f"{written} , ( thing , is , there )" if written else "( thing , is , there )"
    facts.pop(chance.randrange(len(facts)))
    return SceneGraph(tuple(facts)).write()
