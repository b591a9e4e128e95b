"""Estimating: what a run would ask and cost, before anybody is asked.

Requests, pictures and bytes are counted; tokens and money are estimates, by rules of thumb that each name their source.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from optotype import respondents
from optotype.asking import Asking, CannotAsk, Question
from optotype.batches import batches
from optotype.prices import named
from optotype.records import Choice, Graph, Item, Ranking, ShortText
from optotype.running.replies import Replies
from optotype.selecting import Selection
from optotype.tokens import PictureRule, picture_rule, text_tokens

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.respondents import Responder

_BATCH = 500
_OVERHEAD = 4  # tokens that a message takes beside its content
_BODY = 200  # bytes of a request beside its messages
_MEASURED = 1000  # replies on disk whose length is looked at


@dataclass(frozen=True)
class Estimated:
    """What a run would come to. Tokens and costs are estimates."""

    model: str
    items: int
    requests: int
    """Questions that would be sent."""
    remembered: int
    """Questions whose replies are on disk already: they cost nothing."""
    impossible: dict[str, int]
    """Why items cannot be asked about, and how many for each reason."""
    pictures: int
    """Pictures sent, each as often as it is."""
    picture_tokens: int
    text_tokens: int
    reply_tokens: int
    reply_tokens_measured: bool
    """Do these follow from replies on disk, rather than from a rule?"""
    reply_tokens_most: int | None
    """If every reply is as long as `max_tokens` lets it be; None where nothing limits it."""
    largest: int
    """Bytes of the largest request."""
    sent: int
    """Bytes of all requests."""
    cost: float | None
    """None where the price is not known."""
    cost_most: float | None
    """With replies as long as they may be."""
    currency: str
    picture_rule: str
    """How picture tokens were estimated, and whose rule that is."""

    @property
    def tokens_in(self) -> int:
        """All tokens that would be sent."""
        return self.text_tokens + self.picture_tokens


def estimate(
    bench: Bench,
    model: str,
    *,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    asking: Asking = Asking(),  # noqa: B008
    settings: Mapping[str, object] = {},
    prices: Path | str | None = None,
    put: Sequence[tuple[Item, list[Question]]] | None = None,
) -> Estimated:
    """What a run would ask, without asking.

    Args:
        bench: whose items.
        model: `provider/model`.
        selection: which items.
        asking: how they are put.
        settings: of the respondent.
        prices: a file that says what tokens cost.
        put: questions that are put in place of those about the selection.

    Raises:
        OptotypeError: the same that a run would raise: an unknown model, no such items, no examples.
    """
    responder = respondents.build(model, settings, bench)
    listed = named(prices)
    price = None if listed is None else listed.of(responder.name)
    rule = picture_rule(responder.name, None if price is None else price.picture_tokens)
    items = selection.count(bench) if put is None else len(put)
    kept = Replies(bench.folder / "runs" / "replies", responder.name)
    with kept if kept.path.exists() else nullcontext() as replies:
        count = _Count(responder, replies, rule, asking)
        if put is None:
            shots = asking.examples(bench)
            for batch in batches(selection.items(bench), _BATCH):
                count.add(asking.put(bench, batch, shots))
        else:
            count.add(put)
    tokens_in, replied, most = count.text_tokens + count.picture_tokens, count.replied, count.most
    return Estimated(
        model=responder.name,
        items=items,
        requests=count.requests,
        remembered=count.remembered,
        impossible=dict(sorted(count.impossible.items(), key=lambda pair: -pair[1])),
        pictures=count.pictures,
        picture_tokens=count.picture_tokens,
        text_tokens=count.text_tokens,
        reply_tokens=replied,
        reply_tokens_measured=count.measured > 0,
        reply_tokens_most=most,
        largest=count.largest,
        sent=count.sent,
        cost=None if price is None else price.cost(tokens_in, replied, count.pictures),
        cost_most=None if price is None or most is None else price.cost(tokens_in, most, count.pictures),
        currency="" if listed is None else listed.currency,
        picture_rule=f"{rule.name}: {rule.source}",
    )


@dataclass
class _Count:
    """Adds up what would be sent."""

    responder: Responder
    replies: Replies | None
    rule: PictureRule
    asking: Asking
    requests: int = 0
    remembered: int = 0
    pictures: int = 0
    picture_tokens: int = 0
    text_tokens: int = 0
    guessed: int = 0
    """Tokens of replies, by the rule."""
    measured: int = 0
    """Replies on disk whose tokens were counted."""
    measured_tokens: int = 0
    largest: int = 0
    sent: int = 0
    impossible: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, put: Iterable[tuple[Item, list[Question] | CannotAsk]]) -> None:
        """Adds some items with their questions."""
        questions: list[Question] = []
        for _, asked in put:
            if isinstance(asked, CannotAsk):
                self.impossible[asked.kind] = self.impossible.get(asked.kind, 0) + 1
            else:
                questions += asked
        for question in self._unknown(questions):
            self._add(question)

    def _unknown(self, questions: Sequence[Question]) -> Iterator[Question]:
        if self.replies is None or not self.responder.costly:
            yield from questions
            return
        keys = [self.responder.key(question) for question in questions]
        known = self.replies.known(keys)
        if known and self.measured < _MEASURED:
            for kept in self.replies.get(list(known)).values():
                if kept.reply.tokens_out is not None:
                    self.measured += 1
                    self.measured_tokens += kept.reply.tokens_out
        for question, key in zip(questions, keys, strict=True):
            if key in known:
                self.remembered += 1
            else:
                yield question

    def _add(self, question: Question) -> None:
        size = _BODY
        for message in question.messages:
            self.text_tokens += _OVERHEAD
            for part in message.parts:
                if isinstance(part, str):
                    self.text_tokens += text_tokens(part)
                    size += len(part.encode(errors="surrogatepass"))
                else:
                    self.pictures += 1
                    self.picture_tokens += self.rule.tokens(part.width, part.height)
                    size += 4 * math.ceil(part.size / 3)  # as base64
        self.requests += 1
        self.guessed += reply_tokens(question.item, self.asking)
        self.sent += size
        self.largest = max(self.largest, size)

    @property
    def replied(self) -> int:
        """Tokens of all replies."""
        if self.measured:
            return math.ceil(self.requests * self.measured_tokens / self.measured)
        return self.guessed

    @property
    def most(self) -> int | None:
        """Tokens of all replies, if all are as long as they may be."""
        limit = getattr(self.responder, "max_tokens", None)
        return self.requests * limit if isinstance(limit, int) else None


_THINKING = 150
_JSON = 8


def reply_tokens(item: Item, asking: Asking) -> int:
    """About how many tokens a respondent that does as it is told answers with. A guess, and no more."""
    match item.form:
        case Ranking(options=options):
            tokens = 2 * len(options)
        case Choice(several=True):
            tokens = 6
        case Graph():
            tokens = 60
        case ShortText():
            tokens = 15
        case _:
            tokens = 4
    tokens += _THINKING if asking.reasoning == "brief" else 0
    return tokens + (_JSON if asking.style == "json" else 0)
