"""Small things that many tests build on: pictures, and an item of every form."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

from PIL import Image

from optotype import Workbench
from optotype.pictures import Facts
from optotype.records import (
    Answer,
    Choice,
    Collection,
    Gold,
    Graph,
    Item,
    Noun,
    Number,
    Option,
    Origin,
    Picture,
    Preference,
    Range,
    Ranking,
    Respondent,
    ShortText,
    State,
    YesNo,
    labels,
)


def png(colour: str = "red", size: tuple[int, int] = (12, 8), kind: str = "PNG") -> bytes:
    """A picture of one colour, as the content of a file."""
    stream = io.BytesIO()
    Image.new("RGB", size, colour).save(stream, kind)
    return stream.getvalue()


def crafted_png(width: int, height: int, pixels: bytes = b"") -> bytes:
    """A gray PNG whose chunks are well, whatever size it claims and whatever stands where its pixels should."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def write_png(path: Path, colour: str = "red", size: tuple[int, int] = (12, 8)) -> Path:
    """A picture of one colour, as a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png(colour, size))
    return path


def keep_picture(bench: Workbench, name: str, colour: str, caption: str = "") -> Picture:
    """A picture whose file lies in the bench; its record is not stored yet."""
    facts: Facts = bench.cabinet.keep(png(colour))
    return Picture(
        id=f"mixed/{name}",
        collection="mixed",
        name=name,
        file=facts.file,
        media_type=facts.media_type,
        width=facts.width,
        height=facts.height,
        size=facts.size,
        caption=caption,
    )


def fill(bench: Workbench) -> list[Noun]:
    """Puts an item of every form into a bench, with odd texts, and gives back what was put."""
    colours = ["red", "green", "blue", "gold", "purple"]
    pictures = [
        keep_picture(bench, f"Рисунок {number} ✏️.png", colour, caption=f'Fig. {number}: <b>"quoted"</b>, comma; \ttab')
        for number, colour in enumerate(colours)
    ]
    first = pictures[0].id
    pictured = tuple(Option(label=label, picture=p.id) for label, p in zip(labels(4), pictures[1:], strict=True))
    texts = tuple(Option(label=label, text=f"option {label}") for label in labels(7))
    drawn = Origin(kind="drawn", by="test")

    def item(name: str, **fields: object) -> Item:
        given: dict[str, object] = {
            "id": f"mixed/{name}",
            "collection": "mixed",
            "origin": drawn,
            "question": f"Сколько яблок? {name}\nSecond line, with \"quotes\" and 'more'",
            "pictures": (first,),
            "cluster": first,
            "tags": {"kind": (name,), "skill": ("counting", "geometry")},
        }
        return Item.model_validate(given | fields)

    items = [
        item("choice-pictures", form=Choice(options=pictured), split="train"),
        item("choice-texts", form=Choice(options=texts), split="train", instruction="<image> {question}"),
        item("several", form=Choice(options=texts, several=True, unanswerable=True), split="val"),
        item("yes-no", form=YesNo(), split="test", scene={"bars": [1, 2.5, None]}),
        item("number", form=Number(unit="кг", low=0, high=10)),
        item("text", form=ShortText(unanswerable=True)),
        item("cannot", form=ShortText(unanswerable=True)),
        item("ranking", form=Ranking(options=pictured)),
        item("graph", form=Graph(), pictures=(), cluster="mixed/graph", text="two men on a bench", question=""),
        item("preference", form=Preference(options=pictured[:2], factors=("layout",)), text="An abstract."),
        item("rating", form=Number(low=1, high=4), about="mixed/text", text="a man"),
    ]
    golds = [
        Gold(item="mixed/choice-pictures", accepted=(("B",),), rule="imported"),
        Gold(item="mixed/choice-texts", accepted=(("G",),), rule="majority", branch="3 of 5", counted=("a1",)),
        Gold(item="mixed/several", accepted=(("A", "C"),), rule="imported"),
        Gold(item="mixed/yes-no", accepted=(False,), rule="imported"),
        Gold(item="mixed/number", accepted=(Range(low=0.25, high=0.3), 0.5), rule="imported"),
        Gold(item="mixed/text", accepted=("S-shaped", "sigmoid"), rule="imported"),
        Gold(item="mixed/cannot", unanswerable=True, rule="imported"),
        Gold(item="mixed/ranking", accepted=(("D", "A", "B", "C"),), rule="imported"),
        Gold(item="mixed/graph", accepted=("( men , is , 2 ) , ( men , on , bench )",), rule="imported"),
    ]
    people = [Respondent(id="expert-1", kind="person", tags={"role": ("expert",)})]
    answers = [
        Answer(id="r1", item="mixed/rating", respondent="expert-1", state=State.GIVEN, value=3.0, seconds=2.5),
        Answer(id="r2", item="mixed/rating", respondent="expert-1", state=State.DONT_KNOW, note="blurred"),
    ]
    records: list[Noun] = [
        Collection(id="mixed", format="draw", title="A mixed set", licence="CC BY 4.0"),
        *pictures,
        *items,
        *golds,
        *people,
        *answers,
    ]
    with bench.store.event("test") as writer:
        writer.write(add=records)
    return records
