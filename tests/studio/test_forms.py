"""What administrators write about a project."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from optotype import init
from optotype.errors import OptotypeError
from optotype.studio import forms
from optotype.studio.desk import ATTENTION, REPEAT, TRAINING, WORK
from optotype.studio.opening import make_project
from optotype.studio.projects import Phase, Project, phases_of
from tests.samples import fill

PLAIN = {"title": "Human baseline", "screen": "answer"}


def test_a_title_alone_makes_a_project_of_one_phase() -> None:
    project, selection = forms.described(PLAIN)
    assert (project.id, project.title, project.phases) == ("human-baseline", "Human baseline", (Phase(name="main"),))
    assert selection.split is None


def test_titles_in_other_alphabets_have_addresses_of_their_own() -> None:
    first, _ = forms.described(PLAIN | {"title": "Разметка таблиц"})
    second, _ = forms.described(PLAIN | {"title": "Разметка рисунков"})
    assert first.id != second.id
    assert first.id.startswith("project-")


def test_phases_have_sizes_and_deadlines_and_the_main_one_has_the_rest() -> None:
    fields = PLAIN | {"training": "2", "test": "3", "main_until": "2026-12-01T18:00"}
    project, _ = forms.described(fields)
    assert [(phase.kind, phase.size) for phase in project.phases] == [("training", 2), ("main", None), ("test", 3)]
    assert project.phases[1].closes == datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
    assert phases_of(project, 9) == [0, 0, 1, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"title": " "}, "A project has a title"),
        ({"training": "two"}, "'two' tasks for the phase 'training'"),
        ({"test": "0"}, "'0' tasks for the phase 'test'"),
        ({"main_until": "tomorrow"}, "such as 2026-12-01T18:00"),
        ({"overlap": "0"}, "overlap"),
        ({"overlap": "NaN"}, "overlap"),
        ({"minutes": "inf"}, "minutes"),
        ({"repeats": "-1"}, "repeats"),
        ({"assignment": "by magic"}, "assignment"),
    ],
)
def test_what_will_not_do_is_told(fields: dict[str, str], told: str) -> None:
    with pytest.raises(OptotypeError, match=told):
        forms.described(PLAIN | fields)


def test_a_phase_cannot_close_before_it_opens() -> None:
    project, _ = forms.described(PLAIN)
    with pytest.raises(OptotypeError, match="closes before it opens"):
        forms.with_deadlines(project, {"opens_0": "2026-12-02T00:00", "closes_0": "2026-12-01T00:00"})


@pytest.mark.parametrize("text", ["x", "1-", "-1", "1,,2;3", "1-999999999"])
def test_numbers_of_tasks_are_numbers(text: str) -> None:
    with pytest.raises(OptotypeError):
        forms.numbers(text)


def test_ranges_are_written_out() -> None:
    assert forms.numbers("1-3, 7 ,9 - 10") == [1, 2, 3, 7, 9, 10]


def test_planted_tasks_are_spread_and_repeated_ones_come_last(tmp_path: Path) -> None:
    with init(tmp_path / "bench") as bench:
        fill(bench)
        items = [item.id for item in bench.items() if bench.gold(item) is not None]
        project = Project(
            id="p",
            title="P",
            screen="answer",
            planted=(items[-1],),
            repeats=2,
            phases=(Phase(name="training", kind="training", size=1), Phase(name="main")),
        )
        make_project(bench, project)
        with bench.store.engine.connect() as connection:
            found = connection.exec_driver_sql("select role, subject from studio_tasks order by number").all()
        roles = [role for role, _ in found]
        assert roles[0] == TRAINING
        assert roles[-2:] == [REPEAT, REPEAT]
        assert roles.count(ATTENTION) == 1
        assert 1 < roles.index(ATTENTION) < len(roles) - 2
        assert [subject for role, subject in found if role == REPEAT] == [
            subject for role, subject in found if role == WORK
        ][:2]
        with pytest.raises(OptotypeError, match="cannot be asked again"):
            make_project(bench, project.model_copy(update={"id": "q", "repeats": 1000}))
