"""Items that deserve a second look: metrics, respondents and gold do not agree on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from optotype.looking import say
from optotype.records import Answer, Gold, Item, State, Value
from optotype.report.board import Board, Entry
from optotype.report.disagreeing import ENOUGH, Together, clashes, doubts, quarrels, together, voters
from optotype.report.dossiers import Dossier, dossiers
from optotype.report.pages import Page, Shown
from optotype.report.tables import Cell, Column, Table, count
from optotype.web.words import LANGUAGES, Words

if TYPE_CHECKING:
    from optotype.bench import Bench

FIRST = 24
"""Cards of each list that stand on the page; the item browser shows all."""
NAMES = 4
"""Names that stand beside an answer at most; where there are more, the last of them make way for a count."""
LINES = 4
"""Answers that stand on a card."""
LONGEST = 120
"""Letters of an answer that stand on a card."""


@dataclass(frozen=True)
class Disagreements(Page):
    """Lists of items, each with what it means."""

    order = 60
    styles = ("disagreements",)

    def show(self, board: Board, words: Words) -> Shown | None:
        """A section for each list; nothing where nobody was judged."""
        if not board.rounds:
            return None
        found = _Found.of(board)
        known = _read(board, [place for some in found.places.values() for place in some[:FIRST]])
        told = _Told(board, found, words)
        sections = [
            Section(
                name=name,
                count=words.count(len(places)),
                left=words.count(len(places) - FIRST) if len(places) > FIRST else "",
                cards=[told.card(name, place, known[place]) for place in places[:FIRST] if place in known],
                possible=name == "metrics" or found.respondents >= ENOUGH,
            )
            for name, places in found.places.items()
        ]
        table = _table(board, words)
        context = {
            "sections": sections,
            "table": table,
            "right": words.count(len(found.together.right)),
            "several": found.respondents >= ENOUGH,
        }
        return Shown(context, (table,) if table.rows else ())

    def data(self, board: Board) -> Mapping[str, Callable[[], Any]]:
        """The lists, for the item browser."""
        return {"lists": partial(_lists, board)}


def _lists(board: Board) -> list[dict[str, Any]]:
    languages = {language: Words(language, "optotype.report") for language in LANGUAGES}
    return [
        {
            "name": name,
            "title": {language: words(f"disagreements.{name}") for language, words in languages.items()},
            "places": places,
        }
        for name, places in _Found.of(board).places.items()
    ]


@dataclass(frozen=True)
class _Found:
    """What disagrees on a board."""

    quarrels: dict[int, tuple[int, ...]]
    doubts: dict[int, tuple[int, ...]]
    together: Together
    respondents: int
    """How many there are besides baselines."""

    @classmethod
    def of(cls, board: Board) -> _Found:
        return cls(
            quarrels={quarrel.place: quarrel.entries for quarrel in quarrels(board)},
            doubts={doubt.place: doubt.entries for doubt in doubts(board)},
            together=together(board),
            respondents=len({entry.respondent.id for entry in voters(board.entries) if entry.result.judged}),
        )

    @property
    def places(self) -> dict[str, list[int]]:
        """The lists by name: places of items, what matters most first."""
        return {"gold": list(self.doubts), "failed": self.together.failed, "metrics": list(self.quarrels)}


@dataclass(frozen=True)
class Line:
    """An answer, and who gave it."""

    text: str
    silent: bool
    """Is it no answer, but what became of the question?"""
    names: list[str]
    more: str
    """How many others said so; empty where all are named."""
    verdicts: list[tuple[str, str]]
    """`right`, `wrong`, `partly` or `none`, and who says so."""
    marked: bool = False
    """Is it what the list is about?"""


@dataclass(frozen=True)
class Card:
    """An item in short."""

    id: str
    question: str
    picture: str | None
    gold: str
    lines: list[Line]
    more: str
    """How many other answers there are; empty where all are shown."""


@dataclass(frozen=True)
class Section:
    """A list of items."""

    name: str
    count: str
    left: str
    """How many are not shown here; empty where all are."""
    cards: list[Card]
    possible: bool
    """Are there respondents enough for it to mean anything?"""


def _read(board: Board, places: Sequence[int]) -> dict[int, Dossier]:
    """What is known of a few items, by place."""
    bench: Bench = board.bench
    ids = [board.columns.ids[place] for place in dict.fromkeys(places)]
    items = bench.store.get_all(Item, ids)
    found = dossiers(bench, (items[id] for id in ids if id in items), [entry.run.id for entry in board.entries])
    return {board.columns.places[dossier.item.id]: dossier for dossier in found}


@dataclass(frozen=True)
class _Told:
    """How cards tell what disagrees."""

    board: Board
    found: _Found
    words: Words

    def card(self, name: str, place: int, dossier: Dossier) -> Card:
        """An item of a list."""
        lines = self._of_metrics(place, dossier) if name == "metrics" else self._of_all(name, place, dossier)
        return Card(
            id=dossier.item.id,
            question=self.board.columns.questions[place],
            picture=self.board.columns.pictures[place],
            gold=_gold(dossier.gold, dossier.item, self.words),
            lines=lines[:LINES],
            more=self.words.count(len(lines) - LINES) if len(lines) > LINES else "",
        )

    def _of_metrics(self, place: int, dossier: Dossier) -> list[Line]:
        """The answers about which metrics disagree."""
        entries = [self.board.entries[number] for number in self.found.quarrels[place]]
        return self._lines(entries, dossier, lambda entry: _marks(self.board, entry, place))

    def _of_all(self, name: str, place: int, dossier: Dossier) -> list[Line]:
        """What everybody said who has a say; what the list is about comes first."""
        about = self.found.doubts[place] if name == "gold" else ()
        signatures = {entry.number: some.signature for some in self.board.rounds for entry in some.entries}
        entries = [entry for entry in voters(self.board.entries) if entry.run.id in dossier.answers]
        lines = self._lines(
            [entry for entry in entries if entry.number in signatures],
            dossier,
            lambda entry: [(_verdict(entry, signatures[entry.number], place), "")],
            about,
        )
        return sorted(lines, key=lambda line: not line.marked)

    def _lines(
        self,
        entries: Sequence[Entry],
        dossier: Dossier,
        verdicts: Callable[[Entry], list[tuple[str, str]]],
        about: Sequence[int] = (),
    ) -> list[Line]:
        """Equal answers with equal verdicts become one line, those of the most first."""
        groups: dict[tuple[str, bool, tuple[tuple[str, str], ...]], list[Entry]] = {}
        for entry in entries:
            text, silent = _answer(dossier.answers[entry.run.id][0], dossier.item, self.words)
            groups.setdefault((text, silent, tuple(verdicts(entry))), []).append(entry)
        return [
            Line(
                text=text,
                silent=silent,
                names=[entry.called(self.words) for entry in (some if len(some) <= NAMES else some[: NAMES - 1])],
                more=self.words.count(len(some) - NAMES + 1) if len(some) > NAMES else "",
                verdicts=list(given),
                marked=any(entry.number in about for entry in some),
            )
            for (text, silent, given), some in sorted(groups.items(), key=lambda group: -len(group[1]))
        ]


def _marks(board: Board, entry: Entry, place: int) -> list[tuple[str, str]]:
    """What each metric says, those that say right first."""
    given = [
        (_verdict(entry, name, place), board.signatures[name]) for name in board.signatures if name in entry.values
    ]
    return sorted((one for one in given if one[0] in ("right", "wrong")), key=lambda one: one[0])


def _verdict(entry: Entry, signature: str, place: int) -> str:
    values = entry.values.get(signature)
    if values is None or (value := float(values[place])) != value:
        return "none"
    return "right" if value >= 1 else "wrong" if value <= 0 else "partly"


def _answer(answer: Answer, item: Item, words: Words) -> tuple[str, bool]:
    """An answer in words, and whether it is none."""
    if answer.value is None or answer.state is not State.GIVEN:
        return words(f"states.{answer.state.value}"), True
    return _said(answer.value, item, words), False


def _said(value: Value, item: Item, words: Words) -> str:
    if isinstance(value, bool):
        return words("disagreements.yes" if value else "disagreements.no")
    text = " ".join(say(value, item).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _gold(gold: Gold | None, item: Item, words: Words) -> str:
    if gold is None:
        return ""
    if gold.unanswerable:
        return words("disagreements.unanswerable")
    return f" {words('disagreements.or')} ".join(_said(value, item, words) for value in gold.accepted)


def _table(board: Board, words: Words) -> Table:
    """How often metrics disagree, by run."""
    return Table(
        name="metrics-disagree",
        title=words("disagreements.table"),
        columns=(
            Column(words("disagreements.respondent")),
            Column(words("disagreements.right_by")),
            Column(words("disagreements.wrong_by")),
            Column(words("disagreements.items"), numeric=True),
        ),
        rows=[
            (
                Cell(board.entries[clash.entry].called(words), kind=board.entries[clash.entry].kind),
                Cell(board.signatures[clash.right], hint=clash.right),
                Cell(board.signatures[clash.wrong], hint=clash.wrong),
                count(clash.items, words),
            )
            for clash in clashes(board)
        ],
    )
