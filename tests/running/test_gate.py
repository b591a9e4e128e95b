from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from optotype import Workbench
from optotype.evaluate import Limits
from optotype.running.gate import Gate
from tests.respondents.numbered import fill
from tests.respondents.server import Plan, Server


@dataclass
class World:
    """A server in simulated time, asked without end."""

    most: int
    latency: Callable[[World], float]
    """Seconds until the reply to a request that is sent now."""
    now: float = 0.0
    busy_until: float = 0.0
    widths: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        self.gate = Gate(self.most, lambda: self.now)
        self.replies: list[tuple[float, float]] = []

    def run(self, replies: int, limit: int | None = None) -> None:
        """Lives until so many replies came; above a limit of requests at once, the server turns requests away."""
        for _ in range(replies):
            while self.gate.open:
                entered = self.gate.enter()
                heapq.heappush(self.replies, (self.now + self.latency(self), entered))
                assert self.gate.active <= self.gate.width <= self.most
            if not self.replies:
                self.now += self.gate.opens_in
                continue
            at, entered = heapq.heappop(self.replies)
            self.now = max(self.now, at)
            too_many = limit is not None and self.gate.active > limit
            self.gate.leave()
            if too_many:
                self.gate.complain(entered, 0.01)
            else:
                self.gate.praise()
            self.widths.append(self.gate.width)


def steady(seconds: float) -> Callable[[World], float]:
    return lambda _: seconds


def one_by_one(seconds: float) -> Callable[[World], float]:
    def latency(world: World) -> float:
        world.busy_until = max(world.busy_until, world.now) + seconds
        return world.busy_until - world.now

    return latency


def uneven(seconds: float, seed: int) -> Callable[[World], float]:
    chance = random.Random(seed)
    return lambda _: chance.lognormvariate(0, 0.7) * seconds


def test_it_widens_to_its_most_while_that_helps() -> None:
    for seconds in (0.05, 5.0):
        world = World(200, steady(seconds))
        world.run(600)
        assert world.gate.width == 200
        assert world.now < 12 * seconds


def test_it_widens_although_replies_take_unequally_long() -> None:
    for seed in range(20):
        world = World(128, uneven(2.0, seed))
        world.run(6000)
        assert world.gate.width >= 64


def test_it_stays_narrow_where_all_wait_in_one_queue() -> None:
    world = World(200, one_by_one(0.01))
    world.run(20_000)
    assert max(world.widths) <= 32
    assert sum(width > 8 for width in world.widths) < 0.2 * len(world.widths)


def test_a_slow_server_is_never_asked_more_than_twice_of_what_it_bears() -> None:
    world = World(200, one_by_one(3.0))
    world.run(5000)
    assert max(world.widths) <= 16


def test_it_stops_widening_where_it_stops_helping() -> None:
    def forty_at_a_time(world: World) -> float:
        return max(0.1, world.gate.active / 40 * 0.1)  # forty are served as fast as one, no more

    world = World(500, forty_at_a_time)
    world.run(30_000)
    assert 32 <= world.gate.width <= 100


def test_it_is_halved_once_for_all_that_were_under_way_together() -> None:
    clock = [1.0]
    gate = Gate(64, lambda: clock[0])
    gate.width = 64
    entered = [gate.enter() for _ in range(64)]
    clock[0] = 2.0
    firsts = [gate.complain(at) for at in entered]
    assert gate.width == 32
    assert firsts == [True] + [False] * 63
    clock[0] = 3.0
    assert gate.complain(gate.enter())
    assert gate.width == 16


def test_it_is_never_narrower_than_one() -> None:
    clock = [0.0]
    gate = Gate(3, lambda: clock[0])
    for _ in range(10):
        clock[0] += 1
        gate.complain(clock[0])
    assert gate.width == 1
    assert gate.open


def test_it_widens_again_after_a_storm() -> None:
    world = World(64, steady(0.05))
    world.run(1000)
    world.run(300, limit=0)
    assert world.gate.width == 1
    world.run(3000)
    assert world.gate.width == 64


def test_it_keeps_below_what_a_server_bears_most_of_the_time() -> None:
    world = World(200, steady(0.05))
    world.run(20_000, limit=50)
    late = world.widths[5000:]
    assert 20 <= sum(late) / len(late) <= 60


def test_a_gate_that_is_closed_opens_by_itself() -> None:
    clock = [10.0]
    gate = Gate(4, lambda: clock[0])
    gate.close(2.0)
    gate.close(1.0)
    assert not gate.open
    assert gate.opens_in == 2.0
    clock[0] = 12.0
    assert gate.open


def test_what_is_measured_while_nobody_asks_says_nothing() -> None:
    clock = [0.0]
    gate = Gate(64, lambda: clock[0])
    for _ in range(100):
        clock[0] += 0.01
        gate.enter()
        gate.idle()
        gate.leave()
        gate.praise()
    assert gate.width == 8


@settings(max_examples=200)
@given(
    st.integers(1, 40),
    st.lists(
        st.tuples(st.sampled_from(["in", "praise", "complain", "close", "idle", "tick"]), st.floats(0, 3)), max_size=400
    ),
)
def test_whatever_happens_no_more_pass_than_may_and_it_opens_again(most: int, steps: list[tuple[str, float]]) -> None:
    clock = [0.0]
    gate = Gate(most, lambda: clock[0])
    inside: list[float] = []
    for what, amount in steps:
        match what:
            case "in" if gate.open:
                inside.append(gate.enter())
                assert gate.active <= gate.width
            case "praise" if inside:
                inside.pop(0)
                gate.leave()
                gate.praise()
            case "complain" if inside:
                entered = inside.pop()
                gate.leave()
                gate.complain(entered, amount)
            case "close":
                gate.close(amount)
            case "idle":
                gate.idle()
            case _:
                clock[0] += amount
        assert 1 <= gate.width <= most
        assert gate.active == len(inside)
    for _ in inside:
        gate.leave()
    clock[0] += gate.opens_in + 1e-9  # a sum may fall short of the moment by its last digit
    assert gate.open


# --- over HTTP


def most_at_once(bench: Workbench, plan: Plan, connections: int, count: int) -> int:
    fill(bench, count)
    with Server(plan) as server:
        result = bench.evaluate("endpoint/x", settings={"base_url": server.url}, limits=Limits(connections=connections))
    assert result.states["given"] == count
    return server.most_at_once


def test_a_server_that_takes_its_time_is_asked_many_things_at_once(bench: Workbench) -> None:
    assert most_at_once(bench, Plan(delay=0.3), 40, 300) == 40


def test_a_server_that_does_one_thing_at_a_time_is_not_asked_everything_at_once(bench: Workbench) -> None:
    assert most_at_once(bench, Plan(everybody=["one_by_one"]), 200, 160) <= 48
