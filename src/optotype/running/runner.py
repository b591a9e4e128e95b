"""The runner: puts questions to a respondent, many at once, and keeps every reply before it counts.

It works in a thread of its own, so that it can be called from a notebook as well; whoever feeds it prepares the next
questions meanwhile. What fails in passing is asked again, a bounded number of times; what fails for ever is given up
and reported, while the rest goes on; what no question can cure stops the run.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from optotype.asking import Question
from optotype.batches import batches
from optotype.respondents import Batch, Failure, Hopeless, Lasting, Late, Live, Passing, Reply, Responder, Unreachable
from optotype.running.gate import Gate
from optotype.running.replies import Replies

if TYPE_CHECKING:
    from optotype.prices import Prices

Asked = tuple[Question, bytes]
"""A question with its key."""

Heard = Callable[[Question, Reply | Failure], None]
"""Told of everything that came back, after it is on disk."""

Price = Callable[[Question, Reply], float | None]
"""What a reply to a question cost, where that is known."""


def priced(prices: Prices | None, model: str) -> Price | None:
    """What replies of a model cost by a list of prices; None where there is no list."""
    if prices is None:
        return None

    def price(question: Question, reply: Reply) -> float | None:
        pictures = sum(not isinstance(part, str) for message in question.messages for part in message.parts)
        return prices.cost(model, reply.tokens_in, reply.tokens_out, pictures)

    return price


INTERRUPTED = "interrupted"
"""Why a run was stopped that the user stopped."""

_AHEAD = 1000
"""Questions that wait their turn, so that there is always a next one."""


@dataclass(frozen=True)
class Limits:
    """How hard a respondent is tried."""

    connections: int = 64
    """The most that is asked at once."""
    tries: int = 5
    """How often a question is asked that fails in passing."""
    same: int = 3
    """How often a question may fail in the very same way."""
    overloads: int = 20
    """How often a question may be turned away because too much was asked."""
    lost: int = 20
    """How many questions in a row may fail for good before the run is stopped: all, if none was ever answered; those
    turned away as by a wrong key, if some were."""
    pause: float = 0.5
    """Seconds before a question is asked again; twice as long each further time."""
    longest_pause: float = 30.0
    patience: float = 300.0
    """Seconds of silence after which the run is stopped, and the longest that a respondent may ask to wait."""
    welcome: float = 10.0
    """Seconds for which a respondent may be out of reach that was not heard yet."""
    cost: float | None = None
    """What the run may cost, all attempts together; it stops when that is spent."""
    grace: float = 5.0
    """Seconds that questions under way get to finish when a run is stopped."""


@dataclass(slots=True)
class _Turn:
    """A question, and what became of it so far."""

    question: Question
    key: bytes
    entered: float = 0.0
    overloads: int = 0
    strikes: list[str] = field(default_factory=list[str])


class Runner:
    """Asks. Use it as a context; feed it; it is done when the context ends."""

    def __init__(
        self, responder: Responder, replies: Replies, limits: Limits, heard: Heard, price: Price | None = None
    ) -> None:
        self._responder = responder
        self._replies = replies
        self._limits = limits
        self._heard = heard
        self._price = price
        self.spent = replies.spent()
        """What the replies of the run have cost so far, in all its attempts."""
        self.stopped: str | None = None
        """Why nothing more is asked, if that is so."""
        self._thread: threading.Thread | None = None  # begins when there is something to ask
        self._ready: Future[None] = Future()
        self._room = threading.Event()
        self._offered = self._taken = 0
        self._ended = threading.Event()  # a thread that was waited for and interrupted counts as ended before it is
        self._broken: BaseException | None = None

    # --- for the thread that feeds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._thread is None:
            return
        try:
            if kind is None:
                self._tell(self._finish)
                self._ended.wait()
        except BaseException:
            self._interrupt()
            raise
        if kind is not None:
            self._interrupt()
        self._thread.join()
        if kind is None and self._broken is not None:
            raise self._broken

    def feed(self, asked: Sequence[Asked]) -> None:
        """Asks these. Comes back when more are wanted, or at once when the run was stopped."""
        responder = self._responder
        if self.stopped is not None or not asked:
            return
        if isinstance(responder, Batch):
            self._ask_batch(responder, asked)
        elif isinstance(responder, Live):
            if self._thread is None:
                self._begin(responder)
            self._offered += len(asked)
            self._tell(self._accept, [_Turn(question, key) for question, key in asked])
            while not self._wanting():
                self._room.clear()
                if not self._wanting():  # whatever changed meanwhile has set it again
                    self._room.wait()

    def _wanting(self) -> bool:
        """Are more questions wanted? Those that were offered and not taken yet count as waiting."""
        return self.stopped is not None or (self._offered == self._taken and len(self._fresh) < _AHEAD)

    def _begin(self, responder: Live) -> None:
        self._thread = threading.Thread(target=self._work, args=(responder,), name="optotype-asking", daemon=True)
        self._thread.start()
        self._ready.result()

    def _tell(self, call: Callable[..., None], *given: object) -> None:
        if self._ready.done():
            with contextlib.suppress(RuntimeError):  # the thread has ended by itself: there is nothing left to tell it
                self._loop.call_soon_threadsafe(call, *given)

    def _interrupt(self) -> None:
        """Stops: questions under way get a little time to finish, unless the user is in a hurry."""
        self.stopped = self.stopped or INTERRUPTED
        self._tell(self._stop, INTERRUPTED)
        try:
            self._ended.wait()
        except BaseException:
            self._tell(self._hurry)
            self._ended.wait(1.0)
            raise

    # --- some at a time, here and now

    def _ask_batch(self, responder: Batch, asked: Sequence[Asked]) -> None:
        for some in batches(asked, responder.size):
            began = time.perf_counter()
            try:
                replies = responder.replies([question for question, _ in some])
            except Hopeless as failure:
                self.stopped = str(failure)
                return
            each = (time.perf_counter() - began) / len(some)
            heard = [
                (question, key, replace(reply, seconds=reply.seconds or each) if isinstance(reply, Reply) else reply)
                for (question, key), reply in zip(some, replies, strict=True)
            ]
            self._replies.keep_all((key, reply) for _, key, reply in heard if isinstance(reply, Reply))
            for question, _, reply in heard:
                self._heard(question, reply)

    # --- many at once: from here on, all is done in the thread that asks

    def _work(self, responder: Live) -> None:
        try:
            asyncio.run(self._serve(responder))
        except BaseException as error:  # raised again where it can be seen
            self._broken = self._broken or error
        if self._broken is not None:
            self.stopped = self.stopped or str(self._broken)
            if not self._ready.done():
                self._ready.set_exception(self._broken)
        self._room.set()
        self._ended.set()

    async def _serve(self, responder: Live) -> None:
        connections = min(self._limits.connections, responder.most or self._limits.connections)
        self._loop = asyncio.get_running_loop()
        self._live = responder
        self._gate = Gate(connections)
        self._tasks: set[asyncio.Task[None]] = set()
        self._fresh: deque[_Turn] = deque()
        self._again: deque[_Turn] = deque()
        self._sleeping = 0
        self._all_fed = False
        self._over = asyncio.Event()
        self._last_heard = time.monotonic()
        self._count = 0
        self._before = self.spent
        self._known = self._replies.any()
        self._accused: list[tuple[_Turn, Hopeless]] = []
        self._lost = 0
        self._bursts = 0
        self._opening: asyncio.TimerHandle | None = None
        self._farewell: asyncio.Task[None] | None = None
        async with responder.session(connections):
            self._ready.set_result(None)
            if self.stopped is None:
                await self._over.wait()
            self._farewell = asyncio.create_task(self._see_off())
            with contextlib.suppress(asyncio.CancelledError):
                await self._farewell
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _see_off(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self._limits.grace)

    def _hurry(self) -> None:
        if self._farewell is not None:
            self._farewell.cancel()

    def _accept(self, turns: Sequence[_Turn]) -> None:
        self._taken += len(turns)
        self._fresh.extend(turns)
        self._pump()

    def _finish(self) -> None:
        self._all_fed = True
        self._pump()

    # --- who is next

    def _pump(self) -> None:
        """Lets through all who may pass."""
        while (turn := self._next()) is not None:
            turn.entered = self._gate.enter()
            task = self._loop.create_task(self._ask(turn))
            self._tasks.add(task)
            task.add_done_callback(self._done)
        if self.stopped is not None or len(self._fresh) < _AHEAD:
            self._room.set()

    def _next(self) -> _Turn | None:
        gate = self._gate
        if self.stopped is not None:
            return None
        if not (self._fresh or self._again):
            self._rest()
            return None
        if not gate.open:
            # closed for a while, or until this moment: whoever leaves a full gate looks again by himself
            if gate.active < gate.width and self._opening is None:
                self._opening = self._loop.call_later(gate.opens_in, self._open)
            return None
        if not self._worthwhile() or not self._affordable():
            return None
        if self._again:
            return self._again.popleft()
        # those that sleep hold no place at the gate, but they may not become ever more
        if self._fresh and self._sleeping < 2 * gate.most:
            return self._fresh.popleft()
        gate.idle()
        return None

    def _rest(self) -> None:
        """Nobody waits: those under way may be the last."""
        if self._gate.open:
            self._gate.idle()
        if self._sleeping or self._gate.active:
            return
        if self._accused:  # whoever feeds may be waiting for these
            self._stop(str(self._accused[0][1]))
        if self._all_fed:
            self._over.set()

    def _open(self) -> None:
        self._opening = None
        self._pump()

    def _worthwhile(self) -> bool:
        """Was nobody turned away yet as by a wrong key? If somebody was, those under way tell whose fault it is."""
        if not self._accused:
            return True
        if self._gate.active:
            return False
        if any(failure.sure for _, failure in self._accused) or len(self._accused) >= self._limits.same:
            self._stop(str(self._accused[0][1]))
            return False
        return True

    def _affordable(self) -> bool:
        """Is there money left for one more, if those under way cost as much as others did?"""
        limit = self._limits.cost
        if limit is None:
            return True
        if self.spent >= limit:
            if not self._gate.active:
                self._stop(f"{self.spent:.4g} were spent, of {limit:.4g} that may be")
            return False
        each = (self.spent - self._before) / self._count if self._count else 0.0
        return not self._gate.active or self.spent + self._gate.active * each < limit

    # --- one question

    async def _ask(self, turn: _Turn) -> None:
        try:
            outcome = await self._live.reply(turn.question)
        except Failure as failure:
            outcome = failure
        finally:
            self._gate.leave()
        if isinstance(outcome, Reply):
            self._take(turn, outcome)
        else:
            self._bear(turn, outcome)
        self._pump()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._broken = self._broken or error
            self._stop(str(error))

    def _take(self, turn: _Turn, reply: Reply) -> None:
        tries = 1 + turn.overloads + len(turn.strikes)
        cost = self._price(turn.question, reply) if reply.cost is None and self._price is not None else reply.cost
        if tries != reply.tries or cost != reply.cost:
            reply = replace(reply, tries=tries, cost=cost)
        self._replies.keep(turn.key, reply)
        self._last_heard = time.monotonic()
        self._count += 1
        self._lost = self._bursts = 0
        self._gate.praise()
        self.spent += reply.cost or 0.0
        self._heard(turn.question, reply)
        if reply.cost is None and self._limits.cost is not None:
            self._stop("what a reply costs is not known, but not everything may be spent: a price file has to name it")
        while self._accused:
            accused, failure = self._accused.pop()
            self._give_up(accused, str(failure))

    def _bear(self, turn: _Turn, failure: Failure) -> None:
        """Decides what becomes of a question that failed."""
        match failure:
            case Hopeless():
                self._turned_away(turn, failure)
            case Unreachable():
                self._endure(turn, failure)
            case Late():
                self._gate.complain(turn.entered)
                self._strike(turn, failure)
            case Passing(overload=True):
                self._overload(turn, failure)
            case _:
                self._strike(turn, failure)

    def _turned_away(self, turn: _Turn, failure: Hopeless) -> None:
        """A wrong key, it seems, or an unknown model; but if others were answered, this question may be the cause."""
        if not self._count and (failure.sure or not self._known):
            self._accused.append((turn, failure))
        elif self._lost + 1 >= self._limits.lost:
            self._stop(str(failure))
        else:
            self._lost += 1
            self._give_up(turn, str(failure))

    def _endure(self, turn: _Turn, failure: Failure) -> None:
        """Nobody is there: all wait, and the run is stopped when patience is at its end."""
        patience = self._limits.patience if self._count else self._limits.welcome
        silence = time.monotonic() - self._last_heard
        if silence >= patience:
            self._stop(f"{failure}; nobody was there for {silence:.0f} s")
            return
        pause = min(max(self._limits.pause, silence / 4), self._limits.longest_pause, patience - silence)
        self._gate.close(pause)
        self._again.appendleft(turn)

    def _overload(self, turn: _Turn, failure: Passing) -> None:
        """Too much was asked: all wait, and fewer are asked at once from then on."""
        turn.overloads += 1
        pause = self._pause(self._bursts) if failure.after is None else failure.after
        if pause > self._limits.patience:
            self._stop(f"{failure}; it asks to wait for {pause:.0f} s")
            return
        self._bursts += self._gate.complain(turn.entered, pause)
        if turn.overloads >= self._limits.overloads:
            self._give_up(turn, f"{failure} ({turn.overloads} times)")
        elif not self._tired(failure):
            self._again.appendleft(turn)

    def _strike(self, turn: _Turn, failure: Failure) -> None:
        """It failed: asked again after a pause, unless it failed too often, or always in the same way."""
        strikes = turn.strikes
        strikes.append(str(failure))
        times = len(strikes)
        if (
            isinstance(failure, Lasting)
            or times >= self._limits.tries
            or strikes.count(strikes[-1]) >= self._limits.same
        ):
            self._give_up(turn, f"{failure} ({times} times)" if times > 1 else str(failure))
        elif not self._tired(failure):
            pause = self._pause(times - 1)
            if isinstance(failure, Passing) and failure.after is not None:
                pause = min(max(pause, failure.after), self._limits.patience)
            self._sleeping += 1
            self._loop.call_later(pause, self._wake, turn)

    def _wake(self, turn: _Turn) -> None:
        self._sleeping -= 1
        self._again.append(turn)
        self._pump()

    def _pause(self, times: int) -> float:
        """Seconds before the next try: twice as long each time, and never all at once."""
        pause = min(self._limits.longest_pause, self._limits.pause * 2 ** min(times, 20))
        return pause * random.uniform(0.5, 1.0)  # noqa: S311 - not for secrets

    def _give_up(self, turn: _Turn, why: str) -> None:
        self._heard(turn.question, Lasting(why))
        if not self._count and not self._known:
            self._lost += 1
            if self._lost >= self._limits.lost:
                self._stop(f"the first {self._lost} questions all failed, the last with: {why}")

    def _tired(self, failure: Failure) -> bool:
        silence = time.monotonic() - self._last_heard
        if silence > self._limits.patience:
            self._stop(f"{failure}; nothing was heard for {silence:.0f} s")
        return self.stopped is not None

    def _stop(self, why: str) -> None:
        if self.stopped is None:
            self.stopped = why
        self._over.set()
        self._room.set()
