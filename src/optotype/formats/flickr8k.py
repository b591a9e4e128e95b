"""Flickr8k: how well captions describe pictures, judged by experts and by the crowd (Hodosh et al., 2013)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal, cast

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource, Fault
from optotype.files import jsons
from optotype.formats import REST, Content, Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._captioning import captioning
from optotype.formats._files import SPLITS, by_file, file_stem, files_of, rows_of, split_named
from optotype.records import Answer, Gold, Item, Number, Picture, Respondent, ShortText, State, Tags

KEY = f"{REST}_key"
"""The field that holds an image's key in the file."""

SCALE = f"{REST}_scale"
"""The field that names the scale of an image's ratings; the file's name tells it."""

_MOST = 1e9


@dataclass(frozen=True)
class _Scale:
    """What a rating means."""

    low: float
    high: float
    question: str
    tags: Tags
    """Of those who rate."""

    def form(self) -> Number:
        return Number(low=self.low, high=self.high)

    def holds(self, rating: float) -> bool:
        return self.low <= rating <= self.high


_SCALES: Mapping[str, _Scale] = {
    "expert": _Scale(
        1,
        4,
        "How well does the caption describe the picture, from 1 (it has nothing in common) to 4 (without an error)?",
        {"role": ("expert",)},
    ),
    "crowdflower": _Scale(
        0,
        1,
        "Does the caption describe the picture? The share of people who say yes, from 0 to 1.",
        {"role": ("crowd",)},
    ),
}


@dataclass(frozen=True)
class Flickr8k(Format):
    """One JSON object per scale: for each image its references, and captions with their ratings."""

    name = "flickr8k"
    title = "Flickr8k: captions rated by experts and by the crowd"
    citation = "Hodosh et al.: Framing Image Description as a Ranking Task: Data, Models and Evaluation Metrics. 2013."
    unit = "cluster"
    forms = frozenset({"number", "short_text"})
    splits = SPLITS

    scale: Literal["auto", "expert", "crowdflower"] = "auto"
    """What ratings mean; `auto` looks at the file's name, and where that tells nothing, at its ratings."""

    def default_name(self, path: Path) -> str:
        """The file's name tells whose ratings it holds."""
        files = sorted(path.glob("*.json")) if path.is_dir() else [path]
        scale = _scale_named(files[0]) if len(files) == 1 else None
        return f"{self.name}-{scale}" if scale else self.name

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Every image of the file, or of all JSON files in the folder."""
        yield from rows_of(files_of(source, "*.json"), lambda file: self._rows(file, source))

    def _rows(self, file: Path, source: Source) -> Iterator[Row | Fault]:
        if jsons.begins_with_array(file):
            raise BadSource(f"{file.name}: a JSON object with an image under each key was expected, not an array.")
        scale = (_scale_named(file) or _scale_shown(file)) if self.scale == "auto" else self.scale
        split, pictures = source.split or split_named(file.stem), source.pictures or file.parent
        for found in jsons.elements(file, file.name):
            if isinstance(found, Fault):
                yield found
                continue
            key, data = found
            place = key.encode(errors="backslashreplace").decode()  # a finding about it must be writable
            if isinstance(data, dict):
                yield Row({KEY: key, SCALE: scale, **data}, file.name, place, split, pictures)
            else:
                yield Fault(f"{file.name}, {place}", "an object with fields was expected")

    def entry(self, row: Row, source: Source) -> Entry:
        """An image: the captioning of it, and for each caption that was judged an item with its ratings."""
        key = need_text(row.data, KEY)
        pictures: tuple[Picture, ...] = ()
        files: dict[str, Content] = {}
        if name := str(row.data.get("image_path") or ""):
            # called after the key, since experts and crowd saw the same pictures, and each file has keys of its own
            id = f"{source.collection}/{key}"
            pictures = (Picture(id=id, collection=source.collection, name=picture_name(name)),)
            files[id] = _locate(row, name)
        caption, golds = captioning(key, _references(row.data), next(iter(pictures), None), row, source, self.name)
        scale = need_text(row.data, SCALE)
        if scale not in _SCALES:
            raise BadRow(f"the scale is {scale!r}, but {' or '.join(_SCALES)} was expected")
        items, answers = _ratings(caption, _judgments(row.data), scale)
        return Entry(
            items=(caption, *items),
            pictures=pictures,
            golds=golds,
            respondents=tuple(_person(id, scale) for id in dict.fromkeys(answer.respondent for answer in answers)),
            answers=answers,
            files=files,
        )

    def row(self, entry: Entry) -> Data:
        """The fields of an image; what is neither its captioning nor a rating on one of the scales is left over."""
        caption = next((item for item in entry.items if isinstance(item.form, ShortText)), entry.items[0])
        key = caption.native
        picture = entry.picture_of(caption)
        path = "" if picture is None else picture.name
        rated = [item for item in entry.items if item.about == caption.id and item.id != caption.id]
        scale_name = next(
            (name for name, scale in _SCALES.items() for item in rated if item.form == scale.form()), "expert"
        )
        scale = _SCALES[scale_name]
        by_item: dict[str, list[float]] = {item.id: [] for item in rated if item.form == scale.form()}
        for answer in entry.answers:
            value = answer.value
            if isinstance(value, float) and answer.item in by_item and scale.holds(value):
                by_item[answer.item].append(value)
        judgments: list[JsonValue] = [
            {"image_id": key, "image_path": path, "caption": item.text, "rating": rating}
            for item in rated
            for rating in by_item.get(item.id, ())
        ]
        return {
            KEY: key,
            SCALE: scale_name,
            "human_judgement": judgments,
            "image_id": key,
            "image_path": path,
            "ground_truth": _accepted(entry.golds, caption),
        }

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One file per scale and split, whose name tells both; pictures where their paths say, beside it."""

        def file(data: Data, entry: Entry) -> str:
            split = entry.items[0].split
            return f"{self.name}_{data[SCALE]}{'' if split is None else f'_{file_stem(split)}'}.json"

        for name, spooled in by_file(rows, target, file, lambda _: "."):
            members = ((str(data.pop(KEY)), _without_scale(data)) for data in spooled)
            jsons.write_object(target.folder / name, members, indent=None)


def _without_scale(data: Data) -> Data:
    del data[SCALE]
    return data


def _scale_named(file: Path) -> str | None:
    stem = file.stem.casefold()
    return "expert" if "expert" in stem else "crowdflower" if "crowd" in stem else None


def _scale_shown(file: Path) -> str:
    """The scale on which the ratings of a file lie: experts give 1, 2, 3 or 4, never a fraction, never 0."""
    for found in jsons.elements(file, file.name):
        if isinstance(found, Fault) or not isinstance(found[1], dict):
            continue
        try:
            ratings = [rating for _, rating in _judgments(found[1])]
        except BadRow:
            continue
        if any(rating < 1 or rating != int(rating) for rating in ratings):
            return "crowdflower"
    return "expert"


def _judgments(data: Mapping[str, JsonValue]) -> list[tuple[str, float]]:
    """Captions with their ratings, in order."""
    judgments = data.get("human_judgement", [])
    if not isinstance(judgments, list):
        raise BadRow(f"human_judgement is {json.dumps(judgments)[:60]}, but a list was expected")
    found: list[tuple[str, float]] = []
    for number, judgment in enumerate(judgments, 1):
        if not isinstance(judgment, dict):
            raise BadRow(f"judgment {number} is {json.dumps(judgment)[:60]}, but an object was expected")
        rating = judgment.get("rating")
        if not isinstance(rating, int | float) or isinstance(rating, bool) or abs(rating) > _MOST:
            raise BadRow(f"judgment {number}: the rating is {json.dumps(rating)[:60]}, but a number was expected")
        found.append((need_text(judgment, "caption"), float(rating)))
    return found


def _ratings(
    caption: Item, judgments: Iterable[tuple[str, float]], scale_name: str
) -> tuple[list[Item], tuple[Answer, ...]]:
    """An item for each caption that was judged, in the order of first judgments, and the answers to each."""
    scale = _SCALES[scale_name]
    items: dict[str, Item] = {}
    answers: dict[str, list[Answer]] = {}
    for text, rating in judgments:
        if not scale.holds(rating):
            raise BadRow(f"the rating {rating:g} of {text[:60]!r} is not on the scale {scale.low:g} to {scale.high:g}")
        if text not in items:
            items[text] = caption.model_copy(
                update={
                    "id": f"{caption.id}/{len(items) + 1}",
                    "form": scale.form(),
                    "question": scale.question,
                    "text": text,
                    "about": caption.id,
                    "tags": {"kind": ("rating",)},
                }
            )
        id, number = items[text].id, len(answers.setdefault(text, [])) + 1
        who = f"expert-{number}" if scale_name == "expert" else scale_name
        answers[text].append(
            Answer(
                id=f"{id}/{number}",
                item=id,
                respondent=f"{caption.collection}/{who}",
                state=State.GIVEN,
                value=rating,
            )
        )
    return list(items.values()), tuple(answer for given in answers.values() for answer in given)


def _person(id: str, scale: str) -> Respondent:
    return Respondent(id=id, kind="person", name=id.rsplit("/", 1)[-1], tags=_SCALES[scale].tags)


def _references(data: Mapping[str, JsonValue]) -> tuple[str, ...]:
    references = data.get("ground_truth", [])
    if not isinstance(references, list) or not all(isinstance(reference, str) for reference in references):
        raise BadRow(f"ground_truth is {json.dumps(references)[:60]}, but a list of captions was expected")
    return tuple(cast("list[str]", references))


def _accepted(golds: Iterable[Gold], caption: Item) -> list[JsonValue]:
    accepted = next((gold.accepted for gold in golds if gold.item == caption.id), ())
    return [value for value in accepted if isinstance(value, str)]


def _locate(row: Row, name: str) -> Content:
    """The picture where its path says; without the path's folders, if those are not there."""
    try:
        there = (row.folder / name.split("/")[0]).exists()
    except OSError:  # longer than the name of a file can be
        there = True
    return row.locate(name if there else PurePosixPath(name).name)
