"""Drawing: plots as SVG inside a page. Colours and type come from the page's style sheet, so light and dark fit."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from optotype.report.plots import Bar, Bars, Curves, Dot, Line, Panels, Plot, Reference
from optotype.report.tables import signed

if TYPE_CHECKING:
    from optotype.web.words import Words

_DOT = 4.5


def strip(bar: Bar, references: Sequence[Reference]) -> Markup:
    """A figure with its interval as a strip that fills a cell; the lines of neighbouring rows meet."""
    lines = Markup("").join(
        Markup('<line class="reference {}" x1="{}%" x2="{}%" y1="0" y2="100%"/>').format(
            reference.kind, *[_along(reference.value)] * 2
        )
        for reference in references
    )
    return Markup(
        '<svg class="plot strip kind kind-{kind}" width="100%" height="100%" aria-hidden="true">{lines}'
        '<line class="range" x1="{left}%" x2="{right}%" y1="50%" y2="50%"/>'
        '<circle class="value" cx="{at}%" cy="50%" r="{radius}"/></svg>'
    ).format(
        kind=bar.kind,
        lines=lines,
        left=_along(bar.low),
        right=_along(bar.high),
        at=_along(bar.value),
        radius=_DOT,
    )


def scale(references: Sequence[Reference]) -> Markup:
    """The axis over strips: figures in percent, and what the lines are."""
    ticks = Markup("").join(
        Markup('<text x="{}%" y="30" text-anchor="{}">{}</text>').format(
            tick, "start" if tick == 0 else "end" if tick == 100 else "middle", tick
        )
        for tick in (0, 25, 50, 75, 100)
    )
    names = Markup("").join(
        Markup('<text class="{}" x="{}%" y="12" text-anchor="middle">{}</text>').format(
            reference.kind, _along(reference.value), reference.label
        )
        for reference in references
    )
    return Markup('<svg class="plot strip" width="100%" height="34" aria-hidden="true">{}{}</svg>').format(names, ticks)


def _along(value: float) -> str:
    """How far along the axis from 0 to 1 a value lies, in percent."""
    return f"{100 * min(max(value, 0.0), 1.0):.3f}".rstrip("0").rstrip(".")


# --- whole plots


def plot(found: Plot, words: Words) -> Markup:
    """Any plot, panel by panel; as many panels stand beside each other as there is room for."""
    match found:
        case Bars():
            return _panels([_panel(found.rows[0].kind if len(found.rows) == 1 else "", "", bars(found, words))], "wide")
        case Panels():
            return _panels(
                [_panel(_kind(panel), panel.title, bars(panel, words, found.title)) for panel in found.panels]
            )
        case Curves():
            return _panels([_panel(line.kind, line.label, curve(line, found, words)) for line in found.lines])


def bars(found: Bars, words: Words, about: str = "") -> Markup:
    """Figures with their intervals, one under the other, on their axis.

    Labels stand beside their row where all are short, else above it in up to two lines; what is longer still is cut,
    and read in full where a pointer rests on it.
    """
    axis = _Axis(*found.domain, beside=all(_width(row.label) <= _BESIDE for row in found.rows))
    top, rows = _AXIS, list[Markup]()
    for row in found.rows:
        figure = words.percent(row.value) if found.reach is None else signed(row.value, words)
        drawn, height = _row(row, axis, top, figure, _told(row, words))
        rows.append(drawn)
        top += height
    end = top + 2
    height = end + _LINE * sum(len(_wrapped(one.label, _ACROSS)) for one in found.references) + 4
    told = "; ".join(
        (*(_told(row, words) for row in found.rows), *(_line_told(one, words) for one in found.references))
    )
    body = _ticks(axis, end, words) + _references(found.references, axis, end) + Markup("").join(rows)
    return _svg(_titled(about, found.title), told, height, body)


@dataclass(frozen=True)
class _Axis:
    """Where figures in rows lie across, in percent; what lies beyond the axis is drawn at its end."""

    first: float
    last: float
    beside: bool
    """Do labels stand beside their rows? They take their room from the axis then."""

    def along(self, value: float) -> float:
        """How far along the axis a value lies, from 0 to 1."""
        return (min(max(value, self.first), self.last) - self.first) / (self.last - self.first)

    def x(self, value: float) -> str:
        """How far across the plot a value lies."""
        left, right = (38.0, 86.0) if self.beside else (0.5, 99.5)
        return _number(left + (right - left) * self.along(value))


def _row(row: Bar, axis: _Axis, top: float, figure: str, told: str) -> tuple[Markup, float]:
    """A figure with its label, and how high they are together."""
    beside = axis.beside
    lines = [cut(row.label, _BESIDE)] if beside else _wrapped(row.label)
    height = _ROW if beside else _LINE * len(lines) + _STRIP
    middle = top + height / 2 if beside else top + height - _STRIP / 2
    texts = Markup("").join(
        Markup('<text class="label halo" x="0" y="{}">{}</text>').format(
            _number(middle + 4 if beside else top + _LINE * (number + 1)), line
        )
        for number, line in enumerate(lines)
    )
    chance = Markup("")
    if row.chance is not None:
        chance = Markup('<line class="reference" x1="{0}%" x2="{0}%" y1="{1}" y2="{2}"/>').format(
            axis.x(row.chance), _number(top if beside else middle - _STRIP / 2), _number(top + height)
        )
    drawn = Markup(
        '<g class="kind kind-{kind}"><title>{told}</title>'
        '<rect x="0" y="{top}" width="100%" height="{height}" fill="none" pointer-events="all"/>{chance}{texts}'
        '<line class="range" x1="{low}%" x2="{high}%" y1="{y}" y2="{y}"/>'
        '<circle class="value" cx="{at}%" cy="{y}" r="{radius}"/>'
        '<text class="figure halo" x="100%" y="{base}" text-anchor="end">{value}{mark}</text></g>'
    ).format(
        kind=row.kind,
        told=told,
        top=_number(top),
        height=_number(height),
        texts=texts,
        chance=chance,
        low=axis.x(row.low),
        high=axis.x(row.high),
        at=axis.x(row.value),
        y=_number(middle),
        radius=_DOT,
        base=_number(middle + 4 if beside else top + _LINE),
        value=figure,
        mark=Markup('<tspan class="mark">{}</tspan>').format(row.mark) if row.mark else "",
    )
    return drawn, height


def _ticks(axis: _Axis, end: float, words: Words) -> Markup:
    """Numbers over the axis, each with a line through all rows."""
    return Markup("").join(
        Markup('<line class="grid" x1="{0}%" x2="{0}%" y1="{1}" y2="{2}"/><text x="{0}%" y="11" {3}>{4}</text>').format(
            axis.x(tick),
            _AXIS - 3,
            _number(end),
            _anchor(0.5 if axis.beside else axis.along(tick)),
            words.decimal(100 * tick, 0),
        )
        for tick in (axis.first, (axis.first + axis.last) / 2, axis.last)
    )


def _references(references: Sequence[Reference], axis: _Axis, end: float) -> Markup:
    """Lines that figures are held against, with their names under the rows.

    A short name stands under its line. A long one has the whole width, or it would run out of a narrow window.
    """
    drawn, top = Markup(""), end
    for one in references:
        drawn += Markup('<line class="reference {3}" x1="{0}%" x2="{0}%" y1="{1}" y2="{2}"/>').format(
            axis.x(one.value), _AXIS - 3, _number(end), one.kind
        )
        along = axis.along(one.value)
        x, side = axis.x(one.value), _anchor(along)
        if _width(one.label) > _BESIDE:
            x, side = ("100", _anchor(1.0)) if along > 0.5 else ("0", _anchor(0.0))
        for line in _wrapped(one.label, _ACROSS):
            top += _LINE
            drawn += Markup('<text class="{}" x="{}%" y="{}" {}>{}</text>').format(
                one.kind, x, _number(top), side, line
            )
    return drawn


def curve(line: Line, found: Curves, words: Words) -> Markup:
    """Shares by level with their intervals, the curve through them, and the level where it falls below a height."""
    ground = _Ground.of(found)
    parts = [*_scales(found, ground, words), *_chance(line, found, ground, words)]
    parts.append(_path("curve", ground.points(line.curve)))
    parts += [_dot(dot, found.x, ground, words) for dot in line.dots]
    told = line.note
    if line.threshold is not None:
        told = threshold(line, words)
        parts.append(_marked(line, told, ground, found.level or 0.0))
    elif line.note:
        low = sum(dot.y for dot in line.dots) < len(line.dots) / 2
        parts.append(
            Markup('<text class="label halo told" x="12%" y="{}">{}</text>').format(
                _number(ground.y(1.0) + 16 if low else ground.y(0.0) - 12), line.note
            )
        )
    told = "; ".join(filter(None, (told, *(f"{words.plain(dot.x)}: {words.percent(dot.y)}" for dot in line.dots))))
    body = Markup('<g class="kind kind-{}">{}</g>').format(line.kind, Markup("").join(parts))
    return _svg(_titled(found.title, line.label), told, _BOTTOM, body)


@dataclass(frozen=True)
class _Ground:
    """Where levels lie across, in percent, and shares down, in pixels."""

    levels: tuple[float, ...]

    @classmethod
    def of(cls, found: Curves) -> _Ground:
        """The same for all curves of a plot."""
        return cls(tuple(sorted({dot.x for line in found.lines for dot in line.dots})))

    def x(self, level: float) -> float:
        """Where a level lies."""
        first, last = self.levels[0], self.levels[-1]
        return 13.0 + 84.0 * (level - first) / ((last - first) or 1.0)

    def y(self, share: float) -> float:
        """Where a share lies."""
        return _TOP + _HEIGHT * (1 - min(max(share, 0.0), 1.0))

    def points(self, shares: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        """Where shares by level lie."""
        return [(self.x(level), self.y(share)) for level, share in shares]


def _scales(found: Curves, ground: _Ground, words: Words) -> Iterator[Markup]:
    """Shares with lines across, levels under the plot, and the height at which thresholds are read."""
    for tick in (0, 25, 50, 75, 100):
        y = ground.y(tick / 100)
        yield Markup(
            '<line class="grid" x1="10%" x2="100%" y1="{0}" y2="{0}"/>'
            '<text x="8.5%" y="{1}" text-anchor="end">{2}</text>'
        ).format(_number(y), _number(y + 4), tick)
    for level in _few(ground.levels):
        yield Markup('<text x="{}%" y="{}" text-anchor="middle">{}</text>').format(
            _number(ground.x(level)), _number(_TOP + _HEIGHT + 17), words.plain(level)
        )
    yield Markup('<text x="55%" y="{}" text-anchor="middle">{}</text>').format(_number(_BOTTOM - 3), found.x)
    if found.level is not None:
        y = _number(ground.y(found.level))
        yield Markup('<line class="level" x1="10%" x2="100%" y1="{0}" y2="{0}"/>').format(y)


def _chance(line: Line, found: Curves, ground: _Ground, words: Words) -> Iterator[Markup]:
    """What guessing earns by level; named where its name would not stand on the dots."""
    if not found.chance:
        return
    yield _path("reference", ground.points(found.chance))
    level, share = found.chance[-1]
    if all(dot.low > share + 0.1 for dot in line.dots[-len(line.dots) // 2 :]):
        yield Markup('<text x="{}%" y="{}" text-anchor="end">{}</text>').format(
            _number(ground.x(level)), _number(ground.y(share) - 5), words("plot.chance")
        )


def _dot(dot: Dot, axis: str, ground: _Ground, words: Words) -> Markup:
    """A measured share with its interval."""
    return Markup(
        '<g><title>{told}</title><line class="range" x1="{x}%" x2="{x}%" y1="{high}" y2="{low}"/>'
        '<circle class="value" cx="{x}%" cy="{y}" r="{radius}"/></g>'
    ).format(
        told=words(
            "plot.figure",
            label=f"{axis} {words.plain(dot.x)}",
            value=words.percent(dot.y),
            low=words.percent(dot.low),
            high=words.percent(dot.high),
        ),
        x=_number(ground.x(dot.x)),
        high=_number(ground.y(dot.high)),
        low=_number(ground.y(dot.low)),
        y=_number(ground.y(dot.y)),
        radius=_DOT - 0.5,
    )


def _marked(line: Line, told: str, ground: _Ground, level: float) -> Markup:
    """The threshold: down from the curve to its interval on the axis, with its value where the plot is empty."""
    at, base = ground.x(line.threshold or 0.0), ground.y(0.0)
    left = at > 55  # a falling curve leaves the lower left empty, and the upper right
    return Markup(
        '<line class="threshold" x1="{at}%" x2="{at}%" y1="{from_}" y2="{base}"/>'
        '<line class="range" x1="{low}%" x2="{high}%" y1="{base}" y2="{base}"/>'
        '<circle class="threshold" cx="{at}%" cy="{from_}" r="5"/>'
        '<text class="label halo told" x="{at}%" dx="{dx}" y="{text}" text-anchor="{anchor}">{told}</text>'
    ).format(
        at=_number(at),
        from_=_number(ground.y(level)),
        base=_number(base),
        low=_number(ground.x(ground.levels[0] if line.low is None else line.low)),
        high=_number(ground.x(ground.levels[-1] if line.high is None else line.high)),
        dx=-8 if left else 8,
        text=_number(base - 12 if left else ground.y(1.0) + 16),
        anchor="end" if left else "start",
        told=told,
    )


def threshold(line: Line, words: Words) -> str:
    """A threshold with its interval: `4.2 [3.8, 4.9]`."""
    if line.threshold is None:
        return ""
    asked = [dot.x for dot in line.dots]
    return f"{words.decimal(line.threshold)} {words.between_levels(line.low, line.high, asked)}"


def cut(text: str, letters: int) -> str:
    """A text that takes no more room than so many letters; what is cut off is marked."""
    if _width(text) <= letters:
        return text
    room, kept = letters - 1.0, ""
    for letter in text:
        room -= _width(letter)
        if room < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"


# --- what these are drawn with

_BESIDE = 16
"""Letters of a label that fit beside its row in the narrowest panel."""
_ABOVE = 36
"""Letters of a label that fit above its row, beside the figure."""
_ACROSS = 41
"""Letters that fit across the narrowest plot that has a panel for itself."""
_AXIS, _ROW, _LINE, _STRIP = 20.0, 24.0, 15.0, 17.0
_TOP, _HEIGHT = 12.0, 168.0
_BOTTOM = _TOP + _HEIGHT + 36
"""Of a curve with its levels under it."""


def _panels(panels: Sequence[Markup], kind: str = "") -> Markup:
    return Markup('<div class="panels {}">{}</div>').format(kind, Markup("").join(panels))


def _panel(kind: str, title: str, drawn: Markup) -> Markup:
    dot = Markup('<span class="dot"></span>') if kind else ""
    head = (
        Markup('<p class="panel-title kind kind-{}" title="{}">{}<span>{}</span></p>').format(kind, title, dot, title)
        if title
        else ""
    )
    return Markup('<div class="panel">{}{}</div>').format(head, drawn)


def _kind(panel: Bars) -> str:
    """The kind of respondent that a panel is about; nothing where it is about several."""
    kinds = {row.kind for row in panel.rows}
    return kinds.pop() if panel.one and len(kinds) == 1 else ""


def _svg(title: str, told: str, height: float, body: Markup) -> Markup:
    return Markup(
        '<svg class="plot" role="img" width="100%" height="{}"><title>{}</title><desc>{}</desc>{}</svg>'
    ).format(_number(height), title, told, body)


def _path(kind: str, points: Sequence[tuple[float, float]]) -> Markup:
    """A line through points, across in percent and down in pixels: lines stay as thin as they are at any width."""
    if not points:
        return Markup("")
    height = _TOP + _HEIGHT
    told = " ".join(f"{_number(10 * across)},{_number(down)}" for across, down in points)
    return Markup(
        '<svg x="0" y="0" width="100%" height="{0}" viewBox="0 0 1000 {0}" preserveAspectRatio="none">'
        '<polyline class="{1}" fill="none" vector-effect="non-scaling-stroke" points="{2}"/></svg>'
    ).format(_number(height), kind, told)


def _titled(about: str, title: str) -> str:
    return ": ".join(filter(None, (about, title)))


def _told(row: Bar, words: Words) -> str:
    low, high = words.percent(row.low), words.percent(row.high)
    return words("plot.figure", label=row.label, value=f"{words.percent(row.value)}{row.mark}", low=low, high=high)


def _line_told(one: Reference, words: Words) -> str:
    return f"{one.label}: {words.percent(one.value)}"


def _anchor(share: float) -> Markup:
    side = "start" if share < 0.15 else "end" if share > 0.85 else "middle"
    return Markup('text-anchor="{}"').format(side)


def _few(levels: Sequence[float]) -> Sequence[float]:
    """Not more levels than have room for their number."""
    return levels[:: math.ceil(len(levels) / 9)]


def _width(text: str) -> float:
    """How many common letters wide a text is."""
    return sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if letter in "MWШЩЮЖФ@%" or unicodedata.east_asian_width(letter) in "WF":
        return 2.0
    if letter in "mwшщюжмфы":
        return 1.6
    if letter in "ijltfrI.,:;|'!()[]/ ":
        return 0.7
    return 1.25 if letter.isupper() else 1.0


def _wrapped(text: str, letters: int = _ABOVE) -> list[str]:
    """A text in up to two lines; the second is cut where it is too long."""
    lines, line = list[str](), ""
    for word in text.split() or [text]:
        if line and _width(f"{line} {word}") > letters:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    return [cut(lines[0], letters)] + ([cut(" ".join(lines[1:]), letters)] if len(lines) > 1 else [])


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
