"""What people did in the studio flows into gold: checks, planted tasks, training, decisions, experts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from optotype import Workbench
from optotype.counting import counted
from optotype.records import Gold
from optotype.selecting import Selection
from optotype.studio import desk, people
from optotype.studio.bundles import items_of
from optotype.studio.decisions import lay_before_experts
from optotype.studio.ledger import Ledger
from optotype.studio.people import Person, Role, Session
from optotype.studio.projects import Phase, Project, now
from optotype.studio.work import Given, Work
from tests.gold.people import gold, item, put

Fill = Callable[[Given], Mapping[str, JsonValue]]
REVIEWED: dict[str, JsonValue] = {"about_table": "yes", "no_special_knowledge": "yes", "needs_picture": "yes"}


def somebody(bench: Workbench, name: str, project: str, role: Role = "annotator") -> Person:
    with bench.store.write() as connection:
        person = people.add(connection, name, role, now())
        desk.join(connection, project, person.id)
    return person


def works(bench: Workbench, person: Person, project: str, fill: Fill) -> None:
    """Does all tasks that are there for somebody."""

    async def work() -> None:
        with Ledger(bench.store) as ledger, bench.store.event("test") as writer:
            desk_ = Work(bench, ledger, writer)
            session = Session(person, "")
            given = await desk_.take(session, project)
            while given is not None:
                filled = dict(fill(given))
                *_, given = await desk_.hand_in(session, given.turn.id, f"{person.id}-{given.turn.id}", filled, 9.0)

    asyncio.run(work())


def says(letter: str, **more: JsonValue) -> Fill:
    return lambda _given: {"answer": letter, **more}


def left_out(bench: Workbench) -> dict[str, int]:
    return {one.filter: one.answers for one in counted(bench).left_out if one.answers}


def test_a_batch_of_a_crowd_is_left_out_where_a_check_was_failed(bench: Workbench) -> None:
    put(bench, item("one"), item("two"), item("plain"), gold("plain", "D"))
    crowd = Project(
        id="crowd",
        title="Crowd",
        screen="crowd_batch",
        overlap=4,
        checks=("How many options? 3 | *4",),
        planted=("set/plain",),
    )
    bench.make_project(crowd)

    with bench.store.engine.connect() as connection:
        places = [place for place, one in enumerate(items_of(connection, "crowd", "batch/1"), 1) if one.planted]

    def fill(check: str = "4", planted: str = "D", last: str = "19-29") -> Fill:
        found: dict[str, JsonValue] = {"check1": check, "age-first": "19-29", "age-last": last}
        found |= {f"q{place}-answer": planted if place in places else "A" for place in (1, 2, 3)}
        return lambda _given: found

    crowded = {"Anna": fill(), "Boris": fill(check="3"), "Clara": fill(planted="B"), "Dora": fill(last="60+")}
    for name, filled in crowded.items():
        works(bench, somebody(bench, name, "crowd"), "crowd", filled)
    assert left_out(bench) == {}  # a slip among three checks is forgiven, but not by IconQA's rule
    strict = [f"{name}:allowed=0" for name in ("attention_checks", "planted_question", "differing_ages")]
    counting = counted(bench, filters=strict)
    assert [(one.filter, one.answers) for one in counting.left_out] == [(name, 2) for name in strict]
    assert len(counting.answers) == 2


def test_who_fails_a_planted_task_and_who_is_still_learning_does_not_count(bench: Workbench) -> None:
    put(bench, item("learn"), item("one"), item("two"), item("plain"), gold("plain", "D"), gold("learn", "A"))
    phases = (Phase(name="training", kind="training", size=1), Phase(name="main"))
    bench.make_project(Project(id="p", title="P", screen="answer", overlap=2, planted=("set/plain",), phases=phases))

    def reads(given: Given) -> Mapping[str, JsonValue]:
        return {"answer": "D" if given.turn.subject == "set/plain" else "A"}

    works(bench, somebody(bench, "Anna", "p"), "p", reads)
    works(bench, somebody(bench, "Boris", "p"), "p", says("A"))
    assert left_out(bench) == {"practice": 4, "planted_question": 2}
    done = bench.decide_gold("majority:least=1")
    assert done.branches == {"1 of 1": 2}
    assert bench.store.get(Gold, "set/plain") == gold("plain", "D")


def test_labtabvqas_way_the_generated_answer_or_theirs_if_an_expert_confirms(bench: Workbench) -> None:
    put(bench, item("agreed"), item("corrected"), item("split"))
    put(bench, gold("agreed", "A"), gold("corrected", "A"), gold("split", "A"))
    bench.make_project(Project(id="tables", title="Tables", screen="table_review", overlap=3))
    said = {"Anna": "AAB", "Boris": "ABC", "Vera": "BBD"}
    for name, letters in said.items():
        by_item: dict[str, str] = dict(zip(("set/agreed", "set/corrected", "set/split"), letters, strict=True))

        def fill(given: Given, by_item: Mapping[str, str] = by_item) -> Mapping[str, JsonValue]:
            return {**REVIEWED, "answer": by_item[given.turn.subject]}

        works(bench, somebody(bench, name, "tables"), "tables", fill)
    done = bench.decide_gold("generated_or_confirmed")
    assert done.branches == {"generated": 1}
    assert {one.item: one.why for one in done.contested} == {
        "set/corrected": "no expert confirmed it",
        "set/split": "people do not agree",
    }
    bench.make_project(Project(id="meta", title="Meta", screen="answer"), Selection())
    works(bench, somebody(bench, "Xenia", "meta", "expert"), "meta", says("B"))
    assert bench.decide_gold("generated_or_confirmed").branches == {"confirmed": 1, "generated": 1}
    found = bench.store.get(Gold, "set/corrected")
    assert found is not None
    assert (found.accepted, len(found.counted)) == ((("B",),), 4)


def test_what_an_expert_decides_on_the_adjudication_screen_ends_a_contest(bench: Workbench) -> None:
    put(bench, item("one"))
    project = Project(id="p", title="P", screen="answer", overlap=2)
    bench.make_project(project)
    works(bench, somebody(bench, "Anna", "p"), "p", says("A"))
    works(bench, somebody(bench, "Boris", "p"), "p", says("B"))
    assert [one.why for one in bench.decide_gold("majority:least=2").contested] == ["people do not agree"]
    lay_before_experts(bench, project, "Decisions")
    works(bench, somebody(bench, "Xenia", "p-decisions", "expert"), "p-decisions", says("B", why="counted again"))
    done = bench.decide_gold("majority:least=2")
    assert (done.branches, done.contested) == ({"expert": 1}, [])
