"""Agents: who proposes questions about a picture. One file per agent; `loop` is `Loop` in `loop.py`.

An agent leads a conversation (`optotype.generate.talking`): it says what is asked of whom, and makes proposals of what
comes back. Which model plays a role is none of its business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from pydantic import JsonValue

from optotype.asking import Message, Sight
from optotype.family import Family
from optotype.generate.prompts import Prompts
from optotype.generate.shapes import S, Shape, Unreadable, read
from optotype.generate.talking import Ask, Heard, Talk
from optotype.records import Form, Picture, Tags, Value
from optotype.respondents import Failure
from optotype.settings import GenerateSection

Story = dict[str, JsonValue]
"""How a proposal came to be, as it is kept with the item."""


@dataclass(frozen=True)
class Subject:
    """A picture that questions are asked about."""

    picture: Picture
    sight: Sight | None
    """None where models get the caption alone."""
    caption: str = ""
    """As it is shown to models: nothing, where it gives them orders."""


@dataclass(frozen=True)
class Proposal:
    """A question that an agent puts forward."""

    question: str
    form: Form
    accepted: tuple[Value, ...] = ()
    unanswerable: bool = False
    writer: str = ""
    """The role that wrote it."""
    tags: Tags = field(default_factory=dict[str, tuple[str, ...]])
    story: Story = field(default_factory=dict[str, JsonValue])


@dataclass
class Proposed:
    """What came of a picture."""

    proposals: list[Proposal] = field(default_factory=list[Proposal])
    aside: list[str] = field(default_factory=list[str])
    """Why questions were set aside, one line for each."""
    failed: bool = False
    """Was somebody never heard? Then it is worth trying again."""
    tags: Tags = field(default_factory=dict[str, tuple[str, ...]])
    """What was found out about the picture itself."""


@dataclass(frozen=True)
class Unusable:
    """A reply that nothing can be made of, also when asked once more; or none at all."""

    role: str
    why: str
    failed: bool = False
    """Was nothing heard?"""

    def __str__(self) -> str:
        return f"{self.role}: {self.why}"


@dataclass(frozen=True)
class Briefing:
    """What an agent knows about its task: the brief, and the words to say it in."""

    brief: GenerateSection
    prompts: Prompts

    def text(self, category: str = "") -> str:
        """The brief in words."""
        return self.prompts.say(
            "brief",
            {
                "category": category,
                "audience": self.brief.audience,
                "difficulty": self.brief.difficulty,
                "forbidden": "; ".join(self.brief.forbidden),
            },
        )

    def message(self, subject: Subject, template: str, shape: type[Shape], fields: Mapping[str, str]) -> Message:
        """What is said first, by a template: the picture, the task, the caption, and how to reply."""
        return self.say(subject, self.prompts.say(template, fields), shape)

    def say(self, subject: Subject, task: str, shape: type[Shape]) -> Message:
        """What is said first, in an agent's own words: the picture, the task, the caption, and how to reply."""
        parts = [task]
        if subject.sight is None:
            parts.insert(0, self.prompts.say("unseen", {}))
        if subject.caption:
            parts.append(self.prompts.say("caption", {"caption": subject.caption}))
        parts.append(self.prompts.say("reply", {"schema": shape.schema_text(), "example": shape.example_text()}))
        text = "\n\n".join(parts)
        return Message("user", (text,) if subject.sight is None else (subject.sight, text))

    def hear(
        self, shape: type[S], asks: Sequence[Ask], context: Mapping[str, Any] | None = None
    ) -> Talk[list[S | Unusable]]:
        """Says something to one or several, and reads what they reply; who cannot be understood is asked once more."""
        schema = shape.schema_text(context)
        asks = [replace(ask, schema=schema) for ask in asks]
        heard = yield asks
        found = [_understood(ask, one, shape, context) for ask, one in zip(asks, heard, strict=True)]
        lost = [place for place, one in enumerate(found) if isinstance(one, Unusable) and not one.failed]
        if lost:
            again = [self._again(asks[place], heard[place], str(found[place])) for place in lost]
            heard_again = yield again
            for place, ask, one in zip(lost, again, heard_again, strict=True):
                found[place] = _understood(ask, one, shape, context)
        return found

    def _again(self, ask: Ask, heard: Heard, why: str) -> Ask:
        said = "" if isinstance(heard, Failure) else heard.text[:_SHOWN]
        error = why.removeprefix(f"{ask.role}: ")
        reply = Message("assistant", (said if said.strip() else "(...)",))
        said_again = Message("user", (self.prompts.say("unreadable", {"error": error}),))
        return replace(ask, messages=(*ask.messages, reply, said_again))


_SHOWN = 8000
"""Letters of an unusable reply that are shown to whoever gave it."""


def _understood(ask: Ask, heard: Heard, shape: type[S], context: Mapping[str, Any] | None) -> S | Unusable:
    if isinstance(heard, Failure):
        return Unusable(ask.role, f"was never heard: {heard}", failed=True)
    if heard.refused:
        return Unusable(ask.role, f"a refusal: {' '.join(heard.text[:200].split())}")
    try:
        return read(heard.text, shape, context)
    except Unreadable as error:
        cut = " (the reply was cut off)" if heard.ended == "length" else ""
        return Unusable(ask.role, f"{error}{cut}")


@dataclass(frozen=True)
class Agent(ABC):
    """Proposes questions. Its fields are settings."""

    roles: ClassVar[tuple[str, ...]]
    """Who is needed."""

    @abstractmethod
    def propose(self, subject: Subject, briefing: Briefing) -> Talk[Proposed]:
        """Leads a conversation about a picture, and gives back what came of it."""

    @abstractmethod
    def most(self, brief: GenerateSection) -> int:
        """The most calls that a picture can take, whatever models say."""

    @abstractmethod
    def imagined(self, role: str, number: int, brief: GenerateSection) -> Shape:
        """What a well-behaved model would say the so-manieth time, for estimates."""


family: Family[Agent] = Family("optotype.generate.agents", "agent")
