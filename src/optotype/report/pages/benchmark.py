"""The benchmark itself: what is in it, under which licence, how to cite it, and where each number comes from."""

from __future__ import annotations

import importlib.metadata
import math
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import count, islice, zip_longest
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from pydantic import JsonValue

from optotype.claims import WHOLE
from optotype.facets import COLUMNS, by_path, in_order
from optotype.records import Collection, Event, Finding, Item, Picture, Run
from optotype.report import tables
from optotype.report.board import MOST_VALUES
from optotype.report.chunks import has_thumbnail, shown_as
from optotype.report.pages import Page, Shown
from optotype.report.pages.tags import tag_name, value_name
from optotype.report.tables import Cell, Column, Table
from optotype.report.thumbnails import thumbnail, thumbnail_of
from optotype.statistics.agreement import Coefficient

if TYPE_CHECKING:
    from array import array

    from optotype.bench import Bench
    from optotype.report.board import Board
    from optotype.web.words import Words

EXAMPLES = 12
"""Pictures that are shown."""
SHOWN = 8
"""Values of a tag that are seen at once; the others are a click away."""
HOME = ("draw", "generate", "write")
"""Formats of collections that were made in the bench, and are cited with it."""

_TRIED = 6  # items of a group that are looked at for a picture
_TURNS = 120  # groups that are looked at
_QUESTION = 110  # letters of a question under a picture


@dataclass(frozen=True)
class Benchmark(Page):
    """What stands behind the figures."""

    order = 70
    styles = ("benchmark",)
    scripts = ("benchmark",)

    def show(self, board: Board, words: Words) -> Shown:
        """Examples, counts, collections, findings, citations, runs with their settings, and the bench's history."""
        section = board.bench.settings.bench
        blocks = list(_blocks(board, words))
        collections = _collections(board)
        licences = _licences(board, words)
        agreement = _agreement(board, words)
        findings = list(_findings(board, words))
        runs, history, versions = _runs(board, words), _history(board.bench, words), _versions(words)
        context = {
            "about": section,
            "address_of_bench": _address(section.url),
            "partial": [f"{name} {value}" for name, value in _restricted(board, words)],
            "facts": list(_facts(board, collections, words)),
            "figures": list(_figures(board, words)),
            "examples": _examples(board, words),
            "blocks": blocks,
            "counts": _counts(blocks, words),
            "collections": _collections_table(board, collections, words),
            "licences": licences,
            "agreement": agreement,
            "findings": findings,
            "findings_table": _findings_table(findings, words),
            "citations": _citations(section.title, section.citation, section.url, collections),
            "runs": runs,
            "traces": [_trace(entry.named(words), entry.kind, entry.run, words) for entry in board.entries],
            "rehearsed": any(one.simulated for one in board.agreed),
            "asunder": _asunder(board),
            "history": history,
            "versions": versions,
        }
        named = ("counts", "collections", "licences", "agreement", "findings_table", "runs", "history", "versions")
        shown = (context[name] for name in named)
        return Shown(context, tuple(table for table in shown if isinstance(table, Table) and table.rows))


def _restricted(board: Board, words: Words) -> Iterator[tuple[str, str]]:
    """What the report is limited to."""
    for tag, value in (("split", board.asked.split), ("collection", board.asked.collection)):
        if value is not None:
            yield tag_name(tag, words), value


# --- counts


class Fact(NamedTuple):
    """A number that stands for itself."""

    called: str
    value: str
    more: str = ""


def _facts(board: Board, collections: Sequence[Collection], words: Words) -> Iterator[Fact]:
    stats = board.stats
    left_out = words("benchmark.excluded", count=words.count(stats.excluded)) if stats.excluded else ""
    yield Fact(words("benchmark.items"), words.count(stats.items), left_out)
    missing = words("benchmark.missing", count=words.count(stats.pictures.missing)) if stats.pictures.missing else ""
    yield Fact(words("benchmark.pictures"), words.count(stats.pictures.count), missing)
    if stats.papers.count:
        yield Fact(words("benchmark.papers"), words.count(stats.papers.count))
    yield Fact(words("benchmark.collections"), words.count(len(collections)))
    yield Fact(words("benchmark.splits"), words.count(len(board.columns.tags.get("split", {}))))
    yield Fact(words("benchmark.runs"), words.count(len(board.entries)))


def _figures(board: Board, words: Words) -> Iterator[Fact]:
    """What papers print about their data, in a line each."""
    stats = board.stats

    def spread(median: float | None, low: float | None, high: float | None) -> str:
        told = [
            words.decimal(number, 0 if number == int(number) else 1) for number in (median or 0, low or 0, high or 0)
        ]
        return words("benchmark.spread", median=told[0], low=told[1], high=told[2])

    for name, found in (
        ("question_words", stats.question_words),
        ("text_words", stats.text_words),
        ("pictures_per_item", stats.pictures_per_item),
        ("picture_width", stats.pictures.width),
        ("picture_height", stats.pictures.height),
    ):
        if found.max:
            yield Fact(words(f"benchmark.{name}"), spread(found.median, found.min, found.max))
    if stats.options:
        ends = dict.fromkeys((min(stats.options), max(stats.options)))
        yield Fact(words("benchmark.options"), "\N{EN DASH}".join(map(words.count, ends)))
    if stats.gold.items:
        yield Fact(words("benchmark.gold"), words.count(stats.gold.items))
    if stats.gold.unanswerable:
        yield Fact(words("benchmark.unanswerable"), words.count(stats.gold.unanswerable))
    if stats.pictures.bytes:
        yield Fact(words("benchmark.bytes"), f"{words.decimal(stats.pictures.bytes / 1e6)} MB")


class Count(NamedTuple):
    """How many items have a value of a tag."""

    value: str
    items: int
    told: str
    share: str
    """Of all items, in percent."""
    width: str
    """Of its bar, in percent of the longest."""


class Block(NamedTuple):
    """A tag with its values."""

    title: str
    values: int
    first: list[Count]
    rest: list[Count]
    others: int
    """Values beyond these."""


def _blocks(board: Board, words: Words) -> Iterator[Block]:
    total = len(board.columns.ids)
    ordered = sorted(board.columns.tags, key=lambda tag: COLUMNS.index(tag) if tag in COLUMNS else len(COLUMNS))
    for tag in ordered:
        found = board.columns.tags[tag]
        if len(found) == 1 and len(next(iter(found.values()))) == total:
            continue  # what all items are says nothing about any
        ranked = _ranked(tag, found)
        longest = max(len(places) for places in found.values())
        counts = [
            Count(
                value=value_name(tag, value, words),
                items=len(places),
                told=words.count(len(places)),
                share=words.percent(len(places) / total),
                width=f"{100 * len(places) / longest:.2f}",
            )
            for value, places in ranked[:MOST_VALUES]
        ]
        # one more row takes no more room than the line that would open it
        seen = SHOWN if len(counts) > SHOWN + 1 else len(counts)
        yield Block(tag_name(tag, words), len(found), counts[:seen], counts[seen:], max(0, len(ranked) - MOST_VALUES))


def _ranked(tag: str, found: Mapping[str, array[int]]) -> list[tuple[str, array[int]]]:
    """Splits in their order, numbers in theirs; all other values by how many items have them."""
    if tag == "split":
        return sorted(found.items(), key=lambda pair: by_path(pair[0]))
    if all(in_order(value)[0] < math.inf for value in found):
        return sorted(found.items(), key=lambda pair: in_order(pair[0]))
    return sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))


def _counts(blocks: Sequence[Block], words: Words) -> Table:
    columns = (
        Column(words("benchmark.tag")),
        Column(words("benchmark.value")),
        Column(words("benchmark.items"), numeric=True),
        Column(words("benchmark.share"), numeric=True),
    )
    rows = [
        (Cell(block.title), Cell(one.value), Cell(one.told, one.items), Cell(one.share))
        for block in blocks
        for one in (*block.first, *block.rest)
    ]
    return Table("benchmark-counts", words("benchmark.counts"), columns, rows)


# --- examples


class Example(NamedTuple):
    """A picture with its question."""

    id: str
    link: str
    """The part of the item browser's address that names the item."""
    question: str
    told: str
    """Where it comes from, and of which kind it is."""
    source: str
    """The address of the picture."""
    alt: str


def _examples(board: Board, words: Words) -> list[Example]:
    """Items with pictures, in turn from each collection and of each kind; the same ones every time."""
    found: list[Example] = []
    seen: set[str] = set()
    for kind, places in islice(_turns(board), _TURNS):
        ids = [board.columns.ids[place] for place in places[:_TRIED]]
        items = board.bench.store.get_all(Item, ids)
        for id in ids:
            picture = _picture(board.bench, items[id])
            if picture is not None and picture.file not in seen:
                seen.add(picture.file or "")
                found.append(_example(board.bench, items[id], picture, kind, words))
                break
        if len(found) == EXAMPLES:
            break
    return found


def _turns(board: Board) -> Iterator[tuple[str, list[int]]]:
    """Some items of each collection in turn, each time of its next kind; then others of its first kind again."""
    tags = board.columns.tags
    kinds: dict[int, str] = {}
    for kind, places in sorted(tags.get("kind", tags.get("form", {})).items()):
        for place in places:
            kinds.setdefault(place, kind)
    turns: list[list[tuple[str, list[int]]]] = []
    for places in tags.get("collection", {}).values():
        own: dict[str, list[int]] = {}
        for place in places:
            own.setdefault(kinds.get(place, ""), []).append(place)
        turns.append(
            [
                (kind, some[part * size : (part + 1) * size])
                for part in range(EXAMPLES)
                for kind, some in sorted(own.items())
                if part * (size := max(1, len(some) // EXAMPLES)) < len(some)
            ]
        )
    for row in zip_longest(*turns):
        yield from (turn for turn in row if turn is not None)


def _picture(bench: Bench, item: Item) -> Picture | None:
    """The first picture of an item whose file is there."""
    ids = item.all_pictures
    pictures = bench.store.get_all(Picture, ids)
    for id in ids:
        path = bench.path(pictures[id]) if id in pictures else None
        if path is not None and path.is_file():
            return pictures[id]
    return None


def _example(bench: Bench, item: Item, picture: Picture, kind: str, words: Words) -> Example:
    small = has_thumbnail(picture) and thumbnail(bench, picture) is not None
    text = " ".join((item.question or item.text)[: 4 * _QUESTION].split())
    tag = "kind" if kind in item.tags.get("kind", ()) else "form"
    return Example(
        id=item.id,
        link=_link(item.id),
        question=text if len(text) <= _QUESTION else f"{text[:_QUESTION].rstrip()}…",
        told=" · ".join(filter(None, (item.collection, value_name(tag, kind, words)))),
        source=f"thumbnails/{thumbnail_of(picture)}" if small else f"pictures/{shown_as(picture)}",
        alt=picture.caption,
    )


def _link(id: str) -> str:
    return f"#item={quote(id, safe='')}"


# --- collections and licences


def _collections(board: Board) -> list[Collection]:
    """All collections, or those that the report shows items of where it is limited."""
    limited = board.asked.split is not None or board.asked.collection is not None
    shown = board.columns.tags.get("collection", {})
    return [found for found in board.bench.store.each(Collection) if not limited or found.id in shown]


def _collections_table(board: Board, collections: Sequence[Collection], words: Words) -> Table:
    columns = (
        Column(words("benchmark.name")),
        Column(words("benchmark.what")),
        Column(words("benchmark.items"), numeric=True),
        Column(words("benchmark.format")),
        Column(words("benchmark.licence")),
        Column(words("benchmark.source")),
    )
    shown = board.columns.tags.get("collection", {})
    rows: list[tuple[Cell, ...]] = [
        (
            Cell(found.id),
            Cell(found.title, hint=found.description),
            tables.count(len(shown.get(found.id, ())), words),
            Cell(found.format),
            Cell(found.licence or ""),
            Cell(found.url or "", link=_address(found.url)),
        )
        for found in collections
    ]
    told = [place for place in range(len(columns)) if any(row[place].text for row in rows)]
    return Table(
        "benchmark-collections",
        words("benchmark.collections_title"),
        tuple(columns[place] for place in told),
        [tuple(row[place] for place in told) for row in rows],
    )


def _address(url: str | None) -> str:
    """An address that a page may lead to; nothing where it is none, or one that would run something."""
    return url if url is not None and re.match(r"https?://[^\s]+$", url) else ""


def _licences(board: Board, words: Words) -> Table:
    columns = (Column(words("benchmark.licence")), Column(words("benchmark.pictures"), numeric=True))
    found = sorted(board.licences.items(), key=lambda pair: (pair[0] is None, -pair[1], pair[0] or ""))
    rows = [
        (Cell(words("benchmark.as_collection") if licence is None else licence), tables.count(pictures, words))
        for licence, pictures in found
    ]
    return Table("benchmark-licences", words("benchmark.licences"), columns, rows)


# --- agreement


def _agreement(board: Board, words: Words) -> Table:
    """How far people agree, by form."""
    people = "simulated_people" if any(one.simulated for one in board.agreed) else "people"
    figures = (people, "shared", "same", "alpha", "kappa", "gwet")
    columns = (
        Column(tag_name("form", words)),
        *(Column(words(f"benchmark.agreement_{name}"), numeric=True) for name in figures),
    )
    rows = [
        (
            Cell(value_name("form", one.form, words)),
            tables.count(one.people, words),
            tables.count(one.agreement.units, words),
            Cell("" if one.agreement.same is None else words.percent(one.agreement.same)),
            _coefficient(Coefficient(one.agreement.alpha, one.agreement.low, one.agreement.high), words),
            _coefficient(one.agreement.fleiss, words),
            _coefficient(one.agreement.gwet, words),
        )
        for one in board.agreed
    ]
    few = any(one.agreement.too_few and one.agreement.alpha is not None for one in board.agreed)
    note = words("benchmark.agreement_too_few") if few else ""
    return Table("benchmark-agreement", words("benchmark.agreement"), columns, rows, note)


def _coefficient(found: Coefficient, words: Words) -> Cell:
    if found.value is None:
        return Cell(words("benchmark.agreement_undefined"))
    told = words.decimal(found.value, 2)
    if found.low is None or found.high is None:
        return Cell(told, found.value)
    interval = words.interval(words.decimal(found.low, 2), words.decimal(found.high, 2))
    return Cell(told, found.value, found.low, found.high, interval)


# --- findings


@dataclass
class Found:
    """What a rule found."""

    rule: str
    severity: str
    called: str
    """The severity in words."""
    first: Finding
    items: int = 0
    told: str = ""
    link: str = ""
    """The item that the first finding is about, if it is about one."""


_GRAVE = {"error": 0, "warning": 1, "note": 2}


def _findings(board: Board, words: Words) -> Iterator[Found]:
    """By rule and severity, the gravest first."""
    found: dict[tuple[str, str], Found] = {}
    for finding in board.bench.store.each(Finding):
        if finding.about == WHOLE:  # an audit's claims have a page of their own
            continue
        key = finding.severity, finding.rule
        if key not in found:
            found[key] = Found(finding.rule, finding.severity, words(f"benchmark.{finding.severity}"), finding)
        found[key].items += 1
    for one in sorted(found.values(), key=lambda one: (_GRAVE[one.severity], -one.items, one.rule)):
        one.told = words.count(one.items)
        id = _item_of(board, one.first.about)
        one.link = _link(id) if id else ""
        yield one


def _item_of(board: Board, about: str) -> str:
    """The item that a finding is about, or the first that shows the picture it is about."""
    if about in board.columns.places:
        return about
    siblings = board.bench.store.each(Item, {"cluster": about})
    return next((item.id for item in siblings if item.id in board.columns.places), "")


def _findings_table(findings: Sequence[Found], words: Words) -> Table:
    columns = (
        Column(words("benchmark.severity")),
        Column(words("benchmark.rule")),
        Column(words("benchmark.count"), numeric=True),
        Column(words("benchmark.about")),
        Column(words("benchmark.first")),
    )
    rows = [
        (
            Cell(one.called, one.severity),
            Cell(one.rule),
            tables.count(one.items, words),
            Cell(one.first.about),
            Cell(one.first.message),
        )
        for one in findings
    ]
    return Table("benchmark-findings", words("benchmark.findings"), columns, rows)


# --- how to cite


class Citation(NamedTuple):
    """What a paper puts into its references."""

    name: str
    title: str
    text: str
    made: bool
    """Was it made from title and address, because nobody wrote one?"""


def _citations(title: str, citation: str | None, url: str | None, collections: Sequence[Collection]) -> list[Citation]:
    numbers = count()
    found = [Citation(f"citation-{next(numbers)}", title, citation or _entry(title, title, url), not citation)]
    for one in collections:
        if one.citation or (one.format not in HOME and (one.title or one.url)):
            text = one.citation or _entry(one.id, one.title or one.id, one.url)
            found.append(Citation(f"citation-{next(numbers)}", one.title or one.id, text.strip(), not one.citation))
    return found


def _entry(key: str, title: str, url: str | None) -> str:
    """A BibTeX entry of what is known."""
    plain = re.sub(r"[^a-z0-9]+", "_", key.casefold()).strip("_") or "benchmark"
    fields = [f"  title = {{{{{tables.latex(title)}}}}}"]
    if address := _address(url):
        fields.append(f"  url = {{{address.replace('{', '%7B').replace('}', '%7D')}}}")
    told = ",\n".join(fields)
    return f"@misc{{{plain},\n{told}\n}}"


# --- where numbers come from


def _runs(board: Board, words: Words) -> Table:
    columns = (
        Column(words("benchmark.respondent")),
        Column(words("benchmark.kind")),
        Column(words("benchmark.run")),
        Column(words("benchmark.when")),
        Column(words("benchmark.items"), numeric=True),
        Column(words("benchmark.version"), hint=words("benchmark.version_hint")),
        Column(words("benchmark.metrics")),
    )
    rows = [
        (
            Cell(entry.run.respondent, kind=entry.kind),
            Cell(words(f"kinds.{entry.kind}")),
            Cell(entry.run.id),
            Cell(*_moment(entry.run.started)),
            tables.count(entry.result.items, words),
            Cell(entry.run.bench_version),
            Cell(", ".join(judged.signature for judged in entry.result.judged)),
        )
        for entry in board.entries
    ]
    return Table("benchmark-runs", words("benchmark.runs_title"), columns, rows)


def _moment(at: datetime | None) -> tuple[str, str]:
    """A moment as it is read, and as it is sorted."""
    if at is None:
        return "", ""
    moment = at.astimezone(UTC) if at.tzinfo else at
    return f"{moment:%Y-%m-%d %H:%M} UTC", f"{moment:%Y-%m-%dT%H:%M:%SZ}"


@dataclass(frozen=True)
class Asunder:
    """Runs of the same items that saw different versions of them."""

    runs: list[tuple[str, list[str]]]
    """By digest, who saw that version."""


def _asunder(board: Board) -> list[Asunder]:
    found: list[Asunder] = []
    for one in board.rounds:
        versions: dict[str, list[str]] = {}
        for entry in one.entries:
            if entry.run.bench_version:
                versions.setdefault(entry.run.bench_version, []).append(entry.name)
        if len(versions) > 1:
            found.append(Asunder(list(versions.items())))
    return found


@dataclass(frozen=True)
class Trace:
    """All that a run's answers depend on."""

    name: str
    kind: str
    id: str
    settings: list[Setting]
    totals: list[Setting]


@dataclass(frozen=True)
class Setting:
    """A setting: a value, or settings of its own."""

    name: str
    value: str = ""
    inner: tuple[Setting, ...] = ()
    hidden: bool = False
    """Is the value kept back, since its name says that it is a secret?"""


def _trace(name: str, kind: str, run: Run, words: Words) -> Trace:
    ended = _moment(run.ended)[0] or words("benchmark.unfinished")
    totals = [Setting(words("benchmark.started"), _moment(run.started)[0]), Setting(words("benchmark.ended"), ended)]
    totals += [Setting(name, f"{value:g}") for name, value in run.totals.items()]
    return Trace(name, kind, run.id, list(settings_of(run.settings, words)), totals)


def settings_of(settings: Mapping[str, JsonValue], words: Words, *, secret: bool = False) -> Iterator[Setting]:
    """Settings as they may be shown to anybody: none is left out, and none gives a key away."""
    for name, value in settings.items():
        hidden = secret or is_secret(name, value)
        match value:
            case dict() if value:
                yield Setting(name, inner=tuple(settings_of(value, words, secret=hidden)))
            case list() if any(isinstance(one, dict | list) for one in value):
                numbered = {str(number): one for number, one in enumerate(value, 1)}
                yield Setting(name, inner=tuple(settings_of(numbered, words, secret=hidden)))
            case None | "" | [] | {}:
                yield Setting(name, words("benchmark.nothing"))
            case _ if hidden:
                yield Setting(name, words("benchmark.hidden"), hidden=True)
            case list():
                yield Setting(name, ", ".join(_plain(one, words) for one in value))
            case _:
                yield Setting(name, _plain(value, words))


def _plain(value: JsonValue, words: Words) -> str:
    if isinstance(value, bool):
        return words("benchmark.yes") if value else words("benchmark.no")
    return without_secrets(str(value))


_SECRET = re.compile(r"key|token|secret|passw|credential|authori[sz]ation|bearer|cookie", re.IGNORECASE)
_NAMES = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+")


def is_secret(name: str, value: JsonValue) -> bool:
    """Does a setting's name say that its value is a secret?

    Numbers of tokens are none, and neither are the names of variables and fields: `max_tokens`, `key_variable`.
    """
    if not _SECRET.search(name) or isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        return not re.search(r"tokens", name, re.IGNORECASE)
    return not (name.endswith(("_variable", "_field")) and isinstance(value, str) and _NAMES.fullmatch(value))


def without_secrets(text: str) -> str:
    """A text whose addresses have no passwords and keys in them."""
    text = re.sub(r"(?<=://)[^/\s@]+(?=@)", "•••", text)
    return re.sub(
        r"([?&;][^=&\s]*(?:key|token|secret|passw|signature)[^=&\s]*=)[^&\s]+", r"\1•••", text, flags=re.IGNORECASE
    )


def _versions(words: Words) -> Table:
    """What worked the figures out: Optotype, Python, and the packages that it stands on."""
    from optotype import __version__

    installed = {package: version or words("benchmark.absent") for package, version in _installed().items()}
    found = {"optotype": __version__, "Python": platform.python_version(), **installed}
    columns = (Column(words("benchmark.package")), Column(words("benchmark.version_of")))
    rows = [(Cell(package), Cell(version)) for package, version in found.items()]
    return Table("benchmark-versions", words("benchmark.versions"), columns, rows)


@cache
def _installed() -> dict[str, str | None]:
    """The version of each package, None where one is absent. Read once: it takes longer than all else on the page."""
    from optotype.doctor import core_packages

    found: dict[str, str | None] = {}
    for package in core_packages():
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = None
    return found


# --- history


def _history(bench: Bench, words: Words) -> Table:
    columns = (
        Column(words("benchmark.when")),
        Column(words("benchmark.command")),
        Column(words("benchmark.settings")),
        Column(words("benchmark.came_to")),
    )
    rows = [
        (
            Cell(*_moment(event.at)),
            Cell(event.command),
            Cell(_told(event, words)),
            Cell(", ".join(_total(what, number, words) for what, number in event.totals.items())),
        )
        for event in bench.store.events()
    ]
    return Table("benchmark-history", words("benchmark.history"), columns, rows)


def _told(event: Event, words: Words) -> str:
    """The settings of a command in a line; of a path, what this machine calls the folders above it is left out."""
    given = {name: value for name, value in event.settings.items() if value not in (None, [], {}, "")}
    if isinstance(path := given.get("path"), str):
        given["path"] = re.sub(r"^.*[/\\](?=[^/\\]+[/\\]?$)", "…/", path)
    return ", ".join(f"{setting.name} {_flat(setting)}" for setting in settings_of(given, words))


def _flat(setting: Setting) -> str:
    if setting.inner:
        return "(" + ", ".join(f"{one.name} {_flat(one)}" for one in setting.inner) + ")"
    return setting.value


def _total(what: str, number: int, words: Words) -> str:
    """`items: 240`; the names of tables are ours, all else is told as it is."""
    name, _, replaced = what.partition(" ")
    called = words.table.get(f"benchmark.total_{name}", name)
    told = f"{called}: {words.count(number)}" if not replaced else f"{called} {replaced}: {words.count(number)}"
    return words("benchmark.replaced", what=called, count=words.count(number)) if replaced == "replaced" else told
