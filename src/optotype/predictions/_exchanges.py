"""What a run said, on its way into a file: exchange by exchange, with an account of what becomes of each answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from optotype.answers_in_words import moved
from optotype.asking import Question, Sight
from optotype.errors import BadTarget
from optotype.records import Answer, Gold, Item, Picture, Respondent, Run, Score

if TYPE_CHECKING:
    from optotype.results import Judged

OTHER_ORDERS = "to another order of the options"
"""Why an answer has no place where there is one per item."""

_T = TypeVar("_T")


class NoPlace(Exception):
    """A file of this shape has no place for an answer, whatever it says; the message says why."""


@dataclass(frozen=True)
class Exchange:
    """An item, and all that a run has about it."""

    item: Item
    gold: Gold | None
    answers: tuple[Answer, ...]
    """One for each order in which its options were shown."""
    scores: tuple[Score, ...] = ()
    """One for each metric; of several answers it is the mean."""
    pictures: Mapping[str, Picture] = field(default_factory=dict[str, Picture])
    """Those of the question and of the options, by id."""
    questions: tuple[Question, ...] = ()
    """The item as it was put, made again from the settings of the run; for logs only."""

    @property
    def answer(self) -> Answer:
        """The answer to the item's own order of options, where that was shown; else the first."""
        return next((answer for answer in self.answers if not moved(self.item, answer)), self.answers[0])

    def question(self, answer: Answer) -> Question | None:
        """What an answer was given to; None where that cannot be told any more."""
        return next((question for question in self.questions if question.shown == answer.shown), None)


class Account(ABC):
    """A run that is written to a file: what it said, and what became of it. Each answer is written, or left out."""

    run: Run
    respondent: Respondent
    title: str
    """Of the bench."""

    def __init__(self) -> None:
        self.written = 0
        """Answers that stand in the file."""
        self.empty: Counter[str] = Counter()
        """By reason, how many of them stand there as an empty text."""
        self.left_out: Counter[str] = Counter()
        """By reason, answers that do not stand there."""

    @abstractmethod
    def __iter__(self) -> Iterator[Exchange]:
        """All that was said, in the order in which it was asked; once."""

    @abstractmethod
    def judged(self) -> list[Judged]:
        """The figures of the exchanges that went by; for logs only."""

    @abstractmethod
    def place(self, picture: Picture | Sight) -> str:
        """Where a picture lies, as seen from the bench's folder; by its name while its file is missing."""

    def each(self, text: Callable[[Item, Answer], _T | None], empty: _T | None = None) -> Iterator[tuple[Exchange, _T]]:
        """One answer for each item, for shapes that have no place for more.

        Args:
            text: what the shape says for an answer; None where nothing can be said. Raises `NoPlace`.
            empty: what stands for nothing, in shapes that need something for every item; else it is left out.
        """
        for exchange in self:
            answer = exchange.answer
            if len(exchange.answers) > 1:
                self.left_out[OTHER_ORDERS] += len(exchange.answers) - 1
            try:
                said = text(exchange.item, answer)
            except NoPlace as error:
                self.left_out[str(error)] += 1
                continue
            if said is None:
                if empty is None:
                    self.left_out[answer.state.value] += 1
                    continue
                self.empty[answer.state.value] += 1
                said = empty
            self.written += 1
            yield exchange, said


class OneCollection:
    """Makes sure that all items are of one collection, for shapes that call them by ids without its name."""

    def __init__(self) -> None:
        self.name = ""

    def id(self, item: Item) -> str:
        """What an item is called within its collection.

        Raises:
            BadTarget: another item was of another collection.
        """
        self.name = self.name or item.collection
        if item.collection != self.name:
            raise BadTarget(
                f"The run has items of the collections '{self.name}' and '{item.collection}', and a file of this shape "
                "is about one. Choose it with --collection."
            )
        return item.native
