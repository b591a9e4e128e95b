"""A question about a table is checked by three criteria, and answered: LabTabVQA's validation.

Whoever checks it does not see which option is thought to be right, for what they choose is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.records import Answer, Choice, Item, Review, State
from optotype.studio.blocks import Block, Choose, Filled, Option, Picture, Text
from optotype.studio.desk import Turn
from optotype.studio.people import Person
from optotype.studio.screens import Screen, _becoming
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

CRITERIA = ("about_table", "no_special_knowledge", "needs_picture")
"""What a question has to fulfil: it is about the table, everybody can answer it, and nobody without the picture."""

YES, NO = "yes", "no"


@dataclass(frozen=True)
class TableReview(Screen):
    """Three criteria, each yes or no, and the answer chosen from the options."""

    unsure: bool = True
    """May people say that they do not know the answer?"""

    def fits(self, item: Item) -> bool:
        """Questions with options."""
        return isinstance(item.form, Choice)

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """Picture, question, criteria, options."""
        item = bench.store.get(Item, turn.subject)
        if item is None or not isinstance(item.form, Choice):
            return ()
        blocks: list[Block] = [Picture(id) for id in item.pictures]
        if item.text:
            blocks.append(Text(item.text, title=words("answer.text")))
        blocks.append(Text(item.question, large=True))
        answers = (Option(YES, words("answer.yes")), Option(NO, words("answer.no")))
        blocks += [Choose(name, words(f"table_review.{name}"), options=answers, in_row=True) for name in CRITERIA]
        title, others = words("table_review.answer"), _becoming.instead(item, words, unsure=self.unsure)
        options, several = _becoming.choices(item), item.form.several
        blocks.append(Choose("answer", title, others=others, options=options, several=several, labelled=True))
        blocks.append(_becoming.note(words))
        return blocks

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """What was found, and the answer."""
        if not filled:
            return ()
        criteria = {name: filled.get(name) == YES for name in CRITERIA}
        verdict = "correct" if all(criteria.values()) else "rejected"
        note, said = _becoming.note_of(filled, "note"), filled.get("answer")
        state = _becoming.state_of(said)
        chosen = _becoming.labels(said)
        return (
            _becoming.reviewed(turn, person, turn.subject, verdict, criteria=criteria, note=note),
            _becoming.answered(turn, person, state, chosen if state is State.GIVEN else None, note=note),
        )

    def right(self, bench: Bench, turn: Turn, records: Sequence[Answer | Review], words: Words) -> str | None:
        """The right answer, unless it was chosen."""
        return _becoming.right(bench, turn, records, words)
