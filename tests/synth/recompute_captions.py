"""Works the graph of a drawn caption out again, from the text of its FACTUAL-MR alone, by other means than the drawer.

It takes the text apart by hand and knows nothing of the drawer's grammar, so that it works on published data too.
"""

from __future__ import annotations

import re

_QUANTITY = re.compile(r"(\d+)(gr|pr|pa|sl)?")
_UNITS = {"gr": "group of", "pr": "pair of", "pa": "part", "sl": "slice"}
_INDEX = re.compile(r":\d+$")


def graph_of(mr: str) -> list[tuple[str, ...]]:
    """The facts of the collective graph, sorted; equal names fall together."""
    facts: list[tuple[str, ...]] = []
    amounts: dict[tuple[str, str], None] = {}
    for inside in re.findall(r"\( (.*?) \)", mr):
        terms: list[str] = inside.split(" , ")
        if counted := _QUANTITY.fullmatch(terms[0]):
            _note(amounts, counted, terms[1])
            terms = terms[1:]
        if len(terms) > 2 and (counted := _QUANTITY.fullmatch(terms[-2])):
            _note(amounts, counted, terms[-1])
            terms = [*terms[:-2], terms[-1]]
        if len(terms) == 1:
            facts += [] if any(thing == terms[0] for thing, _ in amounts) else [(_plain(terms[0]),)]
        else:
            middle = " ".join(term.removeprefix("p:") for term in terms[1:-1])
            facts.append((_plain(terms[0]), middle, _plain(terms[-1])))
    facts += [(_plain(thing), "is", amount) for thing, amount in amounts]
    return sorted(facts)


def _note(amounts: dict[tuple[str, str], None], counted: re.Match[str], thing: str) -> None:
    number, unit = counted.groups()
    if unit and not (unit == "pr" and number == "1"):
        amounts[thing, _UNITS[unit]] = None
    if number != "1":
        amounts[thing, number] = None


def _plain(term: str) -> str:
    return _INDEX.sub("", term)
