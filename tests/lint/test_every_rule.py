"""Laws that every rule obeys on the day its file appears."""

from __future__ import annotations

import dataclasses
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from optotype.errors import OptotypeError
from optotype.lint.question import Question, Shown
from optotype.lint.rules import (
    GROUPS,
    AnyRule,
    Example,
    PictureRule,
    SetRule,
    SiblingRule,
    check,
    examples,
    family,
)
from optotype.records import (
    Choice,
    Form,
    Gold,
    Graph,
    Number,
    Option,
    Picture,
    Preference,
    Range,
    Ranking,
    ShortText,
    Value,
    YesNo,
)
from tests.items import an_item

PAGE = Path(__file__).parents[2] / "docs" / "lint.md"

HOSTILE = [
    "",
    " \n\t",
    "<script>alert(1)</script>",
    "\x00\x01\x1b[31mred\x7f\u202e\ufeff",
    "'; DROP TABLE items; --",
    "🙂" * 50,
    "nan",
    "-1e999",
    "((((((((((" * 20,
    '"' * 99,
    "?" * 500,
    "%" * 500,
    "1,2,3,4,5,6,7,8,9." * 40,
    "+7 (999) " * 40,
    "a a a a a a a" * 30,
    "the the the",
    "\ud83d half a pair",
    "𝒳𝓎𝓏 ٣ Ⅻ ½ ǅ",
    "Какой гeмоглобин " * 30,
    "is is the a an of which that has " * 30,
    "_" * 300,
    "{" * 100 + "}" * 100,
]


@pytest.fixture(params=family.names())
def rule(request: pytest.FixtureRequest) -> AnyRule:
    """Each rule in turn, as it is without settings."""
    return family[request.param]()


def of(example: Example) -> list[Question]:
    return [example] if isinstance(example, Question) else list(example)


def asked(form: Form, *, gold: tuple[Value, ...] | None = None, text: str = "", number: int = 0) -> Question:
    """An item about a hostile picture, with hostile words in every field."""
    id, figure = f"hostile/{number:04}", f"hostile/figure {number // 20}"
    picture = Picture(
        id=f"hostile/{text[:20]}",
        collection="hostile",
        name=text[:50],
        caption=text,
        tags={"figure_type": (text, "line chart"), "figures": (text, "3"), "compound": ("yes",)},
    )
    kinds = ("closed-ended visual", "closed-ended non-visual", "unanswerable", text)
    item = an_item(
        id,
        form,
        collection="hostile",
        question=text,
        text=text,
        pictures=(picture.id,),
        cluster=figure,
        split=("train", "test", None)[number % 3],
        tags={"kind": (kinds[number % 4],)},
    )
    decided = None if gold is None else Gold(item=id, accepted=gold, unanswerable=not gold, rule="imported")
    return Question(item, decided, [Shown(picture, lambda: text.encode("utf-8", "replace"), lambda: text)])


def hostile(words: list[str]) -> Iterator[Question]:
    number = 0
    for text in words:
        texts = (Option(label="A", text=text), Option(label="B", text=text[::-1]), Option(label=text or "-", text=""))
        pictured = (Option(label="A", picture="nowhere"), Option(label="B", picture="nowhere", text=text))
        cases: list[tuple[Form, tuple[Value, ...] | None]] = [
            (Choice(options=texts), (("A",),)),
            (Choice(options=texts), (("B", "Z"), "A", 3.0)),
            (Choice(options=texts, several=True), (("A", "B"),)),
            (Choice(options=pictured), (("B",),)),
            (Choice(options=texts[:1]), ()),
            (YesNo(), (True,)),
            (YesNo(), (text,)),
            (Number(unit=text), (Range(low=0, high=1), 0.12345)),
            (ShortText(), (text, "0.12345")),
            (ShortText(), ()),
            (ShortText(), None),
            (Ranking(options=texts), (("B",),)),
            (Graph(), (text,)),
            (Preference(options=pictured), ("A",)),
        ]
        for form, gold in cases:
            number += 1
            yield asked(form, gold=gold, text=text, number=number)


@pytest.mark.parametrize("name", [name for name in family if family[name].needs != "a model"])
def test_it_stops_its_bad_examples(name: str) -> None:
    rule = family[name]()
    for example in examples(rule.bad):
        found = check(rule, example)
        assert found, [question.text for question in of(example)]
        assert all(remark.message.strip() for remark in found)


def test_it_lets_its_good_examples_pass(rule: AnyRule) -> None:
    for example in examples(rule.good):
        assert check(rule, example) == [], [question.text for question in of(example)]


def test_its_examples_speak_of_what_it_says(rule: AnyRule) -> None:
    assert sys.modules[type(rule).__module__].__doc__
    assert type(rule).__doc__
    assert rule.about.endswith(".")
    assert rule.group in GROUPS
    assert rule.name in family


def test_hostile_items_never_raise_and_findings_name_what_is_there(rule: AnyRule) -> None:
    questions = list(hostile(HOSTILE))
    known = {"hostile", *(one.id for question in questions for one in (question, *question.pictures))}
    assert {remark.about for remark in check(rule, questions)} <= known


@pytest.mark.parametrize("piece", ["a", "the line is ", "1.5, ", "Иванов ", "_ (", "\"'", "+7 9", "a@a.", "? ", "and,"])
def test_a_very_long_text_hangs_nothing(rule: AnyRule, piece: str) -> None:
    question = asked(ShortText(), gold=(piece * 100_000,), text=piece * 100_000)
    offered = tuple(Option(label=label, text=piece * 20_000) for label in ("A", "B", "C"))
    chosen = asked(Choice(options=offered), gold=(("A",),), text=piece * 100_000, number=1)
    began = time.process_time()
    check(rule, [question, chosen])
    assert time.process_time() - began < 5


def test_the_order_of_items_changes_nothing(rule: AnyRule) -> None:
    questions = [*hostile(HOSTILE[:8]), *(one for example in examples(rule.bad) for one in of(example))]
    # examples use the same ids; here all differ
    renamed = [
        Question(question.item.model_copy(update={"id": f"{number:04}"}), question.gold, question.pictures)
        for number, question in enumerate(questions)
    ]
    found = {(remark.about, remark.message, remark.field) for remark in check(rule, renamed)}
    turned = list(renamed)
    random.Random(5).shuffle(turned)
    fresh = family[rule.name]()
    assert {(remark.about, remark.message, remark.field) for remark in check(fresh, turned)} == found


def test_nothing_is_said_of_nothing(rule: AnyRule) -> None:
    if isinstance(rule, SiblingRule | SetRule):
        assert list(rule.check([])) == []
    elif isinstance(rule, PictureRule):
        assert check(rule, []) == []


def test_every_setting_has_a_default_and_says_what_it_is(rule: AnyRule) -> None:
    source = Path(str(sys.modules[type(rule).__module__].__file__)).read_text(encoding="utf-8")
    for setting in dataclasses.fields(rule):
        assert re.search(rf'^    {setting.name}: .* = .*\n    """', source, re.MULTILINE), setting.name


def test_settings_that_are_no_numbers_are_refused(rule: AnyRule) -> None:
    for setting in dataclasses.fields(rule):
        value = getattr(rule, setting.name)
        if isinstance(value, float):
            for wrong in ("nan", "inf", -1.0):
                with pytest.raises(
                    OptotypeError, match=rf"optotype\.toml, \[lint\.rules\.{rule.name}\].*{setting.name}"
                ):
                    family.build_all({rule.name: {setting.name: wrong}}, "optotype.toml")


def test_the_page_about_lint_has_it(rule: AnyRule) -> None:
    row = re.search(rf"^\| `{rule.name}` \|.*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert row is not None
    assert rule.about.rstrip(".").replace("|", "\\|") in row[0]
    for setting in dataclasses.fields(rule):
        assert f"`{setting.name}`" in row[0]
