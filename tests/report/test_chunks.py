"""Data files: what the pages load is what the store holds, and small."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.records import (
    Answer,
    Choice,
    Finding,
    Form,
    Gold,
    Graph,
    Item,
    Number,
    Option,
    Origin,
    Picture,
    Range,
    Ranking,
    Respondent,
    Review,
    Score,
    ShortText,
    State,
    Value,
    YesNo,
)
from optotype.report.board import Asked, gather
from optotype.report.chunks import LONG, SIZE, Chunk, face, faces, index, people, script, verdicts
from optotype.report.dossiers import Dossier
from tests.report.benches import HOSTILE, RESPONDENTS


def loaded(content: bytes) -> Any:
    """What a page gets from a data file."""
    name, _, rest = content.decode().removeprefix("optotype.arrive(").partition(",")
    assert json.loads(name)
    return json.loads(rest.removesuffix(");\n"))


def item_of(form: Form, **more: Any) -> Item:
    return Item.model_validate(
        {"id": "c/1", "collection": "c", "origin": Origin(kind="written", by="me"), "form": form, "cluster": "c"} | more
    )


def told(dossier: Dossier, runs: tuple[str, ...] = ("r",)) -> Any:
    """The only item of a chunk with one item."""
    chunk = Chunk(0, runs)
    chunk.add(dossier)
    return loaded(chunk.files()["data/items/0.js"])["items"][0]


def given(value: Value | None, **more: Any) -> Answer:
    state = State.UNREAD if value is None else State.GIVEN
    return Answer.model_validate(
        {"id": "a", "item": "c/1", "respondent": "r", "run": "r", "state": state, "value": value} | more
    )


TEXTS = (Option(label="A", text="one"), Option(label="B", text="two"), Option(label="C", text="three"))


@pytest.mark.parametrize(
    ("form", "value", "expected"),
    [
        (YesNo(), False, False),
        (Number(), 0.0, 0.0),
        (Number(), Range(low=0.25, high=0.5), {"low": 0.25, "high": 0.5}),
        (ShortText(), "The Cat", "The Cat"),
        (Choice(options=TEXTS, several=True), ("A", "C"), ["A", "C"]),
        (Ranking(options=TEXTS), ("C", "A", "B"), ["C", "A", "B"]),
        (Graph(), "( man , hold , bag ) , ( man )", {"facts": [["man", "hold", "bag"], ["man"]]}),
        (Graph(), "a man, somewhere", "a man, somewhere"),
    ],
)
def test_a_value_is_told_by_its_form(form: Form, value: Value, expected: object) -> None:
    dossier = Dossier(
        item_of(form), Gold(item="c/1", accepted=(value,), rule="imported"), {}, answers={"r": [given(value)]}
    )
    shown = told(dossier)
    assert shown["gold"]["values"] == [expected]
    assert shown["answers"]["0"][0]["value"] == expected


def test_what_is_compared_is_told_where_it_differs_from_what_was_said() -> None:
    dossier = Dossier(item_of(ShortText()), None, {}, answers={"r": [given("The Cat."), given("cat")]})
    first, second = told(dossier)["answers"]["0"]
    assert first["normal"] == "cat"
    assert "normal" not in second


def test_an_order_of_options_is_told_only_where_it_was_another() -> None:
    answers = [given(("A",), shown=("A", "B", "C")), given(("A",), shown=("C", "A", "B"))]
    own, other = told(Dossier(item_of(Choice(options=TEXTS)), None, {}, answers={"r": answers}))["answers"]["0"]
    assert "shown" not in own
    assert other["shown"] == ["C", "A", "B"]


def test_a_long_reply_goes_on_in_another_file() -> None:
    reply = "".join(f"{number} ё, " for number in range(LONG))
    chunk = Chunk(3, ("r",))
    chunk.add(Dossier(item_of(ShortText()), None, {}, answers={"r": [given("x", raw="short"), given("x", raw=reply)]}))
    files = {address: loaded(content) for address, content in chunk.files().items()}
    short, long = files["data/items/3.js"]["items"][0]["answers"]["0"]
    place, length = long["more"]
    assert (short["raw"], "more" in short) == ("short", False)
    assert length == len(reply)
    assert long["raw"] + files["data/long/3.js"][place] == reply


def test_scores_and_their_reasons_stand_with_the_first_answer() -> None:
    marks = [
        Score(item="c/1", run="r", metric="accuracy", signature="accuracy/1", value=0.0, note="another option"),
        Score(item="c/1", run="r", metric="anls", signature="anls/1", value=2 / 3),
        Score(item="c/1", run="r", metric="judge", signature="judge/1", value=None, note="never heard"),
    ]
    chunk = Chunk(0, ("r",))
    answers = [given(("A",), seconds=1.23456, cost=0.000123456, scores={"A": 0.91234567, "B": -2.0}), given(("B",))]
    chunk.add(Dossier(item_of(Choice(options=TEXTS)), None, {}, answers={"r": answers}, scores={"r": marks}))
    data = loaded(chunk.files()["data/items/0.js"])
    first, second = data["items"][0]["answers"]["0"]
    assert data["signatures"] == ["accuracy/1", "anls/1", "judge/1"]
    assert first["marks"] == [[0, 0.0, "another option"], [1, 0.6667], [2, None, "never heard"]]
    assert (first["seconds"], first["cost"], first["scores"]) == (1.235, 0.0001235, {"A": 0.9123, "B": -2.0})
    assert "marks" not in second


def parts_of(value: float | None, **parts: float) -> Any:
    """What is told of the parts of a score; nothing where nothing is."""
    score = Score(item="c/1", run="r", metric="m", signature="m/1", value=value, parts=parts)
    dossier = Dossier(item_of(ShortText()), None, {}, answers={"r": [given("x")]}, scores={"r": [score]})
    (mark,) = told(dossier)["answers"]["0"][0]["marks"]
    return mark[3] if len(mark) > 3 else None


def test_what_a_score_is_made_of_is_told_where_it_says_more_than_the_score() -> None:
    assert parts_of(0.5, precision=0.4, recall=2 / 3) == {"precision": 0.4, "recall": 0.6667}
    assert parts_of(0.25, precision=0.0, recall=0.5) == {"precision": 0.0, "recall": 0.5}
    assert parts_of(1.0, precision=1.0, recall=1.0) is None
    assert parts_of(0.0, precision=0.0, recall=0.0) is None
    assert parts_of(0.5) is None
    assert parts_of(None, precision=0.5) is None


def test_of_parts_that_count_those_that_count_are_told() -> None:
    assert parts_of(0.0, tp=0.0, fp=0.0, fn=1.0, tn=0.0, false_answers=1.0) == {"fn": 1.0, "false_answers": 1.0}


def test_a_review_is_told_with_what_the_edit_changed() -> None:
    item = item_of(Choice(options=TEXTS), question="Wich?")
    fixed = (*TEXTS[:2], Option(label="C", text="four"))
    reviews = [
        Review(id="1", item="c/1", reviewer="ann", verdict="correct", criteria={"clear": True, "unique": False}),
        Review(
            id="2",
            item="c/1",
            reviewer="bob",
            verdict="edited",
            note="a slip",
            after=item.model_copy(update={"question": "Which?"}),
            gold_after=(("B",),),
        ),
        Review(
            id="3",
            item="c/1",
            reviewer="eve",
            verdict="edited",
            after=item.model_copy(update={"form": Choice(options=fixed)}),
        ),
    ]
    assert told(Dossier(item, None, {}, reviews=reviews))["reviews"] == [
        {"by": "ann", "verdict": "correct", "criteria": {"clear": True, "unique": False}},
        {"by": "bob", "verdict": "edited", "note": "a slip", "question": "Which?", "values": [["B"]]},
        {
            "by": "eve",
            "verdict": "edited",
            "options": [{"label": "A", "text": "one"}, {"label": "B", "text": "two"}, {"label": "C", "text": "four"}],
        },
    ]
    assert "reviews" not in told(Dossier(item, None, {}))


def test_a_picture_is_told_with_its_licence_and_source_where_it_has_them() -> None:
    free = Picture(
        id="c/f",
        collection="c",
        name="f",
        file="ab" * 32,
        media_type="image/png",
        licence="CC0",
        source="https://example.org/f",
    )
    plain = Picture(id="c/p", collection="c", name="p", file="cd" * 32, media_type="image/png")
    both = {picture.id: picture for picture in (free, plain)}
    shown = told(Dossier(item_of(ShortText(), pictures=("c/f", "c/p")), None, both))["pictures"]
    assert (shown[0]["licence"], shown[0]["source"]) == ("CC0", "https://example.org/f")
    assert not {"licence", "source"} & set(shown[1])


def test_what_a_form_allows_is_told() -> None:
    assert told(Dossier(item_of(Number(unit="kg", low=0, high=None)), None, {}))["limits"] == {
        "unit": "kg",
        "bounds": [0.0, None],
    }
    allowed = Choice(options=TEXTS, several=True, unanswerable=True)
    assert told(Dossier(item_of(allowed), None, {}))["limits"] == {"several": True, "unanswerable": True}


def test_a_picture_without_a_file_is_told_as_missing() -> None:
    item = item_of(ShortText(), pictures=("c/lost.png", "c/unknown.png"))
    lost = Picture(id="c/lost.png", collection="c", name="lost.png", caption="gone")
    dossier = Dossier(item, None, {"c/lost.png": lost})
    assert [(one["name"], one["missing"]) for one in told(dossier)["pictures"]] == [
        ("c/lost.png", True),
        ("c/unknown.png", True),
    ]
    assert face(dossier) is None


def test_the_face_of_an_item_is_its_first_picture_or_its_thumbnail() -> None:
    small = Picture(id="s", collection="c", name="s", file="ab" * 32, media_type="image/png", size=900)
    large = Picture(id="l", collection="c", name="l", file="cd" * 32, media_type="image/jpeg", size=900_000)
    options = (Option(label="A", picture="l"), Option(label="B", picture="s"))
    both = {"s": small, "l": large}
    assert face(Dossier(item_of(ShortText(), pictures=("s", "l")), None, both)) == f"pictures/ab/{'ab' * 32}.png"
    assert face(Dossier(item_of(Choice(options=options)), None, both)) == f"thumbnails/cd/{'cd' * 32}.webp"


def test_only_what_is_wholly_right_is_right() -> None:
    values = [0.0, 1e-9, 0.5, 1 - 1e-9, 1.0, float("nan"), float("nan")]
    states = bytearray([1, 1, 1, 1, 1, 6, 0])
    assert verdicts(values, states) == "01489?."


def test_no_text_ends_the_script() -> None:
    content = script("x", {"text": "</script>\u2028\u2029\ud800 ёж"})
    assert loaded(content)["text"] == "</script>\u2028\u2029? ёж"


def test_the_index_says_what_the_store_says(bench_of_all: Workbench) -> None:
    board = gather(bench_of_all, Asked())
    found = json.loads(json.dumps(index(board)))
    items = list(bench_of_all.store.each(Item))
    assert found["ids"] == [item.id for item in items]
    skills = {value: [found["ids"][place] for place in places] for value, places in found["tags"]["skill"]}
    assert skills == {
        skill: [item.id for item in items if skill in item.tags["skill"]] for skill in ("counting", "geometry", "time")
    }
    by_cluster: dict[str, set[int]] = {}
    for item, code in zip(items, found["clusters"], strict=True):
        by_cluster.setdefault(item.cluster, set()).add(code)
    assert all(len(codes) == 1 for codes in by_cluster.values())
    assert len({code for codes in by_cluster.values() for code in codes}) == len(by_cluster)
    (random,) = (run for run in found["runs"] if run["name"] == "baseline/random")
    answers = {answer.item: answer for answer in bench_of_all.store.each(Answer, {"run": "baseline-random"})}
    assert [found["states"][int(code) - 1] for code in random["states"]] == [answers[item.id].state for item in items]
    scores = {
        score.item: score.value
        for score in bench_of_all.store.each(Score, {"run": "baseline-random"})
        if score.signature == "accuracy/1"
    }
    place = [signature for signature, _ in found["signatures"]].index("accuracy/1")
    letters = {None: "?", 0.0: "0", 1.0: "9"}
    assert random["verdicts"][place] == "".join(letters[scores[item.id]] for item in items)


def test_respondents_stand_best_first(bench_of_all: Workbench) -> None:
    board = gather(bench_of_all, Asked())
    found = index(board)
    assert [found["runs"][place]["name"] for place in found["order"]] == [
        entry.name for entry in board.rounds[0].entries
    ]


def test_everybody_is_known_by_name_kind_and_whether_they_exist(bench_of_all: Workbench) -> None:
    found = people(gather(bench_of_all, Asked()))
    assert set(found) == {"expert-1", *RESPONDENTS}
    assert found["expert-1"] == ["", "person", False]
    assert found["people/crowd"] == ["", "person", True]
    assert bench_of_all.store.get(Respondent, "expert-1") is not None


def test_every_item_has_the_face_that_the_store_gives_it(bench_of_all: Workbench, written: Path) -> None:
    board = gather(bench_of_all, Asked())
    found = faces(board)
    for item, place in zip(bench_of_all.store.each(Item), found["of"], strict=True):
        if not item.pictures and not item.options:
            assert place == -1
            continue
        picture = bench_of_all.store.get(Picture, item.pictures[0])
        assert picture is not None
        assert str(picture.file) in found["files"][place]
        assert (written / found["files"][place]).is_file()


def test_data_files_stay_below_a_kilobyte_per_item_and_run(written: Path, bench_of_all: Workbench) -> None:
    size = sum(file.stat().st_size for file in (written / "data").rglob("*.js") if file.parent.name != "pairs")
    assert size / (bench_of_all.store.count(Item) * len(RESPONDENTS)) < 1024


def test_chunks_hold_all_items_and_everything_said(written: Path, bench_of_all: Workbench) -> None:
    shown = [
        item for number in range(2) for item in loaded((written / f"data/items/{number}.js").read_bytes())["items"]
    ]
    assert [item["id"] for item in shown] == [item.id for item in bench_of_all.store.each(Item)]
    assert len(loaded((written / "data/items/0.js").read_bytes())["items"]) == SIZE
    runs = loaded((written / "data/items/0.js").read_bytes())["runs"]
    raw = {(answer.item, answer.run): answer.raw or "" for answer in bench_of_all.store.each(Answer) if answer.run}
    told = {
        (item["id"], runs[int(place)]): answers[0].get("raw", "")
        for item in shown
        for place, answers in item["answers"].items()
    }
    assert told == raw
    (finding,) = bench_of_all.store.each(Finding, {"about": "mixed/0"})
    assert shown[0]["findings"] == [["warning", "longest_choice", finding.message]]
    assert HOSTILE in finding.message
