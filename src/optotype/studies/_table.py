"""How the study of IconQA is told: tables for a terminal, Markdown, CSV."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.files.whole import writing
from optotype.results import Grid, briefly, percent
from optotype.studies._published import PUBLISHED, SKILLS

if TYPE_CHECKING:
    from optotype.statistics import Estimate
    from optotype.studies.iconqa import Line, Study

TASKS = {"choose_img": "image", "choose_txt": "text", "fill_in_blank": "blank", "all": "all"}
"""The sub-tasks, as columns are called."""
_NONE = "-"
_BESIDE = 5
"""Skills that fit beside each other."""


def brief(line: Line) -> str:
    """What somebody came to, in a line."""
    told = ", ".join(f"{name} {briefly(line.figures[part])}" for part, name in TASKS.items() if part in line.figures)
    return told if line.seconds is None else f"{told} ({line.seconds:,.0f} s of training)"


def grids(study: Study) -> list[Grid]:
    """For a terminal: sub-tasks, skills, and how much better Patch-TRM is."""
    found = [_grid(study, "", TASKS, briefly)]
    for start in range(0, len(SKILLS), _BESIDE):
        some = SKILLS[start : start + _BESIDE]
        found.append(_grid(study, "by skill", dict(zip(some, some, strict=True)), _shortly))
    return [*found, *_against(study)]


def _grid(study: Study, title: str, parts: Mapping[str, str], told: Callable[[Estimate], str]) -> Grid:
    """A row for each line, and under it what is published; people are the last."""
    rows: list[tuple[str, ...]] = []
    for line in study.lines:
        rows.append((line.title, *(told(line.figures[part]) if part in line.figures else _NONE for part in parts)))
        rows += _published("as published", line.published, parts)
    rows += _published("People, as published", PUBLISHED["people"], parts)
    title = title or f"accuracy on {study.items:,} test items, in percent"
    return Grid(title, ("network", *(f"#{name}" for name in parts.values())), rows)


def _published(title: str, figures: Mapping[str, float], parts: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    if any(part in figures for part in parts):
        yield title, *(f"{figures[part]:.2f}" if part in figures else "" for part in parts)


def _shortly(estimate: Estimate) -> str:
    """A figure in percent with half the width of its interval, where there is little room."""
    return f"{100 * estimate.value:.1f} ±{50 * (estimate.high - estimate.low):.0f}"


def _against(study: Study) -> Iterator[Grid]:
    if not study.against:
        return
    rows: list[tuple[str, ...]] = []
    for one in study.against:
        found = one.difference
        points = f"{100 * found.value:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
        rows.append(
            (one.other, TASKS[one.on], f"{found.count:,}", points, "< .001" if one.p < 0.001 else f"{one.p:.3f}")
        )
    yield Grid(
        "Patch-TRM beside networks without eyes or words, item by item",
        ("against", "sub-task", "#items", "#points better", "#p (Holm)"),
        rows,
    )


def write(study: Study, folder: Path) -> list[Path]:
    """Writes the tables as Markdown, and all figures as CSV."""
    page, sheet = folder / "table.md", folder / "table.csv"
    with writing(page) as stream:
        skills: Mapping[str, str] = dict(zip(SKILLS, SKILLS, strict=True))
        for grid in (_grid(study, "", TASKS, percent), _grid(study, "by skill", skills, percent), *_against(study)):
            stream.write(f"{_markdown(grid)}\n")
        for note in study.notes:
            stream.write(f"- {note}\n")
    with writing(sheet) as stream:
        made = csv.writer(stream, lineterminator="\n")
        made.writerow(
            ("row", "network", "group", "run", "part", "value", "low", "high", "items", "clusters", "published")
        )
        for line in study.lines:
            for part, found in line.figures.items():
                figures = (f"{100 * number:.2f}" for number in (found.value, found.low, found.high))
                made.writerow(
                    (line.name, line.title, line.group, line.run, part,
                     *figures, found.count, found.clusters, line.published.get(part, ""))
                )  # fmt: skip
    return [page, sheet]


def _markdown(grid: Grid) -> str:
    """A table of texts in Markdown."""
    head = [name.removeprefix("#") for name in grid.columns]
    rule = ["---:" if name.startswith("#") else "---" for name in grid.columns]
    lines = [f"| {' | '.join(cells)} |" for cells in (head, rule, *grid.rows)]
    return "\n".join([f"**{grid.title[:1].upper()}{grid.title[1:]}**", "", *lines, ""])
