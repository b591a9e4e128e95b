"""SciGA: papers with their figures, and the graphical abstract that stands for each (SciGA-145k)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import cast

from pydantic import JsonValue

from optotype.conventions import Scoring
from optotype.errors import BadRow, Fault
from optotype.files import jsons
from optotype.formats import Data, Entry, Format, Row, Source, Target, need_text, picture_name
from optotype.formats._files import by_split, split_named
from optotype.formats._nested import below, flat, nested
from optotype.formats._objects import objects, seen_from
from optotype.pictures import stays
from optotype.records import (
    Figure,
    Gold,
    GraphicalAbstract,
    Item,
    Option,
    Origin,
    Paper,
    Picture,
    Ranking,
    Section,
    Tags,
    labels,
)
from optotype.values import texts

QUESTION = "Which figure would serve best as graphical abstract?"
KIND = "intra_ga"

_LEVELS = 2  # graphical_abstract/type
_DEEPEST = 50  # sections within sections, figures within figures
_REPOSITORY = "repository"
_DRAWINGS = (".pdf", ".eps", ".ps")
"""Files that are turned into pictures on their way in: an export has the picture, under a name of its own."""


@dataclass(frozen=True)
class Sciga(Format):
    """JSON, a paper per object; its pictures in a folder named after the paper, or beside the file.

    A second shape is read and written too: papers found in a repository of sources, with `repo`, `tex`, `GA` and
    `figures` of `paths` and `caption`.
    """

    name = "sciga"
    title = "SciGA: graphical abstracts of scientific papers"
    unit = "paper"
    splits = frozenset({"train", "val", "test"})
    scoring = Scoring(
        ("recall_at_k:k=1", "recall_at_k:k=2", "recall_at_k:k=3", "mrr", "car"), ("field",), predicted="rankings"
    )

    def rows(self, source: Source) -> Iterator[Row | Fault]:
        """Papers of a file or of all files in a folder."""
        for found in objects(source):
            if isinstance(found, Fault):
                yield found
                continue
            file, place, data = found
            folder = source.pictures or file.parent
            own = folder / _folder(str(data.get("ID", data.get("repo", ""))))
            yield Row(
                flat(data, _LEVELS),
                seen_from(file, source),
                place,
                source.split or split_named(file.stem),
                own if own.is_dir() else folder,
            )

    def entry(self, row: Row, source: Source) -> Entry:
        """A paper, its pictures, and the question which of its figures would serve best."""
        data = row.data
        from_repository = "repo" in data and "ID" not in data
        native = need_text(data, "repo" if from_repository else "ID")
        shown = _Shown(f"{source.collection}/{native}")
        figures = _repository_figures(data, native, shown) if from_repository else _figures(data, native, shown)
        paper = Paper(
            id=shown.paper,
            collection=source.collection,
            title=_text(data.get("title")),
            authors=texts(data.get("authors")),
            published=_text(data.get("published")),
            abstract=_text(data.get("abstract")),
            fields=_fields(data),
            sections=_sections(data.get("sections"), native, 0),
            figures=figures,
            graphical_abstract=_graphical_abstract(data, native, shown),
            teaser=texts(data.get("teaser")),
            extra={_REPOSITORY: {"repo": native}} if from_repository else {},
        )
        pictures = shown.pictures(paper)
        items, golds = question_about(paper, row.split, row.origin(self.name))
        own = row.folder.name == _folder(native)
        return Entry(
            papers=(paper,),
            pictures=pictures,
            items=items,
            golds=golds,
            files={
                id: row.locate(_drawn(_place(path) if own and from_repository else path, row))
                for path, id in shown.ids.items()
            },
        )

    def row(self, entry: Entry) -> Data:
        """The fields of a paper, in the shape in which it came."""
        paper = entry.papers[0]
        names = {picture.id: picture.name for picture in entry.pictures}

        def paths(ids: Iterable[str]) -> list[JsonValue]:
            return [names.get(id, id.removeprefix(f"{paper.id}/")) for id in ids]

        abstract = paper.graphical_abstract
        if _REPOSITORY in paper.extra:
            return {
                "repo": paper.extra[_REPOSITORY]["repo"],
                "title": paper.title,
                "abstract": paper.abstract,
                "GA": [] if abstract is None else paths(abstract.pictures),
                "figures": [{"paths": paths(figure.pictures), "caption": figure.caption} for figure in paper.figures],
            }

        def figure_fields(figure: Figure) -> JsonValue:
            return {
                "ID": figure.id,
                "caption": figure.caption,
                "path": paths(figure.pictures),
                "subfigures": [figure_fields(inner) for inner in figure.subfigures],
            }

        data: Data = {
            "ID": paper.native,
            "title": paper.title,
            "authors": list(paper.authors),
            "published": paper.published,
            **{f"subjects/{scheme}": list(values) for scheme, values in paper.fields.items()},
            "abstract": paper.abstract,
        }
        if abstract is None:
            data["graphical_abstract"] = None
        else:
            data |= {
                "graphical_abstract/ID": abstract.id,
                "graphical_abstract/type": None if abstract.kind is None else abstract.kind.capitalize(),
                "graphical_abstract/path": paths(abstract.pictures),
                "graphical_abstract/components": list(abstract.components),
                "graphical_abstract/caption": abstract.caption,
            }
        data |= {
            "teaser": list(paper.teaser),
            "sections": [_section_fields(section) for section in paper.sections],
            "figures": [figure_fields(figure) for figure in paper.figures],
        }
        return data

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """One file per split, and a folder of pictures per paper."""
        for split, some in by_split(_with_pictures(rows, target), target, None):
            jsons.write_array(target.folder / f"{split or 'papers'}.json", (nested(data) for data in some))


@dataclass
class _Shown:
    """The pictures that a paper shows, by path."""

    paper: str
    """Its id, with which the ids of its pictures begin."""
    ids: dict[str, str] = field(default_factory=dict[str, str])
    captions: dict[str, str] = field(default_factory=dict[str, str])

    def add(self, path: JsonValue, caption: str) -> tuple[str, ...]:
        """The ids of the pictures at these paths. A path that comes up again keeps its first caption."""
        paths = texts(path)
        for one in paths:
            self.ids.setdefault(one, f"{self.paper}/{one}")
            self.captions.setdefault(one, caption)
        return tuple(self.ids[one] for one in paths)

    def pictures(self, paper: Paper) -> tuple[Picture, ...]:
        """All of them, those of the graphical abstract first."""
        first = paper.graphical_abstract.pictures if paper.graphical_abstract is not None else ()
        paths = {id: path for path, id in self.ids.items()}
        return tuple(
            Picture(id=id, collection=paper.collection, name=picture_name(paths[id]), caption=self.captions[paths[id]])
            for id in dict.fromkeys((*first, *paths))
        )


def _figures(data: Data, native: str, shown: _Shown) -> tuple[Figure, ...]:
    seen: set[str] = set()

    def read(nodes: JsonValue, above: str, depth: int) -> tuple[Figure, ...]:
        found: list[Figure] = []
        for number, node in enumerate(_nodes(nodes, "figures", depth), 1):
            id = _text(node.get("ID")) or f"{above}{number}"
            if id in seen:
                raise BadRow(f"two figures have the id '{id}'")
            seen.add(id)
            caption = _text(node.get("caption"))
            pictures = shown.add(node.get("path"), caption)
            inner = read(node.get("subfigures"), f"{id}_", depth + 1)
            found.append(Figure(id=id, caption=caption, pictures=pictures, subfigures=inner))
        return tuple(found)

    return read(data.get("figures"), f"{native}_F", 0)


def _repository_figures(data: Data, native: str, shown: _Shown) -> tuple[Figure, ...]:
    found: list[Figure] = []
    for number, node in enumerate(_nodes(data.get("figures"), "figures", 0), 1):
        caption = _text(node.get("caption"))
        pictures = shown.add(node.get("paths"), caption)
        found.append(Figure(id=f"{native}_F{number}", caption=caption, pictures=pictures))
    return tuple(found)


def _sections(nodes: JsonValue, above: str, depth: int) -> tuple[Section, ...]:
    return tuple(
        Section(
            id=_text(node.get("ID")) or f"{above}_S{number}",
            title=_text(node.get("title")),
            body=_text(node.get("body")),
            subsections=_sections(node.get("subsections"), _text(node.get("ID")) or f"{above}_S{number}", depth + 1),
            figures=texts(node.get("figures")),
        )
        for number, node in enumerate(_nodes(nodes, "sections", depth), 1)
    )


def _nodes(nodes: JsonValue, what: str, depth: int) -> list[dict[str, JsonValue]]:
    """Sections or figures: a list of them, a single one, or one per name."""
    if nodes and depth >= _DEEPEST:
        raise BadRow(f"{what} are nested more than {_DEEPEST} levels deep")
    if isinstance(nodes, dict):
        by_name = "ID" not in nodes and all(isinstance(node, dict) for node in nodes.values())
        nodes = list(nodes.values()) if by_name else [nodes]
    if not nodes:
        return []
    if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
        raise BadRow(f"{what} are {jsons.dumps(nodes)[:60]}, but a list of objects was expected")
    return cast("list[dict[str, JsonValue]]", nodes)


def _section_fields(section: Section) -> JsonValue:
    return {
        "ID": section.id,
        "title": section.title,
        "body": section.body,
        "subsections": [_section_fields(inner) for inner in section.subsections],
        "figures": list(section.figures),
    }


def _graphical_abstract(data: Data, native: str, shown: _Shown) -> GraphicalAbstract | None:
    if "GA" in data and "ID" not in data:
        pictures = shown.add(data["GA"], "")
        return GraphicalAbstract(id=f"{native}_GA", pictures=pictures) if pictures else None
    said = below(data, "graphical_abstract")
    if not said:
        return None
    caption = _text(said.get("caption"))
    kind = _text(said.get("type")).casefold()
    return GraphicalAbstract(
        id=_text(said.get("ID")) or f"{native}_GA",
        kind=kind if kind == "original" or kind == "reused" or kind == "modified" else None,
        pictures=shown.add(said.get("path"), caption),
        components=texts(said.get("components")),
        caption=caption,
    )


def _fields(data: Data) -> Tags:
    found = {scheme: texts(values) for scheme, values in below(data, "subjects").items()}
    return {scheme: values for scheme, values in found.items() if values}


def question_about(paper: Paper, split: str | None, origin: Origin) -> tuple[tuple[Item, ...], tuple[Gold, ...]]:
    """Which of the paper's figures would serve best, and which do where the graphical abstract was made of figures.

    Figures stand in the order of the paper, which tells something: whoever asks has to shuffle them.
    """
    if not paper.figures:
        return (), ()
    names = labels(len(paper.figures))
    item = Item(
        id=f"{paper.id}/{KIND}",
        collection=paper.collection,
        origin=origin,
        form=Ranking(options=tuple(map(_option, names, paper.figures))),
        question=QUESTION,
        text=paper.abstract,
        paper=paper.id,
        cluster=paper.id,
        split=split,
        tags={**paper.fields, "kind": (KIND,)},
    )
    abstract = paper.graphical_abstract
    if abstract is None or abstract.kind not in ("reused", "modified"):
        return (item,), ()
    label_of = {one.id: name for name, figure in zip(names, paper.figures, strict=True) for one in figure.each()}
    right = dict.fromkeys(label_of[id] for id in abstract.components if id in label_of)
    accepted = tuple((label,) for label in right)
    return (item,), (Gold(item=item.id, accepted=accepted, rule="imported"),) if accepted else ()


def _option(label: str, figure: Figure) -> Option:
    picture = next(iter(figure.all_pictures), None)
    return Option(label=label, picture=picture, text=figure.caption if picture is None else None)


def _text(value: JsonValue) -> str:
    return str(value) if isinstance(value, str | int | float) else ""


def _folder(native: str) -> str:
    """The folder of a paper's pictures: its id, with `+` for `/`; another name where no folder can be called so."""
    name = native.replace("/", "+")
    taken = name.startswith(".") or name.endswith((".json", ".jsonl")) or len(name.encode(errors="replace")) > 200
    return picture_name(f"/{name}" if taken else name)


def _place(path: str) -> str:
    """Where a picture of a repository lies in the folder of its paper, which has no folders in it."""
    return path.replace("/", "__")


def _drawn(path: str, row: Row) -> str:
    """The picture that an export made of a drawing (`plot.pdf.png`), where that lies in place of it."""
    if not path.endswith(_DRAWINGS) or not stays(path):
        return path
    made = f"{path}.png"
    return made if (row.folder / made).is_file() else path


def _with_pictures(rows: Iterable[tuple[Data, Entry]], target: Target) -> Iterator[tuple[Data, Entry]]:
    for data, entry in rows:
        paper = entry.papers[0]
        for picture in entry.pictures:
            name = _place(picture.name) if _REPOSITORY in paper.extra else picture_name(picture.name)
            made = picture.media_type is not None and name.endswith(_DRAWINGS)
            target.copy(picture, f"{_folder(paper.native)}/{name}{'.png' if made else ''}")
        yield data, entry
