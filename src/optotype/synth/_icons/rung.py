"""The ladder of difficulty: what each level does to a picture and its options."""

from __future__ import annotations

from dataclasses import dataclass

LADDER = (
    "few large things, clean white paper, options far apart",
    "more things",
    "smaller marks, one more option, a few other things about",
    "things are turned a little, options closer",
    "more other things about, lower contrast, tinted paper",
    "styles of icons mixed, options as close as they get",
    "many small things, slight blur, five options",
    "most and smallest things, lowest contrast, most blur",
)


@dataclass(frozen=True)
class Rung:
    """The knobs at one level."""

    level: int
    many: float
    """How many things, from 0 (fewest) to 1 (most)."""
    mark: float
    """Size of marks, where 1 is large."""
    near: int
    """Distance of numbers among options."""
    clutter: int
    """How many other things stand about."""
    tilt: int
    """By how many degrees things may be turned."""
    contrast: float
    blur: float
    options: int
    """How many options where there can be any number of them."""
    mixed: bool
    """May the icons of one picture be of different styles?"""
    papers: tuple[str, ...]

    def size(self, large: int, small: int = 0) -> int:
        """The size of a mark that is `large` at level 1; never below `small`."""
        return max(small, round(large * self.mark))

    def most(self, few: int, many: int) -> int:
        """The largest count at this level."""
        return round(few + (many - few) * self.many)


_WHITE = ("#ffffff",)
_TINTS = ("#fbf7ee", "#f1f6fb", "#f3f7ef", "#f8f2f7")
_GREYS = ("#eae6dc", "#e2e8ee", "#e5e9e0", "#e9e3e8")

RUNGS = (
    Rung(1, 0.00, 1.00, 3, 0, 0, 1.00, 0.0, 2, False, _WHITE),
    Rung(2, 0.15, 0.95, 3, 0, 0, 1.00, 0.0, 3, False, _WHITE),
    Rung(3, 0.30, 0.86, 2, 1, 0, 1.00, 0.0, 4, False, _WHITE),
    Rung(4, 0.45, 0.80, 2, 2, 10, 1.00, 0.0, 4, False, _WHITE),
    Rung(5, 0.60, 0.74, 2, 3, 15, 0.92, 0.0, 4, False, _TINTS),
    Rung(6, 0.75, 0.68, 1, 4, 20, 0.88, 0.0, 4, True, _TINTS),
    Rung(7, 0.90, 0.62, 1, 5, 25, 0.83, 0.45, 5, True, _GREYS),
    Rung(8, 1.00, 0.56, 1, 6, 30, 0.76, 0.70, 5, True, _GREYS),
)


def rung(level: int) -> Rung:
    """The knobs at a level, 1 to 8."""
    return RUNGS[level - 1]
