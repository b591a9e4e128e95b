"""The study of IconQA: who is trained and asked, what is not done twice, and what the table says."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from optotype import respondents
from optotype.bench import Bench
from optotype.errors import OptotypeError
from optotype.features.problems import TASKS
from optotype.records import Collection, Item, Run, Score
from optotype.results import Result
from optotype.studies._rows import ROWS
from optotype.studies.iconqa import Study, study
from optotype.workbench import Workbench
from tests.training.planted import put

ITEMS = 12


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    """Twelve test items, four of each sub-task."""
    chance = random.Random(1)
    with Bench.init(tmp_path / "bench") as made, made.store.event("test") as writer:
        writer.write(add=[Collection(id="planted", format="write")])
        for number in range(ITEMS):
            put(made, writer, number, chance, "test")
    return Workbench.open(tmp_path / "bench")


@dataclass(frozen=True)
class Taught:
    files: Path | None
    epochs: int = 3
    of: int = 3
    dev: float = 0.5


@dataclass
class Rehearsal:
    """Trains nobody, and asks networks that are right as often as they are told to be."""

    bench: Workbench
    right: dict[str, Callable[[Item], bool]] = field(default_factory=dict[str, Callable[[Item], bool]])
    trained: list[str] = field(default_factory=list[str])
    asked: list[str] = field(default_factory=list[str])
    breaks_at: str = ""
    can_train: bool = True

    def train(self, spec: str, data: Path, out: Path, **_settings: Any) -> Taught:
        assert data == self.bench.folder
        if self.breaks_at and out.match(self.breaks_at):
            raise KeyboardInterrupt
        self.trained.append(spec)
        write_network(out, spec)
        return Taught(out / "network")

    def evaluate(self, model: str, **settings: Any) -> Result:
        self.asked.append(model)
        if model.startswith("baseline/"):
            return self.bench.evaluate(model, **settings)
        name = respondents.build(model, {}, None).name
        run = Run(id=f"run-{len(self.asked)}", respondent=name, ended=datetime.now(UTC))
        is_right = self.right.get(Path(model).name, lambda _item: False)
        with self.bench.store.event("test") as writer:
            writer.write(add=[run])
            for item in self.bench.items(split="test"):
                value = float(is_right(item))
                writer.write(add=[Score(item=item.id, run=run.id, metric="accuracy", signature="a", value=value)])
        return Result(run=run, judged=[], states={}, items=ITEMS, unjudged=0, failures={})

    def check(self) -> None:
        if not self.can_train:
            raise OptotypeError("Training needs torch")

    def study(self, out: Path, **settings: Any) -> Study:
        return study(self.bench, out, train=self.train, check=self.check, evaluate=self.evaluate, **settings)


def task_of(item: Item) -> str:
    """IconQA's sub-task, by what is chosen from."""
    return "fill_in_blank" if not item.options else "choose_img" if item.options[0].picture else "choose_txt"


def write_network(out: Path, spec: str) -> None:
    """What says how a network is asked, as a training writes it."""
    (out / "network").mkdir(parents=True, exist_ok=True)
    told: dict[str, object] = {
        "network": spec,
        "tasks": TASKS,
        "answers": ["1"],
        "encoder": "pixels",
        "side": 4,
        "grids": [1],
        "option_grids": [1],
        "words": "embedded",
        "tokens": 8,
        "problems": 1,
        "figures": {},
    }
    (out / "network" / "network.json").write_text(json.dumps(told))


def test_figures_are_those_of_the_runs_and_differences_those_of_pairs(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench, {"patch_trm": lambda _: True, "question_only": lambda item: not item.options})
    found = rehearsal.study(tmp_path / "out", only=["question_only", "patch_trm", "baseline/random"])
    blind, question, best = found.lines
    assert (blind.name, question.name, best.name) == ("baseline/random", "question_only", "patch_trm")
    assert {part: one.value for part, one in question.figures.items()} == {
        "all": pytest.approx(1 / 3),
        "choose_txt": 0,
        "choose_img": 0,
        "fill_in_blank": 1,
    }
    assert {(one.other, one.on): round(one.difference.value, 3) for one in found.against} == {
        ("question_only", "all"): 0.667,
        ("question_only", "choose_img"): 1,
        ("question_only", "choose_txt"): 1,
        ("question_only", "fill_in_blank"): 0,
    }
    assert best.published["choose_img"] == 82.66
    assert blind.epochs is None
    assert bench.store.get(Run, blind.run) is not None


def test_what_is_done_is_not_done_again(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench)
    names = ["baseline/random", "question_only", "image_only"]
    first = rehearsal.study(tmp_path / "out", only=names)
    assert len(rehearsal.trained) == 6
    again = rehearsal.study(tmp_path / "out", only=names)
    assert (len(rehearsal.trained), len(rehearsal.asked)) == (6, 3)
    assert again.lines == first.lines
    write_network(tmp_path / "out" / "image_only" / "choose_txt", "image_only:seed=2")  # another respondent
    rehearsal.study(tmp_path / "out", only=names)
    assert [Path(model).name for model in rehearsal.asked[3:]] == ["image_only"]


def test_an_interrupted_study_goes_on_where_it_was(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench, breaks_at="image_only/choose_txt")
    with pytest.raises(KeyboardInterrupt):
        rehearsal.study(tmp_path / "out", only=["question_only", "image_only"])
    rehearsal.breaks_at = ""
    found = rehearsal.study(tmp_path / "out", only=["question_only", "image_only"])
    assert len(rehearsal.trained) == 6
    assert [(line.epochs, line.of) for line in found.lines] == [(9, 9), (9, 9)]


def test_each_row_has_a_network_for_each_sub_task_which_are_asked_as_one(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench, {"ban": lambda item: task_of(item) != "choose_txt"})
    (line,) = rehearsal.study(tmp_path / "out", only=["ban"]).lines
    assert rehearsal.trained == [f"ban:task={task}" for task in ("choose_img", "choose_txt", "fill_in_blank")]
    assert {part: (one.value, one.count) for part, one in line.figures.items()} == {
        "all": (pytest.approx(2 / 3), 12),
        "choose_img": (1, 4),
        "choose_txt": (0, 4),
        "fill_in_blank": (1, 4),
    }
    assert rehearsal.asked == [f"trained/{tmp_path / 'out' / 'ban'}"]
    assert (line.epochs, line.of) == (9, 9)


def test_one_network_may_learn_all_sub_tasks_or_one_alone(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench)
    (line,) = rehearsal.study(tmp_path / "out", only=["ban"], together=True).lines
    assert (line.epochs, line.of) == (3, 3)
    rehearsal.study(tmp_path / "texts", only=["ban"], settings={"task": "choose_txt"})
    assert rehearsal.trained == ["ban", "ban:task=choose_txt"]
    with pytest.raises(OptotypeError, match="ban holds one network that learned before what now has a network for"):
        rehearsal.study(tmp_path / "out", only=["ban"])


def test_settings_of_all_give_way_to_those_that_make_a_row(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench)
    rehearsal.study(
        tmp_path / "out", only=["vit", "patch_trm-no_icons"], small=True, together=True, settings={"encoder": "mine"}
    )
    small = "epochs=8,patience=0,most=2000,inside=128,inner=256,width=128"
    assert rehearsal.trained == [f"vit:{small},encoder=pixels", f"patch_trm:{small},encoder=untrained"]


def test_a_small_study_has_one_network_of_each_group(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench)
    found = rehearsal.study(tmp_path / "out", small=True, together=True)
    assert {line.group for line in found.lines} == {row.group for row in ROWS}
    assert [spec.partition(":")[0] for spec in rehearsal.trained] == [
        "question_only", "image_only", "top_down", "uniter", "patch_trm", "patch_trm",
    ]  # fmt: skip


def test_a_training_that_was_made_before_is_asked_as_it_is(bench: Workbench, tmp_path: Path) -> None:
    write_network(tmp_path / "mine", "patch_trm:epochs=50")
    rehearsal = Rehearsal(bench)
    found = rehearsal.study(tmp_path / "out", only=["patch_trm"], taken={"patch_trm": tmp_path / "mine"})
    assert rehearsal.trained == []
    assert rehearsal.asked == [f"trained/{tmp_path / 'mine'}"]
    assert any("taken from a training that was made before" in note for note in found.notes)
    rehearsal.study(tmp_path / "out", only=["patch_trm"], taken={"patch_trm": tmp_path / "mine"})
    assert len(rehearsal.asked) == 1


def test_a_training_for_each_sub_task_is_taken_whole(bench: Workbench, tmp_path: Path) -> None:
    for task in TASKS:
        write_network(tmp_path / "mine" / task, f"patch_trm:task={task}")
    rehearsal = Rehearsal(bench, {"mine": lambda _: True})
    (line,) = rehearsal.study(tmp_path / "out", only=["patch_trm"], taken={"patch_trm": tmp_path / "mine"}).lines
    assert (rehearsal.trained, line.figures["all"].value, line.figures["all"].count) == ([], 1, 12)


def test_the_tables_have_intervals_and_say_what_is_published_and_what_items_lack(
    bench: Workbench, tmp_path: Path
) -> None:
    found = Rehearsal(bench, {"patch_trm": lambda _: True}).study(tmp_path / "out", only=["patch_trm", "ban"])
    page = (tmp_path / "out" / "table.md").read_text()
    assert "| Patch-TRM | 100.0 [" in page
    assert "| as published | 82.66 | 75.19 | 83.62 | 80.63 |" in page
    assert "12 of 12 test items have none of the thirteen skills" in page
    with (tmp_path / "out" / "table.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    (one,) = [row for row in rows if row["row"] == "patch_trm" and row["part"] == "fill_in_blank"]
    assert (one["value"], one["items"], one["published"]) == ("100.00", "4", "83.62")
    tasks, skills, *_ = found.grids()
    assert tasks.rows[0][0] == "BAN"
    assert set(skills.rows[0][1:]) == {"-"}
    assert skills.rows[-1][:2] == ("as published", "81.87")


def test_what_a_user_can_mend_is_told(bench: Workbench, tmp_path: Path) -> None:
    rehearsal = Rehearsal(bench)
    with pytest.raises(OptotypeError, match="no row of the study called 'patch_tmr'"):
        rehearsal.study(tmp_path / "out", only=["patch_tmr"])
    (tmp_path / "out").mkdir(exist_ok=True)
    (tmp_path / "out" / "study.json").write_text('{"ban": {"spec": 3}}')
    with pytest.raises(OptotypeError, match=r"study.json does not say how far the study is"):
        rehearsal.study(tmp_path / "out", only=["ban"])
    with (
        Bench.init(tmp_path / "empty") as empty,
        pytest.raises(OptotypeError, match="no items are in the split 'test'"),
    ):
        study(empty, tmp_path / "other", train=rehearsal.train, check=rehearsal.check, evaluate=rehearsal.evaluate)


def test_that_nothing_can_be_trained_is_told_before_anybody_is_asked(bench: Workbench, tmp_path: Path) -> None:
    rehearsal, out = Rehearsal(bench), tmp_path / "out"
    rehearsal.can_train = False
    with pytest.raises(OptotypeError, match="Training needs torch"):
        rehearsal.study(out, only=["baseline/random", "question_only"])
    assert rehearsal.asked == []
    assert rehearsal.study(out, only=["baseline/random"]).lines  # nobody has to learn
    rehearsal.can_train = True
    rehearsal.study(out, only=["question_only"])
    rehearsal.can_train = False
    assert len(rehearsal.study(out, only=["baseline/random", "question_only"]).lines) == 2  # it has learned
