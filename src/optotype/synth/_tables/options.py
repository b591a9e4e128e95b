"""Wrong options that give nothing away: drawn as the right one was, or a window in which it has no favoured place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from optotype.synth._tables.plan import OPTIONS, Plan, consecutive
from optotype.synth._tables.ranges import write_range
from optotype.synth._tables.table import Column, Measure, Row, Table

_TRIES = 80


def target(chance: Random, low: int, high: int) -> tuple[int, tuple[int, ...]] | None:
    """A number to aim at, with the seven from which it was drawn; None where the bounds are too close."""
    if high - low + 1 < OPTIONS:
        return None
    window = consecutive(chance, low, high)
    return chance.choice(window), window


def planned(plan: Plan, chance: Random, low: int, high: int) -> int | None:
    """A number to fill the table by; the plan keeps those from which it was drawn."""
    found = target(chance, low, high)
    if found is None:
        return None
    plan.settings["window"] = str(found[1][0])
    return found[0]


def window(plan: Plan) -> range | None:
    """The numbers from which that of the plan was drawn."""
    first = plan.settings.get("window")
    return None if first is None else range(int(first), int(first) + OPTIONS)


def around(value: float, measure: Measure, near: float, chance: Random) -> list[str] | None:
    """Six other values at small distances; the right one is equally often the smallest, the largest or in between."""
    if measure.ladder:
        return _on_ladder(value, measure, chance)
    # distances must not depend on the value, and windows that reach too low are given up only after the right place
    # in them was drawn: then each value in a window is as likely as another
    most = 1 + (near < 0.9) if chance.random() < near else max(1, round(measure.spread / measure.step))
    steps = [chance.randint((most + 1) // 2, most) * measure.step for _ in range(OPTIONS - 1)]
    below = chance.randrange(OPTIONS)
    values = [value - sum(steps[n:below]) for n in range(below)]
    values += [value + sum(steps[below : n + 1]) for n in range(below, OPTIONS - 1)]
    if min([value, *values]) <= measure.least or max([value, *values]) >= measure.most:
        return None
    return _distinct([measure.write(round(one, 6)) for one in values], measure.write(value))


def _on_ladder(value: float, measure: Measure, chance: Random) -> list[str] | None:
    place = measure.ladder.index(value)
    first = place - chance.randrange(OPTIONS)
    if first < 0 or first + OPTIONS > len(measure.ladder):
        return None
    window = measure.ladder[first : first + OPTIONS]
    return [measure.write(one) for one in window if one != value]


def drawn(right: str, draw: Callable[[Random], str], chance: Random) -> list[str] | None:
    """Six others, each drawn as the right one was; None where there are not so many."""
    found = {right: None}
    for _ in range(_TRIES):
        found[draw(chance)] = None
        if len(found) == OPTIONS:
            return [text for text in found if text != right]
    return None


def codes(right: str, draw: Callable[[Random], str], near: float, chance: Random) -> list[str] | None:
    """Six other codes; near ones differ from each other in the same few places only."""
    if chance.random() > near:
        return drawn(right, draw, chance)
    places = [n for n, sign in enumerate(right) if sign.isalnum()]
    free = set(chance.sample(places, min(2, len(places))))

    def alike(random: Random) -> str:
        other = draw(random)
        if len(other) != len(right):
            return right
        return "".join(other[n] if n in free else sign for n, sign in enumerate(right))

    return drawn(right, alike, chance)


def cell(table: Table, row: Row, column: Column, chance: Random) -> list[str] | None:
    """Six other texts that could stand in a cell; None where there are not so many."""
    right, near = row.cells.get(column.key, ""), table.plan.rung.near
    if not right:
        return None
    if column.pool:
        return drawn(right, lambda random: random.choice(column.pool), chance)
    if column.code is not None:
        return codes(right, column.code, near, chance)
    measure = row.measures.get(column.key) or column.measure
    if measure is None or column.key not in row.values:
        return None
    if measure.ladder or chance.random() < 0.3 + near:
        return around(row.values[column.key], measure, near, chance)
    return drawn(right, lambda random: measure.write(measure.draw(random)), chance)


def names(labels: Sequence[str], right: str, plan: Plan, chance: Random) -> list[str] | None:
    """Six other labels of rows; at high levels neighbours in the alphabet, since those look alike."""
    if len(labels) < OPTIONS:
        return None
    if chance.random() > plan.rung.near:
        return chance.sample([label for label in labels if label != right], OPTIONS - 1)
    ordered = sorted(labels)
    # the alphabet is closed to a ring, so that each label is as often at one end of a window as at the other
    first = ordered.index(right) - chance.randrange(OPTIONS)
    window = [ordered[(first + n) % len(ordered)] for n in range(OPTIONS)]
    return [label for label in window if label != right]


def ranges(row: Row, plan: Plan, chance: Random) -> list[str] | None:
    """Six other reference ranges that could have been stated with equal chances."""
    decimals = row.measures["result"].decimals
    found = [write_range(plan, low, high, decimals) for low, high in row.variants]
    wrong = [text for text in dict.fromkeys(found) if text != row.cells["range"]]
    return chance.sample(wrong, OPTIONS - 1) if len(wrong) >= OPTIONS - 1 else None


def _distinct(texts: list[str], right: str) -> list[str] | None:
    return texts if len({*texts, right}) == OPTIONS else None
