"""An abstract and two pictures: which would you rather see? SciGA's study with users.

Which picture stands on the left is different from person to person, and the other way round where a pair is asked
again, so that whoever always takes the left one is found out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from optotype.records import BALANCED, Answer, Item, Review
from optotype.records import Preference as PreferenceForm
from optotype.studio.blocks import Block, Choose, Filled, Option, Text
from optotype.studio.desk import REPEAT, Turn
from optotype.studio.people import Person
from optotype.studio.screens import Screen, _becoming
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

_PAIR = 2
NONE = "none"
"""Said instead of factors."""


@dataclass(frozen=True)
class Preference(Screen):
    """Two pictures side by side, one to be preferred, and what decided."""

    personal: ClassVar[bool] = True

    def fits(self, item: Item) -> bool:
        """Pairs of pictures."""
        options = item.options
        return (
            isinstance(item.form, PreferenceForm)
            and len(options) == _PAIR
            and all(option.picture is not None for option in options)
        )

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """The abstract, the pair, the factors."""
        item = bench.store.get(Item, turn.subject)
        if item is None or not isinstance(item.form, PreferenceForm):
            return ()
        blocks: list[Block] = []
        if item.text:
            blocks.append(Text(item.text, title=words("preference.abstract")))
        pictures = {option.label: option.picture for option in item.options}
        sides = (words("preference.left"), words("preference.right"))
        options = [Option(label, side, pictures[label]) for label, side in zip(order(turn, item), sides, strict=True)]
        question = item.question or words("preference.question")
        blocks.append(Choose("answer", question, options=tuple(options), large=True))
        if factors := tuple(Option(factor, factor) for factor in item.form.factors):
            none = (Option(NONE, words("preference.none")),)
            title = words("preference.factors")
            blocks.append(Choose("factors", title, others=none, options=factors, several=True, in_row=True))
        blocks.append(_becoming.note(words))
        return blocks

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """The label of the better one, with the order in which they were shown."""
        item = bench.store.get(Item, turn.subject)
        if item is None or "answer" not in filled:
            return ()
        factors = filled.get("factors")
        about: dict[str, JsonValue] = {"factors": factors if isinstance(factors, list) else []}
        state, note = _becoming.state_of(filled["answer"]), _becoming.note_of(filled, "note")
        label, shown = str(filled["answer"]), order(turn, item)
        return (_becoming.answered(turn, person, state, label, note=note, shown=shown, about=about),)

    def right(self, bench: Bench, turn: Turn, records: Sequence[Answer | Review], words: Words) -> str | None:
        """For pairs of which one is known to be better."""
        return _becoming.right(bench, turn, records, words)


def order(turn: Turn, item: Item) -> tuple[str, ...]:
    """The labels from left to right: settled by person and item, and turned round where the pair is asked again.

    Where options take turns from pair to pair already, the side is settled by what is compared, and not by the item.
    """
    what = "\n".join(item.tags.get(BALANCED, (item.id,)))
    digest = hashlib.sha256(f"{turn.project}\n{turn.person}\n{what}".encode()).digest()
    turned = bool(digest[0] & 1) != (turn.role == REPEAT)
    labels = tuple(option.label for option in item.options)
    return labels[::-1] if turned else labels
