"""Ballots: by item, what was said and by whom, with answers that say the same put together.

Whether two answers say the same is what the metric `accuracy` says: a number is the same number, or lies in the range
that is right; a text is the same but for case, spaces and a final full stop, or states the same amount.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from optotype.batches import batches
from optotype.counting.table import EXPERT, Said, Table
from optotype.metrics.accuracy import Accuracy
from optotype.progress import Progress, silent
from optotype.reading import normal
from optotype.records import Choice, Gold, Item, Preference, Ranking, Review, ShortText, State, Value, YesNo
from optotype.store import BATCH
from optotype.values import as_text

if TYPE_CHECKING:
    from optotype.bench import Bench

_COMPARED = 60
"""Different texts to one item that are compared with each other; of more, only those that are written alike."""


@dataclass(frozen=True)
class Label:
    """Something that was said to an item, or is known to be right."""

    key: str
    """A text by which it is told from others, whoever said it and in whatever order."""
    accepted: tuple[Value, ...] = ()
    """The values that say it; none where it is that the item cannot be answered."""

    @property
    def unanswerable(self) -> bool:
        """Does it say that there is no answer?"""
        return not self.accepted


@dataclass(frozen=True)
class Vote:
    """One answer that counts."""

    answer: str
    """Its id."""
    person: str
    label: int
    """The place of what was said among the labels of the ballot."""


@dataclass(frozen=True)
class Word:
    """What an expert says about the right answer."""

    id: str
    """Of the answer or review."""
    person: str
    label: int | None
    """The place of what is right among the labels; None where the item was rejected."""
    kind: Literal["decided", "answered", "reviewed"]
    """A decision about what others said, an answer to the question, or a review of the item."""


@dataclass(frozen=True)
class Ballot:
    """An item with all that was said to it and counts."""

    item: str
    form: str
    options: tuple[str, ...] | None
    """All keys that an answer can have, where they are few and mean the same from item to item; None where anything
    can be said."""
    labels: tuple[Label, ...]
    """What was said, what experts say, and what is known, in an order that depends on nothing else."""
    votes: tuple[Vote, ...]
    silent: tuple[str, ...]
    """Ids of answers that say nothing: I don't know, a refusal, something that could not be read."""
    words: tuple[Word, ...]
    """What experts say, the newest last."""
    given: int | None
    """The place among the labels of the answer that the item came with, if it came with one."""
    known: bool
    """Is that answer known to be right, because no model proposed it?"""

    @property
    def counts(self) -> tuple[int, ...]:
        """By label, how many votes it has."""
        found = Counter(vote.label for vote in self.votes)
        return tuple(found[place] for place in range(len(self.labels)))


def ballots(
    bench: Bench,
    answers: Table,
    *,
    came_with: Mapping[str, Gold] | None = None,
    also: Collection[str] = (),
    progress: Progress = silent,
) -> Iterator[Ballot]:
    """A ballot for each item that somebody answered, or that an expert reviewed, in the order of the bench.

    Args:
        bench: whose items.
        answers: those that count.
        came_with: by item, the answer that it came with; the gold that it has, unless given.
        also: items that get a ballot even if nobody said anything.
        progress: told of each item done.
    """
    rows: dict[str, list[Said]] = {}
    for row in answers.rows:
        rows.setdefault(row.item, []).append(row)
    experts = {person.id for person in answers.people.values() if person.role in (EXPERT, "administrator")}
    for ids in batches(answers.chosen, BATCH):
        reviews: dict[str, list[Review]] = {}
        for review in bench.store.find(Review, {"item": ids}) if experts else ():
            if review.excluded is None and review.reviewer in experts:
                reviews.setdefault(review.item, []).append(review)
        wanted = [id for id in ids if id in rows or id in reviews or id in also]
        items = bench.store.get_all(Item, wanted)
        golds = bench.store.get_all(Gold, wanted) if came_with is None else came_with
        for id in wanted:
            if (item := items.get(id)) is not None:
                yield _Counter(item, golds.get(id), answers).ballot(rows.get(id, ()), reviews.get(id, ()))
        progress(len(ids))


class _Counter:
    """Puts together what says the same about one item."""

    def __init__(self, item: Item, gold: Gold | None, answers: Table) -> None:
        self.item, self.gold, self.answers = item, gold, answers
        self._judge = Accuracy()
        self._options = _options(item, gold)
        self._given = None if gold is None else self._key_of(gold)
        self._keys: dict[str, str] = {}
        """By text as it was written, the key of what it says."""

    def ballot(self, rows: Sequence[Said], reviews: Sequence[Review]) -> Ballot:
        """All about the item."""
        edits = [(review, value) for review in reviews for value in review.gold_after or ()]
        if isinstance(self.item.form, ShortText):
            self._merge([row.value for row in rows] + [value for _, value in edits])
        said = [(row, self._key(row.state, row.value)) for row in rows]
        words = [*self._answers(said), *self._reviews(reviews)]
        values: dict[str, Counter[Value]] = {}
        for row, key in said:
            if key is not None and row.value is not None:
                values.setdefault(key, Counter())[self._tidy(row.value)] += 1
        for review, value in edits:
            if (key := self._key(State.GIVEN, value)) is not None:
                values.setdefault(key, Counter())[self._tidy(value)] += (
                    len(reviews) + len(rows) if review is reviews[-1] else 1
                )
        given = self._given
        keys = {key for _, key in said} | {key for *_, key in words} | {given}
        ordered = sorted(key for key in keys if key is not None)
        places = {key: place for place, key in enumerate(ordered)}
        return Ballot(
            item=self.item.id,
            form=self.item.form.kind,
            options=self._options,
            labels=tuple(self._label(key, values.get(key, Counter())) for key in ordered),
            votes=tuple(
                Vote(row.id, row.person, places[key]) for row, key in said if key is not None and not row.decides
            ),
            silent=tuple(row.id for row, key in said if key is None),
            words=tuple(
                Word(id, person, None if key is None else places[key], kind) for id, person, kind, key in words
            ),
            given=None if given is None else places[given],
            known=self.gold is not None and self.item.origin.kind != "generated",
        )

    def _answers(self, said: Sequence[tuple[Said, str | None]]) -> Iterator[_Spoken]:
        """Answers of experts, and decisions of whoever decided."""
        for row, key in said:
            if key is not None and row.decides:
                yield row.id, row.person, "decided", key
            elif key is not None and self.answers.people[row.person].expert:
                yield row.id, row.person, "answered", key

    def _reviews(self, reviews: Sequence[Review]) -> Iterator[_Spoken]:
        """Reviews that say what is right: correct as it stands, edited, or rejected.

        One with criteria judges the question, and says nothing about the answer unless it rejects all of it.
        """
        for review in reviews:
            if review.verdict == "rejected":
                yield review.id, review.reviewer, "reviewed", None
            elif review.gold_after is not None:
                key = self._key(State.GIVEN, review.gold_after[0]) if review.gold_after else _NO_ANSWER
                yield review.id, review.reviewer, "reviewed", key
            elif self.gold is not None and not review.criteria:
                yield review.id, review.reviewer, "reviewed", self._given

    def _key(self, state: State, value: Value | None) -> str | None:
        """The key of an answer; None where it says nothing, or has not a letter."""
        if state is State.UNANSWERABLE:
            return _NO_ANSWER
        if state is not State.GIVEN or value is None:
            return None
        rights = () if self.gold is None else self.gold.accepted
        if any(self._judge.score(self.item, right, value).value == 1.0 for right in rights):
            return self._given
        written = _written(self.item, value)
        return None if written == _SAID else self._keys.get(written, written)

    def _merge(self, values: Sequence[Value | None]) -> None:
        """Texts that state the same amount are one, whichever of them comes first in the alphabet."""
        texts = sorted({_written(self.item, value) for value in values if value is not None})
        if len(texts) > _COMPARED:
            return
        firsts: list[str] = []
        for text in texts:
            same = (first for first in firsts if self._same(first, text) and self._same(text, first))
            if (first := next(same, None)) is None:
                firsts.append(text)
            else:
                self._keys[text] = first

    def _same(self, one: str, other: str) -> bool:
        return self._judge.score(self.item, one.removeprefix(_SAID), other.removeprefix(_SAID)).value == 1.0

    def _label(self, key: str, values: Counter[Value]) -> Label:
        if key == _NO_ANSWER:
            return Label(key)
        if key == self._given and self.gold is not None:
            return Label(key, self.gold.accepted)
        # as most wrote it; of equals, the first in the alphabet
        most = min(values.items(), key=lambda pair: (-pair[1], as_text(pair[0])))[0]
        return Label(key, (most,))

    def _tidy(self, value: Value) -> Value:
        """Chosen options in their own order, and texts without the blanks around them."""
        if isinstance(value, str) and isinstance(self.item.form, ShortText):
            return " ".join(value.split())
        if isinstance(self.item.form, Choice) and isinstance(value, tuple):
            chosen = set(value)
            known = [option.label for option in self.item.options if option.label in chosen]
            return tuple(dict.fromkeys([*known, *sorted(chosen)]))
        return value

    def _key_of(self, gold: Gold) -> str:
        """The key of the answer that the item came with; among options it goes by its own name."""
        if gold.unanswerable:
            return _NO_ANSWER
        return _GIVEN if self._options is None else _written(self.item, gold.accepted[0])


_Spoken = tuple[str, str, Literal["decided", "answered", "reviewed"], str | None]

_SAID = "="
"""Begins the key of what somebody said, so that no text can pass for one of these two."""
_GIVEN = "given"
"""The key of the answer that an item came with: it sorts after all that was said."""
_NO_ANSWER = "no answer"


def _written(item: Item, value: Value) -> str:
    """A value as a text that is the same for all who say the same, as far as that can be told from it alone."""
    match item.form:
        case Choice() | Preference():
            return _SAID + as_text(tuple(sorted(set(value))) if isinstance(value, tuple) else value)
        case Ranking():
            return _SAID + as_text(value)
        case ShortText():
            return _SAID + normal(as_text(value))
        case _:
            return _SAID + as_text(value)


def _options(item: Item, gold: Gold | None) -> tuple[str, ...] | None:
    """What can be said, where that is the same from item to item."""
    match item.form:
        case YesNo():
            found = [_written(item, value) for value in (False, True)]
        case Choice(several=False):
            found = [_written(item, (option.label,)) for option in item.options]
        case _:
            return None
    if gold is not None and len(gold.accepted) > 1:  # several of them are right, and so the same
        return None
    return (*found, *([_NO_ANSWER] if item.form.unanswerable else []))
