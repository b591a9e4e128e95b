"""Charts: figures as in papers, twelve types, alone or several together, with the seven kinds of question of SciVQA."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from optotype.errors import OptotypeError
from optotype.formats import Entry
from optotype.records import Picture
from optotype.synth import Drawer, Task

if TYPE_CHECKING:
    from PIL import Image

_TRIES = 50
"""Figures that are drawn before giving up; a second one is needed about once in fifteen times."""

FigureName = Literal[
    "bar_chart",
    "box_plot",
    "confusion_matrix",
    "line_chart",
    "pie_chart",
    "scatter_plot",
    "pareto_chart",
    "venn_diagram",
    "architecture_diagram",
    "neural_network",
    "tree",
    "graph",
]
FIGURE_TYPES: tuple[FigureName, ...] = get_args(FigureName)
"""In the order in which SciVQA lists them."""


@dataclass(frozen=True)
class Charts(Drawer):
    """Figures of papers: bars, lines, boxes, pies, diagrams, trees and graphs."""

    name = "charts"
    title = "Scientific figures of twelve types, drawn with their answers"
    unit = "figures"
    ladder = (
        "few marks, large letters, values printed, options far apart",
        "more marks, some figures of two parts, fewer printed values",
        "values mostly read off the axes; first hatching, error bars and logarithmic axes",
        "up to three parts of mixed types, more of everything",
        "up to four parts, colours told apart by light and dark, paler ink",
        "more series that lie closer together, smaller letters, options closer",
        "up to six parts, picture shrunk to 85 %, weak ink",
        "most marks, closest options, picture shrunk to 75 % and blurred",
    )

    figure_type: Literal["all", FigureName] = "all"
    """Draw this type only: `bar_chart`, `tree` ..."""
    compound: Literal["mixed", "yes", "no"] = "mixed"
    """Are there figures of several parts?"""

    def draw(self, task: Task) -> Entry:
        """One figure with its seven questions."""
        from optotype.synth._charts._figure import draw_figure
        from optotype.synth._charts._questions import ask_all

        types = self._types()
        name = types[task.position(len(types), "figure type")]
        for _ in range(_TRIES):
            # chance goes on, so that each try is another figure
            figure = draw_figure(task, name, self.compound)
            picture = Picture(
                id=f"{task.id}.png",
                collection=task.collection,
                name=f"{task.name}.png",
                caption=figure.caption,
                licence=self.licence,
                tags={
                    "figure_type": figure.types,
                    "compound": ("yes" if figure.compound else "no",),
                    "figures": (str(len(figure.parts)),),
                    "level": (str(task.level),),
                },
            )
            asked = ask_all(task, figure, picture)
            if asked is not None:
                files = {picture.id: figure.png()}
                return Entry(items=asked[0], pictures=(picture,), golds=asked[1], files=files, place=task.id)
        raise OptotypeError(f"{task.id}: no figure of the type '{name}' allows all kinds of question.")

    def _types(self) -> tuple[FigureName, ...]:
        return FIGURE_TYPES if self.figure_type == "all" else (self.figure_type,)

    def sheet(self, seed: int) -> Iterator[tuple[str, Image.Image]]:
        """Each type at three levels, and figures of several parts."""
        from optotype.synth._charts._figure import draw_figure

        types = self._types()
        for name in types:
            for number, level in enumerate((1, 4, 8)):
                task = Task(self.name, self.name, seed, number, level)
                yield f"{name.replace('_', ' ')}, level {level}", draw_figure(task, name, "no").picture
        for number in range(6):
            task = Task(self.name, self.name, seed, number, number + 3)
            name = types[number * 5 % len(types)]
            yield f"several parts, level {task.level}", draw_figure(task, name, "yes").picture
