"""What holds for every shape of predictions."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.asking import Asking
from optotype.errors import BadSource, BadTarget
from optotype.predictions import Exchange, Predictions, build, family, recognise
from optotype.records import Answer, State
from tests.predictions.files import archive, item, read, write
from tests.predictions.runs import REPLIES, SILENCE, Told, keep
from tests.samples import fill

EXAMPLES: dict[str, dict[str, object]] = {
    "chartqa": {
        "a.json": [{"imgname": "7.png", "query": "How many?", "label": "4", "prediction": "3"}],
        "a.csv": "imgname,query,answer\n7.png,How many?,3\n",
    },
    "iconqa": {"a.json": {"accuracy": 82.66, "args": {"task": "choose_img"}, "results": {"7": 3}}},
    "inspect": {
        "a.json": {
            "version": 2,
            "status": "success",
            "eval": {"task": "t", "model": "m"},
            "results": {"scores": []},
            "samples": [
                {"id": "7", "epoch": 1, "target": "4", "output": {"choices": [{"message": {}}], "completion": "3"}},
            ],
        },
    },
    "lm_eval": {
        "a.jsonl": '{"doc_id": 0, "doc": {"id": "7"}, "target": "4", "resps": [["3"]], "filtered_resps": ["x"]}\n',
        "a.json": [{"doc_id": 0, "doc": {"question_id": 7}, "target": "4", "resps": [["3"]], "filter": "none"}],
    },
    "mera": {
        "a.json": {"data": {"test": [{"outputs": "3", "meta": {"id": 7}}]}},
        "a.jsonl": '{"outputs": "3", "meta": {"id": 7}}\n',
    },
    "plain": {
        "a.csv": "question_id,answer\n7,3\n",
        "a.tsv": "ID\tprediction\tanswer\n7\t3\t4\n",
        "a.json": {"7": "3"},
        "b.json": [{"item": "set/7", "response": 3}],
        "a.jsonl": '{"pid": 7, "model_output": "3"}\n',
    },
    "scivqa": {"a.csv": "instance_id,answer_pred\n7,3\n", "a.json": [{"instance_id": "7", "answer_pred": "3"}]},
}
"""By shape and file name, a prediction of 3 for the question 7."""

CASES = [(shape, name, content) for shape, files in EXAMPLES.items() for name, content in files.items()]


def test_there_is_an_example_of_every_shape() -> None:
    assert set(EXAMPLES) == set(family)


@pytest.mark.parametrize(("shape", "name", "content"), CASES)
def test_it_is_recognised_and_read(shape: str, name: str, content: object, tmp_path: Path) -> None:
    path = write(tmp_path / name, content)
    assert recognise(path) == shape
    (prediction,) = read(path, shape)
    assert prediction.text == "3"
    assert "7" in prediction.id
    assert prediction.place.startswith(name)


@pytest.mark.parametrize(("shape", "name", "content"), CASES)
def test_it_is_read_out_of_an_archive(shape: str, name: str, content: object, tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", **{name.replace(".", "__"): content})
    assert recognise(path) == shape
    with Predictions([path]) as predictions:
        assert (predictions.count, predictions.shapes) == (1, [shape])


# a table, and JSON Lines, may end without a line's end
@pytest.mark.parametrize(("shape", "name", "content"), [case for case in CASES if case[1].endswith(".json")])
def test_a_byte_cut_off_is_noticed(shape: str, name: str, content: object, tmp_path: Path) -> None:
    path = write(tmp_path / name, content)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadSource, match="the file is cut off"), Predictions([path], shape):
        pass


@pytest.mark.parametrize("shape", family.names())
def test_a_file_of_another_kind_is_refused(shape: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "colour,size\nred,3\n")
    with pytest.raises(BadSource), Predictions([path], shape):
        pass


@pytest.mark.parametrize("shape", family.names())
def test_it_says_what_it_looks_like(shape: str) -> None:
    assert build(shape).title


def test_a_file_of_no_shape_is_refused_with_what_was_found(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "colour,size\nred,3\n")
    with pytest.raises(BadSource) as error:
        recognise(path)
    assert str(error.value) == (
        "a.csv: a file of predictions was expected, with an id and an answer for each question. Found: a table with "
        "the columns colour, size. docs/scoring.md shows the shapes that are known."
    )


# --- writing


def written(shape: str, bench: Workbench, folder: Path, run: str = "run", **settings: str) -> Path:
    """The file that a run becomes."""
    return bench.export_run(shape, folder / f"{run}{build(shape).suffixes[0]}", run=run, settings=settings).path


def own(answers: list[Answer], bench: Workbench) -> dict[str, Answer]:
    """By item, the answer to its own order of options, if there is one; else the first."""
    found: dict[str, Answer] = {}
    for answer in answers:
        labels = tuple(option.label for option in bench.item(answer.item).options)
        if answer.item not in found or answer.shown == labels:
            found[answer.item] = answer
    return found


def reread(path: Path, shape: str, bench: Workbench) -> dict[str, Answer]:
    """What is read out of a file, by item, when it is put to the bench."""
    result = bench.evaluate(f"file/{path}", settings={"shape": shape}, asking=Asking(permute="none"), name="again")
    return {answer.item: answer for answer in bench.store.each(Answer, {"run": result.run.id})}


@pytest.mark.parametrize(
    "asking",
    [Asking(permute="none"), Asking(), Asking(permute="shuffle"), Asking(permute="circular")],
    ids=lambda asking: asking.permute,
)
@pytest.mark.parametrize("shape", family.names())
def test_what_a_run_said_comes_back(shape: str, asking: Asking, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    said = own(keep(bench, REPLIES, asking=asking), bench)
    path = written(shape, bench, tmp_path)
    which = {"inspect": "inspect:epoch=1", "lm_eval": "lm_eval:reply=1"}.get(shape, shape)
    if asking.permute == "circular" and which != shape:
        with pytest.raises(BadSource, match=r"one answer is wanted\. Say which with"), Predictions([path]):
            pass
    found = reread(path, which if asking.permute == "circular" else shape, bench)
    values = {id: answer.value for id, answer in found.items() if answer.state is State.GIVEN}
    assert values == {id: said[id].value for id in values}
    forms = {"chartqa": {"yes_no", "number", "short_text"}, "iconqa": {"choice", "short_text"}}
    for id, answer in said.items():
        held = bench.item(id).form
        if held.kind in forms.get(shape, {held.kind}) and not (shape == "iconqa" and id == "mixed/several"):
            assert (id in values) == (answer.state is State.GIVEN)


@pytest.mark.parametrize("shape", family.names())
def test_what_was_no_answer_is_never_read_as_one(shape: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    said = own(keep(bench, {**SILENCE, "ranking": "D, A, B, C", "graph": "( men )", "rating": "2"}), bench)
    assert Counter(answer.state.value for answer in said.values()) == {
        "given": 3, "unread": 2, "dont_know": 2, "refused": 2, "failed": 1,
    }  # fmt: skip
    if shape == "iconqa":  # which has no place for any of these
        with pytest.raises(BadTarget, match=r"There is nothing to write: the run 'run' has no answer that the shape"):
            written(shape, bench, tmp_path)
        return
    for id, answer in reread(written(shape, bench, tmp_path), shape, bench).items():
        if answer.state is State.GIVEN:
            assert answer.value == said[id].value
        elif id in said and shape in ("inspect", "lm_eval", "plain"):
            assert answer.state is said[id].state


@pytest.mark.parametrize("replies", [REPLIES, SILENCE | {"choice-texts": "A"}])
@pytest.mark.parametrize("shape", family.names())
def test_every_answer_is_accounted_for(
    shape: str, replies: dict[str, str | None], bench: Workbench, tmp_path: Path
) -> None:
    fill(bench)
    answers = keep(bench, replies, asking=Asking(permute="circular"))
    done = bench.export_run(shape, tmp_path / f"a{build(shape).suffixes[0]}", run="acme/vision-1")
    assert (done.items, done.answers) == (len(replies), len(answers))
    assert done.written + sum(done.left_out.values()) == done.answers
    assert sum(done.empty.values()) <= done.written
    if build(shape).log:
        assert done.left_out == {}


@pytest.mark.parametrize("shape", family.names())
def test_the_same_run_is_the_same_file(shape: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    first = written(shape, bench, tmp_path).read_bytes()
    assert written(shape, bench, tmp_path / "again").read_bytes() == first


@pytest.mark.parametrize("shape", family.names())
def test_a_file_that_is_there_stays_unless_it_is_to_be_replaced(shape: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES)
    path = write(tmp_path / "out" / f"a{build(shape).suffixes[0]}", "mine")
    with pytest.raises(BadTarget, match=r"exists already\. Choose another place, or replace it with --force\."):
        bench.export_run(shape, path, run="run")
    assert path.read_text() == "mine"
    done = bench.export_run(shape, path, run="run", force=True)
    assert path.read_bytes() != b"mine"
    assert {file.name for file in path.parent.iterdir()} == {path.name, *(file.name for file in done.beside)}


@pytest.mark.parametrize("suffix", sorted({suffix for shape in family for suffix in build(shape).suffixes}))
@pytest.mark.parametrize("shape", family.names())
def test_it_is_recognised_under_every_name_it_is_written_under(
    shape: str, suffix: str, bench: Workbench, tmp_path: Path
) -> None:
    fill(bench)
    keep(bench, REPLIES)
    path = tmp_path / f"a{suffix}"
    if suffix not in build(shape).suffixes:
        with pytest.raises(BadTarget, match=rf"a\{suffix}: a file of the shape '{shape}' ends with"):
            bench.export_run(shape, path, run="run")
        return
    bench.export_run(shape, path, run="run")
    assert recognise(path) == shape


@pytest.mark.parametrize("shape", family.names())
def test_a_file_in_a_folder_gets_the_name_that_it_is_known_by(shape: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, REPLIES, name="../a run/1")
    path = bench.export_run(shape, tmp_path, run="../a run/1").path
    assert path.parent == tmp_path
    assert path.is_file()
    assert recognise(path) == shape


@pytest.mark.parametrize("shape", family.names())
def test_memory_stays_flat_while_it_is_written(shape: str, tmp_path: Path) -> None:
    count, reply = 2000, "word " * 4000

    def exchanges() -> Iterator[Exchange]:
        for number in range(count):
            asked = item(str(number), question="What?", pictures=("set/a.png",))
            said = Answer(id=str(number), item=asked.id, respondent="m", state=State.GIVEN, value=reply, raw=reply)
            yield Exchange(asked, None, (said,))

    path, account = tmp_path / f"a{build(shape).suffixes[0]}", Told(exchanges())
    tracemalloc.start()
    build(shape).write(account, path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert account.written == count
    assert peak < 5_000_000  # of forty million letters
