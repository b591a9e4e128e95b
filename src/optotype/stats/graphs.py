"""What scene graphs consist of: the figures of FACTUAL's Table 2."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from optotype.progress import Progress, silent
from optotype.scenegraph.graph import IS
from optotype.stats.figures import FREQUENT, GraphFigures, Labels, ranked, spread_of

_MARKS = re.compile(r"^p?v?:(?=.)|(?<=.):\d+$")

_QUANTITY = re.compile(r"(\d+|many|unaccountable)(?:[a-z]{1,2})?")


def graph_stats(rows: Iterable[tuple[str, str]]) -> GraphFigures:
    """The figures of FACTUAL's Table 2 about any graphs, in any of its notations.

    Args:
        rows: captions, each with its graph as a text; a caption may be empty.
    """
    tally = GraphTally()
    for caption, graph in rows:
        tally.add(graph, caption)
    return tally.figures()


def graph_file_stats(path: Path, *, progress: Progress = silent) -> GraphFigures:
    """The same about a file: what `optotype parse` writes, or CSV or TSV with `scene_graph` and perhaps `caption`.

    Raises:
        BadSource: there is no such file, or it cannot be read to its end.
    """
    from optotype.errors import BadSource, Fault
    from optotype.files import csvs, jsons

    if not path.is_file():
        raise BadSource(f"{path}: there is no such file." if not path.exists() else f"{path}: a file was expected.")
    suffix = path.suffix.lower()
    table = suffix in (".csv", ".tsv")

    def rows() -> Iterator[tuple[str, str]]:
        found = (
            csvs.rows(path, path.name, delimiter="\t" if suffix == ".tsv" else ",", columns=("scene_graph",))
            if table
            else jsons.lines(path, path.name)
        )
        for row in found:
            if isinstance(row, Fault):
                raise BadSource(f"{row}.")
            data = row[1]
            graph = data.get("scene_graph" if table else "graph") if isinstance(data, dict) else None
            if not isinstance(data, dict) or not isinstance(graph, str):
                raise BadSource(
                    f'{path.name}, {row[0]}: {{"caption": "a red dog", "graph": "( dog , is , red )"}} was expected, '
                    "or a file that ends with .csv or .tsv and has a column scene_graph."
                )
            yield str(data.get("caption") or ""), graph
            progress(1)

    return graph_stats(rows())


@dataclass
class _LabelTally:
    occurrences: Counter[str] = field(default_factory=Counter[str])
    different: int = 0
    """Sum over captions of how many different labels each has."""

    def add(self, labels: Iterable[str]) -> None:
        some = list(labels)
        self.occurrences.update(some)
        self.different += len(set(some))

    def labels(self, captions: int) -> Labels:
        return Labels(
            labels=len(self.occurrences),
            occurrences=self.occurrences.total(),
            occurrences_per_label=(
                round(self.occurrences.total() / len(self.occurrences), 4) if self.occurrences else None
            ),
            labels_per_caption=round(self.different / captions, 4) if captions else None,
            occurrences_per_caption=round(self.occurrences.total() / captions, 4) if captions else None,
            frequent=ranked(self.occurrences, FREQUENT),
        )


@dataclass
class GraphTally:
    """Counts graphs, one after another."""

    captions: int = 0
    unread: int = 0
    words: Counter[int] = field(default_factory=Counter[int])
    per_caption: Counter[int] = field(default_factory=Counter[int])
    facts: _LabelTally = field(default_factory=_LabelTally)
    objects: _LabelTally = field(default_factory=_LabelTally)
    verbs: _LabelTally = field(default_factory=_LabelTally)
    prepositions: _LabelTally = field(default_factory=_LabelTally)
    predicates: _LabelTally = field(default_factory=_LabelTally)
    relations: _LabelTally = field(default_factory=_LabelTally)
    attributes: _LabelTally = field(default_factory=_LabelTally)
    quantifiers: _LabelTally = field(default_factory=_LabelTally)

    def add(self, text: str, caption: str = "") -> None:
        """One graph more, as a text in any notation."""
        from optotype.scenegraph.notation import BadGraph, parse

        try:
            facts = parse(text)
        except BadGraph:
            self.unread += 1
            return
        self.captions += 1
        if caption:
            self.words[len(caption.split())] += 1
        self.per_caption[len(facts)] += 1
        self.facts.add(" , ".join(fact) for fact in facts)
        parts = [_take_apart(fact) for fact in facts]
        self.objects.add(word for part in parts for word in part.objects)
        self.verbs.add(part.verb for part in parts if part.verb)
        self.prepositions.add(part.preposition for part in parts if part.preposition)
        self.predicates.add(part.predicate for part in parts if part.predicate)
        self.relations.add(part.predicate for part in parts if part.predicate and part.predicate != IS)
        self.attributes.add(word for part in parts for word in part.attributes)
        self.quantifiers.add(word for part in parts for word in part.quantifiers)

    def figures(self) -> GraphFigures:
        """What they come to."""
        return GraphFigures(
            captions=self.captions,
            unread=self.unread,
            caption_words=spread_of(self.words),
            facts=self.facts.labels(self.captions),
            facts_per_caption=spread_of(self.per_caption),
            objects=self.objects.labels(self.captions),
            verbs=self.verbs.labels(self.captions),
            prepositions=self.prepositions.labels(self.captions),
            predicates=self.predicates.labels(self.captions),
            relations=self.relations.labels(self.captions),
            attributes=self.attributes.labels(self.captions),
            quantifiers=self.quantifiers.labels(self.captions),
        )


@dataclass(frozen=True)
class _Parts:
    objects: tuple[str, ...]
    predicate: str = ""
    verb: str = ""
    preposition: str = ""
    attributes: tuple[str, ...] = ()
    quantifiers: tuple[str, ...] = ()


def _take_apart(fact: tuple[str, ...]) -> _Parts:
    """What a fact of any notation consists of, without the marks of verbs, of equal names and of units."""
    from optotype.scenegraph.predicates import Parts, take_apart

    terms = [_MARKS.sub("", term) for term in fact]
    if len(terms) == 3 and terms[1] == IS:
        number = bool(_QUANTITY.fullmatch(terms[2]))
        return _Parts(
            (terms[0],), IS, attributes=() if number else (terms[2],), quantifiers=(terms[2],) if number else ()
        )
    quantifiers = tuple(found[1] for term in terms if (found := _QUANTITY.fullmatch(term)))
    rest = [term for term in terms if not _QUANTITY.fullmatch(term)]
    if len(rest) < 3:
        return _Parts(tuple(rest), quantifiers=quantifiers)
    predicate = " ".join(rest[1:-1])
    # FACTUAL-MR has verb and preposition in terms of their own
    found = Parts(rest[1], rest[2]) if len(rest) == 4 else take_apart(predicate)
    return _Parts((rest[0], rest[-1]), predicate, found.verb, found.preposition, quantifiers=quantifiers)
