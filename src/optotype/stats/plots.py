"""Figures drawn: plots of counts, as SVG and PNG. One colour where there is one series."""

# pyright: reportUnknownMemberType=false
# matplotlib leaves its keyword arguments without a type

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from optotype.errors import OptotypeError
from optotype.facets import by_path
from optotype.plots import BLUE, INK, LINE, QUIET, SERIES, style
from optotype.plurals import so_many
from optotype.stats.figures import spread_of

if TYPE_CHECKING:
    from optotype.stats.figures import Figures, Spread, Stats

PREFIX = "stats-"
"""What the names of the files begin with."""

_WIDTH = 6.8  # inches
_LABEL = 32  # letters in a line of a label
_ROWS = 24  # bars in one plot; what is less frequent is summed up
_PANELS = 8  # plots above one another
_FEW = 12  # numbers that bars can bear one by one


def draw(stats: Stats, folder: Path) -> list[Path]:
    """Draws every figure that there is something to see in; gives back the files.

    Raises:
        OptotypeError: the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with style():
            return [file for name, figure in _figures(stats).items() for file in _save(figure, folder, name)]
    except OSError as error:
        raise OptotypeError(f"{folder}: plots cannot be written there: {error.strerror}.") from error


def _save(figure: Figure, folder: Path, name: str) -> list[Path]:
    files: list[Path] = []
    for ending, metadata in (("svg", {"Date": None, "Creator": None}), ("png", {"Software": None})):
        file = folder / f"{PREFIX}{name}.{ending}"
        figure.savefig(file, dpi=160, metadata=metadata, facecolor="white")
        files.append(file)
    return files


def _figures(stats: Stats) -> dict[str, Figure]:
    found: dict[str, Figure] = {}
    everything = so_many(stats.items, "items")
    if stats.kinds:
        found["kinds"] = _by_split("Items of each kind", stats.kinds_by_split)
    if len(stats.forms) > 1:
        found["forms"] = _rows("Items of each form", everything, stats.forms, stats.items)
    if stats.skills:
        subtitle = f"share of {everything}; an item may need several skills, or none"
        found["skills"] = _rows("Items that need each skill", subtitle, stats.skills, stats.items)
    if len(stats.skills_per_item.histogram) > 1:
        found["skills-per-item"] = _columns("Skills per item", "skills", stats.skills_per_item.histogram, "items")
    if len(stats.options) > 1:
        found["options"] = _columns("Options per item", "options", stats.options, "items")
    if len(stats.gold.positions) > 1:
        found["positions"] = _columns("Where right options stand", "position", stats.gold.positions, "right options")
    for name, title in (("question_words", "Length of questions"), ("text_words", "Length of texts")):
        if panels := _panels(stats, name):
            found[name.replace("_", "-")] = _histograms(title, panels, "words", "items")
    if stats.graphs.captions:
        histogram = stats.graphs.facts_per_caption.histogram
        found["facts-per-caption"] = _columns("Facts per caption", "facts", histogram, "captions")
    if len(stats.ratings.values.histogram) > 1:
        found["ratings"] = _columns("Ratings given", "rating", stats.ratings.values.histogram, "ratings")
    return found


def _panels(stats: Stats, name: str) -> dict[str, Spread]:
    """One spread for all items, or one for each of the parts that were told apart."""
    parts: Mapping[str, Figures] = stats.by if 1 < len(stats.by) <= _PANELS else {"": stats}
    spreads: dict[str, Spread] = {part: getattr(figures, name) for part, figures in parts.items()}
    return {part: spread for part, spread in spreads.items() if spread.count}


# --- the kinds of plot


def _rows(title: str, subtitle: str, counts: Mapping[str, int], whole: int) -> Figure:
    """Horizontal bars, longest first, each with its number and its share of the whole."""
    names, numbers = _most(counts)
    figure, (axes,) = _page(_WIDTH, _height(names), title, subtitle)
    axes.barh(range(len(names)), numbers, height=0.7, color=BLUE)
    _numbers_at_the_end(axes, numbers, [f"{number:,} ({_share(number, whole)})" for number in numbers])
    _names_on_the_left(axes, names)
    axes.set_xlim(0, max(numbers) * 1.18)
    return figure


def _by_split(title: str, counts: Mapping[str, Mapping[str, int]]) -> Figure:
    """Horizontal bars cut by split; the colours are named above them."""
    splits = sorted({split for numbers in counts.values() for split in numbers}, key=by_path)
    totals = {kind: sum(numbers.values()) for kind, numbers in counts.items()}
    whole = sum(totals.values())
    if len(splits) == 1:
        return _rows(title, so_many(whole, "items"), totals, whole)
    names, numbers = _most(totals)
    figure, (axes,) = _page(_WIDTH, _height(names) + 0.2, title, so_many(whole, "items"), legend=0.2)
    left = [0] * len(names)
    for place, split in enumerate(splits):
        widths = [counts.get(name, {}).get(split, 0) for name in names]
        colour = SERIES[place % len(SERIES)]
        axes.barh(
            range(len(names)), widths, 0.7, left=left, color=colour, edgecolor="white", linewidth=0.6, label=split
        )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    _numbers_at_the_end(axes, numbers, [f"{number:,}" for number in numbers])
    _names_on_the_left(axes, names)
    axes.set_xlim(0, max(numbers) * 1.12)
    figure.legend(
        loc="upper left", bbox_to_anchor=(0.13 / _WIDTH, 1 - 0.5 / figure.get_figheight()), ncols=min(len(splits), 6),
        frameon=False, fontsize=8, handlelength=0.9, handleheight=0.9, handletextpad=0.5, columnspacing=1.4,
        borderaxespad=0, borderpad=0,
    )  # fmt: skip
    return figure


def _columns(title: str, what: str, counts: Mapping[int, int] | Mapping[float, int], counted: str) -> Figure:
    """Upright bars over a few numbers, each with its count; a histogram, if the numbers are many."""
    places = sorted(counts)
    if places[-1] - places[0] > _FEW:
        return _histograms(title, {"": spread_of(counts)}, what, counted)
    width = min(_WIDTH, max(3.4, 0.6 * (places[-1] - places[0] + 1) + 0.8))
    figure, (axes,) = _page(width, 2.6, title, f"{sum(counts.values()):,} {counted}")
    bars = axes.bar(places, [times for _, times in sorted(counts.items())], width=0.7, color=BLUE)
    axes.bar_label(bars, [f"{times:,}" for _, times in sorted(counts.items())], padding=2, color=QUIET, fontsize=8)
    axes.yaxis.set_visible(False)
    axes.set_xticks(places, [f"{number:g}" for number in places])
    axes.set_xlabel(what)
    axes.tick_params(length=0)
    return figure


def _histograms(title: str, panels: Mapping[str, Spread], what: str, counted: str) -> Figure:
    """Histograms above one another on one scale; what lies far beyond the rest is summed up in the last bar.

    Several are drawn as shares, so that parts of different size can be compared.
    """
    several = len(panels) > 1
    first, last = min(int(spread.min or 0) for spread in panels.values()), max(map(_nearly_all, panels.values()))
    step = max(1, -(-(last - first + 1) // 60))
    last = first + (last - first) // step * step
    spread = next(iter(panels.values()))
    subtitle = f"share of {counted} by number of {what}" if several else _summary(spread, what, counted)
    width = _WIDTH if several else min(_WIDTH, max(3.4, 0.42 * (last - first) + 1.2))
    figure, rows = _page(width, 0.85 + 1.05 * len(panels) if several else 2.7, title, subtitle, rows=len(panels))
    for axes, (name, spread) in zip(rows, panels.items(), strict=True):
        bins: dict[int, float] = {}
        for number, times in spread.histogram.items():
            start = first + (min(int(number), last) - first) // step * step
            bins[start] = bins.get(start, 0) + (100 * times / spread.count if several else times)
        axes.bar([start + (step - 1) / 2 for start in bins], list(bins.values()), width=step * 0.86, color=BLUE)
        _scale_on_the_left(axes, 2 if several else 4, "{x:.0f}%" if several else "{x:,.0f}")
        if several:
            axes.set_title(textwrap.shorten(name, 54, placeholder=" …"), loc="left", fontsize=8.5, pad=3, color=INK)
            axes.set_title(_summary(spread, what, counted), loc="right", fontsize=8, pad=3, color=QUIET)
    rows[-1].set_xlim(first - 0.7, last + step - 0.3)
    beyond = any((spread.max or 0) > last + step - 1 for spread in panels.values())
    ticks = [round(tick) for tick in MaxNLocator(9, integer=True, steps=[1, 2, 5, 10]).tick_values(first, last)]
    ticks = [tick for tick in ticks if first <= tick <= last - ((last - first) // 15 + 1 if beyond else 0)]
    labels = [str(tick) for tick in ticks]
    if beyond:
        ticks.append(last)
        labels.append(f"{last}+")
    rows[-1].set_xticks(ticks, labels)
    rows[-1].set_xlabel(what)
    return figure


def _nearly_all(spread: Spread) -> int:
    """The number that at most one thing in a hundred exceeds, unless the largest is hardly larger."""
    left, largest = spread.count * 0.99, int(spread.max or 0)
    for number, times in spread.histogram.items():
        left -= times
        if left <= 0:
            return int(number) if largest > 1.2 * number + 2 else largest
    return largest


def _summary(spread: Spread, what: str, counted: str) -> str:
    return f"{spread.count:,} {counted}, mean {spread.mean:.1f} {what}, median {spread.median:g}, up to {spread.max:,}"


# --- what all plots share


def _page(
    width: float, height: float, title: str, subtitle: str, *, rows: int = 1, legend: float = 0
) -> tuple[Figure, list[Axes]]:
    figure = Figure((width, height), layout="constrained")
    FigureCanvasAgg(figure)
    left = 0.13 / width
    figure.text(left, 1 - 0.11 / height, title, va="top", fontsize=11, fontweight="bold")
    figure.text(left, 1 - 0.31 / height, subtitle, va="top", fontsize=8, color=QUIET)
    if (layout := figure.get_layout_engine()) is not None:
        layout.set(w_pad=0.13, h_pad=0.07, rect=(0, 0, 1, 1 - (0.48 + legend) / height))  # type: ignore[call-arg]
    grid = figure.subplots(rows, 1, sharex=True, sharey=True, squeeze=False)
    found: list[Axes] = list(grid[:, 0])
    for axes in found:
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
    return figure, found


def _height(names: Sequence[str]) -> float:
    """Inches for bars with these names, which may have several lines."""
    return 0.7 + sum(0.25 + 0.13 * (len(_wrapped(name)) - 1) for name in names)


def _wrapped(name: str) -> list[str]:
    return textwrap.wrap(name, _LABEL, max_lines=2, placeholder=" …") or [""]


def _names_on_the_left(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), ["\n".join(_wrapped(name)) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.xaxis.set_visible(False)
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(length=0)


def _numbers_at_the_end(axes: Axes, numbers: Sequence[int], labels: Sequence[str]) -> None:
    for place, (number, label) in enumerate(zip(numbers, labels, strict=True)):
        axes.annotate(label, (number, place), (4, 0), textcoords="offset points", va="center", color=QUIET, fontsize=8)


def _scale_on_the_left(axes: Axes, ticks: int, pattern: str) -> None:
    axes.yaxis.set_major_locator(MaxNLocator(ticks, integer=True, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(StrMethodFormatter(pattern))
    axes.grid(axis="y", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelsize=8)
    axes.tick_params(axis="y", colors=QUIET)


def _share(number: int, whole: int) -> str:
    return "<1%" if number * 200 < whole else f"{number / whole:.0%}"


def _most(counts: Mapping[str, int]) -> tuple[list[str], list[int]]:
    """Names and numbers, the most frequent first; those beyond what a plot can hold are summed up."""
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    names, numbers = [name for name, _ in ranked[:_ROWS]], [number for _, number in ranked[:_ROWS]]
    if rest := ranked[_ROWS:]:
        names.append(so_many(len(rest), "others"))
        numbers.append(sum(number for _, number in rest))
    return names, numbers
