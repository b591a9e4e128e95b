"""A whole figure: its parts side by side, each in its place, with letters and a caption."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property

from PIL import Image, ImageFilter

from optotype.synth import Task
from optotype.synth._charts import Brief, FigureType, Part, family
from optotype.synth._charts._canvas import Canvas, Written
from optotype.synth._charts._style import RUNGS, Rung, Style, choose_style
from optotype.synth._charts._topics import FIELDS, Field

GRIDS = {2: ((1, 2), (2, 1)), 3: ((1, 3), (3, 1)), 4: ((2, 2), (2, 2)), 5: ((2, 3), (3, 2)), 6: ((2, 3), (3, 2))}
"""Rows and columns for a number of parts."""

TITLES = (
    "Pilot study",
    "Main study",
    "Replication",
    "First round",
    "Second round",
    "Follow-up",
    "Set A",
    "Set B",
    "Team 1",
    "Team 2",
)

_ROWS = {1: ("",), 2: ("top", "bottom"), 3: ("top", "middle", "bottom")}
_COLUMNS = {1: ("",), 2: ("left", "right"), 3: ("left", "center", "right")}


@dataclass(frozen=True)
class Figure:
    """A figure as drawn."""

    parts: list[Part]
    field: Field
    rung: Rung
    canvas: Canvas
    caption: str

    @cached_property
    def picture(self) -> Image.Image:
        """As it looks: painted when somebody looks at it, since not every figure is kept."""
        picture = self.canvas.picture()
        if self.rung.scale != 1:
            size = (round(self.canvas.width * self.rung.scale), round(self.canvas.height * self.rung.scale))
            picture = picture.resize(size, Image.Resampling.LANCZOS)
        if self.rung.blur:
            picture = picture.filter(ImageFilter.GaussianBlur(self.rung.blur))
        return picture

    @property
    def written(self) -> list[Written]:
        """The texts on it, in pixels before it was shrunk."""
        return self.canvas.written

    @property
    def size(self) -> tuple[int, int]:
        """Before it was shrunk."""
        return self.canvas.width, self.canvas.height

    def png(self) -> bytes:
        """The picture as a file."""
        content = io.BytesIO()
        self.picture.save(content, "PNG", compress_level=5)
        return content.getvalue()

    @property
    def compound(self) -> bool:
        """Does it have several parts?"""
        return len(self.parts) > 1

    @property
    def types(self) -> tuple[str, ...]:
        """The types of its parts, each once."""
        return tuple(dict.fromkeys(part["type"] for part in self.parts))


def draw_figure(task: Task, name: str, compound: str) -> Figure:
    """Makes a figure up and draws it; the first part is of the type named."""
    chance, rung = task.chance, RUNGS[task.level - 1]
    field = chance.choice(FIELDS)
    style = choose_style(chance, rung)
    names = [name]
    if compound == "yes" or (compound == "mixed" and chance.random() < rung.compound):
        count = chance.randint(2, max(2, rung.parts))
        alike = chance.random() < 0.4
        names += [name if alike else chance.choice(family.names()) for _ in range(count - 1)]
        chance.shuffle(names)
    kinds = [family[name]() for name in names]
    titles = chance.sample(TITLES, len(kinds)) if chance.random() < 0.25 else [""] * len(kinds)
    brief = Brief(chance, rung, field, style, len(kinds) > 1)
    parts = [_compose(kind, brief, title) for kind, title in zip(kinds, titles, strict=True)]
    canvas = _paint(task, kinds, parts, style)
    return Figure(parts, field, rung, canvas, _caption(task, kinds, parts))


def _compose(kind: FigureType, brief: Brief, title: str) -> Part:
    part = kind.compose(brief)
    return {"type": kind.name, "title": title, **part, "names": kind.names(part)}


def _paint(task: Task, kinds: list[FigureType], parts: list[Part], style: Style) -> Canvas:
    chance = task.chance
    if len(parts) == 1:
        width = chance.randint(600, 760)
        height = round(width * kinds[0].shape * chance.uniform(0.92, 1.05))
        canvas = Canvas(width, height)
        parts[0] |= {"letter": "", "place": ""}
        kinds[0].paint(parts[0], canvas, (12, 12, width - 14, height - 12), style)
        return canvas
    rows, columns = chance.choice(GRIDS[len(parts)])
    wide, high = chance.randint(400, 440), chance.randint(320, 350)
    gap, strip = 18, round(style.size * 1.5)
    canvas = Canvas(columns * (wide + gap) + gap, rows * (high + strip + gap) + gap)
    below = chance.random() < 0.5
    for number, (kind, part) in enumerate(zip(kinds, parts, strict=True)):
        row, column = divmod(number, columns)
        left, top = gap + column * (wide + gap), gap + row * (high + strip + gap)
        words = (_ROWS[rows][row], _COLUMNS[columns][column])
        part |= {"letter": "abcdef"[number], "place": " ".join(word for word in words if word)}
        part["box"] = [left, top, left + wide, top + high + strip]
        label = f"({part['letter']})"
        if below:
            at, anchor, start = (left + wide / 2, top + high + strip - 2), "mb", top
        else:
            at, anchor, start = (left, top), "lt", top + strip
        canvas.text(at, label, style.size + 1, style.bold, style.ink, anchor)
        kind.paint(part, canvas, (left, start, left + wide, start + high - (4 if below else 0)), style)
    return canvas


def _caption(task: Task, kinds: list[FigureType], parts: list[Part]) -> str:
    number = task.chance.randint(1, 12)
    sentences = [kind.sentence(part) for kind, part in zip(kinds, parts, strict=True)]
    if len(parts) == 1:
        return f"Figure {number}: {sentences[0]}."
    told = "; ".join(f"({part['letter']}) {text}" for part, text in zip(parts, sentences, strict=True))
    return f"Figure {number}: {told}."
