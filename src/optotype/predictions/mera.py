"""MERA: `outputs` and `meta.id`, in lists by split, as its site takes submissions; in a zip archive or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from pydantic import JsonValue

from optotype.errors import BadSource
from optotype.formats import Data
from optotype.predictions import Handed, Prediction, Shape
from optotype.predictions._columns import as_text, text_of
from optotype.predictions._handed import listed

_DATA = "data"

SHOTS = "shots"
"""The split of MERA's solved examples; their ids begin with it, as the format's do."""


@dataclass(frozen=True)
class Mera(Shape):
    """`{"data": {"test": [{"outputs": "B", "meta": {"id": 346}}]}}`, or the records alone."""

    title = "records with outputs and meta.id, in lists by split below data"

    def fits(self, file: Handed) -> bool:
        """Lists by split, or records."""
        if file.layout == "object":
            return _DATA in file.fields
        return file.layout != "table" and {"outputs", "meta"} <= set(file.fields)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """A prediction per record of any split."""
        if file.layout != "object":
            for place, record in file.rows():
                yield _prediction(record, place)
            return
        for steps, record in file.leaves(_opens):
            if steps[:1] == (_DATA,):
                place = f"{file.name}, {', element '.join(step[:60] for step in steps[1:])}"
                if not isinstance(record, dict):
                    raise BadSource(f"{place}: a record with 'outputs' and 'meta' was expected.")
                prediction = _prediction(record, place)
                # solved examples have a numbering of their own
                yield replace(prediction, id=f"{SHOTS}/{prediction.id}") if steps[1] == SHOTS else prediction


def _opens(steps: tuple[str, ...]) -> bool:
    return not steps or (steps[0] == _DATA and len(steps) < 3)


def _prediction(record: Data, place: str) -> Prediction:
    meta = record.get("meta")
    if not isinstance(meta, dict) or "id" not in meta:
        raise BadSource(f"{place}: no 'id' in 'meta'. Found: {listed(record)}.")
    return Prediction(as_text(cast("JsonValue", meta["id"]), place), text_of(record, "outputs", place), place)
