"""Dossiers: each item with all that belongs to it, in one walk over the bench."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.records import Answer, Collection, Finding, Gold, Item, Picture, Respondent, Review, Score

if TYPE_CHECKING:
    from optotype.bench import Bench

_BATCH = 500


@dataclass(frozen=True)
class Dossier:
    """An item, its gold, its pictures, and what everybody said to it."""

    item: Item
    gold: Gold | None
    pictures: dict[str, Picture]
    """Those of the question and of the options, by id; what the bench has no record of is left out."""
    answers: dict[str, list[Answer]] = field(default_factory=dict[str, "list[Answer]"])
    """By run; an item that was asked in several orders has several."""
    scores: dict[str, list[Score]] = field(default_factory=dict[str, "list[Score]"])
    """By run."""
    others: list[Answer] = field(default_factory=list[Answer])
    """Answers that belong to no run: people's."""
    findings: list[Finding] = field(default_factory=list[Finding])
    """What was noticed about the item and its pictures."""
    reviews: list[Review] = field(default_factory=list[Review])
    """What people who checked the item found."""
    licences: Mapping[str, str | None] = field(default_factory=dict[str, "str | None"])
    """By collection: what its pictures are under that have no licence of their own."""

    def licence(self, picture: Picture) -> str | None:
        """What a picture is under: its own licence, or that of its collection."""
        return picture.licence or self.licences.get(picture.collection)


def dossiers(bench: Bench, items: Iterable[Item], runs: Sequence[str]) -> Iterator[Dossier]:
    """A dossier for each item, in order; memory stays flat."""
    store = bench.store
    licences = {collection.id: collection.licence for collection in store.each(Collection)}
    for batch in batches(items, _BATCH):
        ids = [item.id for item in batch]
        shown = {item.id: item.all_pictures for item in batch}
        golds = store.get_all(Gold, ids)
        pictures = store.get_all(Picture, [id for some in shown.values() for id in some])
        files = {
            item.id: Dossier(
                item,
                golds.get(item.id),
                {id: pictures[id] for id in shown[item.id] if id in pictures},
                licences=licences,
            )
            for item in batch
        }
        for answer in store.find(Answer, {"item": ids, "run": list(runs)}):
            if answer.run is not None:
                files[answer.item].answers.setdefault(answer.run, []).append(answer)
        for answer in store.find(Answer, {"item": ids, "run": None}):
            files[answer.item].others.append(answer)
        for score in store.find(Score, {"item": ids, "run": list(runs)}):
            files[score.item].scores.setdefault(score.run, []).append(score)
        abouts: dict[str, list[str]] = {id: [id] for id in ids}
        for id, some in shown.items():
            for picture in some:
                abouts.setdefault(picture, []).append(id)
        for finding in store.find(Finding, {"about": list(abouts)}):
            for id in abouts[finding.about]:
                files[id].findings.append(finding)
        for review in store.find(Review, {"item": ids}):
            files[review.item].reviews.append(review)
        yield from files.values()


def respondents_of(bench: Bench, ids: Iterable[str]) -> dict[str, Respondent]:
    """Respondents by id; one of whom the bench has no record is taken for a model."""
    ids = list(dict.fromkeys(ids))
    known = bench.store.get_all(Respondent, ids)
    return {id: known.get(id) or Respondent(id=id, kind="model") for id in ids}
