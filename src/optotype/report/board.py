"""The board: everything that pages show, worked out in one walk over the items.

Figures are made by the code that `optotype eval` makes them with (`Tally`), from the scores in the store. Beside them
the board keeps a few numbers per item and run, from which runs are compared and the items are filtered.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from optotype import metrics, statistics
from optotype.comparing import USUAL
from optotype.disagreeing import VEILED, as_number, saw
from optotype.errors import OptotypeError
from optotype.facets import COLUMNS, UNSPLIT, WITHOUT, in_order, values_of
from optotype.looking import check_names, chosen, find_run, pictures
from optotype.metrics import Mark
from optotype.people_rows import row_of
from optotype.progress import Progress, silent
from optotype.records import Item, Respondent, Run, Score, State
from optotype.report.chunks import face
from optotype.report.dossiers import Dossier, dossiers, respondents_of
from optotype.results import Result, Tally, chance
from optotype.running import is_under_way
from optotype.selecting import selection_of
from optotype.statistics import Codes, Difference, Floats
from optotype.stats import stats
from optotype.store import Where
from optotype.web.words import LANGUAGES, Language, Words

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.report.breakdown import Breakdown
    from optotype.report.pairs import Pairs
    from optotype.results import Judged
    from optotype.statistics.agreement import Agreement
    from optotype.stats.figures import Stats

STATES = tuple(State)
"""The states of answers in the order of their codes, which begin with 1; 0 is: not asked."""

MOST_VALUES = 60
"""A tag with more values than these tells items apart one by one, and is left to the item browser."""


@dataclass(frozen=True)
class Agreed:
    """How far people agree about items of one form, as the stage that measures it tells."""

    form: str
    people: int
    simulated: bool
    """Are there people among them who do not exist?"""
    agreement: Agreement


@dataclass(frozen=True)
class Asked:
    """What is asked for: which items, and which runs."""

    split: str | None = None
    collection: str | None = None
    runs: tuple[str, ...] = ()
    """By id, or by respondent; all runs that were scored unless given."""
    confidence: float = 0.95

    @property
    def where(self) -> Where:
        """The condition that the items fulfil."""
        return chosen(split=self.split, collection=self.collection)

    def items(self, bench: Bench) -> Iterable[Item]:
        """The items, in the order in which they came."""
        return bench.store.each(Item, self.where)

    def count(self, bench: Bench) -> int:
        """How many they are."""
        return bench.store.count(Item, self.where)


@dataclass
class Columns:
    """What is known of each item, in columns; an item is known by its place."""

    ids: list[str] = field(default_factory=list[str])
    questions: list[str] = field(default_factory=list[str])
    """What an item asks, or is about, in short."""
    cluster: array[int] = field(default_factory=lambda: array("q"))
    chance: array[float] = field(default_factory=lambda: array("d"))
    tags: dict[str, dict[str, array[int]]] = field(default_factory=dict[str, "dict[str, array[int]]"])
    """By tag and value, the places of the items that have it; split, form, collection and origin are among the tags,
    and so is what is known of the picture that an item shows, such as the figure type."""
    kinds: dict[str, array[int]] = field(default_factory=dict[str, "array[int]"])
    """By kind of form, as runs choose items by it, the places of the items."""
    pictures: list[str | None] = field(default_factory=list["str | None"])
    """The file of the first picture of each item, as lists show it; None where there is none."""
    _clusters: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, dossier: Dossier) -> None:
        """Adds an item."""
        item = dossier.item
        place = len(self.ids)
        self.ids.append(item.id)
        self.questions.append(" ".join((item.question or item.text)[: 2 * _EXCERPT].split())[:_EXCERPT])
        self.cluster.append(self._clusters.setdefault(item.cluster, len(self._clusters)))
        self.chance.append(chance(item))
        self.kinds.setdefault(item.form.kind, array("q")).append(place)
        self.pictures.append(face(dossier))
        tags = {tag: values_of(item, tag) for tag in (*COLUMNS, *item.tags)}
        for picture in (dossier.pictures[id] for id in item.pictures if id in dossier.pictures):
            tags = {tag: values for tag, values in picture.tags.items() if values} | tags
        for tag, values in tags.items():
            for value in dict.fromkeys(values):
                if value != WITHOUT:
                    self.tags.setdefault(tag, {}).setdefault(value, array("q")).append(place)

    @cached_property
    def narrow(self) -> dict[str, dict[str, array[int]]]:
        """The tags that do not tell items apart one by one, their values in order."""
        return {
            tag: {value: values[value] for value in sorted(values, key=in_order)}
            for tag, values in self.tags.items()
            if len(values) <= MOST_VALUES
        }

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each item, by id."""
        return {id: place for place, id in enumerate(self.ids)}


@dataclass(frozen=True)
class Unfinished:
    """How far a run is that has not come to its end."""

    going: bool
    """Does somebody work on it? It was stopped otherwise."""
    done: int
    """Items of the board that it was asked about."""
    total: int | None
    """Items of the board that it will be asked about; None where that cannot be told."""


@dataclass
class Entry:
    """A run as a row of the tables."""

    number: int
    """Its place among the entries."""
    name: str
    """How it is called: its respondent, with the run's id where that has several."""
    run: Run
    respondent: Respondent
    result: Result
    values: dict[str, Floats]
    """By signature, the score of each item; not a number where there is none."""
    states: bytearray
    """The state of each item's answer, as a code; 0 where it was not asked."""
    said: Codes
    """What was said to each item: equal numbers, equal answers. 0 where nothing was."""
    unfinished: Unfinished | None = None
    """How far it is; None for a run that came to its end."""

    def progress(self, words: Words) -> str:
        """How far the run is, in words; nothing for one that came to its end."""
        if self.unfinished is None:
            return ""
        far, state = self.unfinished, "going" if self.unfinished.going else "stopped"
        if far.total is None:
            return words(f"rounds.{state}_so_far", done=words.count(far.done))
        return words(f"rounds.{state}", done=words.count(far.done), total=words.count(far.total))

    def called(self, words: Words) -> str:
        """How pages call it; who does not exist is called simulated everywhere, and who did not look is said, too."""
        notes = [words("kinds.simulated")] if self.respondent.simulated else []
        notes += [words(f"kinds.sight_{self.sight}")] if self.sight in VEILED else []
        return f"{self.named(words)} ({', '.join(notes)})" if notes else self.named(words)

    def named(self, words: Words) -> str:
        """Its name; rows of people are called in the language of the page."""
        row = row_of(self.run)
        return self.name if row is None else self.name.replace(self.respondent.name, row.called(words), 1)

    @property
    def names(self) -> dict[Language, str]:
        """Its name by language, for files that serve the pages of all languages."""
        return {language: self.named(Words(language, "optotype.report")) for language in LANGUAGES}

    @property
    def sight(self) -> str:
        """What was shown of pictures: `full`, or how they were hidden."""
        return saw(self.run)

    @property
    def blind(self) -> bool:
        """Did it answer without looking at the pictures?"""
        return self.kind == "baseline" or self.sight != "full"

    @property
    def kind(self) -> str:
        """Person, model, agent, baseline, network or file."""
        return self.respondent.kind

    @cached_property
    def asked(self) -> NDBool:
        """For each item, was it asked about?"""
        return np.frombuffer(self.states, dtype=np.uint8) > 0

    def judged(self, signature: str) -> Judged | None:
        """What a metric found."""
        return next((judged for judged in self.result.judged if judged.signature == signature), None)


NDBool = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass
class Pair:
    """Two entries, held against each other on the items that both have a score on."""

    a: int
    b: int
    difference: Difference
    p: float
    """Corrected for the number of pairs in the round (Holm)."""


@dataclass
class Round:
    """Entries that were asked about the same items, best first."""

    split: str
    """The split that all of these are in; empty where they are in several, or in none."""
    form: str
    """The kind of form whose items these are, all of the board or of the split; empty where these are no such set."""
    collection: str
    """The collection whose items these are, in the same way; empty where the form says as much."""
    whole: bool
    """Were these all items of the board?"""
    entries: list[Entry]
    signature: str
    """The metric that orders them."""
    items: int
    chance: float | None
    """What guessing earns; None where nothing can be guessed."""
    pairs: dict[tuple[int, int], Pair]
    confidence: float

    def called(self, words: Words) -> str:
        """What the items have in common, as a heading."""
        split = words("rounds.split", name=self.split) if self.split else ""
        form = words("rounds.form", name=words(f"items.form_{self.form}")) if self.form else ""
        collection = words("rounds.collection", name=self.collection) if self.collection else ""
        some = words("rounds.everything" if self.whole else "rounds.some")
        title = " · ".join(filter(None, (split, form, collection))) or some
        if not all(entry.unfinished for entry in self.entries):
            return title
        far = self.entries[0].progress(words) if len(self.entries) == 1 else words("rounds.unfinished")
        return f"{title} · {far}"

    @property
    def people(self) -> Entry | None:
        """The best people; those who were heard about all items before a majority that leaves some out."""
        those = [entry for entry in self.entries if entry.kind == "person" and self.value(entry) is not None]
        return min(those, key=lambda entry: entry.result.states.get(State.FAILED, 0), default=None)

    def value(self, entry: Entry) -> float | None:
        """What orders an entry."""
        judged = entry.judged(self.signature)
        return None if judged is None else judged.overall.value

    def alike(self, a: Entry, b: Entry) -> bool:
        """Can the two not be told apart?"""
        pair = self.pairs.get((min(a.number, b.number), max(a.number, b.number)))
        return pair is None or pair.p > 1 - self.confidence

    def rank(self, entry: Entry) -> tuple[int, int]:
        """The best and the worst place that an entry may have, as far as can be told."""
        others = [other for other in self.entries if other is not entry and self.value(other) is not None]
        own = self.value(entry) or 0.0
        better = sum(not self.alike(entry, other) and (self.value(other) or 0.0) > own for other in others)
        worse = sum(not self.alike(entry, other) and (self.value(other) or 0.0) < own for other in others)
        return 1 + better, 1 + len(others) - worse

    @cached_property
    def groups(self) -> list[tuple[int, int]]:
        """Stretches of the order, first and last place, within which no two entries can be told apart."""
        rows = [entry for entry in self.entries if self.value(entry) is not None]
        found: list[tuple[int, int]] = []
        for first in range(len(rows)):
            last = first
            while last + 1 < len(rows) and all(self.alike(rows[last + 1], row) for row in rows[first : last + 1]):
                last += 1
            if last > first and (not found or last > found[-1][1]):
                found.append((first, last))
        return found


@dataclass
class Board:
    """All that pages show."""

    bench: Bench
    asked: Asked
    columns: Columns
    entries: list[Entry]
    agreed: Sequence[Agreed] = ()
    """How far people agree; nothing, where nobody measured it."""

    @cached_property
    def signatures(self) -> dict[str, str]:
        """The metrics that anything was judged by, and how they are called; the one that orders entries first."""
        found = {judged.signature: judged.title for entry in self.entries for judged in entry.result.judged}
        counts = {name: sum(entry.judged(name) is not None for entry in self.entries) for name in found}

        def order(name: str) -> tuple[bool, int]:
            return not name.startswith((f"{USUAL}/", f"{USUAL}(")), -counts[name]

        return {name: found[name] for name in sorted(found, key=order)}

    @cached_property
    def tags(self) -> dict[str, dict[str, array[int]]]:
        """The tags that tell items apart, with the places of the items that have each value."""
        return {tag: values for tag, values in self.columns.narrow.items() if len(values) > 1}

    @cached_property
    def stats(self) -> Stats:
        """The figures that papers print about their data, of the items that are asked for."""
        return stats(self.bench, split=self.asked.split, collection=self.asked.collection)

    @cached_property
    def licences(self) -> Counter[str | None]:
        """By licence, how many of the pictures have it; None where it is that of their collection."""
        return Counter(picture.licence for picture in pictures(self.bench, self.asked.where, {}))

    @cached_property
    def rounds(self) -> list[Round]:
        """Entries by the items that they were asked about, the most entries first."""
        groups: dict[bytes, list[Entry]] = {}
        for entry in self.entries:
            if entry.result.judged:
                groups.setdefault(blake2b(entry.asked.tobytes(), digest_size=16).digest(), []).append(entry)
        rounds = [self._round(entries) for entries in groups.values()]
        return sorted(rounds, key=lambda found: (-len(found.entries), -found.items, found.entries[0].number))

    @cached_property
    def breakdowns(self) -> list[dict[str, list[Breakdown]]]:
        """For each round, what its entries came to by tag."""
        from optotype.report.breakdown import breakdowns

        return [breakdowns(self, found) for found in self.rounds]

    @cached_property
    def pairs(self) -> Pairs:
        """Any two entries held against each other."""
        from optotype.report.pairs import Pairs

        return Pairs(self)

    def _round(self, entries: list[Entry]) -> Round:
        signature = next(name for name in self.signatures if any(entry.judged(name) for entry in entries))
        values = {
            entry.number: judged.overall.value for entry in entries if (judged := entry.judged(signature)) is not None
        }
        ordered = sorted(entries, key=lambda entry: (-values.get(entry.number, -1.0), entry.number))
        asked = entries[0].asked
        chances = np.asarray(self.columns.chance)[asked]
        split = self._split(asked)
        form = self._part(self.columns.kinds, asked, split)
        return Round(
            split=split,
            form=form,
            collection="" if form else self._part(self.columns.tags.get("collection", {}), asked, split),
            whole=bool(asked.all()),
            entries=ordered,
            signature=signature,
            items=int(asked.sum()),
            chance=float(chances.mean()) if len(chances) and chances.max() > 0 else None,
            pairs=self._pairs([entry for entry in ordered if entry.number in values], signature),
            confidence=self.asked.confidence,
        )

    def _pairs(self, entries: Sequence[Entry], signature: str) -> dict[tuple[int, int], Pair]:
        found: dict[tuple[int, int], Difference] = {}
        for a, b in combinations(sorted(entries, key=lambda entry: entry.number), 2):
            if (difference := self.difference(a, b, signature)) is not None:
                found[a.number, b.number] = difference
        corrected = statistics.holm([difference.p for difference in found.values()])
        return {key: Pair(*key, difference, p) for (key, difference), p in zip(found.items(), corrected, strict=True)}

    def difference(
        self, a: Entry, b: Entry, signature: str, places: array[int] | Codes | None = None
    ) -> Difference | None:
        """How much better B did than A on the items that both have a score on; None where there are none."""
        x, y = a.values.get(signature), b.values.get(signature)
        if x is None or y is None:
            return None
        cluster = np.asarray(self.columns.cluster)
        if places is not None:
            at = np.asarray(places)
            x, y, cluster = x[at], y[at], cluster[at]
        both = ~(np.isnan(x) | np.isnan(y))
        if not both.any():
            return None
        return statistics.difference(x[both], y[both], cluster[both], self.asked.confidence)

    def _split(self, asked: NDBool) -> str:
        """The split that the items of a round have in common, or nothing."""
        split = _common(self.columns.tags.get("split", {}), asked)
        return "" if split == UNSPLIT else split

    def _part(self, values: dict[str, array[int]], asked: NDBool, split: str) -> str:
        """The value whose items a round is about: all that have it, and no others. Nothing, if there are no others."""
        value = _common(values, asked)
        if not value:
            return ""
        wanted = _marked(self.columns.tags["split"][split], len(asked)) if split else np.ones_like(asked)
        chosen = wanted & _marked(values[value], len(asked))
        return value if np.array_equal(asked, chosen) and not np.array_equal(asked, wanted) else ""


def _marked(places: array[int], count: int) -> NDBool:
    """Which of so many items these are."""
    found = np.zeros(count, dtype=np.bool_)
    found[np.asarray(places)] = True
    return found


def _common(values: dict[str, array[int]], asked: NDBool) -> str:
    """The one value that these items have; nothing where they have several."""
    found = [value for value, places in values.items() if asked[np.asarray(places)].any()]
    return found[0] if len(found) == 1 else ""


def gather(
    bench: Bench,
    asked: Asked,
    each: Callable[[int, Dossier], None] = lambda _place, _dossier: None,
    progress: Progress = silent,
    agreed: Sequence[Agreed] = (),
) -> Board:
    """Walks over the items once, and works out the board.

    Args:
        bench: whose items and runs.
        asked: which of them.
        each: told of each item, with its place.
        progress: told of each item done.
        agreed: how far people agree, by form.

    Raises:
        OptotypeError: there are no such items or runs.
    """
    runs = runs_of(bench, asked)
    count = asked.count(bench)
    if not count:
        check_names(bench, asked.where, {})
        raise OptotypeError("There are no items to report on. 'optotype import' or 'optotype draw' brings some.")
    respondents = respondents_of(bench, [run.respondent for run in runs])
    columns = Columns()
    walks = [_Walk.of(run, count, asked.confidence) for run in runs]
    items = islice(asked.items(bench), count)  # more may come while this goes on
    for place, dossier in enumerate(dossiers(bench, items, [run.id for run in runs])):
        columns.add(dossier)
        for walk in walks:
            walk.add(place, dossier)
        each(place, dossier)
        progress(1)
    names = _names(runs, respondents)
    entries = [walk.entry(number, names[number], respondents[walk.run.respondent]) for number, walk in enumerate(walks)]
    for entry in entries:
        entry.unfinished = _unfinished(bench, asked, entry)
    return Board(bench, asked, columns, entries, agreed)


def _unfinished(bench: Bench, asked: Asked, entry: Entry) -> Unfinished | None:
    run = entry.run
    if run.ended is not None or run.started is None:  # what other programs wrote says nothing of its beginning
        return None
    return Unfinished(is_under_way(bench, run.id), int(entry.asked.sum()), _total(bench, asked, run))


def _total(bench: Bench, asked: Asked, run: Run) -> int | None:
    """How many items of the board a run asks about."""
    selection = selection_of(run)
    if selection is None or (selection.limit is not None and (asked.split or asked.collection)):
        return None
    try:
        return replace(
            selection, split=asked.split or selection.split, collection=asked.collection or selection.collection
        ).count(bench)
    except OptotypeError:  # its items are gone
        return None


def runs_of(bench: Bench, asked: Asked) -> list[Run]:
    """The runs that are asked for, in the order in which they were begun.

    Raises:
        OptotypeError: there is no such run.
    """
    if asked.runs:
        return [find_run(bench, name) for name in asked.runs]
    return [run for run in bench.runs() if bench.store.count(Score, {"run": run.id})]


def _names(runs: Sequence[Run], respondents: dict[str, Respondent]) -> list[str]:
    called = [respondents[run.respondent].name or run.respondent for run in runs]
    return [f"{name} ({run.id})" if called.count(name) > 1 else name for name, run in zip(called, runs, strict=True)]


@dataclass
class _Walk:
    """What comes together about one run while items pass by."""

    run: Run
    tally: Tally
    states: bytearray
    said: Codes
    values: dict[str, Floats] = field(default_factory=dict[str, Floats])
    failures: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    def of(cls, run: Run, count: int, confidence: float) -> _Walk:
        """A run of which nothing has come yet, over so many items."""
        return cls(run, Tally((), (), confidence), bytearray(count), np.zeros(count, dtype=np.int64))

    def add(self, place: int, dossier: Dossier) -> None:
        """Adds what the run has about an item."""
        answers = dossier.answers.get(self.run.id)
        if not answers:
            return
        self.states[place] = _CODES[answers[0].state]
        self.said[place] = as_number(answers[0])
        self.failures.update(answer.note for answer in answers if answer.state is State.FAILED)
        marks: dict[str, list[Mark]] = {}
        for score in dossier.scores.get(self.run.id, ()):
            marks[score.signature] = [Mark(score.value, score.note, score.parts)]
            if score.signature not in self.values:
                self.values[score.signature] = np.full(len(self.states), np.nan)
            if score.value is not None:
                self.values[score.signature][place] = score.value
        self.tally.add(dossier.item, answers, marks)

    def entry(self, number: int, name: str, respondent: Respondent) -> Entry:
        """What the run came to."""
        self.tally.metrics = [metrics.signed(signature) for signature in sorted(self.values)]
        result = Result(
            run=self.run,
            judged=list(self.tally.judged()),
            states=self.tally.states,
            items=self.tally.items,
            unjudged=self.tally.unjudged,
            failures=dict(self.failures.most_common()),
        )
        return Entry(number, name, self.run, respondent, result, self.values, self.states, self.said)


_EXCERPT = 160
"""Letters of a question that lists show."""
_CODES = {state: code for code, state in enumerate(STATES, 1)}
