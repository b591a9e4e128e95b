"""A problem: what is asked, what is drawn, what is right; and the templates that make problems."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeVar

from optotype.synth import Task
from optotype.synth._icons.canvas import COLOURS, FRAME, Canvas, Point
from optotype.synth._icons.rung import Rung, rung
from optotype.synth._icons.things import STYLES, Thing, by_category, catalogue, confusable

SKILLS = (
    "geometry", "counting", "comparing", "spatial", "scene", "pattern", "time", "fraction", "estimation", "algebra",
    "measurement", "commonsense", "probability",
)  # fmt: skip

Kind = Literal["choose_img", "choose_txt", "fill_in_blank"]
Scene = dict[str, Any]
Any_ = TypeVar("Any_")
Shown = TypeVar("Shown", str, "Alternative")


@dataclass(frozen=True)
class Alternative:
    """One of the things to choose from."""

    text: str = ""
    canvas: Canvas | None = None
    scene: Scene = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Problem:
    """A question with its picture and its right answer."""

    question: str
    scene: Scene
    """What was drawn, and under `ask` what was asked."""
    canvas: Canvas | None = None
    """None: the options themselves are the picture, side by side."""
    right: str | Alternative = ""
    wrong: Sequence[str | Alternative] = ()
    """Nothing, for a blank."""
    unit: str | None = None
    hint: str = ""


class Draft:
    """What a template draws with: chance, the level's knobs, and choices that are the same all over one picture."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.chance: random.Random = task.chance
        self.rung: Rung = rung(task.level)
        self.style: str = self.chance.choice(STYLES)
        self.paper: str = self.chance.choice(self.rung.papers)

    # --- what is true

    def fair(self, options: Sequence[Any_]) -> Any_:
        """What is true in this problem: each option is as likely as any other.

        Chance decides, and no exact balance: where every answer comes equally often, those that came before tell those
        that are still to come.
        """
        return self.chance.choice(options)

    def numbers(self, low: int, high: int, *, step: int = 0, count: int = 0) -> tuple[int, list[int]]:
        """A true number and wrong ones. The set is drawn first and the truth out of it, so that nothing tells it."""
        count = min(count or max(3, self.rung.options), high - low + 1)
        low = min(self._higher(low, high), high - count)
        step = step or self.rung.near
        gaps = [step * self.chance.choice((1, 1, 2)) for _ in range(count - 1)]
        while sum(gaps) > high - low:
            gaps = [max(1, gap - 1) for gap in gaps]
        start = self.chance.randint(low, high - sum(gaps))
        numbers = [start + sum(gaps[:number]) for number in range(count)]
        truth = self.fair(numbers)
        return truth, [number for number in numbers if number != truth]

    def offered(self, least: int, most: int) -> int:
        """How many options there are, where there can be any number from `least` to `most`."""
        return max(least, min(most, self.rung.options))

    # --- what to draw

    def say(self, *wordings: str) -> str:
        """One of several wordings."""
        return self.chance.choice(wordings)

    def canvas(self, width: float, height: float) -> Canvas:
        """An empty canvas."""
        return Canvas(width, height, self.rung, self.paper)

    def option(self, size: int = 150, height: int = 0) -> Canvas:
        """An empty canvas for an option."""
        return self.canvas(size, height or size)

    def count(self, few: int, many: int, low: int = 1) -> int:
        """A count, larger at higher levels: from `low` up to `few` at level 1, up to `many` at level 8."""
        most = self.rung.most(few, many)
        return self.chance.randint(self._higher(low, most), most)

    def shared(self, total: int, names: Sequence[str]) -> list[str]:
        """The names in any order, each at least once, `total` in all; however they share it, it is equally likely."""
        cuts = sorted(self.chance.sample(range(1, total), len(names) - 1))
        counts = [end - start for start, end in zip((0, *cuts), (*cuts, total), strict=True)]
        found = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
        self.chance.shuffle(found)
        return found

    def _higher(self, low: int, high: int) -> int:
        """The least count at this level: at higher levels, the smallest counts do not come."""
        return low + round((high - low) * 0.35 * self.rung.many)

    def thing(self, *categories: str, but: Sequence[str] = ()) -> Thing:
        """A thing, of some categories if any are named, that cannot be taken for certain others."""
        return self.things(1, *categories, but=but)[0]

    def things(self, count: int, *categories: str, alike: bool = False, but: Sequence[str] = ()) -> list[Thing]:
        """Different things, none of which can be taken for another; of one category, if they shall be alike."""
        groups = by_category()
        known = catalogue()
        chosen: list[str] = []
        pool: list[str] = []
        if alike:
            category = self.chance.choice(categories or _LARGE)
            pool = groups[category]
        elif categories:
            pool = [key for category in categories for key in groups[category]]
        tries = 0
        while len(chosen) < count:
            key = self.chance.choice(pool) if pool else self.chance.choice(groups[self.chance.choice(_CATEGORIES)])
            tries += 1
            if tries > 400:
                pool, tries = [], 0
            taken = any(confusable(key, other) for other in (*chosen, *but))
            if taken or (not pool and any(known[key].category == known[other].category for other in chosen)):
                continue
            chosen.append(key)
        return [known[key] for key in chosen]

    def style_now(self) -> str:
        """The style of the next icon: the picture's, or any where styles are mixed."""
        return self.chance.choice(STYLES) if self.rung.mixed and self.chance.random() < 0.4 else self.style

    def tilt(self) -> int:
        """By how much the next thing is turned."""
        return self.chance.randint(-self.rung.tilt, self.rung.tilt) if self.rung.tilt else 0

    def colour(self, *names: str) -> str:
        """The paint of a colour: of one of those that are named, or of any."""
        return COLOURS[self.chance.choice(names or tuple(COLOURS))]

    def colours(self, count: int) -> list[str]:
        """Names of colours that nobody takes for each other."""
        names = list(COLOURS)
        self.chance.shuffle(names)
        chosen: list[str] = []
        for name in names:
            if not any({name, other} in _SIMILAR for other in chosen):
                chosen.append(name)
        return chosen[:count]

    def scatter(
        self, count: int, size: float, *, width: float = 0, air: float = 1.5
    ) -> tuple[list[Point], float, float]:
        """Places for so many things of a size, apart from each other; with the width and height that they need."""
        cell = size * 1.22
        cells = max(count, round(count * air))
        columns = max(1, int(width // cell)) if width else max(2, round((cells * 1.6) ** 0.5))
        rows = -(-cells // columns)
        places = self.chance.sample(range(columns * rows), count)
        loose = (cell - size) / 2
        points = [
            (
                (place % columns + 0.5) * cell + self.chance.uniform(-loose, loose) + 8,
                (place // columns + 0.5) * cell + self.chance.uniform(-loose, loose) + 8,
            )
            for place in places
        ]
        return points, columns * cell + 16, rows * cell + 16

    def in_rows(self, count: int, per_row: int, cell: float, edge: float = 8) -> tuple[Canvas, list[Point]]:
        """An empty canvas for so many things in rows, and the middles of their cells."""
        canvas = self.canvas(min(count, per_row) * cell + 2 * edge, -(-count // per_row) * cell + 2 * edge)
        return canvas, [
            (edge + (number % per_row + 0.5) * cell, edge + (number // per_row + 0.5) * cell) for number in range(count)
        ]

    def icon_option(self, thing: Thing, size: int = 100, style: str = "") -> Alternative:
        """An option that shows one thing."""
        canvas = self.option(max(110, round(size * 1.35)))
        at = (canvas.width / 2, canvas.height / 2)
        return Alternative(canvas=canvas, scene=canvas.icon(thing.key, at, size, style or self.style))

    def small_icon(self, thing: Thing) -> Alternative:
        """An option that shows one thing, beside a picture with many."""
        return self.icon_option(thing, 80)


_CATEGORIES = (
    "animal", "bird", "sea animal", "insect", "plant", "fruit", "vegetable", "food", "sweet", "drink", "kitchen",
    "weather", "place", "vehicle", "street", "party", "ball", "sport", "toy", "art", "clothes", "sound", "instrument",
    "device", "time", "book", "money", "mail", "writing", "office", "tool", "science", "medicine", "household",
)  # fmt: skip
_LARGE = ("animal", "fruit", "vehicle", "clothes", "tool", "household", "device", "toy", "food", "sweet", "place")
_SIMILAR = [{"orange", "brown"}, {"red", "pink"}, {"red", "brown"}, {"red", "orange"}, {"yellow", "orange"},
            {"purple", "pink"}, {"black", "brown"}, {"black", "purple"}]  # fmt: skip


YES_NO = ("yes", "no")


def without(names: Iterable[Any_], right: Any_) -> list[Any_]:
    """The wrong ones: all but the right one."""
    return [name for name in names if name != right]


def among(right: Any_, names: Iterable[Any_], show: Callable[[Any_], Shown]) -> tuple[Shown, list[Shown]]:
    """The right one as it is shown, and all others of those names as they are."""
    return show(right), [show(name) for name in without(names, right)]


def with_clutter(draft: Draft, truth: int, thing: Thing, few: int = 0) -> list[Thing]:
    """So many of one thing, and others about, in any order."""
    others = draft.things(2, but=[thing.key])
    crowd = [thing] * truth + [draft.chance.choice(others) for _ in range(few + draft.rung.clutter)]
    draft.chance.shuffle(crowd)
    return crowd


# --- templates


@dataclass(frozen=True)
class Template:
    """A way of asking."""

    name: str
    kind: Kind
    skills: tuple[str, ...]
    draw: Callable[[Draft], Problem]
    first: bool = False
    """Does it come before others where there is little variety? Several things can be asked about its diagram, so that
    the question counts."""


_templates: dict[str, Template] = {}


def template(
    kind: Kind, *more: str, first: bool = False
) -> Callable[[Callable[[Draft], Problem]], Callable[[Draft], Problem]]:
    """Registers a template under the name of its file and function; the file is its first skill."""

    def register(draw: Callable[[Draft], Problem]) -> Callable[[Draft], Problem]:
        skill = draw.__module__.rpartition(".")[2]
        name = f"{skill}.{draw.__name__}"
        if name in _templates:
            raise ValueError(f"two templates are called {name}")
        _templates[name] = Template(name, kind, (skill, *more), draw, first)
        return draw

    return register


@cache
def templates() -> tuple[Template, ...]:
    """All templates, in the order of their names."""
    from optotype.synth._icons import skills

    for module in pkgutil.iter_modules(skills.__path__):
        importlib.import_module(f"{skills.__name__}.{module.name}")
    return tuple(_templates[name] for name in sorted(_templates))


def side_by_side(draft: Draft, canvases: Sequence[Canvas]) -> Canvas:
    """Options in a row, or two rows where they are wide, each in a frame."""
    gap = 12
    per_row = len(canvases) if sum(canvas.width for canvas in canvases) <= 900 else -(-len(canvases) // 2)
    rows = [canvases[first : first + per_row] for first in range(0, len(canvases), per_row)]
    width = max(sum(canvas.width + gap for canvas in row) for row in rows) + gap
    height = sum(max(canvas.height for canvas in row) + gap for row in rows) + gap
    whole = draft.canvas(width, height)
    y = gap
    for row in rows:
        x = gap
        tallest = max(canvas.height for canvas in row)
        for canvas in row:
            top = y + (tallest - canvas.height) // 2
            whole.paste(canvas, (x, top))
            whole.rectangle((x - 3, top - 3, x + canvas.width + 2, top + canvas.height + 2), line=FRAME, width=2)
            x += canvas.width + gap
        y += tallest + gap
    return whole
