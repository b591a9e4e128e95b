"""The curves of a training while it runs: a page beside its log that a browser loads again by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from optotype.files.whole import writing
from optotype.web import alone
from optotype.web.words import Words

LOG = "log.jsonl"
"""A line for every epoch, and for every checkpoint."""
PAGE = "curves.html"
_AGAIN = 20
"""Seconds after which the page is loaded again."""
_KINDS = ("model", "person", "network", "agent", "file", "baseline")
"""Colours of curves, by the names they have in the style of all pages."""


@dataclass(frozen=True)
class Curve:
    """A figure over the epochs."""

    name: str
    kind: str
    """Whose colour it has."""
    points: Sequence[tuple[float, float]]
    """From left to right and from top to bottom, each from 0 to 100."""
    now: str
    """Its last value."""


@dataclass(frozen=True)
class Panel:
    """Some curves over the same epochs."""

    title: str
    curves: Sequence[Curve] = ()
    levels: Sequence[str] = ()
    """From top to bottom."""
    epochs: Sequence[str] = ()
    """From left to right."""

    @property
    def told(self) -> str:
        """What it shows, for those who hear it."""
        return f"{self.title}, by epoch: " + ", ".join(f"{curve.name} now {curve.now}" for curve in self.curves)


def keep(folder: Path) -> None:
    """Writes the page of a training anew, as far as its log goes."""
    lines = list(_whole((folder / LOG).read_text(encoding="utf-8").splitlines()))
    epochs = [line for line in lines if line["step"] == 0]
    dev = sorted({name for line in epochs for name in line if name == "dev" or name.startswith("dev ")})
    panels = (_panel("Loss on train", epochs, ["loss"]), _panel("Share of dev that is right", epochs, dev))
    words = Words("en", "optotype.web")  # those that all pages share
    text = alone.page(
        "optotype.training", "curves", words, of=folder.name, said=_said(lines), panels=panels, again=_AGAIN
    )
    with writing(folder / PAGE) as stream:
        stream.write(text)


def _whole(lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The lines of a log but for those that a kill cut off."""
    for line in lines:
        with suppress(json.JSONDecodeError):
            yield json.loads(line)


def _said(lines: Sequence[Mapping[str, Any]]) -> str:
    """How far it is, in words."""
    last = lines[-1]
    return f"{last['epoch']} epochs and {last['step']} steps done at {last['at']}, loss {last['loss']}"


def _panel(title: str, lines: Sequence[Mapping[str, float]], names: Sequence[str]) -> Panel:
    """Some figures of the log as curves, from nothing to the highest of them."""
    series = {name: [(line["epoch"], line[name]) for line in lines if name in line] for name in names}
    points = [point for figures in series.values() for point in figures]
    if not points:
        return Panel(title)
    end = max(2.0, *(x for x, _ in points))
    top = max(y for _, y in points) or 1.0
    curves = [
        Curve(
            name,
            kind,
            [(round((x - 1) / (end - 1) * 100, 2), round((1 - y / top) * 100, 2)) for x, y in figures],
            f"{figures[-1][1]:.3g}",
        )
        for (name, figures), kind in zip(series.items(), cycle(_KINDS), strict=False)
    ]
    middle = [f"{(1 + end) / 2:g}"] if end > 2 and end % 2 else []
    return Panel(title, curves, [f"{level:.3g}" for level in (top, top / 2, 0.0)], ["epoch 1", *middle, f"{end:g}"])
