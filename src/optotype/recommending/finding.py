"""Finding: the paper that a user means, with its pictures, from a path or from a bench."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from optotype import pictures
from optotype.errors import BadSource, Fault, OptotypeError, what_there_is
from optotype.formats import Source
from optotype.papers import PaperRead, content_of, read_paper
from optotype.records import Paper, Picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from optotype.bench import Bench
    from optotype.formats import Entry

JSON = (".json", ".jsonl")
"""Endings of files in SciGA's shape."""

_NAMED = 200
"""Ids among which a name that nothing has is looked for."""


@dataclass(frozen=True)
class Found:
    """A paper, and how its pictures are had."""

    paper: Paper
    content: Callable[[str], bytes | None]
    """The file of a picture by its id."""
    notes: tuple[str, ...] = ()
    """What could not be read."""

    def image(self, picture: str) -> Image | None:
        """A picture, opened; None where there is none, or it cannot be opened."""
        content = self.content(picture)
        if content is None:
            return None
        try:
            return pictures.decode(content, still=True)
        except OptotypeError:
            return None


def found_paper(paper: Path | str, bench: Bench | None) -> Found:
    """The paper at a path, or the one of the bench that has this id.

    Raises:
        OptotypeError: there is none.
    """
    if bench is not None and isinstance(paper, str) and (known := bench.store.get(Paper, paper)) is not None:
        return Found(known, partial(kept, bench))
    path = Path(paper)
    if not there(path):
        if bench is None:
            raise BadSource(
                f"{path} does not exist. Name a page, a LaTeX folder, a PDF file, Markdown or a notebook; or, in a "
                "bench, the id of a paper."
            )
        near = [one.id for one, _ in zip(bench.store.each(Paper), range(_NAMED), strict=False)]
        has = f"has no paper with this id. {what_there_is(str(paper), near[:8])}" if near else "has no papers."
        raise BadSource(f"{path} does not exist, and the bench {has}")
    if path.suffix.casefold() in JSON:
        return _only(path)
    read = read_paper(path)
    return Found(read.paper, partial(content_of, read), tuple(f"{where}: {what}" for where, what in read.notes))


def there(path: Path) -> bool:
    """Is there anything at this path?"""
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that is too long, or has a zero in it
        return False


def _only(path: Path) -> Found:
    """The paper in a file of SciGA's."""
    found: list[Found] = []
    for entry in entries(path):
        if isinstance(entry, Fault):
            raise BadSource(f"{entry}.")
        found.append(read_from(entry))
        if len(found) > 1:
            raise BadSource(
                f"{path}: one paper was expected, but there are several. Import them ('optotype import sciga {path}') "
                f"and name one by its id, such as '{found[0].paper.id}'."
            )
    if not found:
        raise BadSource(f"{path}: there is no paper in it.")
    return found[0]


def entries(path: Path) -> Iterator[Entry | Fault]:
    """Papers of SciGA's files at a path, one at a time."""
    from optotype.formats.papers import Papers
    from optotype.formats.sciga import Sciga

    reader = Papers() if path.suffix.casefold() in JSON else Sciga()
    return reader.read(Source(path, "sciga"))


def read_from(entry: Entry) -> Found:
    """The paper of an entry."""
    read = PaperRead(entry.papers[0], entry.pictures, entry.files)
    return Found(read.paper, partial(content_of, read))


def kept(bench: Bench, picture: str) -> bytes | None:
    """The file of a picture of a bench."""
    known = bench.store.get(Picture, picture)
    return content_at(bench.path(known) if known is not None else None)


def content_at(path: Path | None) -> bytes | None:
    """What a file holds; None where there is none, or it cannot be read."""
    try:
        return None if path is None else path.read_bytes()
    except OSError:
        return None
