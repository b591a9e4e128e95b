"""Ways of asking that many figure types share: which is larger, how much, which of these, how many.

Each takes things with a value, and wordings. No wording, name or number in a question says more than chance about the
answer: thresholds are chosen before the answer is, and wrong options are drawn from where right ones come from.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from optotype.synth._charts import READING_ERROR, Ask, Draft, Picks, Said, counted, exactly
from optotype.synth._charts._axes import Axis, number, share, value_at
from optotype.synth._charts._colours import palette_of

OPTIONS = 4
_ALL_THAT_APPLY = (" Select all that apply.", " (Several may be right.)", " Choose every one that fits.")


@dataclass(frozen=True)
class Thing:
    """Something with a value, and the words by which a question calls it."""

    said: dict[str, Any]
    value: float
    name: str = ""
    """What an option or an answer calls it."""


def compare(
    ask: Ask, things: Sequence[Thing], wordings: Sequence[str], axis: Axis | None, **names: Any
) -> Draft | None:
    """Is one larger than the other? `{one}` and `{other}` stand in the wordings."""
    pairs = [(a, b) for a, b in itertools.combinations(things, 2) if ask.apart(a.value, b.value, axis)]
    if not pairs:
        return None
    one, other = ask.chance.choice(pairs)
    if (one.value > other.value) is not ask.truth:
        one, other = other, one
    given = {"one": one.said, "other": other.said}
    return Draft(ask.say(wordings, **given, **names), ask.truth, given)


def _limit(ask: Ask, things: Sequence[Thing], axis: Axis | None) -> tuple[float, bool] | None:
    """A round number that some things lie clearly above and others clearly below, and which of these are asked for."""
    bound = _bound(ask, sorted({thing.value for thing in things}), axis)
    return None if bound is None else (bound, ask.chance.random() < 0.5)


def _bound(ask: Ask, ordered: Sequence[float], axis: Axis | None) -> float | None:
    gaps = [pair for pair in itertools.pairwise(ordered) if _room_between(ask, pair, axis)]
    if not gaps:
        return None
    low, high = ask.chance.choice(gaps)
    if axis is None:
        return round_between(low, high)
    middle, half = (share(axis, low) + share(axis, high)) / 2, (share(axis, high) - share(axis, low)) / 4
    return round_between(value_at(axis, middle - half), value_at(axis, middle + half))


def _room_between(ask: Ask, pair: tuple[float, float], axis: Axis | None) -> bool:
    if axis is None:
        return pair[1] - pair[0] >= 2
    return ask.apart(*pair, axis, 2 * ask.rung.gap)


def round_between(low: float, high: float) -> float:
    """The roundest number between two."""
    middle = (low + high) / 2
    for digits in range(-math.floor(math.log10(max(abs(high), 1e-9))), 12):
        for base in (1, 5):
            candidate = round(middle / base * 10**digits) * base / 10**digits
            if low < candidate < high:
                return float(f"{candidate:.8g}")
    return middle


def beyond(
    ask: Ask,
    things: Sequence[Thing],
    above: Sequence[str],
    below: Sequence[str],
    axis: Axis | None,
    **names: Any,
) -> Draft | None:
    """Does one thing lie above (or below) a limit? `{one}` and `{limit}` stand in the wordings."""
    found = _limit(ask, things, axis)
    if found is None:
        return None
    bound, over = found
    fitting = [thing for thing in things if ((thing.value > bound) is over) is ask.truth]
    one = ask.chance.choice(fitting)
    text = ask.say(above if over else below, one=one.said, limit=number(bound), **names)
    return Draft(text, ask.truth, {"one": one.said, "limit": bound, "over": over})


def _foremost(ask: Ask, things: Sequence[Thing], axis: Axis | None) -> tuple[bool, Thing] | None:
    """The largest or the smallest, if it is clearly so."""
    if len(things) < 2:
        return None
    ends: list[tuple[bool, Thing]] = []
    ordered = sorted(things, key=lambda thing: thing.value)
    if ask.apart(ordered[-1].value, ordered[-2].value, axis):
        ends.append((True, ordered[-1]))
    if ask.apart(ordered[0].value, ordered[1].value, axis):
        ends.append((False, ordered[0]))
    return ask.chance.choice(ends) if ends else None


def leader(
    ask: Ask,
    things: Sequence[Thing],
    most: Sequence[str],
    least: Sequence[str],
    axis: Axis | None,
    given: dict[str, Any] | None = None,
    **names: Any,
) -> Draft | None:
    """Which has the highest, or the lowest? Answered by a name."""
    found = _foremost(ask, things, axis)
    if found is None:
        return None
    is_most, first = found
    text = ask.say(most if is_most else least, **names)
    return Draft(text, Said((first.name,)), {**(given or {}), "most": is_most})


def choose_leader(
    ask: Ask,
    things: Sequence[Thing],
    most: Sequence[str],
    least: Sequence[str],
    axis: Axis | None,
    others: Sequence[str],
    given: dict[str, Any] | None = None,
    **names: Any,
) -> Draft | None:
    """Which of four has the highest, or the lowest? Others of the same sort fill up where there are fewer than four."""
    found = _foremost(ask, things, axis)
    if found is None:
        return None
    is_most, first = found
    there, wordings = [thing.name for thing in things], most if is_most else least
    return choose_name(ask, first.name, there, others, wordings, {**(given or {}), "most": is_most}, **names)


def choose_name(
    ask: Ask,
    right: str,
    there: Sequence[str],
    others: Sequence[str],
    wordings: Sequence[str],
    given: dict[str, Any],
    **names: Any,
) -> Draft | None:
    """Which of four is it? Wrong are those in the figure first, then others of the same sort."""
    wrong = _wrong_names(ask, right, there, others)
    return Draft(ask.say(wordings, **names), Picks((right,), wrong), given) if wrong else None


def _wrong_names(ask: Ask, right: str, there: Sequence[str], others: Sequence[str]) -> tuple[str, ...] | None:
    """Three wrong options: those in the figure first, then others of the same sort."""
    near = [name for name in dict.fromkeys(there) if name != right]
    far = [name for name in dict.fromkeys(others) if name != right and name not in near]
    picked = ask.chance.sample(near, min(len(near), OPTIONS - 1))
    if len(picked) + len(far) < OPTIONS - 1:
        return None
    return (*picked, *ask.chance.sample(far, OPTIONS - 1 - len(picked)))


def choose_number(
    ask: Ask, right: float, there: Sequence[float], wordings: Sequence[str], given: dict[str, Any], **names: Any
) -> Draft | None:
    """Which printed number is it? Other numbers of the figure are the wrong options."""
    return choose_name(ask, number(right), [number(value) for value in there], [], wordings, given, **names)


def choose_printed(ask: Ask, things: Sequence[Thing], wordings: Sequence[str]) -> Draft | None:
    """Which number is printed for one of some things? The numbers of the others are the wrong options."""
    if not things:
        return None
    one = ask.chance.choice(things)
    return choose_number(ask, one.value, [thing.value for thing in things], wordings, one.said, **one.said)


def tell_printed(ask: Ask, things: Sequence[Thing], wordings: Sequence[str]) -> Draft | None:
    """Which number is printed for one of some things? What it is called stands in the wordings."""
    if not things:
        return None
    one = ask.chance.choice(things)
    return Draft(ask.say(wordings, **one.said), exactly(one.value), one.said)


def tell(ask: Ask, things: Sequence[Thing], wordings: Sequence[str], **names: Any) -> Draft | None:
    """What is the name of the thing that is described? `{one}` stands in the wordings."""
    if not things:
        return None
    one = ask.chance.choice(things)
    return Draft(ask.say(wordings, one=one.said, **names), Said((one.name,)), {"one": one.said})


def estimate(
    ask: Ask, things: Sequence[Thing], wordings: Sequence[str], axis: Axis, *, printed: bool = False, **names: Any
) -> Draft | None:
    """How much? `{one}` stands in the wordings, and `{about}` where a value that is read is called approximate."""
    if not things:
        return None
    one = ask.chance.choice(things)
    about = "" if printed else "approximate "
    answer = exactly(one.value, axis["unit"]) if printed else ask.about(one.value, axis)
    return Draft(ask.say(wordings, one=one.said, about=about, **names), answer, {"one": one.said})


def difference(
    ask: Ask, things: Sequence[Thing], wordings: Sequence[str], axis: Axis, *, printed: bool = False, **names: Any
) -> Draft | None:
    """By how much do two differ? Only where it can be printed or read from an even axis."""
    pairs = [(a, b) for a, b in itertools.combinations(things, 2) if ask.apart(a.value, b.value, axis, 0.15)]
    if axis["log"] or not pairs:
        return None
    one, other = ask.chance.choice(pairs)
    if ask.chance.random() < 0.5:
        one, other = other, one
    value = abs(one.value - other.value)
    given = {"one": one.said, "other": other.said}
    text = ask.say(wordings, about="" if printed else "approximate ", **given, **names)
    if printed:
        return Draft(text, exactly(float(f"{value:.6g}"), axis["unit"]), given)
    error = 1.5 * READING_ERROR
    read = ask.about(axis["low"] + value, axis, error)
    return Draft(text, type(read)(value, _short(read.low - axis["low"]), _short(read.high - axis["low"])), given)


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def nearest(
    ask: Ask,
    things: Sequence[Thing],
    wordings: Sequence[str],
    axis: Axis,
    others: Sequence[float] = (),
    **names: Any,
) -> Draft | None:
    """Which of four numbers is nearest? The wrong ones are values of other things, any of which might have been asked.

    So nothing about a number tells whether it is the right one, whatever is known about such values.
    """
    if not things:
        return None
    step = ask.rung.steps * READING_ERROR
    one = ask.chance.choice(things)
    taken = [share(axis, one.value)]
    values = [*(thing.value for thing in things), *others]
    for value in ask.chance.sample(values, len(values)):
        place = share(axis, value)
        if len(taken) < OPTIONS and all(abs(place - each) >= step for each in taken):
            taken.append(place)
    texts = [_reading(axis, place, step) for place in taken]
    if len(set(texts)) < OPTIONS:
        return None
    return Draft(ask.say(wordings, one=one.said, **names), Picks((texts[0],), tuple(texts[1:])), {"one": one.said})


def _reading(axis: Axis, place: float, step: float) -> str:
    """A value at a place, with no more figures than a person would read."""
    value = value_at(axis, place)
    if axis["log"]:
        return number(float(f"{value:.2g}"))
    fine = (axis["high"] - axis["low"]) * step / 8
    digits = -math.floor(math.log10(fine))
    return number(round(value, digits))


def which_of(
    ask: Ask,
    things: Sequence[Thing],
    above: Sequence[str],
    below: Sequence[str],
    axis: Axis | None,
    given: dict[str, Any] | None = None,
    **names: Any,
) -> Draft | None:
    """Which of four lie above (or below) a limit? One, two or three do."""
    found = _limit(ask, things, axis)
    if found is None:
        return None
    bound, over = found
    right = [thing.name for thing in things if (thing.value > bound) is over]
    wrong = [thing.name for thing in things if (thing.value > bound) is not over]
    wordings, words = above if over else below, {**names, "limit": number(bound)}
    return choose_several(ask, right, wrong, wordings, {**(given or {}), "limit": bound, "over": over}, **words)


def choose_several(
    ask: Ask, right: Sequence[str], wrong: Sequence[str], wordings: Sequence[str], given: dict[str, Any], **names: Any
) -> Draft | None:
    """Which of four are it? One, two or three are."""
    counts = [n for n in (1, 2, 3) if len(right) >= n and len(wrong) >= OPTIONS - n]
    if not counts:
        return None
    count = ask.chance.choice(counts)
    picks = Picks(tuple(ask.chance.sample(right, count)), tuple(ask.chance.sample(wrong, OPTIONS - count)))
    return Draft(ask.say(wordings, **names) + ask.chance.choice(_ALL_THAT_APPLY), picks, given)


def how_many(
    ask: Ask,
    things: Sequence[Thing],
    above: Sequence[str],
    below: Sequence[str],
    axis: Axis | None,
    given: dict[str, Any] | None = None,
    **names: Any,
) -> Draft | None:
    """How many lie above (or below) a limit?"""
    found = _limit(ask, things, axis)
    if found is None:
        return None
    bound, over = found
    count = sum((thing.value > bound) is over for thing in things)
    text = ask.say(above if over else below, limit=number(bound), **names)
    return Draft(text, counted(count), {**(given or {}), "limit": bound, "over": over})


def choose_count(
    ask: Ask,
    count: int,
    pool: Sequence[int],
    wordings: Sequence[str],
    given: dict[str, Any] | None = None,
    **names: Any,
) -> Draft | None:
    """How many, among four counts; `pool` holds those that are as likely."""
    return choose_name(ask, str(count), [], [str(other) for other in pool], wordings, given or {}, **names)


def claim(
    ask: Ask,
    things: Sequence[Any],
    fits: Callable[[Any], bool],
    wordings: Sequence[str],
    said: Callable[[Any], dict[str, Any]],
    **names: Any,
) -> Draft | None:
    """Is something so? Asked only where it is so for some things and not for others."""
    yes = [thing for thing in things if fits(thing)]
    no = [thing for thing in things if not fits(thing)]
    if not yes or not no:
        return None
    words = said(ask.chance.choice(yes if ask.truth else no))
    return Draft(ask.say(wordings, **words, **names), ask.truth, words)


def claim_of_two(
    ask: Ask, pairs: Sequence[tuple[str, str]], fits: Callable[[tuple[str, str]], bool], wordings: Sequence[str]
) -> Draft | None:
    """Is something so of two? `{one}` and `{other}` stand in the wordings."""
    return claim(ask, pairs, fits, wordings, lambda pair: {"one": pair[0], "other": pair[1]})


def comes_first(ask: Ask, ordered: Sequence[str], wordings: Sequence[str], *, neighbours: bool = False) -> Draft | None:
    """Does one stand before another in an order? Asked about any two, or about `neighbours` only."""
    place = ordered.index
    near = 1 if neighbours else len(ordered)
    pairs = [(a, b) for a in ordered for b in ordered if 0 < abs(place(a) - place(b)) <= near]
    return claim_of_two(ask, pairs, lambda pair: place(pair[0]) < place(pair[1]), wordings)


def choose_colour(
    ask: Ask,
    right: str,
    there: Sequence[str],
    wordings: Sequence[str],
    given: dict[str, Any],
    *,
    thin: bool = False,
    **names: Any,
) -> Draft | None:
    """Which colour is it? The other colours of the figure are wrong, then others of the same palette."""
    return choose_name(ask, right, there, palette_of(there, thin=thin), wordings, given, **names)


def colour_names(things: Sequence[dict[str, Any]]) -> list[str]:
    """The colours of some things."""
    return [thing["colour"]["name"] for thing in things]


def choose_own_colour(
    ask: Ask, things: Sequence[dict[str, Any]], wordings: Sequence[str], *, thin: bool = False, **names: Any
) -> Draft | None:
    """Which colour has one of some things, all of which have a name and a colour? `{name}` stands in the wordings."""
    one = ask.chance.choice(things)
    given = {"name": one["name"]}
    return choose_colour(
        ask, one["colour"]["name"], colour_names(things), wordings, given, thin=thin, name=one["name"], **names
    )


def claim_own_colour(ask: Ask, things: Sequence[dict[str, Any]], wordings: Sequence[str], **names: Any) -> Draft | None:
    """Does one of some things have a colour?"""
    named = [(one["name"], one["colour"]["name"]) for one in things]
    return claim_colour(ask, named, wordings, **names)


def claim_colour(ask: Ask, named: Sequence[tuple[str, str]], wordings: Sequence[str], **names: Any) -> Draft | None:
    """Does something have a colour? Things and colours are paired by `named`."""
    colours = sorted({colour for _, colour in named})
    pairs = [(name, colour, colour == own) for name, own in dict.fromkeys(named) for colour in colours]
    return claim(ask, pairs, lambda pair: pair[2], wordings, lambda pair: {"name": pair[0], "colour": pair[1]}, **names)


def absent(ask: Ask, pool: Sequence[str], wordings: Sequence[str], **names: Any) -> Draft | None:
    """Asks about something of the same sort that the figure does not show."""
    missing = [name for name in pool if name not in ask.part["names"] and name not in ask.elsewhere]
    if not missing:
        return None
    name = ask.chance.choice(missing)
    return Draft(ask.say(wordings, name=name, **names), None, {"absent": name})


def other_quantity(ask: Ask, names: Sequence[str] = ()) -> Draft | None:
    """Asks for a quantity that was not measured; of one of `names`, or of anything in the figure."""
    shown = {ask.part[axis]["name"] for axis in ("axis", "across") if axis in ask.part} | ask.elsewhere
    quantities = [quantity.name for quantity in ask.field.quantities if quantity.name not in shown]
    if not quantities:
        return None
    quantity, name = ask.chance.choice(quantities), ask.chance.choice(names or ask.part["names"])
    text = ask.say(OTHER_QUANTITY, quantity=quantity, name=name)
    return Draft(text, None, {"absent": quantity, "name": name})


def background(ask: Ask, wordings: Sequence[str], names: Sequence[str] = ()) -> Draft | None:
    """Asks for something that only the paper can tell; about two of `names`, or about anything in the figure."""
    name, other = ask.chance.sample(names or ask.part["names"], 2)
    wording = ask.chance.choice(wordings)
    given = {key: value for key, value in (("name", name), ("other", other)) if f"{{{key}}}" in wording}
    return Draft(ask.say(wording, name=name, other=other), None, given)


OTHER_QUANTITY = (
    "What is the {quantity} of {name}?",
    "What is the approximate {quantity} of {name}?",
    "Which value does the {quantity} of {name} have?",
    "How large is the {quantity} of {name}?",
)

MEASURED = (
    "How many times was the measurement of {name} repeated?",
    "What was the sample size behind the results of {name}?",
    "What is the p-value of the difference between {name} and {other}?",
    "Which statistical test was used to compare {name} with {other}?",
    "In which laboratory were the data for {name} collected?",
    "Which software was used to analyse the data for {name}?",
    "How many hours did it take to obtain the results for {name}?",
    "What is the variance of the results for {name} across laboratories?",
    "How much did the experiments with {name} cost?",
    "What explains the difference between {name} and {other}?",
)
"""Questions about measured things that a figure leaves open."""
