"""Who works on what: nobody too many, nobody twice, nothing lost. On SQLite and on PostgreSQL."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from optotype import Workbench
from optotype.store.studio import drafts, submissions, tasks, turns
from optotype.studio import desk
from optotype.studio.desk import EVERYBODY, TRAINING, NotYours, Task, Turn

LEASE = 600.0


@pytest.fixture
def connection(stored_bench: Workbench) -> Iterator[sa.Connection]:
    with stored_bench.store.write() as connection:
        yield connection


def open_project(connection: sa.Connection, count: int, wanted: int = 1, people: str = "abc") -> None:
    desk.lay_out(connection, "p", [Task(f"item {number}", wanted=wanted) for number in range(1, count + 1)])
    for person in people:
        desk.join(connection, "p", person)


def take(
    connection: sa.Connection, person: str, at: float = 0.0, *, phases: tuple[int, ...] = (0,), after: int | None = None
) -> Turn | None:
    return desk.take(connection, "p", person, at, LEASE, phases=phases, after=after)


def hand_in(connection: sa.Connection, turn: Turn, at: float = 1.0, id: str | None = None) -> desk.Handed:
    return desk.hand_in(connection, turn.id, turn.person, id or f"work {turn.id} {at}", "{}", 5.0, at)


def taken(turn: Turn | None) -> Turn:
    assert turn is not None
    return turn


def test_tasks_come_in_order_and_a_reload_gives_the_same_one_again(connection: sa.Connection) -> None:
    open_project(connection, 3)
    first = taken(take(connection, "a"))
    assert (first.number, first.subject, first.state) == (1, "item 1", "held")
    assert taken(take(connection, "a", 10.0)).id == first.id
    hand_in(connection, first)
    assert taken(take(connection, "a")).number == 2


def test_the_next_task_can_be_loaded_while_one_is_at_work_but_no_third(connection: sa.Connection) -> None:
    open_project(connection, 5)
    first = taken(take(connection, "a"))
    second = taken(take(connection, "a", after=first.id))
    assert second.number == 2
    assert taken(take(connection, "a", after=first.id)).id == second.id
    assert connection.execute(sa.select(sa.func.count()).select_from(turns)).scalar() == 2


def test_nobody_has_a_task_that_is_with_as_many_as_are_wanted(connection: sa.Connection) -> None:
    open_project(connection, 2, wanted=2)
    assert [taken(take(connection, person)).number for person in "abc"] == [1, 1, 2]


def test_work_that_is_handed_in_twice_under_one_name_is_kept_once(connection: sa.Connection) -> None:
    open_project(connection, 2)
    turn = taken(take(connection, "a"))
    once, again = hand_in(connection, turn, id="x"), hand_in(connection, turn, id="x")
    assert (once.kept, once.first, once.repeated) == (True, True, False)
    assert (again.kept, again.first, again.repeated) == (True, False, True)
    assert connection.execute(sa.select(sa.func.count()).select_from(submissions)).scalar() == 1
    assert connection.execute(sa.select(tasks.c.done).where(tasks.c.number == 1)).scalar() == 1


def test_work_can_be_corrected_and_every_version_is_kept(connection: sa.Connection) -> None:
    open_project(connection, 2)
    turn = taken(take(connection, "a"))
    hand_in(connection, turn, id="x")
    assert hand_in(connection, turn, id="y").first is False
    assert connection.execute(sa.select(submissions.c.id).order_by(submissions.c.position)).scalars().all() == [
        "x",
        "y",
    ]
    assert connection.execute(sa.select(tasks.c.done).where(tasks.c.number == 1)).scalar() == 1


def test_a_task_that_is_held_too_long_goes_to_somebody_else(connection: sa.Connection) -> None:
    open_project(connection, 1)
    late = taken(take(connection, "a"))
    assert take(connection, "b", LEASE - 1) is None
    assert taken(take(connection, "b", LEASE + 1)).number == 1
    handed = hand_in(connection, late, LEASE + 2)
    assert not handed.kept
    assert connection.execute(sa.select(submissions.c.kept)).scalars().all() == [False]


def test_late_work_counts_where_nobody_else_has_begun(connection: sa.Connection) -> None:
    open_project(connection, 1)
    late = taken(take(connection, "a"))
    assert desk.bring_back(connection, "p", LEASE + 1) == 1
    assert hand_in(connection, late, LEASE + 2).kept
    assert take(connection, "b", LEASE + 3) is None


def test_what_comes_back_is_found_by_people_who_were_beyond_it(connection: sa.Connection) -> None:
    open_project(connection, 3)
    first = taken(take(connection, "a"))
    for number in (2, 3):
        turn = taken(take(connection, "b"))
        assert turn.number == number
        hand_in(connection, turn)
    assert take(connection, "b") is None
    desk.give_back(connection, first.id, "a")
    assert taken(take(connection, "b")).number == 1


def test_who_gave_a_task_back_may_have_it_again(connection: sa.Connection) -> None:
    open_project(connection, 1)
    turn = taken(take(connection, "a"))
    desk.give_back(connection, turn.id, "a")
    assert taken(take(connection, "a")).id == turn.id


def test_another_persons_turn_can_be_neither_seen_nor_used(connection: sa.Connection) -> None:
    open_project(connection, 2)
    turn = taken(take(connection, "a"))
    for act in (
        lambda: desk.of(connection, turn.id, "b"),
        lambda: desk.give_back(connection, turn.id, "b"),
        lambda: desk.flag(connection, turn.id, "b", flagged=True),
        lambda: desk.keep_draft(connection, turn.id, "b", "{}", 0.0),
        lambda: desk.hand_in(connection, turn.id, "b", "x", "{}", 1.0, 1.0),
    ):
        with pytest.raises(NotYours):
            act()
    assert connection.execute(sa.select(sa.func.count()).select_from(submissions)).scalar() == 0


def test_who_is_no_member_gets_nothing(connection: sa.Connection) -> None:
    open_project(connection, 2)
    assert take(connection, "stranger") is None


def test_everybody_does_the_training_first(connection: sa.Connection) -> None:
    training = [Task("easy", role=TRAINING, wanted=EVERYBODY)]
    desk.lay_out(connection, "p", [*training, *(Task(f"item {number}", phase=1) for number in range(3))])
    for person in "ab":
        desk.join(connection, "p", person)
    both = (0, 1)
    first, other = taken(take(connection, "a", phases=both)), taken(take(connection, "b", phases=both))
    assert (first.subject, other.subject) == ("easy", "easy")
    hand_in(connection, first)
    hand_in(connection, other)
    found = {taken(take(connection, person, phases=both)).subject for person in "ab"}
    assert found == {"item 0", "item 1"}


def test_a_phase_that_is_not_under_way_gives_nothing(connection: sa.Connection) -> None:
    desk.lay_out(connection, "p", [Task("item", phase=1)])
    desk.join(connection, "p", "a")
    assert take(connection, "a", phases=(0,)) is None
    assert taken(take(connection, "a", phases=(0, 1))).subject == "item"


def test_tasks_are_dealt_out_evenly_and_come_to_whom_they_were_given(connection: sa.Connection) -> None:
    open_project(connection, 7, wanted=2)
    loads = desk.assign_evenly(connection, "p", ["a", "b", "c"])
    assert sum(loads.values()) == 14
    assert max(loads.values()) - min(loads.values()) <= 1
    mine = connection.execute(sa.select(turns.c.number).where(turns.c.person == "a").order_by(turns.c.number)).scalars()
    numbers = list(mine)
    done: list[int] = []
    while turn := desk.take(connection, "p", "a", 0.0, LEASE, phases=(0,), first_come=False):
        hand_in(connection, turn)
        done.append(turn.number)
    assert done == numbers


def test_tasks_given_by_hand_are_not_given_twice(connection: sa.Connection) -> None:
    open_project(connection, 3)
    assert desk.assign(connection, "p", "a", [1, 3]) == 2
    assert desk.assign(connection, "p", "a", [1]) == 0
    assert desk.assign(connection, "p", "b", [1, 2]) == 1
    assert taken(take(connection, "a")).number == 1


def test_a_draft_is_there_until_the_work_is_handed_in(connection: sa.Connection) -> None:
    open_project(connection, 1)
    turn = taken(take(connection, "a"))
    desk.keep_draft(connection, turn.id, "a", '{"value": "A"}', 1.0)
    desk.keep_draft(connection, turn.id, "a", '{"value": "B"}', 2.0)
    assert desk.draft_of(connection, turn.id) == '{"value": "B"}'
    hand_in(connection, turn)
    assert connection.execute(sa.select(drafts)).all() == []


def test_work_that_is_set_aside_is_kept_and_its_tasks_are_open_again(connection: sa.Connection) -> None:
    open_project(connection, 3)
    for _ in range(2):
        hand_in(connection, taken(take(connection, "a")))
    held = taken(take(connection, "a"))
    concerned = desk.set_aside(connection, "p", "a")
    assert [turn.number for turn in concerned] == [1, 2]
    assert take(connection, "a") is None
    assert [taken(take(connection, "b")).number, held.number] == [1, 3]
    assert connection.execute(sa.select(sa.func.count()).select_from(submissions)).scalar() == 2
    assert connection.execute(sa.select(tasks.c.done).order_by(tasks.c.number)).scalars().all() == [0, 0, 0]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_people_do_no_task_is_with_too_many_and_none_is_forgotten(
    connection: sa.Connection, seed: int
) -> None:
    chance = random.Random(seed)
    people, wanted, count = "abcde", chance.choice((1, 2, 3)), 12
    open_project(connection, count, wanted, people)
    at = 0.0
    mine: dict[str, Turn | None] = dict.fromkeys(people)
    for step in range(300):
        at += chance.choice((1.0, 30.0, LEASE / 2))
        person = chance.choice(people)
        turn = mine[person]
        match chance.choice(("take", "hand in", "hand in", "give back")):
            case "hand in" if turn is not None:
                hand_in(connection, turn, at, f"{seed} {step}")
                mine[person] = None
            case "give back" if turn is not None:
                try:
                    desk.give_back(connection, turn.id, person)
                except NotYours:
                    assert desk.of(connection, turn.id, person).state == "back"
                mine[person] = None
            case _:
                mine[person] = take(connection, person, at)
        rows = connection.execute(sa.select(turns.c.task, turns.c.person, turns.c.state)).all()
        with_whom = Counter(row.task for row in rows if row.state in ("held", "done"))
        handed = Counter(row.task for row in rows if row.state == "done")
        for task in connection.execute(sa.select(tasks)):
            assert with_whom[task.id] == task.taken <= wanted
            assert handed[task.id] == task.done
            assert task.open == (task.taken < wanted)
    at += 2 * LEASE
    for person in people:  # each may do what is left: all is done in the end
        while turn := take(connection, person, at):
            hand_in(connection, turn, at, f"{seed} end {turn.id}")
    assert connection.execute(sa.select(tasks.c.done)).scalars().all() == [wanted] * count


def test_only_who_did_a_task_is_asked_again(connection: sa.Connection) -> None:
    desk.lay_out(connection, "p", [Task("item"), Task("item", role=desk.REPEAT, wanted=desk.EVERYBODY)])
    for person in "ab":
        desk.join(connection, "p", person)
    first = taken(take(connection, "a"))
    assert take(connection, "b") is None
    hand_in(connection, first)
    again = taken(take(connection, "a"))
    assert (again.role, again.subject) == (desk.REPEAT, "item")
    assert take(connection, "b") is None
