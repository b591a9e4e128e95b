"""The story of a paper: what it is about, what it proposes, what its figures show. Words come later."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from optotype.synth._papers.subjects import SUBJECTS, Subject

Role = Literal[
    "overview",
    "motivation",
    "comparison",
    "curve",
    "ablation",
    "sensitivity",
    "examples",
    "detail",
    "distribution",
    "tradeoff",
    "confusion",
    "failure",
    "study",
]
"""What a figure does in its paper."""

Place = Literal["Teaser", "Introduction", "Method", "Details", "Results", "Ablation", "Discussion"]
"""Where in a paper a figure stands, in the order of the paper."""

_PLACES: tuple[Place, ...] = ("Teaser", "Introduction", "Method", "Details", "Results", "Ablation", "Discussion")

_USUAL: tuple[Role, ...] = (
    *("comparison", "examples", "ablation", "curve", "detail", "sensitivity", "distribution", "tradeoff"),
)
_RARE: tuple[Role, ...] = ("confusion", "failure", "study", "comparison", "curve")

_STANDS: dict[Role, tuple[Place, ...]] = {
    # mostly early, but its place tells nothing for sure
    "overview": ("Method", "Method", "Method", "Introduction", "Results", "Discussion"),
    "motivation": ("Introduction", "Introduction", "Introduction", "Method", "Results", "Discussion"),
    "comparison": ("Results",),
    "examples": ("Results", "Results", "Introduction"),
    "detail": ("Details",),
    "ablation": ("Ablation",),
    "sensitivity": ("Ablation",),
    "failure": ("Discussion",),
    "study": ("Discussion",),
}
"""Where figures of a role may stand; with the results unless said."""

_SYLLABLES = ("Ar", "Bel", "Cor", "Dyn", "Ex", "Flu", "Gra", "Hel", "Iso", "Lum", "Mer", "Nov", "Opt", "Pri", "Ral")
_ENDINGS = ("Net", "Flow", "Former", "Lens", "Map", "Path", "Link", "Mix", "Wise", "Scope", "Tune", "Guide")

_LETTERS = "ABCDEFGHIJKL"
_SMALL = "abcdefghijklmn"
"""What tells authors apart: drawn, so that nobody takes them for people, and no numbers, which pass for footnotes."""


@dataclass(frozen=True)
class Story:
    """What a paper says, as choices among the words of its subject."""

    subject: Subject
    task: str
    source: str
    """What goes in."""
    result: str
    """What comes out."""
    obstacle: str
    other_obstacle: str
    method: str
    parts: tuple[str, ...]
    data: tuple[str, ...]
    measures: tuple[str, ...]
    rivals: tuple[str, ...]
    knobs: tuple[str, ...]
    use: str
    gain: int
    """By how many per cent the method is better."""
    authors: tuple[str, ...]
    published: str
    figures: tuple[tuple[Role, Place], ...]
    """What its figures do and where they stand, in the order of the paper."""


_FALLING = (
    *("error", "time", "count", "norm", "memory", "scatter", "chi-square", "collisions", "length", "width", "bits"),
    *("workload", "false", "spread"),
)


def falls(measure: str) -> bool:
    """Is less of it better?"""
    return any(word in measure for word in _FALLING)


def tell(chance: Random, level: int) -> Story:
    """A story; higher levels have more figures."""
    subject = chance.choice(SUBJECTS)

    def some(words: str, count: int) -> tuple[str, ...]:
        return tuple(chance.sample(words.split(", "), count))

    obstacle, other = some(subject.obstacles, 2)
    count = min(12, max(5, level + 4 + chance.choice((-1, 0, 0, 1))))
    task, source, result = chance.choice(subject.tasks).split(" | ")
    return Story(
        subject=subject,
        task=task,
        source=source,
        result=result,
        obstacle=obstacle,
        other_obstacle=other,
        method=chance.choice(_SYLLABLES) + chance.choice(("a", "i", "o", "")) + chance.choice(_ENDINGS),
        parts=some(subject.parts, chance.choice((3, 3, 4))),
        data=some(subject.data, 3),
        measures=some(subject.measures, 3),
        rivals=some(subject.rivals, 3),
        knobs=some(subject.knobs, 3),
        use=chance.choice(subject.uses.split(", ")),
        gain=chance.randint(3, 29),
        authors=tuple(
            f"Drawn Author {letter}{chance.choice(_SMALL)}"
            for letter in chance.sample(_LETTERS, chance.choice((2, 3, 3, 4, 5)))
        ),
        published=f"20{chance.randint(18, 25)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
        figures=_figures(chance, count),
    )


def _figures(chance: Random, count: int) -> tuple[tuple[Role, Place], ...]:
    roles: list[Role] = ["overview", "motivation", *chance.sample(_USUAL, min(len(_USUAL), count - 2))]
    roles += chance.sample(_RARE, count - len(roles))
    placed: list[tuple[Role, Place]] = [(role, chance.choice(_STANDS.get(role, ("Results",)))) for role in roles]
    if chance.random() < 0.35:
        first = chance.choice((0, 1, 1))
        placed[first] = (roles[first], "Teaser")
    return tuple(sorted(placed, key=lambda figure: _PLACES.index(figure[1])))
