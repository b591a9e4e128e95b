"""Talking: many conversations at once, each a chain of questions that the runner asks.

A conversation is a generator: it gives what is to be said next, and is sent what came back. Every question is looked up
by the content of all that would be sent before it is asked, so a conversation that was cut off by a kill is led again
from its beginning, hears from disk what it heard before, and goes on from there.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from pydantic import JsonValue

from optotype.asking import Message, Question
from optotype.records import Item, Origin, ShortText
from optotype.respondents import Failure, Reply, Responder, hashed
from optotype.running.replies import Replies
from optotype.running.runner import Limits, Runner, priced

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.prices import Prices

_AT_ONCE = 128
"""Conversations that are under way together."""
_LOOK = 0.2
"""Seconds after which it is looked whether a runner has stopped."""

T = TypeVar("T")
Heard: TypeAlias = Reply | Failure


@dataclass(frozen=True)
class Ask:
    """Something said to whoever plays a role."""

    role: str
    messages: tuple[Message, ...]
    schema: str = ""
    """The JSON schema that the reply has to fit, for servers that hold a model to it."""


Talk: TypeAlias = Generator[Sequence[Ask], Sequence[Heard], T]
"""A conversation: gives what is said next, to one or to several at once, and is sent what each replied."""


@dataclass(frozen=True)
class Exchange:
    """What was said, and what came back."""

    ask: Ask
    model: str
    heard: Heard

    def record(self) -> dict[str, JsonValue]:
        """As it is kept in a transcript; pictures by their hash."""
        known: dict[str, JsonValue] = {
            "role": self.ask.role,
            "model": self.model,
            "messages": hashed(self.ask.messages),
        }
        if isinstance(self.heard, Failure):
            return known | {"failed": str(self.heard)}
        used: dict[str, JsonValue] = {"tokens_in": self.heard.tokens_in, "tokens_out": self.heard.tokens_out}
        used |= {"seconds": round(self.heard.seconds, 3), "cost": self.heard.cost}
        return known | {"reply": self.heard.text, **used}


@dataclass(frozen=True)
class Ended(Generic[T]):
    """A conversation that came to its end."""

    name: str
    outcome: T
    exchanges: list[Exchange]


@dataclass
class _Going(Generic[T]):
    """A conversation under way."""

    number: int
    name: str
    talk: Talk[T]
    asks: Sequence[Ask] = ()
    heard: list[Heard | None] = field(default_factory=list[Heard | None])
    exchanges: list[Exchange] = field(default_factory=list[Exchange])


@dataclass
class Counts:
    """How far the conversations are."""

    pictures: int = 0
    """To be talked about in all."""
    done: int = 0
    accepted: int = 0
    set_aside: int = 0
    asked: int = 0
    """Replies that came in this attempt."""
    remembered: int = 0
    """Replies that were on disk already."""
    failed: int = 0
    tokens_in: int = 0
    """Sent in this attempt, as the models counted them."""
    tokens_out: int = 0
    cost: float = 0.0
    """What the replies of this attempt cost."""
    failures: dict[str, int] = field(default_factory=dict[str, int])
    """By reason, how often nothing was heard."""

    def __str__(self) -> str:
        told = [f"{self.accepted:,} accepted", f"{self.asked:,} asked"]
        told += [f"{self.remembered:,} known"] if self.remembered else []
        told += [f"{self.failed:,} failed"] if self.failed else []
        told += [f"cost {self.cost:.4g}"] if self.cost else []
        return ", ".join(told)


Watch: TypeAlias = Callable[[Counts], None]
"""Told how far it is, whenever something came."""


class Table(Generic[T]):
    """Where everybody sits who is asked: one runner for each model, whatever roles it plays. Use it as a context."""

    def __init__(
        self,
        bench: Bench,
        run: str,
        cast: Mapping[str, Responder],
        *,
        limits: Limits,
        prices: Prices | None,
        counts: Counts,
        watch: Watch | None = None,
    ) -> None:
        self._bench, self._run, self._cast = bench, run, cast
        self._limits, self._prices = limits, prices
        self._counts, self._watch = counts, watch
        self._runners: dict[str, Runner] = {}
        self._replies: dict[str, Replies] = {}
        self._came: queue.SimpleQueue[tuple[str, Question, Heard]] = queue.SimpleQueue()
        self._going: dict[str, _Going[T]] = {}
        self._unasked: dict[str, list[tuple[Question, bytes]]] = {}
        self._stack = ExitStack()
        self.stopped: str | None = None
        """Why not all conversations came to their end, if that is so."""

    def __enter__(self) -> Table[T]:
        for responder in dict.fromkeys(self._cast.values()):
            name = responder.name
            replies = self._stack.enter_context(Replies(self._bench.folder / "runs" / "replies", name))
            replies.begin(self._run)
            runner = Runner(responder, replies, self._limits, self._hearing(name), priced(self._prices, name))
            self._replies[name] = replies
            self._runners[name] = self._stack.enter_context(runner)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)  # pyright: ignore[reportArgumentType]

    def lead(self, talks: Iterable[tuple[str, Talk[T]]]) -> Iterator[Ended[T]]:
        """Leads conversations, many at once; they come out in the order in which they were given.

        When a runner stops, those that have ended come out, and the others are left for another time.
        """
        ended: dict[int, Ended[T]] = {}
        waiting, begun, given = iter(talks), 0, 0
        more = True
        while more or self._going:
            while more and self.stopped is None and begun - given < _AT_ONCE:
                following = next(waiting, None)
                if following is None:
                    more = False
                    break
                going = _Going(begun, *following)
                begun += 1
                if (end := self._go_on(going, first=True)) is not None:
                    ended[going.number] = end
            while given in ended:
                yield ended.pop(given)
                given += 1
            if self.stopped is not None:
                break
            if self._going and (going := self._hear()) is not None and (end := self._go_on(going)) is not None:
                ended[going.number] = end
        for number in sorted(ended):
            yield ended[number]
        for going in self._going.values():
            going.talk.close()

    def _hear(self) -> _Going[T] | None:
        """Waits for a reply; gives back a conversation that has heard all that it asked."""
        if self._came.empty():  # what several conversations ask goes out together: some models answer many at a time
            for name, asked in self._unasked.items():
                self._runners[name].feed(asked)
            self._unasked = {}
        try:
            model, question, heard = self._came.get(timeout=_LOOK)
        except queue.Empty:
            self.stopped = next((runner.stopped for runner in self._runners.values() if runner.stopped), None)
            return None
        self._count(heard)
        going = self._going[question.item.id]
        going.heard[question.turn] = heard
        going.exchanges.append(Exchange(going.asks[question.turn], model, heard))
        return going if None not in going.heard else None

    def _go_on(self, going: _Going[T], *, first: bool = False) -> Ended[T] | None:
        """Leads a conversation to the next thing that nobody has answered yet, or to its end."""
        while True:
            try:
                if first:
                    going.asks, first = next(going.talk), False
                else:
                    going.asks = going.talk.send([heard for heard in going.heard if heard is not None])
            except StopIteration as end:
                self._going.pop(going.name, None)
                return Ended(going.name, end.value, going.exchanges)
            self._going[going.name] = going
            if self._put(going):
                return None

    def _put(self, going: _Going[T]) -> bool:
        """Asks what is not on disk; is there anything to wait for?"""
        going.heard = [None] * len(going.asks)
        unknown: dict[str, list[tuple[Question, bytes]]] = {}
        for turn, ask in enumerate(going.asks):
            responder = self._cast[ask.role]
            question = Question(_about(going.name), ask.messages, turn=turn, schema=ask.schema)
            key = responder.key(question)
            kept = self._replies[responder.name].get([key]).get(key) if responder.costly else None
            if kept is None:
                unknown.setdefault(responder.name, []).append((question, key))
                continue
            going.heard[turn] = kept.reply
            going.exchanges.append(Exchange(ask, responder.name, kept.reply))
            self._counts.remembered += 1
        for name, asked in unknown.items():
            self._unasked.setdefault(name, []).extend(asked)
        return bool(unknown)

    def _count(self, heard: Heard) -> None:
        counts, limit = self._counts, self._limits.cost
        if isinstance(heard, Failure):
            counts.failed += 1
            counts.failures[str(heard)] = counts.failures.get(str(heard), 0) + 1
        else:
            counts.asked += 1
            counts.tokens_in += heard.tokens_in or 0
            counts.tokens_out += heard.tokens_out or 0
            counts.cost += heard.cost or 0.0
        if self._watch is not None:
            self._watch(counts)
        # each runner minds the limit by itself; together they have to mind it too
        spent = sum(runner.spent for runner in self._runners.values())
        if limit is not None and len(self._runners) > 1 and spent >= limit:
            self.stopped = f"{spent:.4g} were spent, of {limit:.4g} that may be"

    def _hearing(self, model: str) -> Callable[[Question, Heard], None]:
        return lambda question, heard: self._came.put((model, question, heard))


def _about(name: str) -> Item:
    """What the runner takes a question to be about: the conversation that it belongs to."""
    origin = Origin(kind="generated", by="a conversation")
    return Item(id=name, collection="", origin=origin, form=ShortText(), cluster=name)


def dream(talk: Talk[T], answer: Callable[[Ask], Reply]) -> tuple[T, list[Ask]]:
    """Leads a conversation with replies that are made up; gives back its outcome and all that was said."""
    said: list[Ask] = []
    try:
        asks = next(talk)
        while True:
            said += asks
            asks = talk.send([answer(ask) for ask in asks])
    except StopIteration as end:
        return end.value, said
