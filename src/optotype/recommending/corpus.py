"""A corpus: papers of others, in a bench, in a folder or in a file of SciGA's.

What maps and inspirations share: how a corpus is opened and read, and who makes vectors of what papers say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from optotype.batches import batches
from optotype.bench import Bench
from optotype.errors import BadSource, Fault
from optotype.papers import PaperRead, read_papers
from optotype.papers.wording import plain
from optotype.recommending.finding import JSON, content_at, entries, there
from optotype.records import Paper, Picture
from optotype.settings import FILE

if TYPE_CHECKING:
    from optotype.embedding import Embedding
    from optotype.progress import Progress

Coder = Literal["minilm", "multilingual"]
"""Who makes vectors of texts: `minilm` reads English, `multilingual` sixteen languages."""

FOLDER = "neighbours"
"""Where in a bench vectors of its papers are kept."""

LONGEST = 20_000
"""Letters of a text that are looked at."""

_SOME = 500
_YEAR = re.compile(r"(?<!\d)(?:1[89]|2[01])\d\d(?!\d)")
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def opened(corpus: Bench | Path | str, stack: ExitStack) -> Bench | Path:
    """The bench that is meant, open until the stack is closed; or else a folder or a file.

    Raises:
        BadSource: there is no such corpus.
    """
    if isinstance(corpus, Bench):
        return corpus
    path = Path(corpus)
    if not there(path):
        raise BadSource(f"{path} does not exist. A bench, a folder of papers or a file of SciGA's was expected.")
    return stack.enter_context(Bench(path)) if (path / FILE).is_file() else path


class Reading:
    """The papers of a folder or a file, read one after the other; it remembers what could not be."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._faults = 0
        self._first: Fault | None = None

    def papers(self, progress: Progress) -> Iterator[tuple[str, PaperRead]]:
        """Each paper with an id that no other has: two files of one name may lie in two folders."""
        taken: set[str] = set()
        for read in self._read():
            progress(1)
            if isinstance(read, Fault):
                self._faults += 1
                self._first = self._first or read
                continue
            number, id = 1, read.paper.id
            while id in taken:
                number += 1
                id = f"{read.paper.id} ({number})"
            taken.add(id)
            yield id, read

    def notes(self) -> list[str]:
        """What could not be read."""
        if self._first is None:
            return []
        more = f", and {self._faults - 1:,} more" if self._faults > 1 else ""
        return [f"Not all of {self.path} could be read: {self._first}{more}."]

    def _read(self) -> Iterator[PaperRead | Fault]:
        if self.path.suffix.casefold() not in JSON and not _has_json(self.path):
            yield from read_papers(self.path)
            return
        for entry in entries(self.path):
            yield entry if isinstance(entry, Fault) else PaperRead(entry.papers[0], entry.pictures, entry.files)


def _has_json(path: Path) -> bool:
    return path.is_dir() and any(one.suffix.casefold() in JSON and one.is_file() for one in path.iterdir())


def files_of(bench: Bench, pictures: Iterable[str]) -> Callable[[str], bytes | None]:
    """Gives the files of these pictures of a bench by their ids, also when it is closed."""
    paths: dict[str, Path | None] = {}
    for some in batches(pictures, _SOME):
        found = bench.store.get_all(Picture, some)
        paths |= {id: bench.path(picture) for id, picture in found.items()}
    return partial(_from_file, paths)


def _from_file(paths: Mapping[str, Path | None], picture: str) -> bytes | None:
    return content_at(paths.get(picture))


def said_by(paper: Paper) -> str:
    """What a paper says of itself: its abstract, or else its title."""
    return plain(paper.abstract[:LONGEST]) or plain(paper.title[:LONGEST])


def fields_of(paper: Paper) -> tuple[str, ...]:
    """What a paper is about, of all schemes, each once."""
    return tuple(dict.fromkeys(value for values in paper.fields.values() for value in values))


def year_of(paper: Paper) -> int | None:
    """The year in which a paper was published, if it tells."""
    found = _YEAR.search(paper.published[:100])
    return None if found is None else int(found[0])


def coder_of(texts: Iterable[str]) -> Coder:
    """Who can read these texts, by their letters."""
    return "multilingual" if any(_CYRILLIC.search(text) for text in texts) else "minilm"


def text_encoder(coder: Coder) -> tuple[Embedding, str, int]:
    """Who makes vectors, by what name an index remembers them, and how many numbers these have."""
    if coder == "multilingual":
        from optotype import embedding

        return embedding.shared(), embedding.name(), embedding.WIDTH
    from optotype import minilm

    return minilm.shared(), "all-MiniLM-L6-v2/8", minilm.WIDTH
