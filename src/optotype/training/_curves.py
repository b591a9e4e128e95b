"""The curves of a training while it runs: a page beside its log that a browser loads again by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

from optotype.files.whole import writing

LOG = "log.jsonl"
"""A line for every epoch, and for every checkpoint."""
PAGE = "curves.html"
_AGAIN = 20
"""Seconds after which the page is loaded again."""
_WIDE, _HIGH, _LEFT, _TOP = 560, 200, 52, 16
"""Of a panel, and of what stands left of and above it."""
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""Okabe and Ito's, which people who see few colours can tell apart."""

Curve = Sequence[tuple[float, float]]
"""Epochs, and a value at each."""


def keep(folder: Path) -> None:
    """Writes the page of a training anew, as far as its log goes."""
    lines = list(_whole((folder / LOG).read_text(encoding="utf-8").splitlines()))
    epochs = [line for line in lines if line["step"] == 0]
    dev = sorted({name for line in epochs for name in line if name == "dev" or name.startswith("dev ")})
    with writing(folder / PAGE) as stream:
        stream.write(
            "<!doctype html>\n"
            f'<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="{_AGAIN}">'
            f"<title>{escape(folder.name)}: curves</title>\n"
            '<body style="font: 14px sans-serif; color: #1f2933; margin: 2em">\n'
            f"<h1>{escape(folder.name)}</h1><p>{_said(lines)}</p>\n"
            f"{_panel('Loss on train', _series(epochs, ('loss',)))}\n"
            f"{_panel('Share of dev that is right', _series(epochs, dev))}\n</body></html>\n"
        )


def _whole(lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The lines of a log but for those that a kill cut off."""
    for line in lines:
        with suppress(json.JSONDecodeError):
            yield json.loads(line)


def _said(lines: Sequence[Mapping[str, Any]]) -> str:
    """How far it is, in words."""
    last = lines[-1]
    return escape(f"{last['epoch']} epochs and {last['step']} steps done at {last['at']}, loss {last['loss']}")


def _series(epochs: Sequence[Mapping[str, float]], names: Sequence[str]) -> dict[str, Curve]:
    return {name: [(line["epoch"], line[name]) for line in epochs if name in line] for name in names}


def _panel(title: str, series: Mapping[str, Curve]) -> str:
    """Some curves over the epochs, with a legend that says where each is now."""
    points = [point for curve in series.values() for point in curve]
    if not points:
        return f"<h2>{escape(title)}</h2><p>Nothing yet: the first epoch is not done.</p>"
    end = max(2.0, *(x for x, _ in points))
    top = max(y for _, y in points) or 1.0

    def placed(x: float, y: float) -> str:
        return f"{_LEFT + (x - 1) / (end - 1) * _WIDE:.1f},{_TOP + (1 - y / top) * _HIGH:.1f}"

    drawn: list[str] = []
    for value in (0.0, top / 2, top):
        level = _TOP + (1 - value / top) * _HIGH
        drawn.append(f'<path d="M{_LEFT} {level:.1f}h{_WIDE}" stroke="#d5dae0"/>')
        drawn.append(f'<text x="{_LEFT - 6}" y="{level + 4:.1f}" text-anchor="end">{value:.3g}</text>')
    for epoch in sorted({1.0, (1 + end) // 2, end}):
        at = placed(epoch, 0).split(",")[0]
        drawn.append(f'<text x="{at}" y="{_TOP + _HIGH + 18}" text-anchor="middle">{epoch:g}</text>')
    for number, (name, curve) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(placed(x, y) for x, y in curve)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in (p.split(",") for p in path.split())]
        told = f"{name}: {curve[-1][1]:.3g}" if curve else name
        place = _TOP + 14 + 18 * number
        drawn.append(f'<text x="{_LEFT + _WIDE + 14}" y="{place}" fill="{colour}">{escape(told)}</text>')
    size = f'width="{_LEFT + _WIDE + 230}" height="{_TOP + _HIGH + 28}"'
    return f'<h2>{escape(title)}</h2><svg {size} role="img" font-size="12" fill="#1f2933">{"".join(drawn)}</svg>'
