from __future__ import annotations

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.looking import pictures, say, say_gold
from optotype.records import Choice, Collection, Gold, Item, Option, Origin, Picture, Range, ShortText, Value
from tests.samples import fill


def item(id: str, **fields: object) -> Item:
    given: dict[str, object] = {"id": id, "collection": id.split("/")[0], "form": ShortText(), "cluster": id}
    return Item.model_validate({"origin": Origin(kind="written", by="test"), **given, **fields})


@pytest.mark.parametrize(
    ("value", "said"),
    [(True, "yes"), (False, "no"), (3.0, "3"), (Range(low=0.25, high=0.3), "0.25 to 0.3"), ("red", "red")],
)
def test_a_value_is_said_in_words(value: Value, said: str) -> None:
    assert say(value) == said


def test_a_label_is_said_with_its_text() -> None:
    asked = item("x/1", form=Choice(options=(Option(label="A", text="red"), Option(label="B", picture="x/p"))))
    assert say(("A",), asked) == "A: red"
    assert say(("A", "B"), asked) == "A: red, B"


def test_gold_is_said_with_all_that_is_accepted() -> None:
    assert say_gold(Gold(item="x/1", accepted=("two", "2"), rule="imported")) == "two or 2"
    assert say_gold(Gold(item="x/1", unanswerable=True, rule="imported")) == "cannot be answered"
    assert say_gold(None) == ""


def test_a_page_holds_some_items_and_says_how_many_there_are(bench: Workbench) -> None:
    fill(bench)
    page = bench.show(limit=2, offset=1)
    assert page.total == 11
    found = list(page.items)
    assert [item.id for item, _ in found] == ["mixed/choice-texts", "mixed/several"]
    assert found[0][1] == bench.store.get(Gold, "mixed/choice-texts")


def test_a_page_without_a_limit_holds_all(bench: Workbench) -> None:
    fill(bench)
    assert len(list(bench.show(limit=None).items)) == 11


def test_a_slip_of_the_pen_is_told_instead_of_an_empty_page(bench: Workbench) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match=r"no tag called 'skil'. Did you mean 'skill'"):
        bench.show(tags={"skil": "counting"})
    with pytest.raises(OptotypeError, match=r"no value of the tag 'skill' called 'countin'. Did you mean 'counting'"):
        bench.show(tags={"skill": "countin"})
    with pytest.raises(OptotypeError, match="no collection called 'mixt'"):
        bench.show(collection="mixt")


def test_a_sheet_has_pictures_of_question_and_options_with_their_paths(bench: Workbench) -> None:
    fill(bench)
    sheet = bench.sheet("mixed/choice-pictures")
    assert tuple(sheet.pictures) == sheet.item.all_pictures
    for shown in sheet.pictures.values():
        assert shown.path is not None
        assert shown.path.is_absolute()
        assert shown.path.is_file()
    assert sheet.gold is not None


def test_a_sheet_counts_answers_by_state(bench: Workbench) -> None:
    fill(bench)
    assert bench.sheet("mixed/rating").answers == {"given": 1, "dont_know": 1}


def test_an_item_is_found_without_the_name_of_its_collection(bench: Workbench) -> None:
    fill(bench)
    assert bench.item("text").id == "mixed/text"
    with pytest.raises(OptotypeError, match="no item called 'nothing'"):
        bench.item("nothing")


def test_a_name_that_two_items_have_must_be_told_in_full(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id=name, format="draw") for name in ("a", "b")])
        writer.write(add=[item("a/1"), item("b/1")])
    with pytest.raises(OptotypeError, match="'1' can be 'a/1' or 'b/1'"):
        bench.item("1")


def test_pictures_of_chosen_items_come_once_each(bench: Workbench) -> None:
    fill(bench)
    found = [picture.id for picture in pictures(bench, {"split": "train"}, {})]
    assert sorted(found) == sorted(picture.id for picture in bench.store.each(Picture))
    assert len(set(found)) == len(found)


def test_a_picture_that_nobody_shows_is_among_those_of_its_collection(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Picture(id="p/lone.png", collection="p", name="lone.png")])
    assert [picture.id for picture in pictures(bench, {"collection": "p"}, {})] == ["p/lone.png"]
