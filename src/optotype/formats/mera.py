"""MERA: Russian picture question sets of one shape; LabTabVQA is one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from optotype.conventions import Columns, PublishedTable, Scoring
from optotype.errors import BadRow, Fault
from optotype.files import jsons
from optotype.formats import Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._files import by_split, split_named
from optotype.formats._nested import below, field, flat, nested
from optotype.formats._objects import objects, picture_place, seen_from
from optotype.records import Choice, Form, Gold, Item, Option, Picture, ShortText, Tags, Value
from optotype.values import as_number, as_text, texts

_LEVELS = 3  # meta/categories/question_type
_LANGUAGE = ("ru",)
_SIZES = ("rows", "columns")
SHOTS = "shots"
"""The split of solved examples; their ids begin with it."""
_PICTURES = "samples"


@dataclass(frozen=True)
class Mera(Format):
    """JSON records with `instruction`, `inputs`, `outputs` and `meta`, and the pictures that `inputs` name."""

    name = "mera"
    title = "MERA: multimodal question sets in Russian, such as LabTabVQA"
    url = "https://mera.a-ai.ru"
    splits = frozenset({"train", "val", "test", SHOTS})
    answer_field = "outputs"
    wording_counts = True
    instructed = "inputs/"
    examples = SHOTS
    scoring = Scoring(("exact_match",), ("question_type", "question_source"))
    paper_table = PublishedTable(
        name="labtabvqa-categories",
        title={"en": "LabTabVQA, categories", "ru": "LabTabVQA, категории"},
        columns=(
            Columns("question_type", {"en": "type of question: {value}", "ru": "тип вопроса: {value}"}),
            Columns("question_text", {"en": "what is asked: {value}", "ru": "что спрашивается: {value}"}),
            Columns("question_source", {"en": "who wrote it: {value}", "ru": "кем написан: {value}"}),
        ),
        metrics=("exact_match",),
        overall=True,
        hundred=True,
        turned=True,
    )

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Records of a file or of all files in a folder: an array, an object per line, or lists by split in `data`."""
        for found in objects(source):
            if isinstance(found, Fault):
                yield found
                continue
            file, place, data = found
            name, folder = seen_from(file, source), source.pictures or file.parent
            for split, where, record in _records(data, place):
                if isinstance(record, dict):
                    split = split or source.split or _split(file)
                    yield Row(flat(record, _LEVELS), name, where, split, folder)
                else:
                    yield Fault(f"{name}, {where}", "an object with fields was expected")

    def entry(self, row: Row, source: Source) -> Entry:
        """A record is one question: about a picture, several, or none."""
        data, inputs = row.data, below(row.data, "inputs")
        native = need_text(data, "meta/id")
        if not any(name.startswith("inputs/") for name in data):
            raise BadRow(
                f"no inputs; found: {', '.join(list(data)[:12])}. Is this a submission rather than a data set?"
            )
        names = _picture_names(inputs)
        tags = _picture_tags(data)
        pictures = {
            name: Picture(
                id=f"{source.collection}/{name}", collection=source.collection, name=picture_name(name), tags=tags
            )
            for name in names
        }
        id = f"{source.collection}/{SHOTS}/{native}" if row.split == SHOTS else f"{source.collection}/{native}"
        instruction, context = data.get("instruction"), inputs.get("context")
        options = _options(inputs)
        accepted = _accepted(data.get("outputs"), options)
        item = Item(
            id=id,
            collection=source.collection,
            origin=row.origin(self.name),
            form=_form(options, accepted),
            question=need_text(inputs, "question") if "question" in inputs else "",
            text=context if isinstance(context, str) else "",
            instruction=_with_line_ends(instruction) if isinstance(instruction, str) else None,
            pictures=tuple(pictures[name].id for name in names),
            cluster=pictures[names[0]].id if names else id,
            split=row.split,
            tags=_tags(data),
        )
        return Entry(
            items=(item,),
            pictures=tuple(pictures.values()),
            golds=(Gold(item=id, accepted=accepted, rule="imported"),) if accepted else (),
            files={picture.id: row.locate(name) for name, picture in pictures.items()},
        )

    def row(self, entry: Entry) -> Data:
        """The fields of a record, those of `inputs` and `meta` by their paths."""
        item = entry.items[0]
        native = item.native
        if item.split == SHOTS:
            native = native.removeprefix(f"{SHOTS}/")
        by_id = {picture.id: picture for picture in entry.pictures}
        shown = [by_id[id] for id in item.pictures if id in by_id]
        inputs: Data = {"question": item.question}
        for number, picture in enumerate(shown, 1):
            inputs["image" if len(shown) == 1 else f"image_{number}"] = _path(picture)
        if item.text:
            inputs["context"] = item.text
        options = {field(option.label).lower(): option for option in item.options}
        for letter, option in options.items():
            inputs[f"option_{letter}"] = option.text or _picture_path(option, by_id)
        data: Data = {
            "instruction": item.instruction if item.instruction is not None else _template(inputs),
            **{f"inputs/{name}": value for name, value in inputs.items()},
            "outputs": _outputs(entry),
            "meta/id": as_number(native),
        }
        for name, values in item.tags.items():
            if name != "language" or values != _LANGUAGE:
                data[f"meta/categories/{field(name)}"] = values[0] if len(values) == 1 else list(values)
        # of a record that came from MERA these are kept: another may show the picture and say something else of it
        for name, values in shown[0].tags.items() if shown and item.origin.by != self.name else ():
            if name in _SIZES and len(values) == 1:
                data[f"meta/{name}"] = as_number(values[0])
            else:
                data[f"meta/image/{field(name)}"] = list(values)
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One file per split, and the pictures where the records say."""
        for split, some in by_split(_with_pictures(rows, target), target, None):
            jsons.write_array(target.folder / f"{split or self.name}.json", (nested(data) for data in some))


def _records(data: Data, place: str) -> Iterator[tuple[str | None, str, JsonValue]]:
    """The records in an object: itself, or the lists that its field `data` holds by split."""
    by_splits = data.get("data")
    if not isinstance(by_splits, dict):
        yield None, place, data
        return
    for split, records in by_splits.items():
        for number, record in enumerate(records if isinstance(records, list) else [records], 1):
            yield split, f"{split}, element {number}", record


def _split(file: Path) -> str | None:
    return SHOTS if file.stem == SHOTS else split_named(file.stem)


def _picture_names(inputs: Data) -> list[str]:
    """The paths that the inputs `image`, `image_1`, `image_2` ... hold, in the order of their numbers."""
    names = [name for name in inputs if name.startswith("image") and isinstance(inputs[name], str) and inputs[name]]
    return [str(inputs[name]) for name in sorted(names, key=_by_number)]


def _by_number(name: str) -> tuple[str, int]:
    found = re.search(r"\d{1,9}$", name)
    return (name[: found.start()], int(found.group())) if found else (name, 0)


def _options(inputs: Data) -> tuple[Option, ...]:
    found = {name: value for name, value in inputs.items() if re.fullmatch(r"option_[a-z]", name) and value is not None}
    return tuple(Option(label=name[-1].upper(), text=need_text(found, name)) for name in sorted(found))


def _form(options: tuple[Option, ...], accepted: tuple[Value, ...]) -> Form:
    if not options:
        return ShortText()
    return Choice(options=options, several=any(isinstance(value, tuple) and len(value) > 1 for value in accepted))


def _accepted(outputs: JsonValue, options: tuple[Option, ...]) -> tuple[Value, ...]:
    """The right answers; none where they are kept back, as in most test sets."""
    said = texts(outputs)
    if not said or not options:
        return said
    chosen = tuple(label for text in said for label in _labels(text, options))
    return (chosen,)


def _labels(text: str, options: tuple[Option, ...]) -> tuple[str, ...]:
    """The options that a text names: by letter, by their own words, or several by their letters."""
    names = [option.label for option in options]
    if text.strip().upper() in names:
        return (text.strip().upper(),)
    if text in [option.text for option in options]:
        return (next(option.label for option in options if option.text == text),)
    letters = tuple(letter for letter in text if letter not in " ,;")
    return letters if letters and all(letter in names for letter in letters) else (text,)


def _outputs(entry: Entry) -> JsonValue:
    accepted = entry.golds[0].accepted if entry.golds else ()
    said: list[JsonValue] = [as_text(value) for value in accepted]
    if isinstance(entry.items[0].form, ShortText) and len(said) > 1:
        return said
    return said[0] if said else ""


def _tags(data: Data) -> Tags:
    found = {name: texts(value) for name, value in below(data, "meta/categories").items()}
    return {"language": _LANGUAGE} | {name: values for name, values in found.items() if values}


def _picture_tags(data: Data) -> Tags:
    found = {name: texts(value) for name, value in below(data, "meta/image").items()}
    found |= {name: texts(data.get(f"meta/{name}")) for name in _SIZES}
    return {name: values for name, values in found.items() if values}


def _with_line_ends(instruction: str) -> str:
    """MERA writes the ends of lines as two letters, a backslash and an n; where real ones are, a backslash is meant."""
    return instruction if "\n" in instruction else instruction.replace("\\n", "\n")


def _template(inputs: Data) -> str:
    """A prompt without words, for an item that has none of its own: MERA wants one in every record."""
    lines = ["<image>" for name in inputs if name.startswith("image")]
    lines += ["{context}"] if "context" in inputs else []
    lines += ["{question}"]
    lines += [f"{name[-1].upper()}. {{{name}}}" for name in inputs if name.startswith("option_")]
    return "\n".join(lines)


def _path(picture: Picture) -> str:
    return picture_place(picture.name, _PICTURES)


def _picture_path(option: Option, by_id: dict[str, Picture]) -> str:
    picture = by_id.get(option.picture or "")
    return option.label if picture is None else _path(picture)


def _with_pictures(rows: Iterable[tuple[Data, Entry]], target: Target) -> Iterator[tuple[Data, Entry]]:
    for data, entry in rows:
        said = dict(zip(entry.items[0].pictures, _picture_names(below(data, "inputs")), strict=False))
        for picture in entry.pictures:
            target.copy(picture, picture_place(said.get(picture.id, picture.name), _PICTURES))
        yield data, entry
