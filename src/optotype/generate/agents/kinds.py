"""SciVQA's seven kinds: a figure is classified, then one question of each kind is written, with its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from optotype.facets import FIGURE_TYPES
from optotype.generate import checks
from optotype.generate.agents import Agent, Briefing, Proposal, Proposed, Subject, Unusable
from optotype.generate.shapes import (
    Classified,
    Posed,
    PosedOptions,
    PosedText,
    PosedYesNo,
    Shape,
    several,
)
from optotype.generate.talking import Ask, Talk
from optotype.records import Choice, Form, Option, ShortText, Tags, Value, YesNo, labels
from optotype.settings import GenerateSection


class Kind(NamedTuple):
    """One of the seven."""

    name: str
    """As SciVQA calls it."""
    shape: type[Posed]


KINDS = {
    "infinite_visual": Kind("closed-ended infinite answer set visual", PosedText),
    "infinite_other": Kind("closed-ended infinite answer set non-visual", PosedText),
    "binary_visual": Kind("closed-ended finite answer set binary visual", PosedYesNo),
    "binary_other": Kind("closed-ended finite answer set binary non-visual", PosedYesNo),
    "options_visual": Kind("closed-ended finite answer set non-binary visual", PosedOptions),
    "options_other": Kind("closed-ended finite answer set non-binary non-visual", PosedOptions),
    "unanswerable": Kind("unanswerable", Posed),
}
"""By the name of their template. Borisova et al., SciVQA 2025."""


@dataclass(frozen=True)
class Kinds(Agent):
    """Writes one question of each kind."""

    roles = ("classifier", "writer")

    together: bool = False
    """Write all seven in one call? Otherwise one call for each kind."""

    def most(self, brief: GenerateSection) -> int:
        """One for the type, one or seven for the questions; each may have to be asked once more."""
        return 2 * (1 + (1 if self.together else len(KINDS)))

    def propose(self, subject: Subject, briefing: Briefing) -> Talk[Proposed]:
        """Classifies the figure, unless that was done, then writes."""
        proposed = Proposed()
        tags = {name: values for name, values in subject.picture.tags.items() if name in _TAGS}
        if "figure_type" not in tags:
            message = briefing.message(subject, "classifier", Classified, {"types": ", ".join(FIGURE_TYPES)})
            [classified] = yield from briefing.hear(Classified, [Ask("classifier", (message,))])
            if isinstance(classified, Unusable):
                return _give_up(proposed, classified)
            proposed.tags = tags = _tags(classified)
        figure = ", ".join(f"{name.replace('_', ' ')}: {', '.join(values)}" for name, values in tags.items())
        fields = {"brief": briefing.text(), "figure": figure}
        posed = yield from (self._at_once if self.together else self._each)(subject, briefing, fields)
        earlier: list[str] = []
        for name, one in posed.items():
            if isinstance(one, Unusable):
                _give_up(proposed, one)
            elif one.question is not None:
                self._take(proposed, name, one, subject, briefing, earlier)
        return proposed

    def imagined(self, role: str, number: int, brief: GenerateSection) -> Shape:
        """A figure that every kind of question can be asked about; what is written is as long as it usually is."""
        if role == "classifier":
            return Classified(types=["line chart"], compound=False, figures=1)
        options = [f"line {place}" for place in range(brief.options)]
        posed = _Any(question=_IMAGINED, options=options, right=["B"])
        if not self.together:
            return posed
        kinds = {
            PosedText: PosedText(question=_IMAGINED, answer="the red line"),
            PosedYesNo: PosedYesNo(question=_IMAGINED, answer=True),
            PosedOptions: posed,
            Posed: Posed(question=_IMAGINED),
        }
        return SEVEN.model_validate({name: kinds[kind.shape] for name, kind in KINDS.items()})

    def _each(self, subject: Subject, briefing: Briefing, fields: dict[str, str]) -> Talk[dict[str, Posed | Unusable]]:
        """One call for each kind; those of one shape are asked together."""
        found: dict[str, Posed | Unusable] = {}
        context = {"options": briefing.brief.options}
        for shape in dict.fromkeys(kind.shape for kind in KINDS.values()):
            names = [name for name, kind in KINDS.items() if kind.shape is shape]
            told = {name: fields | {"kind": _described(name, briefing)} for name in names}
            asks = [Ask("writer", (briefing.message(subject, "kind", shape, told[name]),)) for name in names]
            heard = yield from briefing.hear(shape, asks, context)
            found |= dict(zip(names, heard, strict=True))
        return {name: found[name] for name in KINDS}

    def _at_once(
        self, subject: Subject, briefing: Briefing, fields: dict[str, str]
    ) -> Talk[dict[str, Posed | Unusable]]:
        kinds = "\n".join(f"- {name}: {_described(name, briefing)}" for name in KINDS)
        message = briefing.message(subject, "together", SEVEN, fields | {"kinds": kinds})
        context = {"options": briefing.brief.options}
        [heard] = yield from briefing.hear(SEVEN, [Ask("writer", (message,))], context)
        if isinstance(heard, Unusable):
            return {"all": heard}
        return {name: getattr(heard, name) for name in KINDS}

    def _take(
        self,
        proposed: Proposed,
        name: str,
        posed: Posed,
        subject: Subject,
        briefing: Briefing,
        earlier: list[str],
    ) -> None:
        question = posed.question or ""
        options = (posed.options or []) if isinstance(posed, PosedOptions) else []
        wrong = list(
            checks.faults(
                question,
                options,
                language=briefing.brief.language,
                caption=subject.picture.caption,
                prompt="\n".join(map(briefing.prompts.template, ("kind", "together", *KINDS))),
                earlier=earlier,
            )
        )
        if isinstance(posed, PosedText) and (order := checks.instructs(posed.answer or "")) is not None:
            wrong.append(f"the answer carries an instruction: {order!r}")
        if wrong:
            proposed.aside.append(f"{name}: {'; '.join(wrong)}")
            return
        earlier.append(question)
        form, accepted = _form(posed)
        proposed.proposals.append(
            Proposal(
                question,
                form,
                accepted,
                unanswerable=not accepted,
                writer="writer",
                tags={"kind": (KINDS[name].name,)},
                story={"written": "all seven in one call" if self.together else "a call of its own"},
            )
        )


class _Any(PosedOptions):
    """A reply that fits every kind."""

    answer: str = "yes"


_IMAGINED = "Which of the lines in the figure is the highest where the horizontal axis begins?"

SEVEN: type[Shape] = several("Seven", {name: kind.shape for name, kind in KINDS.items()})
"""All kinds in one reply."""

_TAGS = ("figure_type", "compound", "figures")


def _described(name: str, briefing: Briefing) -> str:
    return briefing.prompts.say(name, {"options": str(briefing.brief.options)})


def _tags(classified: Classified) -> Tags:
    return {
        "figure_type": tuple(dict.fromkeys(one.casefold() for one in classified.types)),
        "compound": ("yes" if classified.compound else "no",),
        "figures": (str(classified.figures),),
    }


def _give_up(proposed: Proposed, unusable: Unusable) -> Proposed:
    proposed.aside.append(f"given up: {unusable}")
    proposed.failed = proposed.failed or unusable.failed
    return proposed


def _form(posed: Posed) -> tuple[Form, tuple[Value, ...]]:
    """The form of a question, and its answers; none, where it cannot be answered."""
    match posed:
        case PosedText(answer=str(answer)):
            return ShortText(unanswerable=True), (answer,)
        case PosedYesNo(answer=bool(answer)):
            return YesNo(unanswerable=True), (answer,)
        case PosedOptions(options=list(options), right=list(right)):
            letters = labels(len(options))
            made = tuple(Option(label=label, text=text) for label, text in zip(letters, options, strict=True))
            return Choice(options=made, several=True, unanswerable=True), (tuple(sorted(set(right))),)
        case _:
            return ShortText(unanswerable=True), ()
