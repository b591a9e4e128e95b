"""A story in words: title, abstract, captions and sections.

The abstract and the caption of the overview share words, but so do the abstract and the captions of results: the name
of the method, data, measures. At higher levels the overview says less and the others say more. How much of each is
set so that BM25 of abstract and caption ranks drawn figures about as well as SciGA (2025) reports it for real ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from optotype.synth._papers.story import Place, Role, Story

_TITLES = (
    "{method}: {Task} under {obstacle}",
    "{Task} with a {p0} and a {p1}",
    "Towards robust {task} for {use}",
    "{method}: Learning {result} from {source}",
    "Handling {obstacle} in {task}",
    "{Task} in the Presence of {Obstacle}",
)

_OPENINGS = (
    "{Task} matters for {use}, yet it remains difficult when {source} show {obstacle}.",
    "Applications such as {use} rely on {task}.",
    "Recent progress in {task} has been driven by larger data, but {obstacle} still limit what can be done.",
    "In {use}, decisions depend on {result} that are seldom checked by hand.",
)
_PROBLEMS = (
    "Existing methods treat {source} as if {obstacle} did not occur, and their {result} suffer from it.",
    "Current approaches need many labels and break down under {obstacle} and {other}.",
    "We ask how {result} can be obtained from {source} in spite of {obstacle}.",
    "While {r0} and {r1} work well on clean data, they were not made for {obstacle}.",
)
_PROPOSALS = (
    "We propose {method}, which combines a {p0} with a {p1} to turn {source} into {result}.",
    "This paper presents {method}, a framework in which a {p0} guides a {p1}.",
    "We introduce {method}: a {p0} extracts what matters, and a {p1} removes the effect of {obstacle}.",
)
_MECHANISMS = (
    "A {p2} keeps the {result} consistent.",
    "The key idea is to let the {p2} correct the {p0} where {other} occur.",
    "Both are trained together with a {p2}, at no extra cost.",
    "In contrast to earlier work, the {p1} needs no labels of its own.",
)
_RESULTS = (
    "Experiments on {d0} and {d1} show that {method} improves {m0} by {gain}% over {r0}.",
    "On {d0}, {method} improves {m0} by {gain}%, and it transfers to {d1} without retraining.",
    "Across three benchmarks we observe gains of up to {gain}% in {m0} and in {m1}.",
)
_CLOSINGS = (
    "Ablations confirm that the {p1} contributes most.",
    "Code and data are available.",
    "The approach is simple enough for {use}.",
    "An analysis of {k0} explains when it works.",
)

_RICH: dict[Role, tuple[str, ...]] = {
    "overview": (
        "Overview of {method}. Given {source}, the {p0} and the {p1} deal with {obstacle}; the {p2} yields {result}.",
        "The proposed framework for {task}: {source} pass through the {p0}, the {p1} and the {p2} to give {result}.",
        "Architecture of {method}, which combines a {p0} with a {p1}. The {p2} turns what they find into {result}.",
        "Illustration of our approach. {method} feeds {source} to a {p0}; a {p1} guides it under {obstacle}.",
        # many do not say what they are
        "{method} turns {source} into {result}: first the {p0}, then the {p1}, and at last the {p2}.",
        "Given {source} with {obstacle}, the {p0} selects what matters and the {p1} corrects it.",
        "{Task} by {method}. The {p0} and the {p1} share their weights.",
    ),
    "motivation": (
        "{method} at a glance: from {source} to {result} in spite of {obstacle}.",
        "Motivation. Existing methods break down under {obstacle}, whereas {method} keeps the {result} intact.",
        "Why {task} is hard: {obstacle} spoil the {result} of current approaches. Our {p0} avoids this.",
        "From {source} to {result}. Other methods suffer from {obstacle}; {method} does not.",
        "{Source} as they occur in {use}, and the {result} that {method} finds in them.",
    ),
}
_TERSE: dict[Role, tuple[str, ...]] = {
    "overview": (
        "Stages from left to right: {p0}, {p1}, {p2}.",
        "Schematic of the system. Dashed arrows are used in training only.",
        "How the {p0} and the {p1} work together.",
        "Block diagram with its {np} blocks; arrows show the flow of data.",
    ),
    "motivation": (
        "A typical case. Left: before. Right: after.",
        "What happens under {obstacle}.",
        "Two situations that look alike and are not.",
    ),
}
_PLAIN: dict[Role, tuple[str, ...]] = {
    "comparison": (
        "{M0} on {d0} for {method} and its rivals, means over five runs.",
        "Comparison with {r0}, {r1} and {r2} on {d0} and {d1} ({m0}).",
        "Main results: {m0} of {method}, {r0} and others.",
    ),
    "curve": (
        "{M0} against {k0} on {d0}.",
        "Training curves on {d0}: {m0} on held-out data for {method} and {r0}.",
        "Effect of {k0} on {m0} and on {m1}. Lines are means over $n=5$ runs.",
    ),
    "ablation": (
        "Ablation on {d0}: {m0} when the {p0}, the {p1} or the {p2} is removed.",
        "Contribution of each component of {method} to {m0}.",
        "What the {p1} and the {p2} add, measured by {m0} on {d1}.",
    ),
    "sensitivity": (
        "Sensitivity of {m1} to {k1} on {d0}.",
        "How {m1} depends on {k1}, with $\\lambda=0.5$.",
        "Influence of {k1} at fixed {k0}.",
    ),
    "examples": (
        "Qualitative results on {d0}. From left to right: {source}, {r0}, {method}.",
        "Examples of {result} under {obstacle}; best viewed in colour.",
        "Selected cases from {d1}. {method} recovers what {r0} misses.",
    ),
    "detail": (
        "Inside the {p0}: layers and their sizes.",
        "Structure of the {p1}. Grey blocks are frozen, with hidden size $d=256$.",
        "Detail of the {p2}, with its two inputs.",
    ),
    "distribution": (
        "Distribution of {m1} over the cases of {d0}.",
        "Variation of {m1} in {d0} and {d1}.",
        "Spread of {m1} among cases with {other}.",
    ),
    "tradeoff": (
        "{M0} against {m1}. Each point is a configuration on {d1}.",
        "Trade-off between {m0} and {m1} for all methods.",
        "{M0} and {m1} of {r0}, {r1}, {r2} and {method}.",
    ),
    "confusion": (
        "Confusion matrix on {d0}; rows are true classes.",
        "Agreement of predicted and true groups on {d1}, row by row.",
    ),
    "failure": (
        "Failure cases with {other}.",
        "Where {method} still fails: {other} and {obstacle} at the same time.",
    ),
    "study": (
        "Answers of 24 participants who compared {method} with {r0}.",
        "User study: share of votes per question.",
    ),
}
_ECHOES = (
    "{method} improves {m0} by {gain}% over {r0} on {d0}.",
    "This confirms that {method} deals with {obstacle} in {task}.",
    "The {p0} and the {p1} together account for the gain in {m0}.",
    "The {result} stay consistent although {source} show {obstacle}.",
)
"""Sentences that captions of results borrow from the abstract."""

_TOLD_OF_DIAGRAMS = (
    "The {p2} is used in training only.",
    "Colours mark what belongs together; {source} enter on the left.",
    "See the text for how the {p0} is initialised.",
    "The {result} at the end are those of a case from {d0}.",
)
_TOLD_OF_RESULTS = (
    "Shaded areas and bars show one standard deviation.",
    "Left: {d0}. Right: {d1}.",
    "{method} is shown in the first colour, {r0} in the second.",
    "Dashed lines mark the mean; note the different scales.",
    "Numbers in brackets are those of {r1}.",
    "All methods were given the same {source}.",
)
"""Sentences that follow the first one of a caption."""
_FURTHER = 0.4
"""Share of captions with more than one sentence: as of the plots of SciCap (Hsu et al., 2021)."""

_TERSER = 1 / 24
"""By how much each level adds to the share of overviews whose captions say little."""
_ECHOING = 1 / 60
"""By how much each level adds to the share of side results whose captions borrow from the abstract."""
_MAIN: tuple[Role, ...] = ("comparison", "examples")
_ECHOED = 0.4
"""Share of main results whose captions repeat what the abstract claims."""

_LETTERS = "abcdefgh"
_A = re.compile(r"\b([Aa]) (?=[aeiou])")


@dataclass(frozen=True)
class Shown:
    """A figure as it is told: what it does, what is written under it, and under its parts."""

    number: int
    role: Role
    place: Place
    caption: str
    parts: tuple[str, ...] = ()
    """Captions of its sub-figures; none for a figure in one piece."""
    wide: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """Names of its pictures: one, or one for each sub-figure."""
        if not self.parts:
            return (f"F{self.number}.png",)
        return tuple(f"F{self.number}_{place}.png" for place in range(1, len(self.parts) + 1))


@dataclass(frozen=True)
class Told:
    """A section: its title, its paragraphs, the figures in it, and the sections below it."""

    title: str
    paragraphs: tuple[str, ...]
    figures: tuple[Shown, ...] = ()
    inner: tuple[Told, ...] = ()


@dataclass
class Words:
    """Writes the texts of one story."""

    story: Story
    chance: Random
    level: int
    _names: dict[str, str] = field(init=False)
    _used: set[str] = field(default_factory=set[str])
    """Templates that were used, so that no two figures bear the same caption."""

    def __post_init__(self) -> None:
        story = self.story
        names = {
            "method": story.method,
            "task": story.task,
            "source": story.source,
            "result": story.result,
            "obstacle": story.obstacle,
            "other": story.other_obstacle,
            "use": story.use,
            "gain": str(story.gain),
            **{f"p{n}": part for n, part in enumerate(story.parts)},
            **{f"d{n}": name for n, name in enumerate(story.data)},
            **{f"m{n}": name for n, name in enumerate(story.measures)},
            **{f"r{n}": name for n, name in enumerate(story.rivals)},
            **{f"k{n}": name for n, name in enumerate(story.knobs)},
            "np": _number(len(story.parts)),
            "nr": _number(len(story.rivals)),
        }
        self._names = names | {name.capitalize(): text[0].upper() + text[1:] for name, text in names.items()}

    def title(self) -> str:
        """A title, in the manner of the field."""
        return self._say(_TITLES)

    def abstract(self) -> str:
        """Six to eleven sentences."""
        counts: tuple[tuple[Sequence[str], tuple[int, ...]], ...] = (
            (_OPENINGS, (1, 2)),
            (_PROBLEMS, (1, 2)),
            (_PROPOSALS, (1,)),
            (_MECHANISMS, (1, 2)),
            (_RESULTS, (1, 2)),
            (_CLOSINGS, (1, 1, 2)),
        )
        chosen = (self.chance.sample(kind, self.chance.choice(some)) for kind, some in counts)
        return " ".join(self._say([template]) for templates in chosen for template in templates)

    def caption(self, role: Role) -> str:
        """What is written under a figure."""
        if role in _RICH:
            # up the ladder, more and more overviews no longer repeat the abstract
            terse = self.chance.random() < (self.level - 1) * _TERSER
            caption = self._say((_TERSE if terse else _RICH)[role])
            further = _TOLD_OF_DIAGRAMS
        else:
            caption = self._say([text for text in _PLAIN[role] if text not in self._used] or _PLAIN[role])
            if self.chance.random() < (_ECHOED if role in _MAIN else (self.level - 2) * _ECHOING):
                caption += f" {self._say(_ECHOES)}"
            further = _TOLD_OF_RESULTS
        if self.chance.random() < _FURTHER:
            caption += f" {self._say(further)}"
        if self.chance.random() < 0.06:
            caption += "^[Larger versions are in the supplement.]"
        return caption

    def part_captions(self, role: Role, count: int) -> tuple[str, ...]:
        """What is written under the parts of a figure."""
        story = self.story
        match role:
            case "comparison" | "curve" | "distribution" | "confusion" | "ablation":
                about: Iterable[str] = (f"{measure} on {data}" for data in story.data for measure in story.measures)
            case "examples" | "failure":
                about = (*story.data, story.source, story.result, story.obstacle)
            case "sensitivity" | "tradeoff":
                about = (*story.knobs, *story.measures)
            case _:
                about = (*story.parts, story.source, story.result)
        chosen = list(dict.fromkeys(about))
        self.chance.shuffle(chosen)
        return tuple(chosen[:count])

    def sections(self, figures: Iterable[Shown]) -> tuple[Told, ...]:
        """The sections, each figure in the one that it belongs to."""
        shown = tuple(figures)

        def here(place: Place) -> tuple[Shown, ...]:
            return tuple(figure for figure in shown if figure.place == place)

        method = tuple(
            Told(part.capitalize(), (self._part(part, number),), here("Details") if number == 0 else ())
            for number, part in enumerate(self.story.parts)
        )
        experiments = (
            Told("Setup", (self._say(_SETUP),)),
            Told("Results", (self._say(_FINDINGS), self._refer(here("Results"))), here("Results")),
            Told("Ablation study", (self._say(_ABLATING), self._refer(here("Ablation"))), here("Ablation")),
        )
        return (
            Told("Introduction", (self._say(_INTRODUCTIONS), self._refer(here("Introduction"))), here("Introduction")),
            Told("Related work", (self._say(_RELATED),)),
            Told("Method", (self._say(_METHODS), self._refer(here("Method"))), here("Method"), method),
            Told("Experiments", (self._say(_PLANS),), (), experiments),
            Told("Discussion", (self._say(_DISCUSSIONS), self._refer(here("Discussion"))), here("Discussion")),
            Told("Conclusion", (self._say(_CONCLUSIONS),)),
        )

    def _part(self, part: str, number: int) -> str:
        symbol = "xyzuvw"[number]
        text = self.chance.choice(
            (
                "The {part} has input ${s} \\in \\mathbb{{R}}^{{d}}$ and loss $\\mathcal{{L}}_{{{n}}}({s})$.",
                "For the {part} we write $f_{{{n}}}({s})$. Its weights are shared.^[The width is 256 throughout.]",
                "The {part} is small: it has fewer than ten layers, and $O({s}^2)$ operations suffice.",
            )
        )
        return text.format(part=part, s=symbol, n=number + 1)

    def _refer(self, figures: tuple[Shown, ...]) -> str:
        return " ".join(f"Figure {figure.number} {self.chance.choice(_REFERRING)}." for figure in figures)

    def _say(self, templates: Sequence[str]) -> str:
        template = self.chance.choice(templates)
        self._used.add(template)
        text = _A.sub(r"\1n ", template.format_map(self._names))
        return text[0].upper() + text[1:]


_REFERRING = ("shows this", "gives an example", "summarises the outcome", "makes this visible", "has the details")
_INTRODUCTIONS = (
    "{Use} needs reliable {task}. When {source} are affected by {obstacle}, the usual methods no longer suffice.",
    "Over the last years {task} has become a standard tool in {use}. One obstacle remains: {obstacle}.",
)
_RELATED = (
    "Early work on {task} relied on hand-made rules. {R0} and {r1} learn from {source}, but neglect {obstacle}.",
    "{R0} was the first to use a {p0}; {r2} extended it to {d1}.^[A longer survey is in the supplement.]",
)
_METHODS = (
    "{method} has {np} parts. The loss is $\\mathcal{{L}} = \\mathcal{{L}}_1 + \\lambda \\mathcal{{L}}_2$ throughout.",
    "We first describe the {p0}, then the {p1}. Let $x_1, \\dots, x_n$ be {source}.",
)
_PLANS = ("We compare {method} with {r0}, {r1} and {r2}.", "All experiments follow the protocol of {r0}.")
_SETUP = (
    "We use {d0}, {d1} and {d2}, and report {m0} and {m1}. Runs are repeated five times.",
    "Models are trained on {d0} with batches of 32 and tested on {d1}.^[Training takes a day on one graphics card.]",
)
_FINDINGS = (
    "{method} is best on {d0} in {m0}, and second on {d2}.",
    "The gain over {r0} is {gain}% in {m0} ($p < 0.01$).",
)
_ABLATING = (
    "Without the {p1} the {m0} suffers most.",
    "We remove one part at a time and vary {k0} and {k1}.",
)
_DISCUSSIONS = (
    "The {result} are less reliable when {other} occur.",
    "Our study is limited to {source}; other inputs are left for later.",
)
_CONCLUSIONS = (
    "We presented {method} for {task}. It deals with {obstacle} and is ready for {use}.",
    "A {p0} and a {p1} suffice for {task} under {obstacle}.",
)


def _number(count: int) -> str:
    return ("no", "one", "two", "three", "four", "five", "six")[count]


def plain_letter(number: int) -> str:
    """The letter of a sub-figure: `a` for the first."""
    return _LETTERS[number]
