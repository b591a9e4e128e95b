"""Papers as their authors and publishers have them: pages, LaTeX sources, PDF files, Markdown, notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from optotype.errors import BadTarget, Fault
from optotype.formats import Data, Entry, Source, Target
from optotype.formats.sciga import Sciga, question_about
from optotype.papers import PaperRead, read_papers, with_components
from optotype.records import Origin


@dataclass(frozen=True)
class Papers(Sciga):
    """Pages as LaTeXML makes them, LaTeX sources with what they read in, PDF files, Markdown and notebooks.

    What was read is a paper of SciGA's shape: `optotype export sciga` writes it. A `.json` file is read as SciGA has
    it, and where it does not tell how a graphical abstract was made, that is found.
    """

    name = "papers"
    title = "Papers as pages, LaTeX sources, PDF files, Markdown or notebooks"
    scoring = None  # no data set

    kind: Literal["any", "html", "latex", "pdf", "markdown"] = "any"
    """What is read; `any` takes what says most where a folder has several."""

    def read(self, source: Source) -> Iterator[Entry | Fault]:
        """All papers below a path, with the question which of its figures would serve best."""
        if source.path.suffix in (".json", ".jsonl"):
            for found in super().read(source):
                yield found if isinstance(found, Fault) else self._completed(found, source)
            return
        for paper in read_papers(source.path, source.collection, kind=self.kind):
            yield paper if isinstance(paper, Fault) else self._entry(paper, source)

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """Papers are written as SciGA has them."""
        raise BadTarget("Papers are not written as pages or sources; write them with 'optotype export sciga'.")

    def _entry(self, paper: PaperRead, source: Source) -> Entry:
        origin = Origin(kind="imported", by=self.name, source=paper.place, place="")
        items, golds = question_about(paper.paper, source.split, origin)
        return Entry(
            papers=(paper.paper,),
            pictures=paper.pictures,
            items=items,
            golds=golds,
            files=paper.files,
            place=paper.place,
        )

    def _completed(self, entry: Entry, source: Source) -> Entry:
        """An entry with the kind and the components of the graphical abstract, where the file does not tell them."""
        paper = entry.papers[0]
        known = with_components(PaperRead(paper, entry.pictures, entry.files)).paper
        if known is paper:
            return entry
        split = next((item.split for item in entry.items), None)
        origin = next(item.origin for item in entry.items) if entry.items else Origin(kind="imported", by=self.name)
        items, golds = question_about(known, split, origin)
        return replace(entry, papers=(known,), items=items, golds=golds)
