"""Benches whose scores are written down by the test: figures can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from optotype import Workbench, init
from optotype.records import (
    Answer,
    Collection,
    Form,
    Item,
    Noun,
    Origin,
    Picture,
    Respondent,
    Run,
    Score,
    ShortText,
    State,
    Tags,
)
from tests.report.benches import WHEN

Kind = Literal["person", "model", "agent", "baseline", "network", "file"]


def item(
    number: int,
    tags: Tags | None = None,
    *,
    collection: str = "c",
    cluster: str | None = None,
    form: Form | None = None,
    origin: Literal["imported", "drawn", "generated", "written"] = "imported",
    picture: str | None = None,
) -> Item:
    """An item, in a cluster of its own unless told."""
    id = f"{collection}/{number}"
    return Item(
        id=id,
        collection=collection,
        origin=Origin(kind=origin, by="test"),
        form=form or ShortText(),
        question=f"Question {number}?",
        pictures=() if picture is None else (picture,),
        cluster=cluster or id,
        tags=tags or {},
    )


def scored(
    folder: Path,
    items: Sequence[Item],
    marks: Mapping[str, Mapping[str, Sequence[float | None]]],
    *,
    formats: Mapping[str, str] | None = None,
    pictures: Sequence[Picture] = (),
    kind: Kind = "model",
) -> Workbench:
    """A bench with a run for each respondent.

    Args:
        folder: where to.
        items: what was asked.
        marks: by respondent and signature, a score for each of the first items; None where nothing was heard. Items
            beyond the scores were not asked.
        formats: of collections by name; `draw` unless told.
        pictures: that items show.
        kind: of all respondents.
    """
    bench = init(folder)
    names = dict.fromkeys(one.collection for one in items)
    collections = [Collection(id=name, format=(formats or {}).get(name, "draw")) for name in names]
    nouns: list[Noun] = [*collections, *pictures, *items]
    for name, by_signature in marks.items():
        run = Run(id=f"run {name}", respondent=name, started=WHEN, ended=WHEN)
        nouns += [Respondent.model_validate({"id": name, "kind": kind}), run]
        first = next(iter(by_signature.values()))
        for one, value in zip(items, first, strict=False):
            heard = {"state": State.FAILED} if value is None else {"state": State.GIVEN, "value": "x"}
            told = {"id": f"{run.id}:{one.id}", "item": one.id, "respondent": name, "run": run.id}
            nouns.append(Answer.model_validate(told | heard))
        for signature, values in by_signature.items():
            nouns += [
                Score(item=one.id, run=run.id, metric=signature.partition("/")[0], signature=signature, value=value)
                for one, value in zip(items, values, strict=False)
            ]
    with bench.store.event("test") as writer:
        writer.write(add=nouns)
    return bench
