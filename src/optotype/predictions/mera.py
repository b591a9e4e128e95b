"""MERA: `outputs` and `meta.id`, in lists by split, as its site takes submissions; in a zip archive or not."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO, cast

from pydantic import JsonValue

from optotype.errors import BadSource
from optotype.files import jsons
from optotype.formats import Data, picture_name
from optotype.formats.mera import SHOTS
from optotype.formats.mera import Mera as Format
from optotype.predictions import Account, Handed, Prediction, Shape
from optotype.predictions._columns import as_text, text_of
from optotype.predictions._exchanges import OneCollection
from optotype.predictions._handed import listed
from optotype.predictions._saying import Say, as_gold_text, reply
from optotype.records import Answer, Item
from optotype.values import as_number

_DATA, _OUTPUTS, _META = "data", "outputs", "meta"
_TEST = "test"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time that files in an archive bear: the same answers make the same archive."""


@dataclass(frozen=True)
class Mera(Shape):
    """`{"data": {"test": [{"outputs": "B", "meta": {"id": 346}}]}}`, or the records alone."""

    title = "records with outputs and meta.id, in lists by split below data"
    suffixes = (".zip", ".json")

    task: str = ""
    """What the file in the archive is called after: `LabTabVQA`; the collection's name unless given."""
    say: Say = "reply"
    """What is written: the reply, or what was read out of it."""

    def fits(self, file: Handed) -> bool:
        """Lists by split, or records."""
        if file.layout == "object":
            return _DATA in file.fields
        return file.layout != "table" and {_OUTPUTS, _META} <= set(file.fields)

    def read(self, file: Handed) -> Iterator[Prediction]:
        """A prediction per record of any split."""
        if file.layout != "object":
            for place, record in file.rows():
                yield _prediction(record, place)
            return
        for steps, record in file.leaves(_opens):
            if steps[:1] == (_DATA,):
                place = f"{file.name}, {', element '.join(step[:60] for step in steps[1:])}"
                if not isinstance(record, dict):
                    raise BadSource(f"{place}: a record with 'outputs' and 'meta' was expected.")
                prediction = _prediction(record, place)
                # solved examples have a numbering of their own
                yield replace(prediction, id=f"{SHOTS}/{prediction.id}") if steps[1] == SHOTS else prediction

    def write(self, account: Account, path: Path) -> None:
        """A record per question, empty where there is nothing to write: a submission has to have all of them."""
        own = OneCollection()
        spools: dict[str, Path] = {}
        with ExitStack() as stack:
            streams: dict[str, TextIO] = {}
            for exchange, text in account.each(self._text, empty=""):
                split, id = exchange.item.split or _TEST, own.id(exchange.item)
                if split not in streams:
                    spools[split] = path.with_name(f".{path.name}.{len(spools)}")
                    streams[split] = stack.enter_context(spools[split].open("w", encoding="utf-8", newline="\n"))
                number = as_number(id.removeprefix(f"{SHOTS}/") if split == SHOTS else id)
                record: Data = {_OUTPUTS: text, _META: {"id": number}}
                streams[split].write(jsons.dumps(record) + "\n")
        with _opened(path, picture_name(f"{self.task or own.name}.json")) as stream:
            stream.write(f'{{"{_DATA}": {{')
            for place, (split, spool) in enumerate(spools.items()):
                stream.write(f"{', ' if place else ''}{jsons.dumps(split)}: [")
                with spool.open(encoding="utf-8") as lines:
                    for number, line in enumerate(lines):
                        stream.write(f"{',' if number else ''}\n{line.rstrip()}")
                stream.write("\n]")
                spool.unlink()
            stream.write("}}\n")

    def _text(self, item: Item, answer: Answer) -> str | None:
        return reply(item, answer) if self.say == "reply" else as_gold_text(item, answer, Format(), _OUTPUTS)


@contextmanager
def _opened(path: Path, name: str) -> Generator[TextIO]:
    """A file to write to, or the only file of an archive."""
    if path.suffix != ".zip":
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    member = zipfile.ZipInfo(name, _EARLIEST)
    member.compress_type = zipfile.ZIP_DEFLATED
    with (
        zipfile.ZipFile(path, "w") as archive,
        archive.open(member, "w", force_zip64=True) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


def _opens(steps: tuple[str, ...]) -> bool:
    return not steps or (steps[0] == _DATA and len(steps) < 3)


def _prediction(record: Data, place: str) -> Prediction:
    meta = record.get(_META)
    if not isinstance(meta, dict) or "id" not in meta:
        raise BadSource(f"{place}: no 'id' in 'meta'. Found: {listed(record)}.")
    return Prediction(as_text(cast("JsonValue", meta["id"]), place), text_of(record, _OUTPUTS, place), place)
