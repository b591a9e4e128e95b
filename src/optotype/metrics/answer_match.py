"""Answer match: our own best judgment whether an answer says the same as gold.

Numbers are compared as numbers, words as words; only where neither tells is the embedding asked.
`docs/answer-matching.md` has the ladder of rules, and how often people agree with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from optotype import embedding, reading
from optotype.metrics import FORMS, Case, Mark, Metric, best
from optotype.metrics._options import labels_of
from optotype.metrics._quantities import Quantity, fit, quantities, quantity
from optotype.metrics._vocabulary import HEDGES, UNITS
from optotype.metrics._wording import compare, shortened
from optotype.reading import tidy
from optotype.records import Item, State, Value, labels
from optotype.values import as_text

EXCLUDED = 0.2
"""What an answer is worth, at most, that excludes the right one."""
SAME_MEANING = 0.8
"""What an answer is worth, at most, whose words are others and whose vector is the same."""
UNLIKE = 0.3
"""The cosine at which texts have nothing in common any more."""
LACKING = 0.45
"""What an answer is worth, at most, in which a name, a number or one of several things is missing."""
EXTRA = 0.1
"""What is lost, at most, by saying more than was asked."""
WHOLE = 0.9
"""The coverage from which on nobody needs to ask for the meaning."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Judgment:
    """How much an answer says what gold says."""

    similarity: float
    """From 0, something else, to 1, the same."""
    rule: str
    """The rule that decided."""
    texts: tuple[str, str] | None = None
    """Two texts whose meanings decide, unless the similarity is higher than these can make it."""

    def with_cosine(self, cosine: float) -> Judgment:
        """The judgment when it is known how near its texts are."""
        meaning = SAME_MEANING * min(1.0, max(0.0, (cosine - UNLIKE) / (1 - UNLIKE)))
        return Judgment(meaning, "meaning") if meaning > self.similarity else Judgment(self.similarity, self.rule)


@dataclass(frozen=True)
class AnswerMatch(Metric):
    """One if the answer says what gold says, else nothing; how near it comes is counted beside it."""

    title = "answer match"
    forms = FORMS - {"ranking", "graph"}
    parts = ("similarity",)
    needs = embedding.MODULE

    threshold: float = 0.5
    """The similarity from which on an answer is right."""

    def __post_init__(self) -> None:
        """Refuses a threshold that everything or nothing could reach."""
        super().__post_init__()
        if not 0 < self.threshold <= 1:
            raise ValueError(f"threshold is {self.threshold}, but something above 0 and up to 1 was expected")

    @cached_property
    def signature(self) -> str:
        """Name, settings, embedding and version."""
        return f"{self.name}(threshold={self.threshold},embedding={embedding.name()})/{self.version}"

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case; all texts that need it are embedded together, each once.

        Raises:
            OptotypeError: the embedding is not installed.
        """
        embedding.require()
        judged = [_judgments(case) for case in cases]
        pairs = list({found.texts: None for some in judged for found in some if found.texts is not None})
        cosines = dict(zip(pairs, embedding.shared().cosines(pairs), strict=True))
        return [
            best([self._mark(found, cosines) for found in some]) if some else super(AnswerMatch, self).mark(case)
            for case, some in zip(cases, judged, strict=True)
        ]

    def mark(self, case: Case) -> Mark:
        """Judges one answer, whatever became of the question."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges what was said against one of the right values."""
        embedding.require()
        found = _judge(item, right, value)
        pairs = [] if found.texts is None else [found.texts]
        return self._mark(found, dict(zip(pairs, embedding.shared().cosines(pairs), strict=True)))

    def _mark(self, found: Judgment, cosines: dict[tuple[str, str], float]) -> Mark:
        if found.texts is not None:
            found = found.with_cosine(cosines[found.texts])
        return Mark(float(found.similarity >= self.threshold), found.rule, {"similarity": found.similarity})


def similarity(right: Value, said: Value, question: str = "") -> float:
    """How much an answer says what the right one says, from 0 to 1.

    Args:
        right: The right answer.
        said: What was answered; a text is read where the right answer is none.
        question: What was asked, if that is known: what it says already is no part of the answer.

    Raises:
        OptotypeError: only the embedding can tell, and it is not installed.
    """
    found = judge(right, said, question)
    if found.texts is not None:
        found = found.with_cosine(embedding.shared().cosines([found.texts])[0])
    return found.similarity


def _judgments(case: Case) -> list[Judgment]:
    """A judgment per right value; none where what became of the question decides."""
    if case.answer.state is State.UNANSWERABLE:
        # gold of other origin may be a text that says so
        said = [right for right in case.gold.accepted if isinstance(right, str) and reading.unanswerable(right)]
        return [Judgment(1.0, "cannot be answered")] if said else []
    if case.answer.state is not State.GIVEN or case.answer.value is None:
        return []
    return [_judge(case.item, right, case.answer.value) for right in case.gold.accepted]


def _judge(item: Item, right: Value, said: Value) -> Judgment:
    if item.options:
        return Judgment(float(set(labels_of(right)) == set(labels_of(said))), "options")
    return judge(right, said, item.question)


def judge(right: Value, said: Value, question: str = "") -> Judgment:
    """What the ladder of rules says; the embedding has not been asked yet."""
    match right:
        case bool():
            answer = reading.yes_no(said) if isinstance(said, str) else said
            return Judgment(float(answer is right), "yes or no")
        case tuple():
            answer = reading.labels(said, labels(26)) if isinstance(said, str) else said
            return Judgment(float(isinstance(answer, tuple) and set(answer) == set(right)), "options")
        case str():
            return _judge_text(right, as_text(said), question)
        case _:
            return _judge_numbers([quantity(right)], said, question)


def _judge_numbers(right: Sequence[Quantity], said: Value, question: str) -> Judgment:
    match said:
        case str():
            found = quantities(said)
        case bool() | tuple():
            found = []
        case _:
            found = [quantity(said)]
    return Judgment(fit(right, found, quantities(question)), "numbers")


def _judge_text(right: str, said: str, question: str) -> Judgment:
    wanted, given = reading.normal(right), reading.normal(said)
    if not wanted or not given:
        return Judgment(0.0, "nothing said")
    if wanted == given:
        return Judgment(1.0, "same text")
    right, said, question = (tidy(shortened(text)) for text in (right, said, question))
    if (cannot := reading.unanswerable(right)) or reading.unanswerable(said):
        return Judgment(float(cannot and reading.unanswerable(said)), "cannot be answered")
    if " " not in wanted and (claim := reading.yes_no(right)) is not None:
        return Judgment(float(reading.yes_no(said) is claim), "yes or no")
    if (unit := UNITS.get(wanted)) and (named := _named_units(given)):
        return Judgment(float(unit in named), "unit")
    if numbers := _only_numbers(right):
        return _judge_numbers(numbers, said, question)
    return _judge_words(right, said, question)


def _named_units(text: str) -> list[tuple[str, float]]:
    """The units that a text names; a letter alone is one only if it is the whole text."""
    if text in UNITS:
        return [UNITS[text]]
    return [UNITS[word] for word in _WORD.findall(text) if len(word) > 1 and word in UNITS]


def _only_numbers(text: str) -> list[Quantity]:
    """The numbers of a text that says nothing else: a unit may follow, and words such as `about` may stand around."""
    found = quantities(text)
    place = 0
    for one in found:
        if not _is_hedge(text[place : one.start], unit=place > 0):
            return []
        place = one.end
    return found if found and _is_hedge(text[place:], unit=True) else []


def _is_hedge(text: str, *, unit: bool) -> bool:
    rest = [word for word in _WORD.findall(text.lower()) if word not in HEDGES]
    return len(rest) <= (2 if unit else 0)


def _judge_words(right: str, said: str, question: str) -> Judgment:
    found = compare(right, said, question)
    worth = found.coverage**2 * (1 - EXTRA * found.extra) * (1 - found.surplus) ** 2
    if found.excluded:
        return Judgment(min(worth, EXCLUDED), "excluded")
    if found.lacking:
        return Judgment(min(worth, LACKING), "words")
    if found.coverage >= WHOLE or not found.rest:
        return Judgment(worth, "words")
    return Judgment(worth, "words", (reading.normal(right), found.rest))
