"""A file of predictions as a respondent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype import Workbench, respondents
from optotype.asking import Question
from optotype.errors import BadSource, OptotypeError
from optotype.records import Answer, Respondent, State
from optotype.respondents import Failure, Reply
from optotype.respondents.file import File
from tests.predictions.files import item, write
from tests.samples import fill


def file(path: Path, **settings: object) -> File:
    """The respondent that a file is."""
    made = respondents.build(f"file/{path}", settings)
    assert isinstance(made, File)
    return made


def ask(responder: File, bench: Workbench, *ids: str, shown: tuple[str, ...] | None = None) -> list[Reply | Failure]:
    """What it says to items, with their options in their own order unless said otherwise."""
    items = [bench.item(id) for id in ids]
    own = [tuple(option.label for option in item.options) or None for item in items]
    return responder.replies([Question(item, (), shown or order) for item, order in zip(items, own, strict=True)])


def test_it_says_what_the_file_says(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    responder = file(write(tmp_path / "p.csv", "id,answer\nyes-no,Yes it is\nmixed/number,\ntext,S-shaped\n"))
    responder.prepare(bench)
    yes, empty, text = ask(responder, bench, "yes-no", "number", "text")
    assert (yes, empty, text) == (Reply("Yes it is"), Reply(""), Reply("S-shaped"))
    (missing,) = ask(responder, bench, "cannot")
    assert isinstance(missing, respondents.Lasting)
    assert str(missing) == "no prediction in the file"


def test_the_number_of_an_option_is_its_letter_as_shown(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    responder = file(write(tmp_path / "p.json", {"results": {"choice-pictures": 1, "text": 7, "choice-texts": "G"}}))
    responder.prepare(bench)
    assert ask(responder, bench, "choice-pictures", "text") == [Reply("B"), Reply("7")]
    assert ask(responder, bench, "choice-pictures", shown=("B", "C", "D", "A")) == [Reply("A")]
    (moved,) = ask(responder, bench, "choice-texts", shown=("B", "C", "D", "E", "F", "G", "A"))
    assert isinstance(moved, respondents.Lasting)


def test_an_option_that_does_not_exist_is_refused(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    responder = file(write(tmp_path / "p.json", {"results": {"choice-pictures": 4}}))
    with pytest.raises(OptotypeError, match="option number 4 is predicted, but 'mixed/choice-pictures' has 4 options"):
        responder.prepare(bench)


def test_predictions_for_no_item_are_told_once(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    responder = file(write(tmp_path / "p.csv", "id,answer\ntext,x\nred,y\nblue,z\n"))
    responder.prepare(bench)
    assert responder.notes() == ["2 of 3 predictions are for no item of this bench, such as red, blue"]
    assert responder.record().tags == {"predictions": ("3",), "unmatched": ("2",)}


def test_a_file_for_another_bench_is_refused(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match=r"p\.csv: not one prediction is for an item of this bench.*'red'.*'mixed/"):
        file(write(tmp_path / "p.csv", "id,answer\nred,y\n")).prepare(bench)


def test_an_id_that_two_collections_share_needs_the_collection(bench: Workbench, tmp_path: Path) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[item("1", "red"), item("1", "blue")])
    path = write(tmp_path / "p.csv", "id,answer\n1,x\n")
    with pytest.raises(OptotypeError, match="fits 'red/1' and 'blue/1'"):
        file(path).prepare(bench)
    responder = file(path, collection="blue")
    responder.prepare(bench)
    assert ask(responder, bench, "blue/1") == [Reply("x")]


def test_its_name_tells_the_content_and_no_folder(tmp_path: Path) -> None:
    one, two = write(tmp_path / "a" / "p.csv", "id,answer\n1,x\n"), write(tmp_path / "b" / "p.csv", "id,answer\n1,y\n")
    same = write(tmp_path / "c" / "p.csv", "id,answer\n1,x\n")
    names = [file(path).name for path in (one, two, same)]
    assert names[0] == names[2] != names[1]
    assert names[0].startswith("file/p.csv@")
    assert str(tmp_path) not in file(one).record().model_dump_json()


def test_another_answer_is_another_request(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    question = Question(bench.item("text"), ())
    keys: set[bytes] = set()
    for text in ("x", "y", "x"):
        responder = file(write(tmp_path / "p.csv", f"id,answer\ntext,{text}\n"))
        responder.prepare(bench)
        keys.add(responder.key(question))
    assert len(keys) == 2


def test_files_that_cannot_be_read_are_refused(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="does not exist"):
        file(tmp_path / "none.csv").prepare(bench)
    fill(bench)
    with pytest.raises(BadSource, match="no column 'reply'"):
        file(write(tmp_path / "p.csv", "id,answer\n1,x\n"), shape="plain:answer=reply").prepare(bench)


def test_it_is_evaluated_like_anybody(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    path = write(tmp_path / "p.csv", "id,answer\nyes-no,No\nchoice-pictures,C\ntext,sigmoid\n")
    result = bench.evaluate(f"file/{path}")
    assert result.items == 11
    assert result.states["failed"] == 8
    assert result.failures == {"no prediction in the file": 8}
    states = {answer.item: answer.state for answer in bench.store.each(Answer, {"run": result.run.id})}
    assert states["mixed/yes-no"] is State.GIVEN
    assert result.judged[0].overall.value == pytest.approx(2 / 3)
    assert bench.store.get(Respondent, result.run.respondent) is not None
    assert str(tmp_path) not in result.run.id


def test_the_published_predictions_run_on_a_bench(
    bench: Workbench, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    bench.import_("iconqa", shared("iconqa/examples"))
    right = {
        path.parent.name: json.loads(path.read_text())["answer"]
        for path in shared("iconqa/examples").rglob("data.json")
    }
    result = bench.evaluate(f"file/{write(tmp_path / 'p.json', {'results': right})}")
    assert result.states["failed"] == 0
    assert result.judged[0].overall.value == 1.0
