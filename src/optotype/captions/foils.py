"""Foils: captions in which one word is wrong, in pairs with the true ones.

Pairs come in rows of our own (CSV, TSV, JSON Lines), or as FOIL publishes them (Shekhar et al., 2017): one JSON file
with captions and foils, whose references are the captions of COCO.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource, Fault
from optotype.files import csvs, jsons
from optotype.files.jsons import excerpt
from optotype.plurals import so_many

COLUMNS = ("picture", "caption", "foil", "references")
"""What a row of pairs has."""
MADE_BY = "made_by"
"""The field in which a foil that nobody wrote says so."""

_ROW = '{"picture": "7", "caption": "a dog runs", "foil": "a cat runs", "references": ["a running dog"]}'
"""How a row is shown to those whose row is none."""


@dataclass(frozen=True)
class Pair:
    """A true caption of a picture, a foil of it, and what others wrote about the picture."""

    picture: str
    caption: str
    foil: str
    references: tuple[str, ...]
    """Without the caption itself."""


@dataclass
class Read:
    """The pairs of a file, and what is no pair."""

    pairs: list[Pair] = field(default_factory=list[Pair])
    made_by: dict[str, None] = field(default_factory=dict[str, None])
    faults: list[Fault] = field(default_factory=list[Fault])
    without_caption: int = 0
    own: int = 0

    def add(self, picture: str, caption: str, foil: str, references: Iterable[str]) -> None:
        """Takes a pair up.

        Raises:
            BadRow: it is none.
        """
        if _key(caption) == _key(foil):
            raise BadRow(f"the foil is the caption itself: {caption[:60]!r}")
        told = {_key(text): text for text in references if text.strip()}
        self.own += told.pop(_key(caption), None) is not None
        self.pairs.append(Pair(picture, caption, foil, tuple(told.values())))

    def told(self) -> str:
        """Why there may be no pair."""
        reasons = [f"{so_many(self.without_caption, 'foils', 'has', 'have')} no true caption"] * bool(
            self.without_caption
        )
        reasons += [f"{so_many(len(self.pairs), 'pairs', 'has', 'have')} no reference"] * bool(self.pairs)
        reasons += [
            f"{so_many(len(self.faults), 'rows')} cannot be read, the first: {self.faults[0]}" if self.faults else ""
        ]
        shown = "; ".join(filter(None, reasons))
        return f" {shown[0].upper()}{shown[1:]}." if shown else f" It should have rows such as {_ROW}."


def _key(text: str) -> str:
    """Captions are the same that differ in blanks and capitals alone."""
    return " ".join(text.split()).casefold()


def read(source: Path, captions: Sequence[Path] = ()) -> Read:
    """The pairs of a file: CSV, TSV or JSON Lines with a row each, or FOIL as published, with the captions of COCO.

    Raises:
        BadSource: the file is not there, is none of these, or lacks what all of its pairs need.
    """
    for path in (source, *captions):
        if not path.is_file():
            raise BadSource(f"{path}: there is no such file." if not path.exists() else f"{path}: a file was expected.")
    suffix = source.suffix.lower()
    if suffix == ".json":
        return _published(source, captions)
    if captions:
        raise BadSource(f"{source.name}: its rows bring their references. Captions of COCO go with FOIL's own file.")
    found = Read()
    match suffix:
        case ".csv" | ".tsv":
            rows = csvs.rows(source, source.name, delimiter="\t" if suffix == ".tsv" else ",", columns=COLUMNS)
        case ".jsonl":
            rows = jsons.lines(source, source.name)
        case _:
            raise BadSource(
                f"{source.name}: a file that ends with .csv, .tsv or .jsonl was expected, or FOIL's .json as published."
            )
    for row in rows:
        if isinstance(row, Fault):
            found.faults.append(row)
            continue
        place, data = row
        try:
            _add_row(found, cast("JsonValue", data), table=suffix != ".jsonl")
        except BadRow as error:
            found.faults.append(Fault(f"{source.name}, {place}", str(error)))
    return found


def _add_row(found: Read, data: JsonValue, *, table: bool) -> None:
    if not isinstance(data, dict):
        raise BadRow(f"a row such as {_ROW} was expected, but {excerpt(data)} was found")
    references = data.get("references")
    if table and isinstance(references, str) and references.lstrip().startswith("["):
        references = jsons.loads(references)
    texts = [references] if isinstance(references, str) else references
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadRow(f"references are {excerpt(references)}, but a list of texts was expected")
    found.add(_name(data, "picture"), _text(data, "caption"), _text(data, "foil"), cast("list[str]", texts))
    if isinstance(made_by := data.get(MADE_BY), str) and made_by:
        found.made_by[made_by] = None


@dataclass(frozen=True)
class _Annotation:
    """A caption or a foil of FOIL."""

    id: str | None
    """That of the caption in COCO, which a foil shares; files that others made of FOIL may lack it."""
    image: str
    text: str
    foil: bool
    target_word: str = ""
    """What the true caption says, of a foil."""
    foil_word: str = ""
    """What the foil says instead."""

    def meant(self) -> Iterator[str]:
        """The captions that a foil may have been made of: one of its wrong words is the right one again."""
        places = re.finditer(rf"(?<!\w){re.escape(self.foil_word)}(?!\w)", self.text) if self.foil_word else ()
        for place in places:
            yield self.text[: place.start()] + self.target_word + self.text[place.end() :]


def _published(source: Path, captions: Sequence[Path]) -> Read:
    """FOIL as published: captions and foils in one list, a foil under the id of its caption."""
    found, foils = Read(), list[_Annotation]()
    by_id: dict[str, _Annotation] = {}
    by_text: dict[tuple[str, str], _Annotation] = {}
    for one in _of_foil(source, found):
        if one.foil:
            foils.append(one)
        else:
            by_text.setdefault((one.image, _key(one.text)), one)
            if one.id is not None:
                by_id.setdefault(one.id, one)
    if not foils:
        raise BadSource(
            f"{source.name}: no foils in it. An object with 'annotations' was expected, each with id, image_id, "
            "caption and foil; other files are to end with .csv, .tsv or .jsonl."
            f"{found.told() if found.faults else ''}"
        )
    if not captions:
        raise BadSource(
            f"{source.name} has no references. Give the captions of COCO that it was made of: "
            "--captions captions_val2014.json"
        )
    others = _of_coco(captions, {image for image, _ in by_text}, found)
    for one in foils:
        true = by_id.get(one.id or "") or next(
            (by_text[one.image, key] for key in map(_key, one.meant()) if (one.image, key) in by_text), None
        )
        if true is None or true.image != one.image:
            found.without_caption += 1
            continue
        # the annotation itself is no reference, however it is written there
        references = [true.text if id == true.id else text for id, text in others.get(one.image, ())]
        try:
            found.add(one.image, true.text, one.text, references)
        except BadRow as error:
            found.faults.append(Fault(f"{source.name}, image {one.image}", str(error)))
    return found


def _of_foil(source: Path, found: Read) -> Iterator[_Annotation]:
    for place, data in _annotations(source, found):
        try:
            is_foil = data.get("foil")
            if not isinstance(is_foil, bool):
                raise BadRow(f"the field 'foil' is {excerpt(is_foil)}, but true or false was expected")
            id = None if data.get("id") is None else _name(data, "id")
            words = (str(data.get(field) or "") for field in ("target_word", "foil_word"))
            yield _Annotation(id, _name(data, "image_id"), _text(data, "caption"), is_foil, *words)
        except BadRow as error:
            found.faults.append(Fault(f"{source.name}, {place}", str(error)))


def _of_coco(paths: Sequence[Path], images: Container[str], found: Read) -> dict[str, list[tuple[str, str]]]:
    """By image, the ids and texts of its captions."""
    captions: dict[str, list[tuple[str, str]]] = {}
    for path in paths:
        for place, data in _annotations(path, found):
            try:
                image = _name(data, "image_id")
                if image in images:
                    captions.setdefault(image, []).append((_name(data, "id"), _text(data, "caption")))
            except BadRow as error:
                found.faults.append(Fault(f"{path.name}, {place}", str(error)))
    return captions


def _annotations(path: Path, found: Read) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    for part in jsons.members(path, path.name, ("annotations",)):
        if isinstance(part, Fault):
            found.faults.append(part)
            continue
        member, place, value = part
        if member != "annotations":
            continue
        if isinstance(value, dict):
            yield place, value
        else:
            found.faults.append(
                Fault(f"{path.name}, {place}", f"an object was expected, but {excerpt(value)} was found")
            )


def _name(data: Mapping[str, JsonValue], field: str) -> str:
    """An id: a text or a whole number."""
    value = data.get(field)
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).strip():
        raise BadRow(f"the field '{field}' is {excerpt(value)}, but a text or a number was expected")
    return str(value)


def _text(data: Mapping[str, JsonValue], field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not value.strip():
        raise BadRow(f"the field '{field}' is {excerpt(value)}, but a text was expected")
    return value
