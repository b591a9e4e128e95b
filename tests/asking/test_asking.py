"""Asking: orders of options, settings, and that the same always gives the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype import Workbench
from optotype.asking import Asking, CannotAsk, Example, Question, Sight, sights
from optotype.errors import OptotypeError, UnknownPart
from optotype.reading import read
from optotype.records import Choice, Form, Gold, Number, Option, Preference, Ranking, YesNo, labels
from optotype.respondents import build
from tests.asking.items import choice, item, pictured, texts, told
from tests.asking.items import sights as pictures
from tests.samples import fill

SEEN = pictures("figure", "a", "b", "c", "d")


def shown(form: Form, asking: Asking, id: str = "set/1") -> list[tuple[str, ...] | None]:
    return [question.shown for question in asking.questions(item(form, id=id), SEEN)]


# --- orders


def test_a_choice_stays_as_it_is_unless_told_otherwise() -> None:
    assert shown(choice("x", "y", "z"), Asking()) == [("A", "B", "C")]
    assert shown(YesNo(), Asking(permute="circular")) == [None]


def test_rankings_and_preferences_are_shuffled_since_their_order_may_tell_something() -> None:
    for form in (Ranking(options=texts(*"abcdefgh")), Preference(options=texts(*"abcdefgh"))):
        (order,) = shown(form, Asking())
        assert order is not None
        assert sorted(order) == list("ABCDEFGH")
        assert order != tuple("ABCDEFGH")
        assert shown(form, Asking(permute="none")) == [tuple("ABCDEFGH")]


def test_a_shuffle_follows_from_the_seed_and_the_item_alone() -> None:
    form = choice(*"abcdefgh")
    first = shown(form, Asking(permute="shuffle"))
    assert first == shown(form, Asking(permute="shuffle"))
    assert first != shown(form, Asking(permute="shuffle", seed=1))
    assert first != shown(form, Asking(permute="shuffle"), id="set/2")


@given(st.integers(2, 9), st.data())
def test_over_all_rotations_each_option_stands_in_each_place_once(count: int, data: st.DataObject) -> None:
    form = Choice(options=tuple(Option(label=label, text=f"text {label}") for label in labels(count)))
    questions = Asking(permute="circular").questions(item(form), SEEN)
    assert [question.turn for question in questions] == list(range(count))
    chosen = data.draw(st.sampled_from(labels(count)))
    places = [(question.shown or ()).index(chosen) for question in questions]
    assert sorted(places) == list(range(count))
    for question, place in zip(questions, places, strict=True):
        assert question.seen.options[place].text == f"text {chosen}"
        assert read(labels(count)[place], question.item, shown=question.shown).value == (chosen,)


@given(st.permutations(["k", "7", "Ω", "b)"]))
def test_strange_labels_stay_where_they_are_while_contents_move(order: list[str]) -> None:
    options = tuple(Option(label=label, text=f"text {label}") for label in ("k", "7", "Ω", "b)"))
    question = Question(item(Choice(options=options)), (), tuple(order))
    assert [option.label for option in question.seen.options] == ["k", "7", "Ω", "b)"]
    assert [option.text for option in question.seen.options] == [f"text {label}" for label in order]


# --- settings


def test_a_setting_that_does_not_exist_is_told() -> None:
    with pytest.raises(UnknownPart, match="Did you mean 'circular'"):
        Asking(permute="circlar")  # type: ignore[arg-type]
    with pytest.raises(OptotypeError, match="-1 examples"):
        Asking(shots=-1)


# --- examples


def example(form: Form, gold: Gold, question: str = "Which is it?", **fields: object) -> Example:
    return Example(item(form, question, **fields), gold)


def test_examples_come_before_the_question_with_their_answers() -> None:
    solved = example(
        Choice(options=pictured("a", "b")),
        Gold(item="set/2", accepted=(("B",),), rule="imported"),
        id="set/2",
        question="Which is a boat?",
        pictures=(),
    )
    (question,) = Asking(shots=1).questions(item(choice("x", "y")), SEEN, [solved])
    assert told(question) == (
        "<user>\nWhich is a boat?\n\nA.\n[a]\nB.\n[b]\nReply with nothing but the letter of the right option.\n"
        "<assistant>\nB\n"
        "<user>\n[figure]\nWhich is it?\n\nA. x\nB. y\n\nReply with nothing but the letter of the right option."
    )


def test_an_example_answers_in_the_letters_that_it_shows() -> None:
    solved = example(
        choice(*"stuvwxyz"), Gold(item="set/2", accepted=(("C",),), rule="imported"), id="set/2", question="Which?"
    )
    (question,) = Asking(shots=1, permute="shuffle").questions(item(YesNo()), SEEN, [solved])
    sent, answered = question.messages[0].parts[-1], question.messages[1].parts[0]
    assert f"\n{answered}. u\n" in str(sent)


def test_too_few_examples_are_not_made_up_for() -> None:
    with pytest.raises(CannotAsk, match="2 examples of the form 'yes_no' are wanted, and the split 'train' has 1"):
        Asking(shots=2).questions(
            item(YesNo()), SEEN, [example(YesNo(), Gold(item="x", accepted=(True,), rule="imported"))]
        )


def test_a_picture_missing_from_an_example_is_told() -> None:
    solved = example(YesNo(), Gold(item="x", accepted=(True,), rule="imported"), pictures=("gone",))
    with pytest.raises(CannotAsk, match="'gone' has no file"):
        Asking().questions(item(YesNo()), SEEN, [solved])


# --- on a bench


def test_all_items_of_a_bench_are_put(bench: Workbench) -> None:
    fill(bench)
    put = list(Asking().put(bench, list(bench.items())))
    assert [asked.id for asked, _ in put] == [asked.id for asked in bench.items()]
    for asked, questions in put:
        assert isinstance(questions, list)
        sent = [part for part in questions[0].messages[0].parts if isinstance(part, Sight)]
        assert len(sent) == len(asked.pictures) + sum(option.picture is not None for option in asked.options)
        assert all(part.path.is_file() and part.size == part.path.stat().st_size for part in sent)


def test_an_item_that_cannot_be_asked_about_says_why(bench: Workbench) -> None:
    fill(bench)
    broken = item(YesNo(), pictures=("mixed/gone.png",))
    ((_, error),) = Asking().put(bench, [broken])
    assert isinstance(error, CannotAsk)
    assert sights(bench, [broken]) == {}


REQUESTS = """
import json, sys
from optotype.asking import Asking
from optotype import open
from optotype.respondents import build

asking = Asking(permute="shuffle", shots=2, choose=sys.argv[2], seed=3)
responder = build("endpoint/any", {"base_url": "http://localhost:1"})
with open(sys.argv[1]) as bench:
    shots = asking.examples(bench)
    for item, questions in asking.put(bench, list(bench.items(form="choice")), shots):
        for question in questions if isinstance(questions, list) else ():
            print(json.dumps(responder.request(question), sort_keys=True))
"""


def test_the_same_settings_give_the_same_bytes_in_another_process(bench: Workbench) -> None:
    fill(bench)
    with bench.store.event("test") as writer:
        for number in range(30):
            name = f"set/{number}"
            solved = item(choice("x", "y", "z"), f"Which is number {number}?", id=name, cluster=name, split="train")
            gold = Gold(item=name, accepted=(("ABC"[number % 3],),), rule="imported")
            writer.write(add=[solved.model_copy(update={"pictures": ()}), gold])

    def sent(hashes: str) -> list[str]:
        command = [sys.executable, "-c", REQUESTS, str(bench.folder), "random"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": hashes})
        return done.stdout.splitlines()

    first = sent("1")
    assert len(first) > 30
    assert first == sent("2")


def test_what_is_sent_tells_pictures_by_their_content(tmp_path: Path) -> None:
    asked = item(Number(), pictures=("figure",))
    responder = build("endpoint/any", {"base_url": "http://localhost:1"})
    (question,) = Asking().questions(asked, SEEN)
    other = {"figure": Sight("another", "image/png", tmp_path, 1, 1)}
    (changed,) = Asking().questions(asked, other)
    assert responder.key(question) != responder.key(changed)
    assert json.dumps(responder.request(question)).count('"sha256": "figure"') == 1
