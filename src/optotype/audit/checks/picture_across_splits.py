"""Pictures of one split look nearly like pictures of another."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from optotype.audit.checks import KEPT, Check, Examined, Unexamined
from optotype.batches import batches
from optotype.claims import Claim
from optotype.likeness import Border, Look, look
from optotype.pictures import BadPicture, decode, flatten
from optotype.records import Picture

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence
    from optotype.bench import Bench

_BATCH = 500
_WORKERS = 2


@dataclass(frozen=True)
class PictureAcrossSplits(Check):
    """Looks of the pictures that questions show, held against each other across splits."""

    order = 60

    distance: int = 4
    """Bits in which the hashes of two such pictures may differ."""
    problem: float = 0.01
    """The share of pictures from which on it is a problem; a single one is worth a warning."""

    def examine(self, evidence: Evidence) -> Examined:
        """Looks at each picture once."""
        border = Border(self.distance)
        splits: set[str] = set()
        new: list[str] = []
        for item in evidence.every():
            if item.split is not None:
                splits.add(item.split)
                new += [id for id in item.pictures if border.see(id, item.split)]
        if len(splits) < 2:
            raise Unexamined("there are not two splits")
        ids = list(dict.fromkeys(new))
        if not ids:
            raise Unexamined("no item shows a picture")
        if not evidence.fast:
            with ThreadPoolExecutor(_WORKERS) as pool:
                for batch in batches(ids, _BATCH):
                    records = list(evidence.bench.store.get_all(Picture, batch).values())
                    looks = pool.map(partial(_look, evidence.bench), records)
                    for record, seen in zip(records, looks, strict=True):
                        if seen is not None:
                            border.look(record.id, seen)
        crossings = list(border.crossings())
        if not crossings:
            figures = {"pictures": len(ids), "splits": ", ".join(sorted(splits))}
            return Examined(Claim(self.name, "ok", "same" if evidence.fast else "ok", figures))
        found = [
            self.found(
                crossing.id,
                f"its items are in several splits: {', '.join(crossing.splits)}"
                if crossing.like is None
                else f"looks nearly like {crossing.like}, which is in the split {crossing.other!r}",
                severity="problem",
            )
            for crossing in crossings[:KEPT]
        ]
        count = len({crossing.id for crossing in crossings})
        share = count / len(ids)
        figures = {
            "pictures": count,
            "share": share,
            "same": sum(crossing.like is None for crossing in crossings),
            "first": crossings[0].id,
            "splits": ", ".join(sorted(splits)),
        }
        return Examined(Claim(self.name, "problem" if share >= self.problem else "warning", "found", figures), found)


def _look(bench: Bench, picture: Picture) -> Look | None:
    """What a picture looks like; nothing where its file is missing or damaged, which lint tells."""
    path = bench.path(picture)
    try:
        return None if path is None else look(flatten(decode(path.read_bytes())))
    except (OSError, BadPicture):
        return None
