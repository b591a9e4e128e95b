"""ChartQA: questions about charts, written by people or made from their summaries (Masry et al., 2022)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import JsonValue

from optotype.conventions import Scoring
from optotype.errors import BadPicture, BadRow, Fault
from optotype.files import jsons
from optotype.formats import REST, Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._files import SPLITS, by_file, file_stem, files_of, rows_of, split_named
from optotype.formats._numbered import NUMBER, Numbers, number_of
from optotype.pictures import Located, read
from optotype.records import Gold, Item, Picture, Range, ShortText, Value
from optotype.values import as_text, texts

TABLE = f"{REST}_table"
"""The field that holds a chart's data table while its row is on the way; on disk it is a file in `tables/`."""

ANNOTATION = f"{REST}_annotation"
"""The same for what stands in `annotations/`: where the parts of the chart are."""

KINDS = ("human", "augmented")

_BESIDE = {TABLE: ("tables", ".csv"), ANNOTATION: ("annotations", ".json")}


@dataclass(frozen=True)
class Chartqa(Format):
    """`questions.json`, or `{train,val,test}/SPLIT_{human,augmented}.json`; beside it `png/` and `tables/`."""

    name = "chartqa"
    title = "ChartQA: question answering about charts with visual and logical reasoning"
    licence = "GPL-3.0"
    citation = (
        "Masry et al.: ChartQA: A Benchmark for Question Answering about Charts with Visual and Logical Reasoning. "
        "2022."
    )
    url = "https://github.com/vis-nlp/ChartQA"
    forms = frozenset({"short_text", "number", "yes_no"})
    splits = SPLITS
    answer_field = "label"
    scoring = Scoring(("number",), ("kind",), verbatim=True)

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Every question of the file, or of the JSON files in the folder and in those of the splits."""
        files = files_of(source, "*.json", "*/*.json")
        files = [file for file in files if file.parent.name != "annotations"] or files
        with Numbers() as numbers:
            yield from rows_of(files, lambda file: self._rows(file, source, numbers))

    def _rows(self, file: Path, source: Source, numbers: Numbers) -> Iterator[Row | Fault]:
        name = file.name if file == source.path else file.relative_to(source.path).as_posix()
        folder = file.parent.name
        split = source.split or split_named(file.stem) or (split_named(folder) if folder.isalpha() else None)
        kind = next((kind for kind in KINDS if kind in file.stem), None)
        pictures = source.pictures or (file.parent / "png" if (file.parent / "png").is_dir() else file.parent)
        for found in jsons.elements(file, name):
            if isinstance(found, Fault):
                yield found
                continue
            place, data = found
            if not isinstance(data, dict) or not isinstance(chart := data.get("imgname"), str):
                yield Fault(f"{name}, {place}", "an object with 'imgname', 'query' and 'label' was expected")
                continue
            numbers.read(data, _stem(chart))
            if kind is not None:
                data.setdefault("kind", kind)
            for field in _BESIDE:
                try:
                    if (content := _beside(file.parent, chart, field)) is not None:
                        data[field] = content
                except (BadRow, BadPicture) as error:
                    yield Fault(f"{name}, {place}, {_name_beside(chart, field)}", str(error))
            yield Row(data, name, place, split, pictures)

    def entry(self, row: Row, source: Source) -> Entry:
        """A row is one question about a chart."""
        data, name = row.data, need_text(row.data, "imgname")
        beside = {field.removeprefix(f"{REST}_"): data[field] for field in _BESIDE if field in data}
        picture = Picture(
            id=f"{source.collection}/{name}",
            collection=source.collection,
            name=picture_name(name),
            extra={self.name: beside} if beside else {},
        )
        kind = data.get("kind")
        item = Item(
            id=f"{source.collection}/{_stem(name)}-{number_of(data)}",
            collection=source.collection,
            origin=row.origin(self.name),
            form=ShortText(),
            question=need_text(data, "query"),
            pictures=(picture.id,),
            cluster=picture.id,
            split=row.split,
            tags={"kind": (kind,)} if isinstance(kind, str) and kind else {},
        )
        labels = texts(data.get("label"))
        golds = (Gold(item=item.id, accepted=labels, rule="imported"),) if labels else ()
        return Entry(items=(item,), pictures=(picture,), golds=golds, files={picture.id: row.locate(name)})

    def row(self, entry: Entry) -> Data:
        """Chart, question, answer and kind, with the number among its chart's questions and the chart's table."""
        item = entry.items[0]
        picture = entry.picture_of(item)
        native = item.native
        name = native if picture is None else picture.name
        accepted = [value for gold in entry.golds for value in gold.accepted if not isinstance(value, Range)]
        data: Data = {"imgname": name, "query": item.question, "label": _label(accepted)}
        if kind := item.tags.get("kind"):
            data["kind"] = kind[0]
        number = native.removeprefix(f"{_stem(name)}-")
        if number.isdecimal() and number.isascii() and len(number) < 10 and int(number) > 1:
            data[NUMBER] = int(number)
        beside = {} if picture is None else picture.extra.get(self.name, {})
        return data | {field: beside[kept] for field in _BESIDE if (kept := field.removeprefix(f"{REST}_")) in beside}

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """`questions.json`, or a folder per split with a file per kind; charts, tables and annotations beside it."""

        def file(data: Data, entry: Entry) -> str:
            split, kind = entry.items[0].split, data.get("kind")
            if split is None:
                return "questions.json"
            return f"{_folder(entry)}{split}_{kind}.json" if kind in KINDS else f"{_folder(entry)}{split}.json"

        with Numbers() as numbers:
            for name, spooled in by_file(_put_beside(rows, target), target, file, lambda entry: f"{_folder(entry)}png"):
                questions = numbers.written(spooled, lambda data: _stem(str(data["imgname"])))
                if name.endswith(tuple(f"_{kind}.json" for kind in KINDS)):
                    questions = (_without_kind(data) for data in questions)
                path = target.folder / name
                path.parent.mkdir(exist_ok=True)
                jsons.write_array(path, questions)


def _folder(entry: Entry) -> str:
    """Where an entry lies, as seen from the target: in the folder of its split, if it has one."""
    split = entry.items[0].split
    return "" if split is None else f"{file_stem(split)}/"


def _without_kind(data: Data) -> Data:
    # the file's name tells it, as in the originals
    del data["kind"]
    return data


def _stem(name: str) -> str:
    """What a chart's questions are called after."""
    return name.removesuffix(".png")


def _name_beside(chart: str, field: str) -> str:
    folder, suffix = _BESIDE[field]
    return f"{folder}/{PurePosixPath(picture_name(chart)).with_suffix(suffix)}"


def _beside(folder: Path, chart: str, field: str) -> JsonValue:
    """What lies beside a chart; None if nothing does."""
    content = read(Located(folder, _name_beside(chart, field)))
    if content is None:
        return None
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise BadRow(f"not UTF-8 at byte {error.start}; the question came in without it") from error
    return jsons.loads(text) if field == ANNOTATION else text


def _put_beside(rows: Iterable[tuple[Data, Entry]], target: Target) -> Iterator[tuple[Data, Entry]]:
    """The rows, without what belongs beside their charts: that is put there."""
    for data, entry in rows:
        for field in _BESIDE:
            if field not in data:
                continue
            content = data.pop(field)
            path = target.folder / f"{_folder(entry)}{_name_beside(str(data['imgname']), field)}"
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes((str(content) if field == TABLE else jsons.dumps(content)).encode())
        yield data, entry


def _label(accepted: Iterable[Value]) -> JsonValue:
    labels: list[JsonValue] = [as_text(value) for value in accepted]
    return labels if len(labels) > 1 else labels[0] if labels else ""
