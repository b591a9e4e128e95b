"""FACTUAL: captions of picture regions with their scene graphs (Li et al., 2023)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from optotype.conventions import Scoring
from optotype.errors import BadRow, Fault
from optotype.files import csvs
from optotype.formats import REST, Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._files import SPLITS, by_file, file_stem, files_of, rows_of, split_named, spool, write_csv
from optotype.formats._numbered import NUMBER, Numbers, number_of
from optotype.records import Gold, Graph, Item, Picture
from optotype.scenegraph.notation import BadGraph, Notation, parse, recognise

COLUMNS = ("image_id", "region_id", "caption", "scene_graph")
_NEEDED = ("image_id", "caption", "scene_graph")

NOTATION = f"{REST}_notation"
"""The field that names a row's notation where it is not the one that the file shows."""

PICTURE = f"{REST}_picture"
"""The field that names a row's picture where it is not called after the image, or `-` where there is none."""

_FOLDERS = ("random", "length", "random_with_ids", "mr")
_PICTURES = "images"


@dataclass(frozen=True)
class Factual(Format):
    """CSV files with a caption and its graph per row; `train.csv` and `dev.csv` in a folder, or one file."""

    name = "factual"
    title = "FACTUAL: faithful and consistent textual scene graph parsing"
    citation = "Li et al.: FACTUAL: A Benchmark for Faithful and Consistent Textual Scene Graph Parsing. 2023."
    url = "https://github.com/zhuang-li/FactualSceneGraph"
    forms = frozenset({"graph"})
    splits = SPLITS
    scoring = Scoring(("set_match", "spice", "soft_spice"), predicted="graphs")

    notation: Literal["auto", "factual", "factual_ids", "factual_mr"] = "auto"
    """How graphs are written; `auto` looks at all graphs of a file."""

    def default_name(self, path: Path) -> str:
        """The name of the folder tells which part of the data set it is."""
        folder = path.name if path.is_dir() else path.resolve().parent.name
        return f"factual-{folder.replace('_', '-')}" if folder in _FOLDERS else "factual"

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Rows of the file, or of every CSV file in the folder; a file's name says its split."""
        with Numbers() as numbers:
            yield from rows_of(files_of(source, "*.csv"), lambda file: self._rows(file, source, numbers))

    def _rows(self, file: Path, source: Source, numbers: Numbers) -> Iterator[Row | Fault]:
        notation = recognise(_graphs(file)) if self.notation == "auto" else self.notation
        pictures = source.pictures or file.parent / _PICTURES
        pictured = source.pictures is not None or pictures.is_dir()
        for found in csvs.rows(file, file.name, columns=_NEEDED):
            if isinstance(found, Fault):
                yield found
                continue
            # a column that only some rows need is empty in the others
            data: Data = {name: value for name, value in found[1].items() if value or not name.startswith(REST)}
            numbers.read(data, _named(data))
            data.setdefault(NOTATION, notation)
            if pictured:
                data.setdefault(PICTURE, f"{data['image_id']}.jpg")
            if data.get(PICTURE) == "-":
                del data[PICTURE]
            yield Row(data, file.name, found[0], source.split or split_named(file.stem), pictures)

    def entry(self, row: Row, source: Source) -> Entry:
        """A row is a caption to be parsed."""
        data, image, number = row.data, need_text(row.data, "image_id"), number_of(row.data)
        graph = need_text(data, "scene_graph")
        try:
            parse(graph)
        except BadGraph as error:
            raise BadRow(f"the scene graph, {error}") from error
        notation = data.get(NOTATION) or recognise([graph])
        pictures: tuple[Picture, ...] = ()
        if name := data.get(PICTURE):
            name = picture_name(str(name))
            pictures = (Picture(id=f"{source.collection}/{name}", collection=source.collection, name=name),)
        item = Item(
            id=f"{source.collection}/{_named(data)}" + (f"-{number}" if number > 1 else ""),
            collection=source.collection,
            origin=row.origin(self.name),
            form=Graph(notation=cast("Notation", notation)),
            text=need_text(data, "caption"),
            pictures=tuple(picture.id for picture in pictures),
            cluster=f"{source.collection}/{image}",
            split=row.split,
            tags={"kind": ("scene_graph",)},
        )
        golds = (Gold(item=item.id, accepted=(graph,), rule="imported"),) if graph else ()
        files = {picture.id: row.locate(picture.name) for picture in pictures}
        return Entry(items=(item,), pictures=pictures, golds=golds, files=files)

    def row(self, entry: Entry) -> Data:
        """The columns, and beside them what a file's name, order and other rows tell."""
        item = entry.items[0]
        image, region, number = _native(item)
        accepted = entry.golds[0].accepted if entry.golds else ()
        data: Data = {"image_id": image}
        if region:
            data["region_id"] = region
        data["caption"] = item.text
        data["scene_graph"] = accepted[0] if accepted and isinstance(accepted[0], str) else ""
        data[NOTATION] = item.form.notation if isinstance(item.form, Graph) else "factual"
        if number > 1:
            data[NUMBER] = number
        if shown := entry.picture_of(item):
            data[PICTURE] = shown.name
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One file per split with Windows line ends, as the originals have them, and `images/` if there are any."""

        def file(_data: Data, entry: Entry) -> str:
            split = entry.items[0].split
            return f"{'dev' if split == 'val' else self.name if split is None else file_stem(split)}.csv"

        with Numbers() as numbers:
            for name, spooled in by_file(rows, target, file, lambda _: _PICTURES):
                notation = recognise(str(data["scene_graph"]) for data in spooled)
                pictured = (target.folder / _PICTURES).is_dir()
                told = (_untold(data, notation, pictured) for data in numbers.written(spooled, _named))
                lean = spool(told, target.folder / ".lean")
                columns = [column for column in COLUMNS if column in next(iter(lean))]
                write_csv(target.folder / name, lean, columns, end="\r\n")
                (target.folder / ".lean").unlink()


def _graphs(file: Path) -> Iterator[str]:
    for found in csvs.rows(file, file.name, columns=_NEEDED):
        if not isinstance(found, Fault):
            yield found[1]["scene_graph"]


def _named(data: Data) -> str:
    """What an item is called after: the picture and the region in it."""
    image, region = need_text(data, "image_id"), data.get("region_id")
    return f"{image}-{region}" if region else image


def _native(item: Item) -> tuple[str, str, int]:
    """Picture, region and number, out of an item's id; for items from elsewhere, the id alone."""
    native, image = (id.removeprefix(f"{item.collection}/") for id in (item.id, item.cluster))
    if not native.startswith(f"{image}-"):
        return native, "", 1
    found = re.fullmatch(r"(.*?)(?:-([1-9]\d{0,8}))?", native[len(image) + 1 :], re.DOTALL)
    return (image, found[1], int(found[2] or 1)) if found and found[1] else (native, "", 1)


def _untold(data: Data, notation: Notation, pictured: bool) -> Data:
    """A row without what the rows around it tell."""
    if data.get(NOTATION) == notation:
        del data[NOTATION]
    if pictured:
        shown = data.pop(PICTURE, "-")
        if shown != f"{data['image_id']}.jpg":
            data[PICTURE] = shown
    return data
