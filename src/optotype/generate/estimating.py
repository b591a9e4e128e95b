"""Estimating: what a run would ask and cost, before anybody is asked.

Each picture's conversation is led with replies that are made up, as a model would give that does everything right the
first time. That is the least it can take; the most follows from the bound on rounds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.asking import Sight
from optotype.generate import Pictures, Task
from optotype.generate.agents import Subject
from optotype.generate.talking import Ask, dream
from optotype.prices import Prices, named
from optotype.respondents import Reply
from optotype.tokens import picture_rule, text_tokens

if TYPE_CHECKING:
    from optotype.bench import Bench

_OVERHEAD = 4  # tokens that a message takes beside its content


@dataclass
class Share:
    """What one model would be asked."""

    calls: int = 0
    pictures: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    """None where the price is not known."""


@dataclass
class Estimated:
    """What a run would come to if every question is accepted in its first round. Tokens and costs are estimates."""

    pictures: int = 0
    missing: int = 0
    """Pictures that cannot be shown, most often because their file is missing: nobody is asked about them."""
    calls: int = 0
    calls_most: int = 0
    """If every round is needed, and every reply has to be asked for once more."""
    models: dict[str, Share] = field(default_factory=dict[str, Share])
    cost: float | None = None
    cost_most: float | None = None
    """As many calls as there can be, each as dear as the others."""
    currency: str = ""


def estimate(
    bench: Bench,
    model: str | None = None,
    *,
    pictures: Pictures = Pictures(),  # noqa: B008 - frozen
    prices: Path | str | None = None,
) -> Estimated:
    """What a run would ask, without asking.

    Args:
        bench: whose pictures.
        model: who plays every role that the settings do not name.
        pictures: which pictures.
        prices: a file that says what tokens cost.

    Raises:
        OptotypeError: the same that a run would raise: an unknown model, no such pictures.
    """
    task = Task.of(bench, model)
    listed = named(prices)
    found = Estimated(pictures=pictures.count(bench), currency="" if listed is None else listed.currency)
    found.models = {responder.name: Share() for responder in task.cast.values()}
    for picture in pictures.each(bench):
        subject = task.subject(bench, picture)
        if isinstance(subject, str):
            found.missing += 1
            continue
        asks = _imagined(task, subject)
        for ask, reply in asks:
            name = task.cast[ask.role].name
            _add(found.models[name], ask, reply, name, listed)
        found.calls += len(asks)
        found.calls_most += task.agent.most(task.brief)
    _price(found, listed)
    return found


def _imagined(task: Task, subject: Subject) -> list[tuple[Ask, Reply]]:
    """All that is said about a picture, with what is imagined to be replied."""
    said: list[tuple[Ask, Reply]] = []
    spoken: Counter[str] = Counter()

    def answer(ask: Ask) -> Reply:
        spoken[ask.role] += 1
        reply = Reply(task.agent.imagined(ask.role, spoken[ask.role], task.brief).model_dump_json())
        said.append((ask, reply))
        return reply

    dream(task.agent.propose(subject, task.briefing), answer)
    return said


def _add(share: Share, ask: Ask, reply: Reply, model: str, prices: Prices | None) -> None:
    price = None if prices is None else prices.of(model)
    rule = picture_rule(model, None if price is None else price.picture_tokens)
    share.calls += 1
    share.tokens_out += text_tokens(reply.text)
    for message in ask.messages:
        share.tokens_in += _OVERHEAD
        for part in message.parts:
            if isinstance(part, Sight):
                share.pictures += 1
                share.tokens_in += rule.tokens(part.width, part.height)
            else:
                share.tokens_in += text_tokens(part)


def _price(found: Estimated, prices: Prices | None) -> None:
    for model, share in found.models.items():
        price = None if prices is None else prices.of(model)
        share.cost = None if price is None else price.cost(share.tokens_in, share.tokens_out, share.pictures)
    costs = [share.cost for share in found.models.values()]
    known = [cost for cost in costs if cost is not None]
    if len(known) == len(costs):
        found.cost = sum(known)
        found.cost_most = found.cost * found.calls_most / found.calls if found.calls else 0.0
