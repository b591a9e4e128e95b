"""`file/PATH`: answers that were made elsewhere, read from a file of any shape that `optotype.predictions` knows."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype import looking
from optotype.asking import Question
from optotype.errors import OptotypeError
from optotype.predictions import Prediction, Predictions, opened
from optotype.records import Item, Respondent
from optotype.respondents import Batch, Failure, Lasting, Reply

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class File(Batch):
    """Says what stands in a file."""

    kind = "file"
    costly = False
    looks = False

    shape: str = ""
    """How the file is laid out, such as `mera` or `plain:answer=response`; found out unless given."""
    collection: str = ""
    """The collection that the predictions are for, where ids alone do not tell."""

    @property
    def name(self) -> str:
        """The file's name without the folders above it, with a digest of its content: a changed file is another."""
        return f"{self.provider}/{Path(self.model).name}@{self._digest}"

    def record(self) -> Respondent:
        """The file, with how many predictions it holds, and how many of them belong to no item."""
        counts = {"predictions": (str(self._predictions.count),), "unmatched": (str(self._predictions.unused),)}
        return Respondent(id=self.name, kind=self.kind, name=Path(self.model).name, tags=counts)

    def notes(self) -> list[str]:
        """What is worth telling about the file before its answers are looked at."""
        unused = self._predictions.unused
        if not unused:
            return []
        some = ", ".join(prediction.id[:60] for prediction in self._predictions.some_unused())
        return [f"{unused:,} of {self._predictions.count:,} predictions are for no item of this bench, such as {some}"]

    def prepare(self, bench: Bench) -> None:
        """Reads the file, and finds the item that each prediction is for.

        Raises:
            OptotypeError: the file cannot be read, or fits none of the items.
        """
        matched = 0
        for item in bench.store.each(Item, looking.chosen(collection=self.collection or None)):
            if (prediction := self._predictions.match(item)) is not None:
                matched += 1
                _check(prediction, item)
        if not matched:
            some = ", ".join(f"'{prediction.id[:60]}'" for prediction in self._predictions.some_unused())
            ours = next((f"'{item.id}'" for item in bench.store.each(Item)), "none")
            raise OptotypeError(
                f"{Path(self.model).name}: not one prediction is for an item of this bench. It has ids such as {some}; "
                f"the bench has items such as {ours}."
            )

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The item, the order of its options, and what the file says."""
        prediction = self._predictions.of(question.item)
        return {
            "item": question.item.id,
            "shown": list(question.shown or ()),
            "text": None if prediction is None else prediction.text,
        }

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """What the file says to each question."""
        return [self._reply(question) for question in questions]

    def _reply(self, question: Question) -> Reply | Failure:
        item, prediction = question.item, self._predictions.of(question.item)
        if prediction is None:
            return Lasting("no prediction in the file")
        own = tuple(option.label for option in item.options)
        shown = question.shown or own
        if prediction.option is not None and own:
            return Reply(own[shown.index(own[prediction.option])])
        if shown != own:
            return Lasting("the file was made with options in their own order, and says nothing about another")
        return Reply(prediction.text, scores=dict(prediction.scores))

    @cached_property
    def _predictions(self) -> Predictions:
        predictions = Predictions([Path(self.model)], self.shape or None).__enter__()
        weakref.finalize(self, predictions.close)
        return predictions

    @cached_property
    def _digest(self) -> str:
        with opened(Path(self.model)) as handed, handed.path.open("rb") as stream:
            return file_digest(stream, lambda: blake2b(digest_size=4)).hexdigest()


def _check(prediction: Prediction, item: Item) -> None:
    count = len(item.options)
    if prediction.option is not None and count and prediction.option >= count:
        raise OptotypeError(
            f"{prediction.place}: option number {prediction.option} is predicted, but '{item.id}' has {count} options, "
            f"from 0 to {count - 1}. Correct the prediction, or leave it out."
        )
