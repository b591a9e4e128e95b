"""A model completes questions from their first half: it may have seen the benchmark in training.

Only questions count whose second half no other item has: what templates say, anybody may guess. Who completes such
a question word for word has most likely read it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from optotype import statistics
from optotype.asking import Message, Question
from optotype.audit.checks import Check, Examined, Unexamined, graded
from optotype.batches import batches
from optotype.claims import Claim, Figure, number
from optotype.records import Item

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence

PROMPT = """\
This is the first half of a question from a published benchmark. Continue it word for word as it was published. Reply \
with the second half and nothing else.

{half}"""

_LEAST = 8
"""Words that a question has to have."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Contamination(Check):
    """The share of questions that a model completes word for word, beside halves of other questions."""

    order = 120
    by_chance = True

    items: int = 200
    """Questions that each model is asked to complete, at most."""
    warning: float = 0.02
    """The share of completed questions from which on it is worth a warning."""
    problem: float = 0.1
    """The share from which on it is a problem."""
    connections: int = 16
    """How many questions are asked at once."""

    def examine(self, evidence: Evidence) -> Examined:
        """Asks each model, and compares words."""
        if not evidence.models:
            raise Unexamined("no model was named with --model")
        halves = self._halves(evidence)
        if len(halves) < _LEAST:
            raise Unexamined(f"there are not {_LEAST} questions of {_LEAST} words whose second half is their own")
        rows: list[dict[str, Figure]] = []
        for model in evidence.models:
            said = self._asked(evidence, model, [(item, begin) for item, begin, _ in halves])
            pairs = [(said[item.id], end, item) for item, _, end in halves if item.id in said]
            if not pairs:
                continue
            own = np.array([_begins(words, end) for words, end, _ in pairs], dtype=np.float64)
            ends = [end for _, end, _ in pairs]
            # the same replies beside the halves of other questions: what chance earns
            other = np.array(
                [_begins(words, end) for (words, _, _), end in zip(pairs, (*ends[1:], ends[0]), strict=True)], float
            )
            confidence = 1 - evidence.level / len(evidence.models)
            found = statistics.difference(other, own, [item.cluster for _, _, item in pairs], confidence)
            rows.append(
                {
                    "respondent": model,
                    "items": len(pairs),
                    "completed": int(own.sum()),
                    "share": float(own.mean()),
                    "chance": float(other.mean()),
                    "excess": found.value,
                    "low": found.low,
                    "high": found.high,
                }
            )
        if not rows:
            raise Unexamined("no model replied")
        worst = max(rows, key=lambda row: number(row, "excess"))
        certain = number(worst, "low") > 0
        severity = graded(number(worst, "excess"), self.warning, self.problem) if certain else "ok"
        case = "ok" if severity == "ok" else "found"
        return Examined(Claim(self.name, severity, case, worst, tuple(rows)))

    def questions(self, evidence: Evidence) -> list[tuple[Item, list[Question]]]:
        """What each model would be asked."""
        return _put([(item, begin) for item, begin, _ in self._halves(evidence)])

    def _halves(self, evidence: Evidence) -> list[tuple[Item, str, list[str]]]:
        """Items with the first half of their question, and the words of the second; those with a half of their own."""
        found: list[tuple[Item, str, list[str]]] = []
        ends: Counter[str] = Counter()
        for item in evidence.selection.items(evidence.bench):
            words = list(_WORD.finditer(item.question[:2_000]))
            if len(words) < _LEAST:
                continue
            middle = words[len(words) // 2].start()
            end = [word[0].casefold() for word in words[len(words) // 2 :]]
            ends[" ".join(end)] += 1
            if len(found) < 20 * self.items:
                found.append((item, item.question[:middle].rstrip(), end))
        alone = [one for one in found if ends[" ".join(one[2])] == 1]
        step = max(1, len(alone) // max(1, self.items))
        return alone[::step][: self.items]

    def _asked(self, evidence: Evidence, model: str, halves: list[tuple[Item, str]]) -> dict[str, list[str]]:
        """By item, the words that a model continues with; replies are kept, so that it is asked once."""
        from optotype import respondents
        from optotype.running.replies import Replies
        from optotype.running.runner import Runner, priced

        bench, talking = evidence.bench, evidence.talking
        responder = respondents.build(model, talking.settings, bench)
        if not responder.looks:
            raise Unexamined(f"{model} continues nothing")
        responder.prepare(bench)
        asked = [question for _, (question,) in _put(halves)]
        keys = [responder.key(question) for question in asked]
        with Replies(bench.folder / "runs" / "replies", responder.name) as replies:
            replies.begin(run := f"audit contamination {model}")
            known = replies.known(keys)
            limits = talking.left()
            limits = replace(limits, connections=min(limits.connections, self.connections))
            price = priced(talking.listed(), responder.name)
            with Runner(responder, replies, limits, lambda _question, _reply: None, price) as runner:
                for some in batches(zip(asked, keys, strict=True), 256):
                    runner.feed([(question, key) for question, key in some if key not in known])
            if runner.stopped is not None:
                raise talking.stopped(model, runner.stopped)
            heard = replies.get(keys)
        talking.pay(bench, responder.name, run)
        return {
            question.item.id: _WORD.findall(heard[key].reply.text[:2_000].casefold())
            for question, key in zip(asked, keys, strict=True)
            if key in heard
        }


def _put(halves: Sequence[tuple[Item, str]]) -> list[tuple[Item, list[Question]]]:
    return [(item, [Question(item, (Message("user", (PROMPT.replace("{half}", begin),)),))]) for item, begin in halves]


def _begins(words: list[str], end: list[str]) -> bool:
    """Does a reply begin with the second half, or end with it after having repeated the first?"""
    return words[: len(end)] == end or words[-len(end) :] == end
