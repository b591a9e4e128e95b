"""Whether a figure is compound, of how many figures it consists, and of which types: SciVQA's first check.

What the bench says of the picture is filled in already: whoever agrees hands it in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from optotype.facets import FIGURE_TYPES
from optotype.records import Answer, Review, Tags
from optotype.records import Picture as PictureRecord
from optotype.selecting import Selection
from optotype.studio.blocks import Amount, Block, Choose, Filled, Option, Picture, Text, When, Write
from optotype.studio.desk import Turn
from optotype.studio.people import Person
from optotype.studio.screens import Screen, _becoming
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

YES, NO = "yes", "no"
ANOTHER = "(another)"
"""Chosen for a type that is not among them."""
_MOST = 100
"""Figures in one."""


@dataclass(frozen=True)
class FigureType(Screen):
    """One picture each: confirm or correct."""

    reviews: ClassVar[bool] = True

    def subjects(self, bench: Bench, selection: Selection) -> Iterator[str]:
        """The pictures that the items show."""
        return (id for item in selection.items(bench) for id in item.pictures)

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """Picture, caption, and three things that are known about it."""
        picture = bench.store.get(PictureRecord, turn.subject)
        if picture is None:
            return ()
        known = _known(picture.tags)
        compound, figures = known.get("compound"), known.get("figures")
        blocks: list[Block] = [Picture(picture.id)]
        if picture.caption:
            blocks.append(Text(picture.caption, title=words("figure_type.caption")))
        answers = (Option(YES, words("figure_type.compound_yes")), Option(NO, words("figure_type.compound_no")))
        value = compound[0] if compound and compound[0] in (YES, NO) else None
        blocks.append(Choose("compound", words("figure_type.compound"), value=value, options=answers, in_row=True))
        several = When("compound", (YES,))
        count = figures[0] if figures and figures[0] != "1" else None
        title = words("figure_type.figures")
        blocks.append(Amount("figures", title, when=several, value=count, low=2, high=_MOST, whole=True))
        names = {name: words(f"figure_type.{name.replace(' ', '_')}") for name in FIGURE_TYPES}
        types = known.get("figure_type", ())
        names |= {name: name for name in types if name not in names}  # what was said before can be confirmed
        options = (*(Option(*one) for one in names.items()), Option(ANOTHER, words("figure_type.another")))
        ticked: list[JsonValue] = [*types]
        title = words("figure_type.types")
        blocks.append(Choose("types", title, value=ticked or None, options=options, several=True, in_row=True))
        another = When("types", (ANOTHER,))
        blocks.append(Write("another", words("figure_type.which"), when=another, longest=100))
        blocks.append(_becoming.note(words))
        return blocks

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """A review of the picture: the tags that it ought to have."""
        picture = bench.store.get(PictureRecord, turn.subject)
        if picture is None or "compound" not in filled:
            return ()
        types = filled.get("types")
        chosen = [str(name) for name in types if name != ANOTHER] if isinstance(types, list) else []
        if another := filled.get("another"):
            chosen.append(str(another))
        count = filled.get("figures", 1)
        tags: dict[str, list[str]] = {
            "compound": [str(filled["compound"])],
            "figures": [f"{count:g}" if isinstance(count, int | float) else str(count)],
            "figure_type": list(dict.fromkeys(map(_usual, chosen))),
        }
        before = {name: sorted(values) for name, values in _known(picture.tags).items()}
        verdict = "correct" if before == {name: sorted(values) for name, values in tags.items()} else "edited"
        about: dict[str, JsonValue] = {"tags": {name: list(values) for name, values in tags.items()}}
        note = _becoming.note_of(filled, "note")
        return (_becoming.reviewed(turn, person, picture.id, verdict, note=note, about=about),)

    def right(self, bench: Bench, turn: Turn, records: Sequence[Answer | Review], words: Words) -> str | None:
        """What an expert said, where it is something else."""
        return _becoming.by_experts(bench, records, words, _tags)


def _tags(review: Review) -> str:
    """The tags that a review gives, in one text."""
    tags = review.extra.get("studio", {}).get("tags")
    given = list(tags.values()) if isinstance(tags, dict) else []
    return "; ".join(", ".join(sorted(map(str, values))) for values in given if isinstance(values, list))


def _known(tags: Tags) -> Tags:
    """What a picture's tags say about the three, in the usual words."""
    found = {name: tags[name] for name in ("compound", "figures") if tags.get(name)}
    if types := tuple(dict.fromkeys(_usual(name) for name in tags.get("figure_type", ()))):
        found["figure_type"] = types
    return found


def _usual(name: str) -> str:
    """A type as the twelve are written, if it is one of them: `Line Chart`, `neural networks`."""
    written = name.strip().casefold().replace("_", " ")
    return next((usual for usual in FIGURE_TYPES if written in (usual, f"{usual}s")), name.strip())
