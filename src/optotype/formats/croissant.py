"""Croissant 1.1: Parquet files, and metadata that machine learning tools load them by."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from optotype.errors import BadTarget
from optotype.files import jsons
from optotype.formats import Data, Entry, Target
from optotype.formats._about import About, about, known_licence
from optotype.formats._arrow import Shape
from optotype.formats._tables import Written
from optotype.formats.parquet import COLUMNS, Parquet

CONFORMS_TO = "http://mlcommons.org/croissant/1.1"
RESPONSIBLE = "http://mlcommons.org/croissant/RAI/1.0"
"""What a file conforms to as well that tells how its data came about."""
FILES = "parquet-files"
"""Id of the set of files that records are read from."""
RECORDS = "items"
"""Id of the set of records."""

# the split before the number of the file; or a split alone, since mlcroissant applies this twice where it joins
_SPLIT = r"^(.+?)(?:-\d{5}-of-\d{5}\.parquet)?$"

# the context that the specification lays down
_TERMS = (
    "arrayShape", "citeAs", "column", "containedIn", "equivalentProperty", "extract", "field", "fileObject",
    "fileProperty", "fileSet", "format", "includes", "isArray", "isLiveDataset", "jsonPath", "key", "md5",
    "parentField", "path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate", "separator",
    "source", "subField", "transform",
)  # fmt: skip
_CONTEXT: Data = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    **{term: f"cr:{term}" for term in _TERMS},
}


@dataclass(frozen=True)
class Croissant(Parquet):
    """A folder with `data/` and `croissant.json`; `mlcroissant` validates it and reads the records."""

    name = "croissant"
    title = "Croissant 1.1 metadata with Parquet files"
    reads = False

    version: str = "1.0.0"
    """Of the data set: MAJOR.MINOR.PATCH."""
    published: str = ""
    """Day of publication, YYYY-MM-DD. An export does not make one up, so that the same bench gives the same bytes."""
    creator: str = ""
    """Who made the data set."""

    def save(self, rows: Iterable[tuple[Data, Entry]], target: Target) -> None:
        """`data/`, with the files of each split in it, and `croissant.json`."""
        self._check()
        written = self.write(rows, target)
        metadata = self._metadata(about(target, written.collections), written, target.folder)
        if told := target.responsible():
            metadata |= {"conformsTo": [CONFORMS_TO, RESPONSIBLE], **told}
        (target.folder / "croissant.json").write_text(jsons.dumps(metadata, indent=2) + "\n", encoding="utf-8")

    def _check(self) -> None:
        if not re.fullmatch(r"\d+\.\d+\.\d+", self.version):
            raise BadTarget(f"The version is {self.version!r}; one such as 1.0.0 was expected.")
        try:
            date.fromisoformat(self.published or "2000-01-01")
        except ValueError as error:
            raise BadTarget(f"The day of publication is {self.published!r}; YYYY-MM-DD was expected.") from error

    def _metadata(self, described: About, written: Written, folder: Path) -> Data:
        licences = [known.url if (known := known_licence(name)) else name for name in described.licences]
        optional: Data = {
            "license": list(licences),
            "citeAs": "\n\n".join(described.citations),
            "url": next(iter(described.urls), ""),
            "datePublished": self.published,
            "creator": {"@type": "sc:Organization", "name": self.creator} if self.creator else None,
        }
        return {
            "@context": _CONTEXT,
            "@type": "sc:Dataset",
            "conformsTo": CONFORMS_TO,
            "name": described.title,
            "description": described.description or described.title,
            "version": self.version,
            **{name: value for name, value in optional.items() if value},
            "distribution": [*_files(written, folder), _file_set()],
            "recordSet": [_splits(written), _records(written)],
        }


def _files(written: Written, folder: Path) -> Iterator[Data]:
    for shards in written.shards.values():
        for shard in shards:
            with (folder / shard.path).open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
            yield {
                "@type": "cr:FileObject",
                "@id": shard.path,
                "name": shard.path,
                "contentUrl": shard.path,
                "contentSize": f"{(folder / shard.path).stat().st_size} B",
                "encodingFormat": "application/x-parquet",
                "sha256": digest,
            }


def _file_set() -> Data:
    return {
        "@type": "cr:FileSet",
        "@id": FILES,
        "name": FILES,
        "description": "All Parquet files.",
        "encodingFormat": "application/x-parquet",
        "includes": "data/*.parquet",
    }


def _splits(written: Written) -> Data:
    name = "splits/name"
    return {
        "@type": "cr:RecordSet",
        "@id": "splits",
        "name": "splits",
        "description": "The splits that records belong to.",
        "dataType": "cr:Split",
        "key": {"@id": name},
        "field": [{"@type": "cr:Field", "@id": name, "name": "name", "dataType": "sc:Text"}],
        "data": [{name: split} for split in written.shards],
    }


def _records(written: Written) -> Data:
    return {
        "@type": "cr:RecordSet",
        "@id": RECORDS,
        "name": RECORDS,
        "description": "A question with its pictures and its answer; or a picture about which nothing is asked.",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{RECORDS}/split",
                "name": "split",
                "description": "The split, which the file's name tells.",
                "dataType": "sc:Text",
                "source": {
                    "fileSet": {"@id": FILES},
                    "extract": {"fileProperty": "filename"},
                    "transform": {"regex": _SPLIT},
                },
                "references": {"field": {"@id": "splits/name"}},
            },
            *(_field(name, shape) for name, shape in written.shapes.items()),
        ],
    }


def _field(name: str, shape: Shape) -> Data:
    source: Data = {"fileSet": {"@id": FILES}, "extract": {"column": name}}
    array: Data = {}
    if shape.kind == "list":
        array = {"isArray": True, "arrayShape": "-1"}
    pictures = shape.kind == "list" and shape.parts[0].kind == "picture"
    if pictures:
        source["transform"] = {"jsonPath": "bytes"}
        # by `isArray` alone, mlcroissant takes the whole list for one picture
        array["repeated"] = True
    return {
        "@type": "cr:Field",
        "@id": f"{RECORDS}/{name}",
        "name": name,
        "description": COLUMNS.get(name, name),
        "dataType": "sc:ImageObject" if pictures else "sc:Text",
        **array,
        "source": source,
    }
