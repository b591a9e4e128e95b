"""Examples: who is chosen, from where, and that choosing is repeatable and takes little memory."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec

import pytest

from optotype import Workbench
from optotype.asking import Asking, Shots, _shots
from optotype.embedding import MODULE
from optotype.errors import OptotypeError
from optotype.records import Form, Gold, Graph, Item, Noun, Picture, ShortText, Value, YesNo
from tests.asking.items import choice, item
from tests.conftest import not_here
from tests.samples import keep_picture


def put(bench: Workbench, *records: Noun) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=records)


def solved(bench: Workbench, name: str, form: Form, value: Value | None, **fields: object) -> Item:
    """An item of the train split with its gold, in the bench."""
    given = {"id": name, "cluster": name, "split": "train", "pictures": (), "collection": name.split("/")[0]}
    made = item(form, **{**given, **fields})  # type: ignore[arg-type]
    gold = () if value is None else (Gold(item=name, accepted=(value,), rule="imported"),)
    put(bench, made, *gold)
    return made


def shots(bench: Workbench, asking: Asking) -> Shots:
    found = asking.examples(bench)
    assert found is not None
    return found


def ids(bench: Workbench, asking: Asking, asked: Item) -> list[str]:
    return [example.item.id for example in shots(bench, asking).of(asked)]


@pytest.fixture
def encoder() -> None:
    """What tells similar questions."""
    if find_spec(MODULE) is None:
        not_here(MODULE)


def test_nobody_looks_for_examples_where_none_are_wanted(bench: Workbench) -> None:
    assert Asking().examples(bench) is None


def test_without_a_train_split_the_way_to_one_is_told(bench: Workbench) -> None:
    put(bench, item(YesNo()))
    with pytest.raises(OptotypeError, match=r"the split 'train', but there is none\..*optotype split 6:2:2"):
        Asking(shots=1).examples(bench)


def test_a_split_without_gold_is_told_apart(bench: Workbench) -> None:
    solved(bench, "set/1", YesNo(), None)
    with pytest.raises(OptotypeError, match="none of its 1 item has gold"):
        Asking(shots=1).examples(bench)


def test_examples_have_the_form_of_the_question(bench: Workbench) -> None:
    solved(bench, "set/yes", YesNo(), True)
    solved(bench, "set/one", choice("x", "y"), ("A",))
    solved(bench, "set/several", choice("x", "y", several=True), ("A", "B"))
    solved(bench, "set/graph", Graph(), "( tree )")
    solved(bench, "set/mr", Graph(notation="factual_mr"), "( 2 , trees )")
    asking = Asking(shots=1)
    for form, expected in (
        (YesNo(unanswerable=True), "set/yes"),
        (choice("p", "q", "r"), "set/one"),
        (choice("p", "q", several=True), "set/several"),
        (Graph(notation="factual_mr"), "set/mr"),
    ):
        assert ids(bench, asking, item(form, id="other/1")) == [expected]
    assert ids(bench, asking, item(ShortText(), id="other/1")) == []


def test_examples_come_from_the_collection_as_far_as_it_has_them(bench: Workbench) -> None:
    for number in range(40):
        solved(bench, f"other/{number}", YesNo(), True)
    for number in range(2):
        solved(bench, f"set/{number}", YesNo(), False)
    found = ids(bench, Asking(shots=4), item(YesNo(), id="set/test"))
    assert Counter(id.split("/")[0] for id in found) == {"set": 2, "other": 2}
    assert len(set(found)) == 4


def test_an_example_never_shares_its_picture_with_the_question(bench: Workbench) -> None:
    for number in range(6):
        solved(bench, f"set/{number}", YesNo(), True, cluster=f"figure {number // 2}")
    found = ids(bench, Asking(shots=6), item(YesNo(), id="set/9", cluster="figure 1"))
    assert sorted(found) == ["set/0", "set/1", "set/4", "set/5"]


@pytest.mark.usefixtures("encoder")
def test_a_similar_example_never_shares_its_picture_either(bench: Workbench) -> None:
    for number in range(6):
        solved(bench, f"set/{number}", YesNo(), True, cluster=f"figure {number // 2}")
    found = ids(bench, Asking(shots=6, choose="similar"), item(YesNo(), id="set/9", cluster="figure 1"))
    assert sorted(found) == ["set/0", "set/1", "set/4", "set/5"]


def test_what_cannot_be_stated_or_shown_is_no_example(bench: Workbench) -> None:
    picture = keep_picture(bench, "there.png", "red")
    gone = Picture(id="mixed/gone.png", collection="mixed", name="gone.png")
    put(bench, picture, gone)
    solved(bench, "set/odd", choice("x", "y"), ("Z",))
    solved(bench, "set/gone", choice("x", "y"), ("A",), pictures=(gone.id,))
    solved(bench, "set/out", choice("x", "y"), ("A",), excluded="a duplicate")
    solved(bench, "set/there", choice("x", "y"), ("A",), pictures=(picture.id,))
    assert ids(bench, Asking(shots=3), item(choice("x", "y"), id="set/test")) == ["set/there"]


def test_chance_follows_from_the_seed_and_the_item_not_from_the_order(bench: Workbench) -> None:
    for number in range(200):
        solved(bench, f"set/{number}", YesNo(), number % 2 == 0)
    asked = [item(YesNo(), id=f"set/test {number}", cluster="x") for number in range(20)]
    asking = Asking(shots=3)
    together = [[example.item.id for example in some] for some in shots(bench, asking).each(asked)]
    alone = [ids(bench, asking, one) for one in reversed(asked)][::-1]
    assert together == alone
    assert len({tuple(some) for some in together}) > 15
    assert together != [
        [example.item.id for example in some] for some in shots(bench, Asking(shots=3, seed=1)).each(asked)
    ]
    assert all(len(set(some)) == 3 for some in together)


def test_chance_is_fair(bench: Workbench) -> None:
    for number in range(80):
        solved(bench, f"set/{number}", YesNo(), True)
    asked = [item(YesNo(), id=f"set/test {number}", cluster="x") for number in range(2000)]
    drawn = Counter(example.item.id for some in shots(bench, Asking(shots=2)).each(asked) for example in some)
    assert len(drawn) == 80
    # 50 each are expected, with a deviation of 7
    assert max(drawn.values()) < 50 + 5 * 7
    assert min(drawn.values()) > 50 - 5 * 7


@pytest.mark.usefixtures("encoder")
def test_the_most_similar_stands_next_to_the_question(bench: Workbench) -> None:
    questions = {
        "set/weather": "What is the temperature in Oslo in July?",
        "set/boats": "How many boats lie in the harbour?",
        "set/ships": "How many ships are in the port?",
        "set/price": "Which company sold the most shares?",
    }
    for name, text in questions.items():
        solved(bench, name, YesNo(), True, question=text)
    asked = item(YesNo(), "How many boats lie in the port?", id="set/test")
    found = ids(bench, Asking(shots=3, choose="similar"), asked)
    assert set(found[1:]) == {"set/boats", "set/ships"}
    assert found == ids(bench, Asking(shots=3, choose="similar"), asked)


def test_of_many_only_so_many_are_kept_whatever_their_order(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_shots, "POOL", 10)
    for number in range(100):
        solved(bench, f"set/{number}", YesNo(), True)
    chooser = shots(bench, Asking(shots=10))
    asked = [item(YesNo(), id=f"set/test {number}", cluster="x") for number in range(50)]
    drawn = {example.item.id for some in chooser.each(asked) for example in some}
    assert len(drawn) == 10
    assert drawn != {f"set/{number}" for number in range(10)}


def test_examples_may_come_from_another_split(bench: Workbench) -> None:
    solved(bench, "set/1", YesNo(), True, split="shots")
    assert ids(bench, Asking(shots=1, examples_from="shots"), item(YesNo(), id="set/2")) == ["set/1"]
