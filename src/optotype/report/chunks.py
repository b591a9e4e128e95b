"""Chunks: items with their answers as data files, so that a page loads what it shows and nothing else.

A page that is opened from a file manager cannot fetch, but it can load scripts: a chunk is a script that hands its data
over, `optotype.arrive("items/3", {...});`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from optotype.disagreeing import VEILED
from optotype.gaze import GAZE, Gaze, fold, inside
from optotype.people_rows import SAID_IN, row_of
from optotype.pictures import EXTENSIONS
from optotype.reading import normal
from optotype.records import (
    Answer,
    Choice,
    Gold,
    Graph,
    Item,
    Number,
    Picture,
    Preference,
    Range,
    Respondent,
    Review,
    Score,
    ShortText,
    State,
    Value,
)
from optotype.scenegraph import notation

if TYPE_CHECKING:
    from optotype.report.board import Board
    from optotype.report.dossiers import Dossier

SIZE = 100
"""Items in a chunk."""
LONG = 800
"""Letters of a reply that stand in a chunk; a longer one goes on in `data/long/`, and is loaded when somebody asks."""
MOST_VALUES = 1000
"""A tag with more values than these tells items apart one by one, and nobody filters by it."""

Data = dict[str, Any]


def script(name: str, data: object) -> bytes:
    """A data file: what calls it `load(name)` gets the data."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"optotype.arrive({json.dumps(name)},{text});\n".encode(errors="replace")


@dataclass
class Chunk:
    """Up to `SIZE` items with everything about them."""

    number: int
    runs: Sequence[str]
    signatures: list[str] = field(default_factory=list[str])
    items: list[Data] = field(default_factory=list[Data])
    long: list[str] = field(default_factory=list[str])
    """How long replies go on after what stands in the chunk."""

    def add(self, dossier: Dossier) -> None:
        """Adds an item."""
        answers = {
            str(place): [
                self._answer(answer, dossier) | ({} if turn else _only(marks=self._marks(dossier.scores.get(run, ()))))
                for turn, answer in enumerate(dossier.answers[run])
            ]
            for place, run in enumerate(self.runs)
            if run in dossier.answers
        }
        others = [{"by": answer.respondent} | self._answer(answer, dossier) for answer in dossier.others]
        self.items.append(_told(dossier) | _only(answers=answers, others=others))

    def files(self) -> dict[str, bytes]:
        """By address, the data files that it makes."""
        data = {"runs": self.runs, "signatures": self.signatures, "items": self.items}
        made = {f"data/items/{self.number}.js": script(f"items/{self.number}", data)}
        if self.long:
            made[f"data/long/{self.number}.js"] = script(f"long/{self.number}", self.long)
        return made

    def _answer(self, answer: Answer, dossier: Dossier) -> Data:
        item, raw = dossier.item, answer.raw or ""
        more: tuple[int, int] | None = None
        if len(raw) > LONG:
            more = len(self.long), len(raw)
            self.long.append(raw[LONG:])
        order = tuple(option.label for option in item.options)
        value = {} if answer.value is None else {"value": _value(answer.value, item)}
        return (
            {"state": answer.state.value}
            | value
            | _only(
                raw=raw[:LONG],
                more=more,
                normal=_normal(answer, item),
                shown=None if answer.shown == order else answer.shown,
                scores={label: _short(score) for label, score in (answer.scores or {}).items()},
                seconds=_short(answer.seconds),
                cost=_short(answer.cost),
                **_noted(answer.note),
                gaze=_gaze(answer, dossier),
            )
        )

    def _marks(self, scores: Sequence[Score]) -> list[list[Any]]:
        """For each metric: its place among the signatures, the value, why, and what it is made of."""
        marks: list[list[Any]] = []
        for score in scores:
            if score.signature not in self.signatures:
                self.signatures.append(score.signature)
            value = None if score.value is None else round(score.value, 4)
            parts = _parts(score)
            why = [score.note] if score.note or parts else []
            marks.append([self.signatures.index(score.signature), value, *why, *([parts] if parts else [])])
        return marks


def _noted(note: str) -> Data:
    """How an answer came about: of one person in a row of people, by which answer of theirs."""
    return {"said": note.removeprefix(SAID_IN)} if note.startswith(SAID_IN) else {"note": note}


def _told(dossier: Dossier) -> Data:
    item, gold = dossier.item, dossier.gold
    return {"id": item.id, "form": item.form.kind} | _only(
        limits=_limits(item),
        question=item.question,
        text=item.text,
        instruction=item.instruction,
        pictures=[_picture(id, dossier) for id in item.pictures],
        options=[
            _only(
                label=option.label,
                text=option.text,
                picture=None if option.picture is None else _picture(option.picture, dossier),
            )
            for option in item.options
        ],
        gold=None if gold is None else _right(gold, item),
        tags=item.tags,
        split=item.split,
        cluster=item.cluster,
        origin=[text for text in (item.origin.kind, item.origin.by, item.origin.source, item.origin.place) if text],
        paper=item.paper,
        about=item.about,
        findings=[[finding.severity, finding.rule, finding.message] for finding in dossier.findings],
        reviews=[_review(review, item) for review in dossier.reviews],
    )


def _limits(item: Item) -> Data:
    """What a form allows beyond its kind: several options, a unit, bounds, to say that it cannot be answered."""
    form = item.form
    limits = _only(unanswerable=form.unanswerable)
    match form:
        case Choice(several=several):
            return limits | _only(several=several)
        case Number(unit=unit, low=low, high=high):
            bounds = {} if low is None and high is None else {"bounds": [low, high]}
            return limits | _only(unit=unit) | bounds
        case ShortText(unit=unit):
            return limits | _only(unit=unit)
        case Preference(factors=factors):
            return limits | _only(factors=factors)
        case _:
            return limits


def _right(gold: Gold, item: Item) -> Data:
    return {"rule": gold.rule} | _only(
        values=[_value(value, item) for value in gold.accepted],
        unanswerable=gold.unanswerable,
        branch=gold.branch,
        counted=len(gold.counted),
    )


def _review(review: Review, item: Item) -> Data:
    """What somebody found who checked the item: the verdict, and what an edit made of it where that differs."""
    after = review.after
    told = {"by": review.reviewer, "verdict": review.verdict} | _only(criteria=review.criteria, note=review.note)
    if after is not None:
        options = [_only(label=one.label, text=one.text) for one in after.options if one.text is not None]
        told |= _only(
            question=None if after.question == item.question else after.question,
            text=None if after.text == item.text else after.text,
            options=None if after.options == item.options else options,
        )
    return told | _only(values=[_value(value, after or item) for value in review.gold_after or ()])


def _parts(score: Score) -> Data:
    """What a score is made of, such as precision and recall; nothing where that says no more than the score.

    Where each part is 0 or 1 they count what became of the item, and those that count are told.
    """
    parts = score.parts
    if score.value is None or all(part == score.value for part in parts.values()):
        return {}
    counting = all(part in (0, 1) for part in parts.values())
    return {name: round(part, 4) for name, part in parts.items() if part or not counting}


_STEPS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""How much a part of a picture was looked at, a letter for each: from nothing to the most."""


def _gaze(answer: Answer, dossier: Dossier) -> Data | str | None:
    """Where a network looked, as pages draw it; or why that cannot be drawn: `unread`, `elsewhere`.

    It is drawn on the picture that it is about; that of the item may have been retouched since, or was not shown.
    """
    if GAZE not in answer.extra:
        return None
    gaze = Gaze.read(answer.extra[GAZE])
    folded = None if gaze is None else fold(gaze)
    if gaze is None or folded is None:
        return "unread"
    files = [picture.file if (picture := dossier.pictures.get(id)) else None for id in dossier.item.pictures]
    if gaze.file not in files:
        return "elsewhere"
    place = files.index(gaze.file)
    picture = dossier.pictures[dossier.item.pictures[place]]
    most, share = inside(folded, picture.width or 1, picture.height or 1)
    top = len(_STEPS) - 1
    steps = (folded.heat * (top / most)).round().clip(0, top).astype(int).ravel().tolist() if most > 0 else []
    return {"picture": place, "cuts": [round(cut, 4) for cut in folded.cuts], "most": _short(most)} | _only(
        heat="".join(_STEPS[step] for step in steps),
        levels=[[grid, round(share, 3)] for grid, share in gaze.levels],
        outside=max(0.0, round(1 - share, 3)),
    )


def _value(value: Value, item: Item) -> object:
    """What was said, as pages read it: labels of options as a list, a range and a scene graph as objects."""
    if isinstance(value, Range):
        return {"low": value.low, "high": value.high}
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, str) and item.options:
        return [value]
    if isinstance(value, str) and isinstance(item.form, Graph):
        try:
            return {"facts": [list(fact) for fact in notation.parse(value)]}
        except notation.BadGraph:
            return value
    return value


def _picture(id: str, dossier: Dossier) -> Data:
    picture = dossier.pictures.get(id)
    if picture is None or picture.file is None or picture.media_type is None:
        return {"name": id, "missing": True}
    return {"name": id, "file": shown_as(picture), "width": picture.width, "height": picture.height} | _only(
        caption=picture.caption,
        licence=dossier.licence(picture),
        source=picture.source,
        thumbnail=has_thumbnail(picture),
    )


SMALL = 64_000
"""Bytes of a picture that needs no thumbnail: it is one."""


def has_thumbnail(picture: Picture) -> bool:
    """Is the picture so large that lists show a smaller one?"""
    return (picture.size or 0) > SMALL


def shown_as(picture: Picture) -> str:
    """The name of the file that pages show; browsers do not know TIFF."""
    ending = "png" if picture.media_type == "image/tiff" else EXTENSIONS.get(picture.media_type or "", "bin")
    return f"{(picture.file or '')[:2]}/{picture.file}.{ending}"


def face(dossier: Dossier) -> str | None:
    """The file of the first picture that an item shows, by the address of its thumbnail where it has one."""
    for id in dossier.item.all_pictures:
        picture = dossier.pictures.get(id)
        if picture is not None and picture.file is not None and picture.media_type is not None:
            file = shown_as(picture)
            return f"thumbnails/{file.rpartition('.')[0]}.webp" if has_thumbnail(picture) else f"pictures/{file}"
    return None


def _normal(answer: Answer, item: Item) -> str | None:
    """A text in the form that metrics compare, where that differs from what was said."""
    if not isinstance(item.form, ShortText) or not isinstance(answer.value, str):
        return None
    text = normal(answer.value)
    return text if text != answer.value else None


def _short(value: float | None) -> float | None:
    """A measured number with as many digits as anybody reads."""
    return None if value is None else float(f"{value:.4g}")


def _only(**fields: object) -> Data:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {}, (), 0, False)}


# --- the index: what can be filtered without loading any chunk

WRONG, RIGHT, UNHEARD, UNASKED = "0", "9", "?", "."
"""How verdicts are written, a letter per item: from 0, wrong, to 9, right."""


def index(board: Board) -> Data:
    """All items in columns: ids, clusters, tags, and for each run the state and the verdicts, a letter per item."""
    columns = board.columns
    best = [entry.number for found in board.rounds for entry in found.entries]
    tags = {tag: values for tag, values in columns.tags.items() if 2 <= len(values) <= MOST_VALUES}
    return {
        "size": SIZE,
        "ids": columns.ids,
        "clusters": columns.cluster.tolist(),
        "tags": {tag: [[value, places.tolist()] for value, places in tags[tag].items()] for tag in tags},
        "states": [state.value for state in State],
        "signatures": list(board.signatures.items()),
        "order": [*best, *(entry.number for entry in board.entries if entry.number not in best)],
        "runs": [
            {
                "id": entry.run.id,
                "name": entry.name,
                **({} if row_of(entry.run) is None else {"called": entry.names}),
                "kind": entry.kind,
                "simulated": entry.respondent.simulated,
                **({"sight": entry.sight} if entry.sight in VEILED else {}),
                "states": bytes(code + ord("0") for code in entry.states).decode(),
                "verdicts": [
                    verdicts(entry.values[name].tolist(), entry.states) if name in entry.values else None
                    for name in board.signatures
                ],
                **({} if (far := entry.unfinished) is None else {"far": [far.going, far.done, far.total]}),
            }
            for entry in board.entries
        ],
    }


def faces(board: Board) -> Data:
    """For each item the place of its picture among the files; -1 where it has none."""
    files = {file: place for place, file in enumerate(dict.fromkeys(filter(None, board.columns.pictures)))}
    return {"files": list(files), "of": [files[file] if file else -1 for file in board.columns.pictures]}


def people(board: Board) -> Data:
    """Who answers without a run, or checks items: how they are called, of which kind they are, whether they exist."""
    return {
        respondent.id: [respondent.name, respondent.kind, respondent.simulated]
        for respondent in board.bench.store.each(Respondent)
    }


def verdicts(values: Sequence[float], states: Sequence[int] | bytearray) -> str:
    """A letter per item: 0 to 9 by its score, ? where nothing was heard, . where it was not asked or not judged."""
    failed = 1 + list(State).index(State.FAILED)
    return "".join(
        (UNHEARD if state == failed else UNASKED) if value != value else _letter(value)
        for value, state in zip(values, states, strict=True)
    )


def _letter(value: float) -> str:
    """Only what is wholly wrong is 0, and only what is wholly right is 9."""
    if value <= 0:
        return WRONG
    return RIGHT if value >= 1 else str(min(8, max(1, round(9 * value))))


def words_script(table: Mapping[str, str]) -> bytes:
    """The words of the interface for scripts."""
    text = json.dumps(dict(table), ensure_ascii=False, separators=(",", ":"))
    return f"optotype.words = {text};\n".encode()
