"""Scene graphs drawn: things as boxes with what they are, relations as labelled arrows.

`svg` and `png` draw the same `Picture`: where everything is, in pixels, with texts measured and cut to fit.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from optotype.fonts import font
from optotype.scenegraph.graph import Relation, SceneGraph, Thing
from optotype.scenegraph.layout import Box, Layout, Link, Point, Size, arrange

Role: TypeAlias = Literal["name", "index", "attribute", "predicate", "voice"]
"""What a text is; decides its size and colour."""


@dataclass(frozen=True)
class Type:
    """How texts of a role look."""

    size: int
    colour: str
    bold: bool = False


TYPES: dict[Role, Type] = {
    "name": Type(14, "ink", bold=True),
    "index": Type(10, "quiet"),
    "attribute": Type(12, "accent"),
    "predicate": Type(12, "ink"),
    "voice": Type(10, "faint"),
}

COLOURS = {
    "paper": "#ffffff",
    "raised": "#ffffff",
    "line-strong": "#b9c1ca",
    "ink": "#16202b",
    "quiet": "#56626f",
    "faint": "#67727e",
    "accent": "#005f96",
    "accent-wash": "#e4f0f8",
}
"""The colours of a light page, by the variables of the style sheet that pages may have others in."""

MARGIN = 12.0
_LONGEST: dict[Role, float] = {"name": 200.0, "attribute": 150.0, "predicate": 180.0}
"""Pixels that a text may take before it is cut."""
_ROW = 230.0
"""Pixels that attributes may take beside each other, before there is another row of them."""
_PAD, _PAD_PILL, _PAD_LABEL = 13.0, 8.0, 3.0
_NAME_HEIGHT, _PILL_HEIGHT, _LABEL_HEIGHT = 34.0, 19.0, 18.0
_BETWEEN = 5.0
_MOST_PIXELS = 60_000_000
_FAMILY = "var(--sans, Inter, &quot;DejaVu Sans&quot;, Verdana, sans-serif)"
_PLAIN_FAMILY = "Inter, &quot;DejaVu Sans&quot;, Verdana, sans-serif"


@dataclass(frozen=True)
class Text:
    """A text, where its middle is."""

    text: str
    role: Role
    at: Point
    whole: str = ""
    """All of it, where it was cut."""


@dataclass(frozen=True)
class Node:
    """A thing, drawn."""

    title: str
    box: Box
    texts: tuple[Text, ...]
    pills: tuple[tuple[Box, Text], ...]


@dataclass(frozen=True)
class Edge:
    """A relation, drawn."""

    title: str
    strokes: tuple[tuple[Point, ...], ...]
    head: tuple[Point, Point, Point]
    label: Box
    texts: tuple[Text, ...]


@dataclass(frozen=True)
class Picture:
    """A graph, drawn: where everything is."""

    width: float
    height: float
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()


def svg(graph: SceneGraph, *, standalone: bool = False) -> str:
    """The graph as SVG.

    It takes its colours and its font from the page around it, by the variables of the page's style sheet; where it is
    `standalone`, it has its own, on a ground of its own.
    """
    picture = draw(graph)
    return "".join(_svg(picture, _told(graph), standalone=standalone))


def png(graph: SceneGraph, scale: float = 2.0) -> bytes:
    """The graph as PNG, `scale` times as large as on a page; smaller where that would be more than 60 megapixels.

    Letters that the font lacks, Chinese and emoji among them, are drawn as boxes; browsers draw those of the SVG.

    Raises:
        ValueError: the scale is not above zero.
    """
    if not 0 < scale < float("inf"):
        raise ValueError(f"a scale above zero was expected, but it is {scale}")
    picture = draw(graph)
    scale = min(scale, (_MOST_PIXELS / (picture.width * picture.height)) ** 0.5)
    stream = BytesIO()
    _paint(picture, scale).save(stream, "PNG", optimize=False)
    return stream.getvalue()


def draw(graph: SceneGraph) -> Picture:
    """Where everything in the drawing of a graph is."""
    values: dict[Thing, list[str]] = {thing: [] for thing in graph.things}
    for attribute in graph.attributes:
        values[attribute.subject].append(attribute.value)
    things = [_Thing(thing, values[thing]) for thing in graph.things]
    relations = [_Label(relation) for relation in graph.relations]
    places = {thing: place for place, thing in enumerate(graph.things)}
    links = [Link(places[one.relation.subject], places[one.relation.object], one.size) for one in relations]
    layout = arrange([thing.size for thing in things], links)
    if not things:
        return Picture(64.0, 40.0)
    return Picture(
        layout.width + 2 * MARGIN,
        layout.height + 2 * MARGIN,
        tuple(thing.drawn(_moved(box)) for thing, box in zip(things, layout.boxes, strict=True)),
        tuple(label.drawn(layout, place) for place, label in enumerate(relations)),
    )


class _Thing:
    """A thing with its attributes, measured."""

    def __init__(self, thing: Thing, values: Sequence[str]) -> None:
        self.title = "; ".join([str(thing), *values])
        self.name, self.whole = _cut(thing.name, "name")
        self.index = str(thing.index) if thing.index else ""
        self.rows: list[list[tuple[str, str, float]]] = []
        room = 0.0
        for value in values:
            shown, whole = _cut(value, "attribute")
            width = measure(shown, "attribute") + 2 * _PAD_PILL
            if width > room:
                self.rows.append([])
                room = _ROW
            self.rows[-1].append((shown, whole, width))
            room -= width + _BETWEEN
        self.name_width = measure(self.name, "name")
        self.index_width = measure(self.index, "index") + 3 if self.index else 0.0
        widest = max([self.name_width + self.index_width, *map(_row_width, self.rows)])
        pills = len(self.rows) * (_PILL_HEIGHT + _BETWEEN)
        self.size = Size(max(widest + 2 * _PAD, 44.0), _NAME_HEIGHT + pills + (3.0 if pills else 0.0))

    def drawn(self, box: Box) -> Node:
        middle = box.centre[0]
        top = box.top + (box.height - self.size.height) / 2
        line = top + _NAME_HEIGHT / 2
        texts = [Text(self.name, "name", (middle - self.index_width / 2, line), self.whole)]
        if self.index:
            after = middle + (self.name_width + self.index_width) / 2 - self.index_width / 2 + 1.5
            texts.append(Text(self.index, "index", (after, line + 4)))
        pills: list[tuple[Box, Text]] = []
        top += _NAME_HEIGHT - 2
        for row in self.rows:
            left = middle - _row_width(row) / 2
            for shown, whole, width in row:
                pill = Box(left, top, width, _PILL_HEIGHT)
                pills.append((pill, Text(shown, "attribute", pill.centre, whole)))
                left += width + _BETWEEN
            top += _PILL_HEIGHT + _BETWEEN
        return Node(self.title, box, tuple(texts), tuple(pills))


def _row_width(row: Sequence[tuple[str, str, float]]) -> float:
    return sum(width for _, _, width in row) + _BETWEEN * (len(row) - 1)


_PASSIVE = "passive"


class _Label:
    """A relation's predicate, measured."""

    def __init__(self, relation: Relation) -> None:
        self.relation = relation
        self.shown, self.whole = _cut(relation.predicate, "predicate")
        self.width = measure(self.shown, "predicate")
        self.mark = measure(_PASSIVE, "voice") + 5 if relation.voice == _PASSIVE else 0.0
        self.size = Size(self.width + self.mark + 2 * _PAD_LABEL, _LABEL_HEIGHT)

    def drawn(self, layout: Layout, place: int) -> Edge:
        box, route = _moved(layout.labels[place]), layout.routes[place]
        x, y = box.centre
        texts = [Text(self.shown, "predicate", (x - self.mark / 2, y), self.whole)]
        if self.mark:
            texts.append(Text(_PASSIVE, "voice", (x + self.width / 2 + 2.5, y + 0.5)))
        fact = self.relation
        title = f"{fact.subject} {fact.predicate} {fact.object}" + (f" ({_PASSIVE})" if self.mark else "")
        tip, one, other = map(_shift, route.head)
        strokes = tuple(tuple(map(_shift, stroke)) for stroke in route.strokes)
        return Edge(title, strokes, (tip, one, other), box, tuple(texts))


def _shift(point: Point) -> Point:
    return point[0] + MARGIN, point[1] + MARGIN


def _moved(box: Box) -> Box:
    return Box(box.left + MARGIN, box.top + MARGIN, box.width, box.height)


# --- texts

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LETTERS = 200
"""Letters of a text that are looked at; no more would fit."""


def measure(text: str, role: Role) -> float:
    """Pixels that a text takes in a line."""
    kind = TYPES[role]
    return _measure(text, "sans bold" if kind.bold else "sans") * kind.size


@lru_cache(maxsize=4096)
def _measure(text: str, face: str) -> float:
    """The width of a text by its size. Letters of East Asia, which the font lacks, are squares."""
    if text.isascii():
        return font(100, face).getlength(text) / 100
    narrow = "".join(letter for letter in text if unicodedata.east_asian_width(letter) not in "WF")
    return font(100, face).getlength(narrow) / 100 + (len(text) - len(narrow))


def _cut(text: str, role: Role) -> tuple[str, str]:
    """A text in one line that is not too long, and all of it if it was cut."""
    line = " ".join(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", text).split())
    head = line[:_LETTERS]
    if head == line and measure(line, role) <= _LONGEST[role]:
        return line, ""
    low, high = 0, len(head)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(f"{head[:middle]}…", role) <= _LONGEST[role]:
            low = middle
        else:
            high = middle - 1
    return f"{head[:low].rstrip()}…", line


def _told(graph: SceneGraph) -> str:
    """The graph in words, for those who do not see it."""
    alone = {*graph.things} - {thing for fact in graph.relations for thing in (fact.subject, fact.object)}
    alone -= {fact.subject for fact in graph.attributes}
    facts = [str(thing) for thing in graph.things if thing in alone]
    facts += [f"{fact.subject} is {fact.value}" for fact in graph.attributes]
    facts += [f"{fact.subject} {fact.predicate} {fact.object}" for fact in graph.relations]
    told = "; ".join(facts)
    return "Scene graph: " + (told if len(told) <= 2000 else f"{told[:2000]}…") if facts else "An empty scene graph"


# --- as SVG


def _svg(picture: Picture, told: str, *, standalone: bool) -> Iterator[str]:
    def colour(name: str) -> str:
        return COLOURS[name] if standalone else f"var(--{name}, {COLOURS[name]})"

    def text(one: Text) -> str:
        kind = TYPES[one.role]
        x, y = one.at
        weight = ' font-weight="600"' if kind.bold else ""
        title = f"<title>{_escape(one.whole)}</title>" if one.whole else ""
        return (
            f'<text x="{_number(x)}" y="{_number(y + kind.size * 0.36)}" font-size="{kind.size}"{weight}'
            f' fill="{colour(kind.colour)}">{_escape(one.text)}{title}</text>'
        )

    def rectangle(box: Box, radius: float, paint: str) -> str:
        left, top, width, height = map(_number, (box.left, box.top, box.width, box.height))
        return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{_number(radius)}" {paint}/>'

    width, height = _number(picture.width), _number(picture.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{_escape(told)}" text-anchor="middle"'
        f' font-family="{_PLAIN_FAMILY if standalone else _FAMILY}">'
    )
    if standalone:
        yield f'<rect width="{width}" height="{height}" fill="{colour("paper")}"/>'
    if not picture.nodes:
        x, y = picture.width / 2, picture.height / 2 + 6
        yield f'<text x="{_number(x)}" y="{_number(y)}" font-size="18" fill="{colour("faint")}">∅</text>'
    for edge in picture.edges:
        yield f'<g class="relation"><title>{_escape(edge.title)}</title>'
        path = " ".join(map(_path, edge.strokes))
        yield f'<path d="{path}" fill="none" stroke="{colour("faint")}" stroke-width="1.3"/>'
        corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in edge.head)
        yield f'<polygon points="{corners}" fill="{colour("faint")}"/>'
        yield from map(text, edge.texts)
        yield "</g>"
    for node in picture.nodes:
        yield f'<g class="thing"><title>{_escape(node.title)}</title>'
        paint = f'fill="{colour("raised")}" stroke="{colour("line-strong")}" stroke-width="1.3"'
        yield rectangle(node.box, 9, paint)
        yield from map(text, node.texts)
        for pill, value in node.pills:
            yield rectangle(pill, _PILL_HEIGHT / 2, f'fill="{colour("accent-wash")}"')
            yield text(value)
        yield "</g>"
    yield "</svg>"


def _path(stroke: Sequence[Point]) -> str:
    start, *rest = (f"{_number(x)},{_number(y)}" for x, y in stroke)
    return f"M{start} C{' '.join(rest)}"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _escape(text: str) -> str:
    return html.escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", text))


# --- as PNG

_FINE = 3
"""Lines are drawn so many times as large and then made smaller, which smooths them."""


def _paint(picture: Picture, scale: float) -> Image.Image:
    width, height = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
    fine = _FINE if width * height * _FINE * _FINE <= 2 * _MOST_PIXELS else 1
    large = Image.new("RGB", (width * fine, height * fine), COLOURS["paper"])
    brush = ImageDraw.Draw(large)
    factor = scale * fine

    def at(points: Iterable[Point]) -> list[Point]:
        return [(x * factor, y * factor) for x, y in points]

    def rectangle(box: Box, radius: float, fill: str, outline: str | None = None) -> None:
        corners = at([(box.left, box.top), (box.right, box.bottom)])
        line = max(round(1.3 * factor), 1) if outline else 0
        brush.rounded_rectangle([*corners[0], *corners[1]], radius * factor, fill, outline, line)

    for edge in picture.edges:
        for stroke in edge.strokes:
            brush.line(at(_along(stroke)), COLOURS["faint"], max(round(1.3 * factor), 1), joint="curve")
        brush.polygon(at(edge.head), COLOURS["faint"])
    for node in picture.nodes:
        rectangle(node.box, 9, COLOURS["raised"], COLOURS["line-strong"])
        for pill, _ in node.pills:
            rectangle(pill, _PILL_HEIGHT / 2, COLOURS["accent-wash"])
    if fine > 1:
        large = large.reduce(fine)
    brush = ImageDraw.Draw(large)
    for text in _texts(picture):
        kind = TYPES[text.role]
        face = font(max(round(kind.size * scale), 1), "sans bold" if kind.bold else "sans")
        x, y = text.at[0] * scale, (text.at[1] + kind.size * 0.36) * scale
        brush.text((x, y), text.text, COLOURS[kind.colour], face, anchor="ms")
    if not picture.nodes:
        middle = (width / 2, height / 2)
        brush.text(middle, "∅", COLOURS["faint"], font(max(round(18 * scale), 1)), anchor="mm")
    return large


def _texts(picture: Picture) -> Iterator[Text]:
    for edge in picture.edges:
        yield from edge.texts
    for node in picture.nodes:
        yield from node.texts
        yield from (text for _, text in node.pills)


def _along(stroke: Sequence[Point]) -> Iterator[Point]:
    """Points of a chain of curves, near enough to each other to look smooth."""
    yield stroke[0]
    for start in range(0, len(stroke) - 1, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = stroke[start : start + 4]
        steps = 1 if ax == dx or ay == dy else 16
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            yield a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy
