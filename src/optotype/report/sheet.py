"""A sheet of paper: lines, signs and texts in their places, and the SVG and PDF files that hold them.

Both files are written here, since a plotting library takes many times as long for so few kinds of things. Texts stay
texts, which a reader can search and copy; a PDF file brings the letters that it shows. The same sheet gives the same
bytes.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Any, Literal, NamedTuple
from xml.sax.saxutils import escape

from optotype.fonts import path

Side = Literal["left", "center", "right"]
"""Which end of a text lies at its place."""

Point = tuple[float, float]

SIZE = 8.0
"""Points: the type of most texts."""

LACKING = "\N{WHITE SQUARE}"
"""What a PDF file shows for a letter that its font lacks; a reader of an SVG file may have other fonts."""

_POINTS = 72  # in an inch
_EDGE = 0.9  # points: the line round a sign
_FAMILY = "'DejaVu Sans', Verdana, Arial, sans-serif"  # where a reader lacks the font, the next is about as wide
_ANCHORS: dict[Side, str] = {"left": "", "center": ' text-anchor="middle"', "right": ' text-anchor="end"'}
_NAMES = {False: "F1", True: "F2"}  # of fonts in a PDF file
_SHARES: dict[Side, float] = {"left": 0.0, "center": 0.5, "right": 1.0}


class Look(NamedTuple):
    """How a kind of respondent is drawn."""

    colour: str
    marker: str
    """One of `SIGNS`."""
    size: float
    """Points."""
    filled: bool = True


class Stroke(NamedTuple):
    """A line through points."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    colour: str
    width: float
    """Points."""
    dashes: tuple[float, ...] | None
    """How long dashes and gaps are, in widths of the line."""


class Mark(NamedTuple):
    """A sign at a point."""

    x: float
    y: float
    look: Look


class Text(NamedTuple):
    """A text in one line; its baseline is at y."""

    x: float
    y: float
    text: str
    side: Side
    size: float
    """Points."""
    colour: str
    bold: bool


@dataclass
class Sheet:
    """What is drawn where, in inches from the upper left corner: lines first, then signs, then texts."""

    width: float
    height: float = 0.0
    strokes: list[Stroke] = field(default_factory=list[Stroke])
    marks: list[Mark] = field(default_factory=list[Mark])
    texts: list[Text] = field(default_factory=list[Text])

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 0.6) -> None:
        """A straight line."""
        self.strokes.append(Stroke((x, to_x), (y, to_y), colour, width, None))

    def dashed(self, points: Sequence[Point], colour: str, width: float = 0.8) -> None:
        """A line in dashes."""
        xs, ys = zip(*points, strict=True)
        self.strokes.append(Stroke(xs, ys, colour, width, (3.0, 2.0)))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        side: Side = "left",
        *,
        size: float = SIZE,
        colour: str | None = None,
        bold: bool = False,
    ) -> None:
        """A text; in ink, unless another colour is given."""
        from optotype.plots import INK

        self.texts.append(Text(x, y, text, side, size, INK if colour is None else colour, bold))

    def svg(self, title: str) -> bytes:
        """The sheet as an SVG file, in points."""
        width, height = _number(self.width * _POINTS), _number(self.height * _POINTS)
        size = f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
        lines = [
            '<?xml version="1.0" encoding="utf-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            f"<title>{escape(title)}</title>",
            '<g fill="none" stroke-linejoin="round">',
            *map(_svg_stroke, self.strokes),
            "</g>",
            f'<g stroke-width="{_EDGE}">',
            *map(_svg_mark, self.marks),
            "</g>",
            f'<g font-family="{_FAMILY}">',
            *map(_svg_text, self.texts),
            "</g>",
            "</svg>",
        ]
        return "\n".join([*lines, ""]).encode()

    def pdf(self, title: str) -> bytes:
        """The sheet as a PDF file of one page, with the letters that stand on it."""
        fonts = {
            bold: _Font(_face(bold=bold), "".join(text.text for text in self.texts if text.bold == bold))
            for bold in sorted({text.bold for text in self.texts})
        }
        width, height = _number(self.width * _POINTS), _number(self.height * _POINTS)
        named = " ".join(f"/{_NAMES[bold]} {6 + 6 * place} 0 R" for place, bold in enumerate(fonts))
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R"
            f" /Resources << /Font << {named} >> >> >>".encode(),
            _stream("\n".join(self._painted(fonts)).encode()),
            f"<< /Title <feff{title.encode('utf-16-be').hex()}> >>".encode(),
        ]
        for font in fonts.values():
            objects += font.objects(len(objects) + 1)
        return _pdf_file(objects)

    def _painted(self, fonts: Mapping[bool, _Font]) -> Iterator[str]:
        """What is painted on the page of a PDF file, whose heights are counted from below."""
        yield f"1 0 0 -1 0 {_number(self.height * _POINTS)} cm"
        yield "1 j"
        for stroke in self.strokes:
            dashes = " ".join(_number(length * stroke.width) for length in stroke.dashes or ())
            yield f"{_colour(stroke.colour)} RG {_number(stroke.width)} w [{dashes}] 0 d"
            yield " ".join(_operators(list(zip(stroke.xs, stroke.ys, strict=True)), _POINTS)) + " S"
        yield f"0 j {_EDGE} w [] 0 d"
        for mark in self.marks:
            yield f"{_colour(mark.look.colour)} RG {_colour(_filling(mark.look))} rg"
            yield " ".join(_operators(_outline(mark))) + " h B"
        for text in self.texts:
            x = (text.x - _SHARES[text.side] * width(text.text, text.size, bold=text.bold)) * _POINTS
            place = f"1 0 0 -1 {_number(x)} {_number(text.y * _POINTS)} Tm"
            yield f"BT /{_NAMES[text.bold]} {_number(text.size)} Tf {_colour(text.colour)} rg"
            yield f"{place} <{fonts[text.bold].coded(text.text)}> Tj ET"


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Inches that a text takes at a size in points."""
    return _face(bold=bold).width(text) * size / 1000 / _POINTS


# --- signs


def _turned(corners: int, radius: float) -> tuple[Point, ...]:
    """The corners of an even figure; the first one points up."""
    turn = 2 * math.pi / corners
    return tuple((radius * math.sin(turn * corner), -radius * math.cos(turn * corner)) for corner in range(corners))


SIGNS: dict[str, tuple[Point, ...]] = {
    "s": ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "D": _turned(4, math.sqrt(0.5)),
    "^": ((0.0, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    "v": ((0.0, 0.5), (-0.5, -0.5), (0.5, -0.5)),
    "p": _turned(5, 0.5),
    "o": (),
}
"""The corners of each sign of size one, around its middle; a circle has none."""

_ROUND = 0.5 * 4 / 3 * math.tan(math.pi / 8)  # where the handles of a quarter of a circle lie


def _outline(mark: Mark) -> list[tuple[float, ...]]:
    """Round a sign, in points: where it begins, then the end of each line, or two handles and the end of each arc."""
    x, y, size = mark.x * _POINTS, mark.y * _POINTS, mark.look.size
    if mark.look.marker != "o":
        return [(x + size * right, y + size * down) for right, down in SIGNS[mark.look.marker]]
    a, b = size / 2, size * _ROUND
    return [
        (x + a, y),
        (x + a, y + b, x + b, y + a, x, y + a),
        (x - b, y + a, x - a, y + b, x - a, y),
        (x - a, y - b, x - b, y - a, x, y - a),
        (x + b, y - a, x + a, y - b, x + a, y),
    ]


def _filling(look: Look) -> str:
    return look.colour if look.filled else "#ffffff"


# --- SVG


def _svg_stroke(stroke: Stroke) -> str:
    dashes = ",".join(_number(length * stroke.width) for length in stroke.dashes or ())
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    points = " ".join(
        f"{_number(x * _POINTS)} {_number(y * _POINTS)}" for x, y in zip(stroke.xs, stroke.ys, strict=True)
    )
    return f'<path d="M{points}" stroke="{stroke.colour}" stroke-width="{_number(stroke.width)}"{dashed}/>'


def _svg_mark(mark: Mark) -> str:
    (x, y), *rest = _outline(mark)
    parts = "".join(f"{'L' if len(part) == 2 else 'C'}{' '.join(map(_number, part))}" for part in rest)
    colours = f'fill="{_filling(mark.look)}" stroke="{mark.look.colour}"'
    return f'<path d="M{_number(x)} {_number(y)}{parts}Z" {colours}/>'


def _svg_text(text: Text) -> str:
    place = f'x="{_number(text.x * _POINTS)}" y="{_number(text.y * _POINTS)}" font-size="{_number(text.size)}"'
    bold = ' font-weight="bold"' if text.bold else ""
    return f'<text {place}{bold}{_ANCHORS[text.side]} fill="{text.colour}">{escape(text.text)}</text>'


def _number(value: float) -> str:
    """A number as short as it can be; a hundredth of a point is less than can be printed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# --- PDF (ISO 32000)


def _colour(colour: str) -> str:
    return " ".join(_number(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5))


def _operators(points: Iterable[tuple[float, ...]], scale: float = 1.0) -> Iterator[str]:
    """A way through points, and arcs between some of them."""
    for place, part in enumerate(points):
        letter = "m" if place == 0 else "l" if len(part) == 2 else "c"
        yield " ".join([*(_number(scale * number) for number in part), letter])


def _stream(content: bytes, more: str = "") -> bytes:
    packed = zlib.compress(content, 9)
    return f"<< /Length {len(packed)} /Filter /FlateDecode{more} >>\nstream\n".encode() + packed + b"\nendstream"


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    """A file of objects: the first is the catalogue, the fifth tells about the file."""
    made, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), list[int]()
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{len(made)}\n%%EOF\n"
    return bytes(made) + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{end}".encode()


class _Face:
    """A font as it is installed: which letters it has, how wide they are, and their shapes."""

    def __init__(self, face: str) -> None:
        from fontTools.ttLib import TTFont

        font: Any = TTFont(
            BytesIO(path(face).read_bytes()), lazy=True
        )  # fontTools tells nobody the types of its tables
        head, hhea = font["head"], font["hhea"]
        self._glyphs, self._tables, self._order = font["glyf"], font.reader, list[str](font.getGlyphOrder())
        self._places: list[int] = list(font["loca"])
        self._metrics: dict[str, tuple[int, int]] = font["hmtx"].metrics
        self._letters: dict[int, str] = font.getBestCmap()
        self._em: int = head.unitsPerEm
        self.name = str(font["name"].getDebugName(6))
        self.box = [self._per_mille(edge) for edge in (head.xMin, head.yMin, head.xMax, head.yMax)]
        self.rise, self.fall = self._per_mille(hhea.ascent), self._per_mille(hhea.descent)

    def known(self, text: str) -> str:
        """The text, with a sign for each letter that is lacking."""
        return "".join(letter if ord(letter) in self._letters else LACKING for letter in text)

    def width(self, text: str) -> int:
        """How wide a text is, in thousandths of its size."""
        return self._per_mille(sum(self._metrics[self._letters[ord(letter)]][0] for letter in self.known(text)))

    def shapes(self, letters: str) -> tuple[list[int], bytes]:
        """A font file with the shapes of these letters, and the number of each in it; what is missing is drawn as 0."""
        names = [self._letters[ord(letter)] for letter in letters]
        kept = dict.fromkeys([self._order[0], *names])
        for name in (waiting := list(kept)):  # a letter may be put together from others
            parts = [part for part in self._glyphs[name].getComponentNames(self._glyphs) if part not in kept]
            kept |= dict.fromkeys(parts)
            waiting += parts
        numbers = {name: self._glyphs.getGlyphID(name) for name in kept}
        drawn, places = bytearray(), [0]
        widths = bytearray(4 * len(self._order))
        all_shapes: bytes = self._tables["glyf"]
        for number in sorted(numbers.values()):
            places += [len(drawn)] * (number - len(places) + 1)
            drawn += all_shapes[self._places[number] : self._places[number + 1]]
            places.append(len(drawn))
            struct.pack_into(">Hh", widths, 4 * number, *self._metrics[self._order[number]])
        places += [len(drawn)] * (len(self._order) + 1 - len(places))
        head, hhea = bytearray(self._tables["head"]), bytearray(self._tables["hhea"])
        struct.pack_into(">h", head, 50, 1)  # places are given in four bytes each
        struct.pack_into(">H", hhea, 34, len(self._order))  # each shape has a width of its own
        tables = {
            "glyf": bytes(drawn),
            "head": bytes(head),
            "hhea": bytes(hhea),
            "hmtx": bytes(widths),
            "loca": struct.pack(f">{len(places)}I", *places),
            "maxp": self._tables["maxp"],
        }
        return [numbers[name] for name in names], _font_file(tables)

    def _per_mille(self, length: float) -> int:
        return round(1000 * length / self._em)


@lru_cache(maxsize=2)
def _face(*, bold: bool) -> _Face:
    return _Face("sans bold" if bold else "sans")


class _Font:
    """What a PDF file holds of a font: the letters that are shown, numbered from 1."""

    def __init__(self, face: _Face, shown: str) -> None:
        self._face = face
        self._letters = "".join(sorted(set(face.known(shown))))
        self._codes = {letter: f"{code:04x}" for code, letter in enumerate(self._letters, 1)}

    def coded(self, text: str) -> str:
        """A text as the numbers of its letters."""
        return "".join(self._codes[letter] for letter in self._face.known(text))

    def objects(self, first: int) -> list[bytes]:
        """Six objects of a PDF file, the first of which has this number."""
        face = self._face
        name = f"SUBSET+{face.name}"
        numbers, file = face.shapes(self._letters)
        widths = " ".join(str(face.width(letter)) for letter in self._letters)
        return [
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H"
            f" /DescendantFonts [{first + 1} 0 R] /ToUnicode {first + 5} 0 R >>".encode(),
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap {first + 4} 0 R"
            f" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
            f" /FontDescriptor {first + 2} 0 R /W [1 [{widths}]] >>".encode(),
            f"<< /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [{' '.join(map(str, face.box))}]"
            f" /ItalicAngle 0 /Ascent {face.rise} /Descent {face.fall} /CapHeight {face.rise} /StemV 80"
            f" /FontFile2 {first + 3} 0 R >>".encode(),
            _stream(file, f" /Length1 {len(file)}"),
            _stream(struct.pack(f">{len(numbers) + 1}H", 0, *numbers)),
            _stream(self._meanings()),
        ]

    def _meanings(self) -> bytes:
        """Which letter each number stands for, so that texts can be searched and copied."""
        lines = [f"<{code}> <{letter.encode('utf-16-be').hex()}>" for letter, code in self._codes.items()]
        blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
        return "\n".join(
            [
                "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def",
                "/CMapName /Letters def /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
                "1 begincodespacerange <0000> <ffff> endcodespacerange",
                *(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks),
                "endcmap CMapName currentdict /CMap defineresource pop end end",
            ]
        ).encode()


def _font_file(tables: Mapping[str, bytes]) -> bytes:
    """A TrueType file of these tables."""
    count = len(tables)
    most = 1 << (count.bit_length() - 1)
    listed = struct.pack(">IHHHH", 0x00010000, count, 16 * most, most.bit_length() - 1, 16 * (count - most))
    contents, place = bytearray(), 12 + 16 * count
    for name, table in sorted(tables.items()):
        filled = table + bytes(-len(table) % 4)
        check = sum(struct.unpack(f">{len(filled) // 4}I", filled)) % 2**32
        listed += struct.pack(">4sIII", name.encode(), check, place + len(contents), len(table))
        contents += filled
    return listed + bytes(contents)
