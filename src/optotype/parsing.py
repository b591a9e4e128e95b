"""Parsing: captions to scene graphs, one by one, in lists, or file to file."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias, overload

from optotype.batches import batches
from optotype.errors import BadSource, BadTarget, Fault
from optotype.files import csvs
from optotype.files.whole import writing
from optotype.parsers import DEFAULT, Parser, named
from optotype.progress import Progress, silent

if TYPE_CHECKING:
    from optotype.scenegraph.graph import SceneGraph

Written: TypeAlias = Literal["factual", "factual_ids"]
"""How graphs are written: as most of FACTUAL's data, or with the marks of verbs and the indices of equal names."""

LONGEST = 20_000
"""Letters of a caption that are read where captions are compared: what is said beyond is no caption's matter."""

_BATCH = 256
_COLUMN = "caption"


@overload
def parse(captions: str, parser: str | Parser = DEFAULT) -> SceneGraph: ...  # pyright: ignore[reportOverlappingOverload]
@overload
def parse(captions: Sequence[str], parser: str | Parser = DEFAULT) -> list[SceneGraph]: ...
def parse(captions: str | Sequence[str], parser: str | Parser = DEFAULT) -> SceneGraph | list[SceneGraph]:
    """The scene graph of a caption, or of each of several.

    Raises:
        OptotypeError: there is no such parser, or what it needs is not installed.
    """
    chosen = named(parser) if isinstance(parser, str) else parser
    return chosen.parse([captions])[0] if isinstance(captions, str) else chosen.parse(captions)


class Reader:
    """A parser that remembers: each caption is parsed once, some together."""

    def __init__(self, parser: Parser, *, kept: int = 50_000) -> None:
        """Makes one that has parsed nothing yet.

        Args:
            parser: Who makes graphs.
            kept: How many graphs are remembered, those that were asked for last.
        """
        self.parser = parser
        self._kept = kept
        self._known: dict[str, SceneGraph] = {}

    def graphs(self, captions: Sequence[str]) -> list[SceneGraph]:
        """What each caption says, in order: without indices and the voice of verbs, at which no metric looks.

        Raises:
            OptotypeError: what the parser needs is not there.
        """
        texts = [caption[:LONGEST] for caption in captions]
        wanted = dict.fromkeys(texts)
        # taken out and put back: what was asked for last is forgotten last
        found = {text: self._known.pop(text) for text in wanted if text in self._known}
        for batch in batches((text for text in wanted if text not in found), _BATCH):
            found |= {text: graph.plain() for text, graph in zip(batch, self.parser.parse(batch), strict=True)}
        self._known |= found
        for text in list(islice(self._known, max(0, len(self._known) - self._kept))):
            del self._known[text]
        return [found[text] for text in texts]


@lru_cache(maxsize=2)
def shared(parser: str) -> Reader:
    """The reader that all who name this parser share, so that it is loaded once.

    Raises:
        OptotypeError: there is no such parser or setting.
    """
    return Reader(named(parser))


@dataclass
class Parsed:
    """What became of a file."""

    captions: int = 0
    """That were parsed."""
    empty: int = 0
    """Those of them whose graph says nothing."""
    faults: list[Fault] = field(default_factory=list["Fault"])
    """Rows that could not be read; the others were."""


def parse_file(
    source: Path,
    target: Path | TextIO,
    parser: str | Parser = DEFAULT,
    *,
    notation: Written = "factual",
    progress: Progress = silent,
) -> Parsed:
    """Parses a caption per line, or the column `caption` of a CSV or TSV file, and writes JSONL.

    Each line has the caption and its graph as a string. A file is replaced only when all is done.

    Raises:
        BadSource: the captions cannot be read at all.
        BadTarget: the file cannot be written.
    """
    chosen = named(parser) if isinstance(parser, str) else parser
    done = Parsed()

    def captions() -> Iterator[str]:
        for found in _captions(source):
            if isinstance(found, Fault):
                done.faults.append(found)
            else:
                yield found

    with _writing(source, target) as stream:
        for batch in batches(captions(), _BATCH):
            for caption, graph in zip(batch, chosen.parse(batch), strict=True):
                row = {"caption": caption, "graph": graph.write(ids=notation == "factual_ids")}
                stream.write(json.dumps(row, ensure_ascii=False) + "\n")
                done.empty += not graph.facts
            done.captions += len(batch)
            progress(len(batch))
    return done


def _captions(source: Path) -> Iterator[str | Fault]:
    if not source.is_file():
        raise BadSource(f"{source}: a file was expected." if source.exists() else f"{source}: there is no such file.")
    if source.suffix.lower() in (".csv", ".tsv"):
        delimiter = "\t" if source.suffix.lower() == ".tsv" else ","
        for found in csvs.rows(source, source.name, delimiter=delimiter, columns=(_COLUMN,)):
            yield found if isinstance(found, Fault) else found[1][_COLUMN]
        return
    with source.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
            except UnicodeDecodeError:
                yield Fault(f"{source.name}, line {number}", "not UTF-8; save the file as UTF-8")


@contextmanager
def _writing(source: Path, target: Path | TextIO) -> Generator[TextIO]:
    if not isinstance(target, Path):
        yield target
        return
    if target.exists() and source.exists() and target.samefile(source):
        raise BadTarget(f"{target}: this is the file of captions. Give another file to write to.")
    with writing(target) as stream:
        yield stream
