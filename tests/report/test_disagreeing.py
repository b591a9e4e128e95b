"""What disagrees, worked out by hand on benches of a few items."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from optotype import Workbench, init, metrics
from optotype.metrics import Case
from optotype.records import Answer, Choice, Collection, Gold, Item, Noun, Option, Origin, Respondent, Run, Score
from optotype.report.board import Asked, Board, gather
from optotype.report.disagreeing import Clash, Doubt, Quarrel, clashes, doubts, quarrels, strong, together, voters
from tests.items import an_item
from tests.report.benches import WHEN
from tests.report.sheets import item, scored


def said(folder: Path, gold: str, answers: Mapping[str, str], *, text: str = "") -> Workbench:
    """A bench with an item for each letter of gold, each a choice from A to D, judged by accuracy.

    `answers` holds a letter per item for each run: `-` failed, `?` unread, `.` not asked. The name of a run is that of
    its respondent; what follows # tells runs of one respondent apart. Baselines are called `baseline/...`.
    """
    bench = init(folder)
    options = tuple(Option(label=label, text=f"option {label.lower()} {text}".strip()) for label in "ABCD")
    items = [
        an_item(
            f"c/{number}",
            Choice(options=options),
            question=f"Question {number}? {text}".strip(),
            origin=Origin(kind="imported", by="test"),
        )
        for number in range(len(gold))
    ]
    golds = [Gold(item=one.id, accepted=((letter,),), rule="imported") for one, letter in zip(items, gold, strict=True)]
    nouns: list[Noun] = [Collection(id="c", format="draw"), *items, *golds]
    judge = metrics.build("accuracy")
    known: set[str] = set()
    for run, letters in answers.items():
        name = run.partition("#")[0]
        if name not in known:
            known.add(name)
            kind = "baseline" if name.startswith("baseline/") else "model"
            nouns.append(Respondent.model_validate({"id": name, "kind": kind}))
        nouns.append(Run(id=run.replace("/", "-"), respondent=name, started=WHEN, ended=WHEN))
        for one, right, letter in zip(items, golds, letters, strict=True):
            if letter == ".":
                continue
            answer = _answer(one, run.replace("/", "-"), name, letter)
            (mark,) = judge.marks([Case(one, right, answer)])
            score = Score(
                item=one.id,
                run=run.replace("/", "-"),
                metric=judge.name,
                signature=judge.signature,
                value=mark.value,
                note=mark.note,
            )
            nouns += [answer, score]
    with bench.store.event("test") as writer:
        writer.write(add=nouns)
    return bench


def _answer(one: Item, run: str, respondent: str, letter: str) -> Answer:
    told = {"id": f"{run}:{one.id}", "item": one.id, "respondent": respondent, "run": run}
    silent = {"-": "failed", "?": "unread"}
    given = {"state": silent[letter]} if letter in silent else {"state": "given", "value": (letter,)}
    return Answer.model_validate(told | given)


def board(bench: Workbench) -> Board:
    return gather(bench, Asked())


def named(found: Doubt, on: Board) -> tuple[int, list[str]]:
    return found.place, [on.entries[number].name for number in found.entries]


def test_the_strong_are_the_better_half_above_every_baseline(tmp_path: Path) -> None:
    answers = {
        "m/one": "AAAAAAAABB",
        "m/two": "AAAAAAABBB",
        "m/three": "AAAAAABBBB",
        "m/four": "AAAAABBBBB",
        "m/weak": "ABBBBBBBBB",
        "baseline/longest": "AABBBBBBBB",
    }
    with said(tmp_path / "b", "AAAAAAAAAA", answers) as bench:
        (round_,) = board(bench).rounds
        assert [entry.name for entry in strong(round_)] == ["m/one", "m/two"]


def test_gold_is_in_doubt_where_the_strong_agree_on_another_answer(tmp_path: Path) -> None:
    answers = {
        # all say B, one is right, two say C, all differ, one was not heard; then what makes them strong
        "m/one": "B" + "A" + "C" + "B" + "B" + "AAAAAAAAAA",
        "m/two": "B" + "B" + "C" + "C" + "B" + "AAAAAAAAAD",
        "m/three": "B" + "B" + "D" + "D" + "-" + "AAAAAAAADC",
        "m/four": "DDDDDAAAAABBBBD",
        "m/five": "CCBCCAAAAABBBBD",
        "baseline/random": "BBBBBCCCCCCCCCC",
    }
    with said(tmp_path / "b", "A" * 15, answers) as bench:
        on = board(bench)
        found = doubts(on)
    assert [named(one, on) for one in found] == [
        (0, ["m/one", "m/two", "m/three"]),
        (2, ["m/one", "m/two"]),
        (4, ["m/one", "m/two"]),
        (1, ["m/two", "m/three"]),
    ]
    assert found[0].strength == pytest.approx((11 / 15 + 9 / 15 + 8 / 14) / 3)


def test_as_many_for_gold_as_against_it_are_no_doubt(tmp_path: Path) -> None:
    answers = {"m/a": "BAAAAAAA", "m/b": "BAAAAAAB", "m/c": "AAAAAADC", "m/d": "AAAAADBD"}
    with said(tmp_path / "b", "A" * 8, answers | {f"m/{n}": "AAACCCCC" for n in range(4)}) as bench:
        on = board(bench)
        assert [entry.name for entry in strong(on.rounds[0])] == ["m/a", "m/b", "m/c", "m/d"]
        assert doubts(on) == []


def test_the_weak_can_speak_for_gold(tmp_path: Path) -> None:
    answers = {"m/one": "BAAAAAAA", "m/two": "BAAAAAAC", "m/weak": "AAADDCCC"}
    with said(tmp_path / "a", "A" * 8, answers) as bench:
        assert [doubt.place for doubt in doubts(board(bench))] == [0]
    with said(tmp_path / "b", "A" * 8, answers | {"m/poor": "ADDDDDDD"}) as bench:
        assert doubts(board(bench)) == []


def test_a_respondent_with_two_runs_has_one_voice(tmp_path: Path) -> None:
    answers = {"m/one#1": "BAAA", "m/one#2": "BAAA", "m/two": "CAAB"}
    with said(tmp_path / "b", "AAAA", answers) as bench:
        on = board(bench)
        assert [entry.run.id for entry in strong(on.rounds[0])] == ["m-one#1", "m-two"]
        assert doubts(on) == []


def test_everyone_fails_and_everyone_is_right_without_baselines_and_the_unheard(tmp_path: Path) -> None:
    answers = {
        "m/one": "AB?-BA",
        "m/two": "ACBB.A",
        "m/three": "A-DC-A",
        "baseline/random": "BAAAAB",
    }
    with said(tmp_path / "b", "AAAAAA", answers) as bench:
        found = together(board(bench))
    # item 2 was heard from three, 1 and 3 from two, 4 from one only
    assert found.failed == [2, 1, 3]
    assert found.right == [0, 5]


def test_metrics_disagree_where_one_says_right_and_another_wrong(tmp_path: Path) -> None:
    marks = {
        "x": {"accuracy/1": [1.0, 1.0, 0.0, None, 1.0], "exact_match/1": [1.0, 0.0, 0.0, None, 0.0]},
        "y": {"accuracy/1": [1.0, 0.5, 0.0, 1.0, 1.0], "exact_match/1": [1.0, 0.0, 1.0, 1.0, 0.0]},
    }
    with scored(tmp_path / "b", [item(number) for number in range(5)], marks) as bench:
        on = board(bench)
    assert quarrels(on) == [Quarrel(4, (0, 1)), Quarrel(1, (0,)), Quarrel(2, (1,))]
    assert clashes(on) == [
        Clash(0, "accuracy/1", "exact_match/1", 2),
        Clash(1, "accuracy/1", "exact_match/1", 1),
        Clash(1, "exact_match/1", "accuracy/1", 1),
    ]


def test_one_metric_cannot_disagree(tmp_path: Path) -> None:
    with scored(tmp_path / "b", [item(0)], {"x": {"accuracy/1": [1.0]}}) as bench:
        on = board(bench)
    assert (quarrels(on), clashes(on), doubts(on), together(on).failed) == ([], [], [], [])


def test_people_have_one_voice_in_whatever_rows_they_stand(tmp_path: Path) -> None:
    gold, wrong = "AAAAAAAAAA", "DAAAAAAAAA"
    rows = {f"people/{row}": wrong for row in ("single", "majority", "majority-decided")}
    alone = gather(said(tmp_path / "people", gold, rows), Asked())
    assert (doubts(alone), together(alone).right) == ([], [])
    both = gather(said(tmp_path / "both", gold, rows | {"a/one": wrong}), Asked())
    (doubt,) = doubts(both)
    assert {both.entries[number].respondent.id for number in doubt.entries} == {"people/majority", "a/one"}
    assert [entry.respondent.id for entry in voters(both.entries)] == ["people/majority", "a/one"]
    assert len(together(both).right) == 9
