"""A caption with its graph as a small picture: things as boxes on a ring, relations as arrows between them."""

from __future__ import annotations

import math
from textwrap import wrap

from PIL import Image, ImageDraw

from optotype.fonts import font
from optotype.scenegraph.meaning import UNITS
from optotype.synth._captions.meaning import Attribute, Meaning, Relation, Thing

_SCALE = 2
_SIDE = 300
_INK, _FAINT, _LINE = "#263238", "#607d8b", "#90a4ae"
_FILL, _EDGE = "#e3f2fd", "#1e88e5"
_HEAD = 7


def picture_of(caption: str, meaning: Meaning) -> Image.Image:
    """The caption above its graph. Attributes and quantities stand under the name of their thing."""
    image = Image.new("RGB", (_SIDE * _SCALE, _SIDE * _SCALE), "white")
    draw = ImageDraw.Draw(image)
    lines = wrap(caption, 38)
    for number, line in enumerate(lines):
        draw.text((_SIDE, 24 + 32 * number), line, font=font(24, "serif"), fill=_INK, anchor="mm")
    top = 40 + 32 * len(lines)
    boxes = _boxes(draw, meaning, top)
    pairs: dict[frozenset[int], int] = {}
    for fact in meaning.facts:
        if isinstance(fact, Relation):
            pair = frozenset((id(fact.subject), id(fact.object)))
            _arrow(draw, boxes[id(fact.subject)], boxes[id(fact.object)], " ".join(fact.predicate), pairs.get(pair, 0))
            pairs[pair] = pairs.get(pair, 0) + 1
    for thing in meaning.things:
        _box(draw, boxes[id(thing)], str(thing.named), _notes(thing, meaning))
    return image.resize((_SIDE, _SIDE), Image.Resampling.LANCZOS)


_Box = tuple[float, float, float, float]


def _boxes(draw: ImageDraw.ImageDraw, meaning: Meaning, top: int) -> dict[int, _Box]:
    count = len(meaning.things)
    x, y = _SIDE, (top + 2 * _SIDE) / 2
    wide, high = (_SIDE - 95, (2 * _SIDE - top) / 2 - 45) if count > 1 else (0, 0)
    boxes: dict[int, _Box] = {}
    for number, thing in enumerate(meaning.things):
        angle = math.pi + 2 * math.pi * number / count
        width = (
            max(draw.textlength(str(thing.named), font=font(22, "sans bold")), *_note_widths(draw, thing, meaning)) / 2
            + 12
        )
        height = 22 + 11 * len(_notes(thing, meaning))
        middle = min(max(x + wide * math.cos(angle), width + 4), 2 * _SIDE - width - 4)
        centre = y + high * math.sin(angle)
        boxes[id(thing)] = (middle - width, centre - height, middle + width, centre + height)
    return boxes


def _note_widths(draw: ImageDraw.ImageDraw, thing: Thing, meaning: Meaning) -> list[float]:
    return [0, *(draw.textlength(note, font=font(18)) for note in _notes(thing, meaning))]


def _notes(thing: Thing, meaning: Meaning) -> list[str]:
    amount = UNITS.get(thing.modifier, "")
    notes = [f"{thing.number} {amount}".removeprefix("1 ")] if thing.quantity else []
    notes += [fact.value for fact in meaning.facts if isinstance(fact, Attribute) and fact.subject is thing]
    return notes


def _box(draw: ImageDraw.ImageDraw, box: _Box, name: str, notes: list[str]) -> None:
    left, top, right, _ = box
    draw.rounded_rectangle(box, 10, fill=_FILL, outline=_EDGE, width=2)
    draw.text(((left + right) / 2, top + 20), name, font=font(22, "sans bold"), fill=_INK, anchor="mm")
    for number, note in enumerate(notes):
        draw.text(((left + right) / 2, top + 44 + 22 * number), note, font=font(18), fill=_FAINT, anchor="mm")


def _arrow(draw: ImageDraw.ImageDraw, start: _Box, end: _Box, label: str, before: int) -> None:
    x, y = _edge(start, *_middle(end))
    u, v = _edge(end, *_middle(start))
    draw.line((x, y, u, v), fill=_LINE, width=3)
    angle = math.atan2(v - y, u - x)
    wings = [(u - 2 * _HEAD * math.cos(angle + turn), v - 2 * _HEAD * math.sin(angle + turn)) for turn in (-0.4, 0.4)]
    draw.polygon([(u, v), *wings], fill=_LINE)
    middle = ((x + u) / 2, (y + v) / 2 + 24 * before)
    width = draw.textlength(label, font=font(18, "sans oblique")) / 2 + 5
    draw.rectangle((middle[0] - width, middle[1] - 12, middle[0] + width, middle[1] + 12), fill="white")
    draw.text(middle, label, font=font(18, "sans oblique"), fill=_INK, anchor="mm")


def _middle(box: _Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _edge(box: _Box, x: float, y: float) -> tuple[float, float]:
    """Where the line from the middle of a box towards a point leaves the box."""
    left, top, right, bottom = box
    middle, centre = _middle(box)
    across, down = x - middle, y - centre
    if not across and not down:
        return middle, centre
    shares = [(right - left) / 2 / abs(across)] if across else []
    shares += [(bottom - top) / 2 / abs(down)] if down else []
    share = min(shares)
    return middle + across * share, centre + down * share
