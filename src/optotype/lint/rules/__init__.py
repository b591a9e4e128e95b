"""Rules: what is wrong with a question, as far as it can be told without answering it. One file each.

A rule looks at one question (`Rule`), at all questions about one figure (`SiblingRule`), at one picture
(`PictureRule`), or at the whole set (`SetRule`). Its verb is `check`. `bad` and `good` are its manual page and its
test: each is a question, or some together where the rule looks at several.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from optotype.errors import OptotypeError, UnknownPart
from optotype.family import Family, refuse_senseless
from optotype.lint.question import Question, Shown

if TYPE_CHECKING:
    from optotype.bench import Bench

__all__ = [
    "Example",
    "PictureRule",
    "Question",
    "Remark",
    "Rule",
    "SetRule",
    "Shown",
    "SiblingRule",
    "Together",
    "Watch",
]

Field = Literal["question", "options", "answer", "picture"]
Severity = Literal["error", "warning", "note"]
Group = Literal["form", "giveaways", "kind", "clarity", "data"]

GROUPS: tuple[Group, ...] = ("form", "giveaways", "kind", "clarity", "data")
"""The groups of rules; a group is selected by its name, as a rule is."""

Needs = Literal["meaning", "pixels", "tesseract", "a model"]
"""What takes time, or is not everywhere: vectors of texts, decoded pictures, a reader of text in pictures, a model."""


@dataclass(frozen=True)
class Remark:
    """What a rule has to say, and about what."""

    message: str
    about: str = ""
    """Id of the item, picture or collection; what the rule was shown, unless given."""
    field: Field | None = None
    """What of it; what the rule is about, unless given."""


Said: TypeAlias = str | Remark
"""A message about what the rule was shown, or a remark that says about what."""


class Together(tuple[Question, ...]):
    """Questions that a rule looks at together: siblings, or a set."""

    __slots__ = ()


Example: TypeAlias = Question | Together
"""A question, or several where a rule looks at several."""


@dataclass(frozen=True)
class _AnyRule(ABC):
    """What all rules share. Fields are settings, each with a default."""

    group: ClassVar[Group]
    field: ClassVar[Field | None]
    """What of an item its findings are about."""
    severity: ClassVar[Severity] = "warning"
    needs: ClassVar[Needs | None] = None
    """What it needs beside records; such a rule is left out where lint has to be fast."""
    bad: ClassVar[Example | tuple[Example, ...]]
    """What it stops: an example, or several."""
    good: ClassVar[Example | tuple[Example, ...]]
    """What it lets pass."""

    def __post_init__(self) -> None:
        """Refuses settings that are no numbers, or negative."""
        refuse_senseless(self)

    @property
    def name(self) -> str:
        """What it is called in settings, commands and findings."""
        return family.name_of(cast("type[AnyRule]", type(self)))

    @property
    def about(self) -> str:
        """What it stops, in a sentence: the first line of its file."""
        return family.about(cast("type[AnyRule]", type(self)))

    def lacking(self) -> str | None:
        """Why it cannot work here, if it cannot."""
        return None

    def ready(self, bench: Bench | None, questions: Sequence[Question]) -> None:  # noqa: B027 - most need nothing
        """Gets ready for some questions that come next; who asks a model asks for many at a time."""


@dataclass(frozen=True)
class Rule(_AnyRule):
    """Looks at one question at a time."""

    @abstractmethod
    def check(self, question: Question) -> Iterator[Said]:
        """What is wrong with it."""


@dataclass(frozen=True)
class SiblingRule(_AnyRule):
    """Looks at all questions that share a cluster."""

    @abstractmethod
    def check(self, siblings: Sequence[Question]) -> Iterator[Remark]:
        """What is wrong with them, in the order of their ids."""


@dataclass(frozen=True)
class PictureRule(_AnyRule):
    """Looks at each picture once, however many questions show it."""

    field = "picture"

    @abstractmethod
    def check(self, shown: Shown) -> Iterator[Said]:
        """What is wrong with it."""


class Watch(ABC):
    """What a rule about the whole set remembers while questions go by."""

    @abstractmethod
    def see(self, question: Question) -> None:
        """A question goes by."""

    @abstractmethod
    def tell(self) -> Iterator[Remark]:
        """What is wrong with all of them; the order in which they came changes nothing."""


@dataclass(frozen=True)
class SetRule(_AnyRule):
    """Looks at the whole set, a question at a time."""

    @abstractmethod
    def watch(self) -> Watch:
        """Begins to look."""

    def check(self, questions: Iterable[Question]) -> Iterator[Remark]:
        """What is wrong with a set."""
        watch = self.watch()
        for question in questions:
            watch.see(question)
        yield from watch.tell()


AnyRule: TypeAlias = Rule | SiblingRule | PictureRule | SetRule

family: Family[AnyRule] = Family("optotype.lint.rules", "rule")


def check(rule: AnyRule, example: Question | Sequence[Question]) -> list[Remark]:
    """What a rule says of an example, or of any questions, with what it is about."""
    questions = [example] if isinstance(example, Question) else list(example)
    rule.ready(None, questions)
    match rule:
        case Rule():
            return [remark(said, question.id) for question in questions for said in rule.check(question)]
        case PictureRule():
            pictures = {shown.id: shown for question in questions for shown in question.pictures}
            return [remark(said, shown.id) for shown in pictures.values() for said in rule.check(shown)]
        case SiblingRule():
            return list(rule.check(sorted(questions, key=lambda question: question.id)))
        case SetRule():
            return list(rule.check(questions))


def remark(said: Said, about: str) -> Remark:
    """What was said, as a remark."""
    if isinstance(said, str):
        return Remark(said, about)
    return said if said.about else dataclasses.replace(said, about=about)


def examples(given: Example | tuple[Example, ...]) -> tuple[Example, ...]:
    """The examples of a rule, whether it has one or several."""
    return (given,) if isinstance(given, Question | Together) else given


def named(names: Iterable[str], place: str) -> list[str]:
    """The rules that names mean; a group means all of its rules.

    Raises:
        OptotypeError: there is no rule or group called so; `place` begins the message.
    """
    found: list[str] = []
    for name in names:
        if name in family:
            found.append(name)
        elif name in GROUPS:
            found += [rule for rule in family if family[rule].group == name]
        else:
            raise OptotypeError(f"{place}: {UnknownPart('rule or group', name, [*family, *GROUPS])}")
    return list(dict.fromkeys(found))
