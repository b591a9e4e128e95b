"""LabTabVQA's loop: one model writes a question, one finds the right option, three solve it, one judges.

What is not accepted goes back to the writer with the reasons, a bounded number of times.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from hashlib import blake2b

from pydantic import JsonValue

from optotype.asking import Message
from optotype.generate import checks
from optotype.generate.agents import Agent, Briefing, Proposal, Proposed, Story, Subject, Unusable
from optotype.generate.shapes import Judged, Qualified, Shape, Solved, Written
from optotype.generate.talking import Ask, Talk
from optotype.plurals import so_many
from optotype.records import Choice, Option, labels
from optotype.settings import GenerateSection

_IMAGINED = {
    "en": "Which of the values in row {number} of the table in the picture is the highest?",
    "ru": "Какое из значений в строке {number} таблицы на рисунке самое большое?",
}
_REASONS = "The row is found by its label; its values are read and compared, and the highest is chosen. " * 2

LEVELS = ("novice", "student", "expert")
"""The solvers, by how well they read; each is a prompt, and may be another model."""


@dataclass(frozen=True)
class Round:
    """What one round came to, until somebody said no."""

    story: Story
    """What everybody said."""
    why: str = ""
    """Why the question goes back; nothing, where it was accepted."""
    advice: str = ""
    ends: bool = False
    """Is there no use in another round?"""
    failed: bool = False


@dataclass
class _Draft:
    """A question in the making: what was said to its writer so far."""

    subject: Subject
    briefing: Briefing
    brief_text: str
    earlier: list[str]
    """Questions about the picture that were written before, accepted or not."""
    messages: tuple[Message, ...]
    question: str = ""
    options: tuple[Option, ...] = ()
    right: str = ""
    rounds: list[Round] = field(default_factory=list[Round])
    written: set[tuple[str, frozenset[str]]] = field(default_factory=set[tuple[str, frozenset[str]]])
    """What its writer came up with so far."""

    @property
    def shown(self) -> str:
        return "\n".join(f"{option.label}. {option.text}" for option in self.options)


@dataclass(frozen=True)
class Loop(Agent):
    """Writes, checks, solves and judges, in rounds."""

    roles = ("generator", "qualifier", *LEVELS, "evaluator")

    def most(self, brief: GenerateSection) -> int:
        """Everybody speaks in each round, and each may have to be asked once more."""
        return 2 * len(self.roles) * brief.rounds * brief.questions

    def propose(self, subject: Subject, briefing: Briefing) -> Talk[Proposed]:
        """As many questions as the brief wants, one after the other, so that none repeats another."""
        proposed = Proposed()
        earlier: list[str] = []
        for category in _categories(subject.picture.id, briefing.brief):
            draft = yield from self._write(subject, briefing, category, earlier)
            earlier += [draft.question] if draft.question else []
            last = draft.rounds[-1]
            if last.why:
                rounds = f"not accepted in {so_many(len(draft.rounds), 'rounds')}" if not last.ends else "given up"
                proposed.aside.append(f"{rounds}: {last.why}")
                proposed.failed = proposed.failed or last.failed
                continue
            tags = {"category": (category,)} if category else {}
            story: Story = {"rounds": [one.story for one in draft.rounds]}
            accepted = ((draft.right,),)
            form = Choice(options=draft.options)
            proposed.proposals.append(
                Proposal(draft.question, form, accepted, writer="generator", tags=tags, story=story)
            )
        return proposed

    def imagined(self, role: str, number: int, brief: GenerateSection) -> Shape:
        """A question that is accepted at once, solved by everybody."""
        match role:
            case "generator":
                question = _IMAGINED.get(brief.language, _IMAGINED["en"]).format(number=number)
                return Written(question=question, options=[f"{30 + place} mg/l" for place in range(brief.options)])
            case "qualifier":
                return Qualified(good=True, option="A", why=_REASONS)
            case "evaluator":
                return Judged(accept=True, why=_REASONS)
            case _:
                return Solved(reasoning=_REASONS, option="A", feedback=_REASONS)

    def _write(self, subject: Subject, briefing: Briefing, category: str, earlier: list[str]) -> Talk[_Draft]:
        said = briefing.brief.categories.get(category, "")
        brief_text = briefing.text(f"{category}: {said}" if said else category)
        fields = {
            "brief": brief_text,
            "options": str(briefing.brief.options),
            "asked": "; ".join(f'"{one}"' for one in earlier),
        }
        opening = briefing.message(subject, "generator", Written, fields)
        draft = _Draft(subject, briefing, brief_text, earlier, (opening,))
        for _ in range(briefing.brief.rounds):
            came = yield from self._round(draft)
            draft.rounds.append(came)
            if not came.why or came.ends:
                break
            again = briefing.prompts.say("again", {"why": came.why, "advice": came.advice})
            reply = Message("assistant", (_as_written(draft),))
            draft.messages = (*draft.messages, reply, Message("user", (again,)))
        return draft

    def _round(self, draft: _Draft) -> Talk[Round]:
        briefing, subject = draft.briefing, draft.subject
        count = briefing.brief.options
        [written] = yield from briefing.hear(Written, [Ask("generator", draft.messages)], {"options": count})
        if isinstance(written, Unusable):
            return Round({"unusable": str(written)}, str(written), ends=True, failed=written.failed)
        draft.question, draft.options = written.question, _shuffled(subject.picture.id, written)
        story: Story = {"question": draft.question, "options": [option.text for option in draft.options]}
        if wrong := _faults(draft, written):
            story["checks"] = list[JsonValue](wrong)
            return Round(story, "; ".join(wrong))
        asked = {"brief": draft.brief_text, "question": draft.question, "options": draft.shown}
        letters = {"labels": [option.label for option in draft.options]}

        message = briefing.message(subject, "qualifier", Qualified, asked)
        [qualified] = yield from briefing.hear(Qualified, [Ask("qualifier", (message,))], letters)
        if isinstance(qualified, Unusable):
            return Round(story, str(qualified), ends=True, failed=qualified.failed)
        story["qualifier"] = {"good": qualified.good, "option": qualified.option, "why": qualified.why}
        if not qualified.good or qualified.option is None:
            return Round(story, qualified.why)
        draft.right = qualified.option

        asks = [Ask(level, (briefing.message(subject, level, Solved, asked),)) for level in LEVELS]
        solved = yield from briefing.hear(Solved, asks, letters)
        readers: list[Solved] = []
        for one in solved:
            if isinstance(one, Unusable):
                return Round(story, str(one), ends=True, failed=one.failed)
            readers.append(one)
        story["solvers"] = [
            {"level": level, "option": one.option, "reasoning": one.reasoning, "feedback": one.feedback}
            for level, one in zip(LEVELS, readers, strict=True)
        ]

        fields = asked | {"right": draft.right, "why": qualified.why, "readers": _told(readers)}
        message = briefing.message(subject, "evaluator", Judged, fields)
        [judged] = yield from briefing.hear(Judged, [Ask("evaluator", (message,))])
        if isinstance(judged, Unusable):
            return Round(story, str(judged), ends=True, failed=judged.failed)
        story["evaluator"] = {"accept": judged.accept, "why": judged.why, "advice": judged.advice}
        if judged.accept and all(one.option != draft.right for one in readers):
            why = f"no reader chose {draft.right}, which is held to be right"
            story["checks"] = [why]
            return Round(story, why)
        return Round(story) if judged.accept else Round(story, judged.why, judged.advice)


def _faults(draft: _Draft, written: Written) -> list[str]:
    """What is wrong with a question before anybody else sees it; it is remembered."""
    found = list(
        checks.faults(
            written.question,
            written.options,
            language=draft.briefing.brief.language,
            caption=draft.subject.picture.caption,
            prompt=draft.briefing.prompts.template("generator"),
            earlier=draft.earlier,
        )
    )
    same = (written.question, frozenset(written.options))
    found += ["it is the very question that was not accepted"] * (same in draft.written)
    draft.written.add(same)
    return found


def _categories(picture: str, brief: GenerateSection) -> list[str]:
    """The categories of a picture's questions: all come equally often over many pictures, in no order to be learned."""
    known = list(brief.categories) or [""]
    first = int.from_bytes(blake2b(picture.encode(errors="surrogatepass"), digest_size=4).digest())
    return [known[(first + number) % len(known)] for number in range(brief.questions)]


def _shuffled(picture: str, written: Written) -> tuple[Option, ...]:
    """Options in an order of their own: writers tend to begin with the right one."""
    name = f"{picture} {written.question}".encode(errors="surrogatepass")
    chance = random.Random(blake2b(name, digest_size=8).digest())  # noqa: S311 - not for secrets
    texts = chance.sample(written.options, len(written.options))
    return tuple(Option(label=label, text=text) for label, text in zip(labels(len(texts)), texts, strict=True))


def _as_written(draft: _Draft) -> str:
    options = [option.text or "" for option in draft.options]
    return Written(question=draft.question, options=options).model_dump_json()


def _told(readers: list[Solved]) -> str:
    return "\n".join(
        f"- {level} chose {one.option or 'none'}: {one.reasoning}" + (f" Feedback: {one.feedback}" * bool(one.feedback))
        for level, one in zip(LEVELS, readers, strict=True)
    )
