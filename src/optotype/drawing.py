"""Stage 1, draw: pictures whose answers are known, into the bench."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.errors import BadTarget, OptotypeError
from optotype.intake import Intake, Taken
from optotype.progress import Progress, silent
from optotype.records import Collection
from optotype.synth import LEVELS, Task, family

if TYPE_CHECKING:
    from optotype.bench import Bench

MOST = 1_000_000
"""The largest count that is drawn at once: more would take days and fill most disks."""

_BATCH = 100


@dataclass
class Drawn(Taken):
    """What was drawn."""

    collection: str = ""
    units: int = 0
    """Things drawn, as the kind counts them."""


def draw(
    bench: Bench,
    kind: str,
    *,
    count: int,
    seed: int = 0,
    level: int | None = None,
    name: str | None = None,
    processes: int | None = None,
    settings: Mapping[str, str] | None = None,
    progress: Progress = silent,
) -> Drawn:
    """Draws pictures with their questions, answers and scenes into a bench.

    The same seed gives the same records and the same pixels. Drawing again adds nothing twice, and more of the same
    seed continues where it ended.

    Args:
        bench: where to.
        kind: one of `optotype.synth.family.names()`.
        count: how many units: items, figures, tables, papers or captions.
        seed: all chance follows from it.
        level: of difficulty, 1 to 8; all levels in turn unless given.
        name: of the collection; the kind's unless given.
        processes: how many draw at the same time; unless given one per core, as long as each has enough to draw.
        settings: of the kind.
        progress: told of each unit drawn.

    Raises:
        OptotypeError: a count or level that makes no sense, or no space left.
    """
    drawer = family.build(kind, settings or {})
    _check(count, level)
    name = name or kind
    old = bench.store.get(Collection, name)
    if old is not None and old.format != "draw":
        raise OptotypeError(
            f"There is a collection called '{name}' already, which came from '{old.format}'. Use --name."
        )
    tasks = [Task(kind, name, seed, number, level or number % LEVELS + 1) for number in range(count)]
    if processes is None:
        processes = min(os.cpu_count() or 1, max(1, count // drawer.worth_a_process))
    done = Drawn(collection=name)
    bench.cabinet.tidy()
    with bench.store.event("draw", kind=kind, count=count, seed=seed, level=level, name=name) as writer:
        writer.write(add=[drawer.collection(name)])
        intake = Intake(bench, writer, done)
        try:
            for entries in batches(drawer.draw_all(tasks, processes), _BATCH):
                intake.take([intake.keep(entry) for entry in entries])
                done.units += len(entries)
                progress(len(entries))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            raise OptotypeError(
                f"No space is left on the disk; {done.units:,} of {count:,} were drawn and are kept. "
                "Make room and draw again: it goes on from there."
            ) from error
    return done


def draw_sheet(kind: str, path: Path, *, seed: int = 0, settings: Mapping[str, str] | None = None) -> int:
    """Writes a contact sheet with an example of everything that a kind can draw; gives back how many there are.

    Raises:
        OptotypeError: no such kind or setting.
        BadTarget: a file that no picture can be written to.
    """
    from optotype.contact_sheet import contact_sheet

    drawer = family.build(kind, settings or {})
    if path.suffix.lower() not in (".png", ".jpg", ".jpeg", ".webp"):
        raise BadTarget(f"{path}: a contact sheet is a picture; a name that ends in .png was expected.")
    examples = list(drawer.sheet(seed))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        contact_sheet(examples).save(path)
    except OSError as error:
        raise BadTarget(f"{path} cannot be written: {error.strerror or error}.") from error
    return len(examples)


def _check(count: int, level: int | None) -> None:
    if count < 1:
        raise OptotypeError(f"A count of {count} was asked for; at least one thing has to be drawn.")
    if count > MOST:
        raise OptotypeError(
            f"A count of {count:,} was asked for; at most {MOST:,} are drawn at once. Draw several seeds."
        )
    if level is not None and not 1 <= level <= LEVELS:
        raise OptotypeError(f"Level {level} was asked for; levels go from 1 to {LEVELS}.")
