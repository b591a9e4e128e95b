"""Plots of a paper by the drawer of charts, with the paper's own methods, data and measures on them."""

from __future__ import annotations

from PIL import Image

from optotype.synth._charts import Brief
from optotype.synth._charts import family as figure_types
from optotype.synth._charts._canvas import Canvas
from optotype.synth._charts._style import RUNGS, choose_style
from optotype.synth._charts._topics import Field, Quantity, Shares, Sweep
from optotype.synth._papers.figures import Pen
from optotype.synth._papers.story import Role, Story

TYPES: dict[Role, tuple[str, ...]] = {
    "comparison": ("bar_chart",),
    "curve": ("line_chart",),
    "sensitivity": ("line_chart",),
    "distribution": ("box_plot",),
    "tradeoff": ("scatter_plot",),
    "confusion": ("confusion_matrix",),
}
"""Types of figure that can do what a role asks for."""

_EASY = RUNGS[1]
"""Few marks and large letters, as in a paper that wants to be read."""


def draw_plot(role: Role, pen: Pen, *, part: bool = False) -> Image.Image:
    """A plot that does what the role asks for."""
    kind = figure_types[pen.chance.choice(TYPES[role])]()
    style = choose_style(pen.chance, _EASY)
    drawn = kind.compose(Brief(pen.chance, _EASY, field_of(pen.story), style, compact=part))
    drawn = {"type": kind.name, "title": "", **drawn, "letter": "", "place": ""}
    width = 420 if part else 560
    height = round(width * kind.shape)
    canvas = Canvas(width, height)
    kind.paint(drawn, canvas, (10, 10, width - 12, height - 10), style)
    return canvas.picture()


def field_of(story: Story) -> Field:
    """What charts need to know of a story."""
    rivals = (story.method, *story.rivals)
    return Field(
        name=story.task,
        rival="method",
        rivals=(*rivals, *(f"{name}-{size}" for size in ("S", "L", "XL") for name in rivals)),
        case="data set",
        cases=(*story.data, *(f"{name}-{part}" for part in ("A", "B", "C") for name in story.data)),
        quantities=tuple(Quantity(measure, "", 5, 95) for measure in story.measures),
        sweeps=tuple(Sweep(knob, "", tuple(float(step) for step in range(1, 13))) for knob in story.knobs),
        shares=(Shares("failures", "cause", tuple(cause.capitalize() for cause in _causes(story))),),
        classes=tuple(f"class {number}" for number in range(1, 10)),
        system=story.method,
        modules=tuple(part.capitalize() for part in story.parts),
        root=story.source.capitalize(),
        branches=tuple(cause.capitalize() for cause in _causes(story)),
        network=story.task,
        places=tuple(part.capitalize() for part in story.parts),
        link="weight",
        sets=rivals,
        members="cases",
    )


def _causes(story: Story) -> tuple[str, ...]:
    return (*story.subject.obstacles.split(", "), "wrong label", "timeout", "duplicate", "low contrast", "other")
