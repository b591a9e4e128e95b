"""Questions about several sub-figures together: where in the figure something is."""

from __future__ import annotations

from collections import Counter

from optotype.synth._charts import Ask, Draft, Kind, Part, Said, Templates, counted
from optotype.synth._charts._patterns import choose_name, claim

templates = Templates("compound")


def _alone(parts: list[Part]) -> list[tuple[str, Part]]:
    """Names that stand in one part only, with that part."""
    counts = Counter(name for part in parts for name in set(part["names"]))
    return [(name, part) for part in parts for name in dict.fromkeys(part["names"]) if counts[name] == 1]


def _pairs(parts: list[Part]) -> list[tuple[str, Part, bool]]:
    """Names and parts, and whether the name stands in the part."""
    names = list(dict.fromkeys(name for part in parts for name in part["names"]))
    return [(name, part, name in part["names"]) for name in names for part in parts]


@templates(Kind.INFINITE_VISUAL, "where")
def place_of(ask: Ask) -> Draft | None:
    """Where in the figure a name stands."""
    alone = _alone(ask.part["parts"])
    if not alone:
        return None
    name, part = ask.chance.choice(alone)
    wordings = (
        "At which position in the figure is the sub-figure that contains {name}?",
        "Where in the figure, by position, does {name} appear?",
    )
    place = part["place"]
    return Draft(
        ask.say(wordings, name=name), Said((place, f"{place} sub-figure", f"({part['letter']})")), {"name": name}
    )


@templates(Kind.INFINITE_VISUAL, "title")
def title_at(ask: Ask) -> Draft | None:
    """Which title the sub-figure at a place has."""
    part = ask.chance.choice(ask.part["parts"])
    if not part["title"]:
        return None
    wordings = ("What is the title of the {place} sub-figure?", "Which title stands above the {place} sub-figure?")
    place = part["place"]
    return Draft(ask.say(wordings, place=place), Said((part["title"],)), {"place": place})


@templates(Kind.INFINITE, "how often")
def parts_with(ask: Ask) -> Draft | None:
    """How many sub-figures contain a name."""
    parts = ask.part["parts"]
    counts = Counter(name for part in parts for name in set(part["names"]))
    # most names stand in one part only, which would be the answer most of the time
    if len(set(counts.values())) < 2:
        return None
    count = ask.chance.choice(sorted(set(counts.values())))
    name = ask.chance.choice(sorted(name for name in counts if counts[name] == count))
    wordings = ("In how many of the sub-figures does {name} appear?", "How many sub-figures contain {name}?")
    return Draft(ask.say(wordings, name=name), counted(count), {"name": name})


@templates(Kind.BINARY_VISUAL, "where")
def stands_at(ask: Ask) -> Draft | None:
    """Does a name stand in the sub-figure at a place?"""
    return claim(
        ask,
        _pairs(ask.part["parts"]),
        lambda pair: pair[2],
        ("Does {name} appear in the {place} sub-figure?", "Is {name} among what the {place} sub-figure shows?"),
        lambda pair: {"name": pair[0], "place": pair[1]["place"]},
    )


@templates(Kind.BINARY, "how often")
def both_have(ask: Ask) -> Draft | None:
    """Do two sub-figures both contain a name?"""
    parts = ask.part["parts"]
    names = list(dict.fromkeys(name for part in parts for name in part["names"]))
    triples = [
        (name, one, other, name in one["names"] and name in other["names"])
        for name in names
        for one in parts
        for other in parts
        if one["letter"] < other["letter"] and (name in one["names"] or name in other["names"])
    ]
    return claim(
        ask,
        triples,
        lambda triple: triple[3],
        ("Does {name} appear both in sub-figure ({one}) and in sub-figure ({other})?",),
        lambda triple: {"name": triple[0], "one": triple[1]["letter"], "other": triple[2]["letter"]},
    )


@templates(Kind.CHOICE_VISUAL, "where")
def place_among(ask: Ask) -> Draft | None:
    """Where in the figure a name stands, among four places."""
    parts = ask.part["parts"]
    alone = _alone(parts)
    if len(parts) < 4 or not alone:
        return None
    name, part = ask.chance.choice(alone)
    wordings = (
        "Which sub-figure, by its position, contains {name}?",
        "Where in the figure is the sub-figure with {name}?",
    )
    return choose_name(ask, part["place"], [each["place"] for each in parts], [], wordings, {"name": name}, name=name)


@templates(Kind.CHOICE, "where")
def letter_among(ask: Ask) -> Draft | None:
    """Which sub-figure contains a name, by its letter."""
    parts = ask.part["parts"]
    alone = _alone(parts)
    if len(parts) < 4 or not alone:
        return None
    name, part = ask.chance.choice(alone)
    letters = [f"({each['letter']})" for each in parts]
    wordings = ("Which sub-figure contains {name}?", "In which of the sub-figures does {name} appear?")
    return choose_name(ask, f"({part['letter']})", letters, [], wordings, {"name": name}, name=name)
