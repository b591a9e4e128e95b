"""Patch-TRM, and what it shares with every network that answers questions about pictures."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
import pickle
import shutil
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import library

torch = library("torch")
pytestmark = pytest.mark.usefixtures("one_thread")

from torch import Tensor  # noqa: E402

from optotype.errors import OptotypeError  # noqa: E402
from optotype.features.exported import Exported, find  # noqa: E402
from optotype.features.problems import TASKS, Problem  # noqa: E402
from optotype.records import Answer  # noqa: E402
from optotype.respondents import build  # noqa: E402
from optotype.training import Trained, _vqa_eyes, family  # noqa: E402
from optotype.training._patch_trm_network import Count  # noqa: E402
from optotype.training._resnet import ResNet  # noqa: E402
from optotype.training._vqa_data import Batch, batch_of, unseen, vocabulary  # noqa: E402
from optotype.training._vqa_heads import Given, Scores, Widths, loss_of  # noqa: E402
from optotype.training._vqa_loop import Training, load, solver  # noqa: E402
from optotype.training.patch_trm import PatchTrm  # noqa: E402
from optotype.workbench import Workbench  # noqa: E402
from tests.training.planted import LEARNING, PATCH_TRM  # noqa: E402


@pytest.fixture(scope="module")
def bench(learned: Path) -> Path:
    return learned / "bench"


def recipe(**settings: object) -> PatchTrm:
    found = family.build("patch_trm", {**PATCH_TRM, **settings})
    assert isinstance(found, PatchTrm)
    return found


@pytest.fixture(scope="module")
def run(learned: Path) -> Trained:
    """A training that went to its end, with what it exported."""
    return pickle.loads((learned / "trained").read_bytes())


@pytest.fixture(scope="module")
def training(bench: Path, run: Trained) -> Training:
    """The same with its best weights."""
    found = Training(recipe(**LEARNING), bench, run.folder)
    found.network.load_state_dict(load(run.folder)[0].state_dict())
    found.network.eval()
    return found


def scores(training: Training, given: Given) -> Scores:
    with torch.no_grad():
        return training.network(*given)


# --- learning


def test_a_planted_rule_is_learned_in_every_sub_task(run: Trained) -> None:
    assert run.dev > 0.9
    assert run.figures == {f"dev {name}": pytest.approx(1, abs=0.2) for name in ("all", *TASKS)}
    lines = [json.loads(line) for line in (run.folder / "log.jsonl").read_text().splitlines()]
    assert [line["epoch"] for line in lines] == list(range(1, 21))
    assert lines[-1]["loss"] < lines[0]["loss"] / 2
    assert run.notes == ()


def test_stopped_in_the_midst_of_an_epoch_it_ends_with_the_same_weights(bench: Path, tmp_path: Path) -> None:
    through, stopped = (Training(recipe(epochs=2), bench, tmp_path / name) for name in ("through", "stopped"))
    through.run(minutes=1)
    stopped.run(minutes=1, steps=3)
    again = Training(recipe(epochs=2), bench, tmp_path / "stopped")
    assert (again.epoch, again.step) == (0, 3)
    again.run(minutes=1)
    one, other = load(tmp_path / "through")[0].state_dict(), load(tmp_path / "stopped")[0].state_dict()
    assert all(part.equal(other[name]) for name, part in one.items())
    assert through.best == again.best


def test_another_recipe_needs_another_folder(bench: Path, run: Trained) -> None:
    with pytest.raises(OptotypeError, match="holds a training with another recipe"):
        Training(recipe(**LEARNING, inner=32), bench, run.folder)


def test_a_checkpoint_of_another_shape_is_told_by_its_part(bench: Path, run: Trained, tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"best.pt: 'network.\S+' has shape \(.*\), but this network needs \("):
        Training(recipe(begin=str(run.folder), inside=16), bench, tmp_path / "narrow")
    with pytest.raises(OptotypeError, match=r"'network.places' is missing|has 'network.places', which this network"):
        Training(recipe(begin=str(run.folder), positions=False), bench, tmp_path / "nowhere")
    begun = Training(recipe(begin=str(run.folder)), bench, tmp_path / "begun")
    assert begun.accuracy("dev")["all"] == run.dev
    assert begun.notes() == ("begun with run; fresh: nothing",)


def test_in_sixteen_bits_it_learns_the_same_rule(bench: Path, run: Trained, tmp_path: Path) -> None:
    half = Training(recipe(**LEARNING, half=True), bench, tmp_path / "half")
    while half.best <= 0.9 and half.epoch < half.recipe.epochs:  # it need not go on once it knows the rule
        half.run(minutes=30, steps=9)
    assert half.best > 0.9
    assert all(part.dtype == torch.float32 for part in half.network.parameters())


def test_counts_are_sums_that_do_not_hang_on_how_many_other_patches_there_are() -> None:
    torch.manual_seed(1)
    count = Count(8, 2)
    with torch.no_grad():
        count.seen.bias.zero_()
    words, thing, nothing = torch.randn(1, 3, 8), torch.randn(8), torch.zeros(8)

    def counted(*patches: Tensor, hidden: int = 0) -> Tensor:
        there = torch.ones(1, len(patches), dtype=torch.bool)
        there[:, :hidden] = False
        with torch.no_grad():
            return count(words, torch.stack(patches)[None], there)

    torch.testing.assert_close(counted(thing, thing), counted(thing, thing, *[nothing] * 20))
    torch.testing.assert_close(counted(thing, thing, thing, hidden=1), counted(thing, thing))
    assert not torch.allclose(counted(thing), counted(thing, thing))  # as a mean they would be alike


# --- faults of the original


def test_padding_of_the_question_changes_nothing(training: Training) -> None:
    problems = training.splits["dev"].problems[:6]
    given = training.batch(problems).given
    longer = given._replace(
        words=torch.cat([given.words, torch.randn(6, 9, given.words.shape[2])], 1),
        words_there=torch.cat([given.words_there, torch.zeros(6, 9, dtype=torch.bool)], 1),
    )
    for one, other in zip(scores(training, given), scores(training, longer), strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_options_that_do_not_exist_cannot_be_chosen_and_change_nothing(training: Training) -> None:
    problems = [one for one in training.splits["dev"].problems if one.options][:6]
    given = training.batch(problems).given
    count, options = given.options_there.shape

    def wider(part: Tensor) -> Tensor:
        ghosts = (
            torch.rand(count, 4, *part.shape[2:]) * 50
            if part.is_floating_point()
            else torch.zeros(count, 4, *part.shape[2:], dtype=torch.bool)
        )
        return torch.cat([part, ghosts.to(part.dtype)], 1)

    more = Given(*given[:3], *(wider(part) for part in given[3:]))
    for one, other in zip(scores(training, given)[:2], scores(training, more)[:2], strict=True):
        assert torch.allclose(one, other[:, :options], atol=1e-4)
        assert (other[:, options:] < one.min()).all()


def test_what_does_not_exist_is_not_learned_from(training: Training) -> None:
    batch = training.batch([one for one in training.splits["dev"].problems if one.options][:4])
    with torch.no_grad():
        heads = list(training.network.by_task(batch.given, batch.tasks))
    there = batch.given.options_there.clone()
    there[:, -1] = False
    with_it, without = (loss_of(heads, mask, batch.right, batch.answers) for mask in (batch.given.options_there, there))
    assert with_it > without
    assert torch.isfinite(with_it)


def test_the_first_answer_of_the_vocabulary_is_an_answer_like_any_other(training: Training) -> None:
    assert training.answers == ("1", "2", "3")
    first = [one for one in training.splits["dev"].problems if one.right == ("1",)]
    batch = training.batch(first)
    assert batch.answers[:, 0].tolist() == [1.0] * len(first)
    assert [said for _, said in training.said(first)].count("1") > len(first) / 2


# --- options and answers


def test_shuffling_options_changes_no_choice(training: Training) -> None:
    problems = [one for one in training.splits["dev"].problems if one.options]
    turned = [replace(one, options=one.options[::-1], labels=one.labels[::-1]) for one in problems]
    assert [said for _, said in training.said(problems)] == [said for _, said in training.said(turned)]


def test_more_options_than_in_training_can_be_chosen_from(training: Training) -> None:
    one = next(one for one in training.splits["dev"].problems if one.task == "choose_txt")
    many = replace(one, options=one.options * 5, labels=tuple(f"{number}" for number in range(15)))
    many = replace(many, right=("0",))
    assert next(said for _, said in training.said([many])) in many.labels


def test_answers_that_training_never_shows_are_wrong_and_counted(training: Training) -> None:
    problems = training.splits["dev"].problems
    blank = next(one for one in problems if one.task == "fill_in_blank")
    strange = replace(blank, right=("17",))
    assert unseen([*problems, strange], training.answers)[0] == 1
    batch = batch_of(training.memory, [strange], training.answers, tokens=8, device="cpu")
    assert batch.answers.sum() == 0
    assert vocabulary([strange, blank]) == tuple(sorted({"17", *blank.right}))


# --- ablations


@pytest.mark.parametrize(
    ("settings", "patches"),
    [
        ({"attention": False}, 5),
        ({"positions": False}, 5),
        ({"kept": "class"}, 5),
        ({"grids": "1+2+3+4"}, 30),
        ({"grids": "1+2+3"}, 14),
    ],
)
def test_every_ablation_is_a_network_of_its_own(settings: dict[str, object], patches: int) -> None:
    changed = recipe(**settings)
    assert sum(grid**2 for grid in changed.pyramid("grids")) == patches
    widths = Widths(patches, 48, 384, changed.joint)
    network = solver(changed, widths, ("1", "2")).eval().double()  # differences are small in fresh weights
    given = Given(
        torch.rand(2, patches, 48),
        torch.rand(2, 4, 384),
        torch.ones(2, 4, dtype=torch.bool),
        torch.rand(2, 3, 5, 48),
        torch.rand(2, 3, 2, 384),
        torch.ones(2, 3, 2, dtype=torch.bool),
        torch.ones(2, 3, dtype=torch.bool),
    )
    given = Given(*(part.double() if part.is_floating_point() else part for part in given))
    with torch.no_grad():
        said, swapped = network(*given), network(*given._replace(patches=given.patches.flip(1)))
    assert torch.isfinite(torch.cat([part.flatten() for part in said])).all()
    without_places = not changed.positions
    assert torch.allclose(said.texts, swapped.texts, rtol=0, atol=1e-11) == without_places
    looks = changed.attention and changed.kept == "all"
    assert torch.allclose(said.attention.sum(1), torch.tensor(float(looks)).double())


def test_without_icon_training_the_encoder_is_the_same_network_before_it_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported: list[ResNet] = []

    def export(net: ResNet, folder: Path) -> None:
        exported.append(net)
        folder.mkdir(parents=True)
        with resources.as_file(resources.files("optotype") / "embedded/picture_encoder/encoder.onnx") as file:
            (folder / "encoder.onnx").write_bytes(file.read_bytes())

    monkeypatch.setattr(_vqa_eyes, "export", export)
    eye = _vqa_eyes.opened(recipe(encoder="untrained"), tmp_path, 1)
    assert (eye.side, eye.width) == (exported[0].shape.side, exported[0].shape.out) == (64, 256)
    _vqa_eyes.opened(recipe(encoder="untrained"), tmp_path, 1)
    assert len(exported) == 1, "it is made once"
    with pytest.raises(OptotypeError, match="encoder=elsewhere: there is no such file or folder"):
        _vqa_eyes.opened(recipe(encoder="elsewhere"), tmp_path / "other", 1)


# --- what is exported


def test_what_is_exported_says_what_the_network_says(training: Training, run: Trained) -> None:
    assert run.files is not None
    problems = training.splits["dev"].problems
    said = Exported(run.files).solve(problems, training.memory)
    assert [one.answer for one in said] == [answer for _, answer in training.said(problems)]
    expected = scores(training, training.batch(problems).given)
    for row, (one, problem) in enumerate(zip(said, problems, strict=True)):
        wanted = expected[TASKS.index(problem.task)][row]
        names = training.answers if problem.task == "fill_in_blank" else problem.labels
        assert [one.scores[name] for name in names] == pytest.approx(wanted[: len(names)].tolist(), abs=2e-3)
        np.testing.assert_allclose(one.attention, expected.attention[row], atol=1e-4)


def test_a_trained_network_answers_among_other_respondents(bench: Path, run: Trained) -> None:
    opened = Workbench.open(bench)
    with opened:
        result = opened.evaluate(f"trained/{run.folder}", metric=["accuracy"], name="net")
    assert result.run.respondent.startswith("trained/run@")
    assert result.judged[0].overall.value is not None
    assert result.judged[0].overall.value > 0.9


def test_a_network_for_each_sub_task_answers_as_one(bench: Path, run: Trained, tmp_path: Path) -> None:
    assert run.files is not None
    told = json.loads((run.files / "network.json").read_text())
    for task in ("choose_img", "fill_in_blank"):
        shutil.copytree(run.files, tmp_path / "three" / task / "network")
        (tmp_path / "three" / task / "network" / "network.json").write_text(json.dumps(told | {"tasks": [task]}))
    with Workbench.open(bench) as opened:
        runs = [
            opened.evaluate(f"trained/{folder}", metric=["accuracy"], name=name).run
            for name, folder in (("whole", run.folder), ("parted", tmp_path / "three"))
        ]
        whole, parted = ({answer.item: answer for answer in opened.store.each(Answer, {"run": one.id})} for one in runs)
    assert runs[1].respondent.startswith("trained/three@")
    assert len(parted) == len(whole)
    for item, answer in parted.items():
        if int(item.partition("/")[2]) % 3 == 0:
            assert answer.note == "this network did not learn 'choose_txt'"
        else:
            assert answer.value == whole[item].value


def test_a_folder_without_a_network_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"There is no trained network '\S*nothing'"):
        find(str(tmp_path / "nothing"))
    (tmp_path / "network.json").write_text('{"network": "patch_trm", "weights": 1}')
    with pytest.raises(OptotypeError, match="was not written by a training that this version knows"):
        _ = build(f"trained/{tmp_path}", {}).name


def test_problems_of_every_kind_share_a_batch(training: Training) -> None:
    found: Batch = training.batch(training.splits["dev"].problems[:3])
    assert sorted(found.tasks.tolist()) == [0, 1, 2]
    blank = found.tasks.tolist().index(TASKS.index("fill_in_blank"))
    assert not found.given.options_there[blank].any()


def test_a_problem_says_all_that_is_asked(training: Training) -> None:
    one: Problem = training.splits["train"].problems[0]
    assert (one.item, one.task, one.question) == ("planted/0", "choose_txt", "What colour is it?")
    assert one.labels == ("A", "B", "C")
