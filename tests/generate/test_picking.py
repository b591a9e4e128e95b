"""Pictures are looked at by a model, tagged, and taken in balance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.generate import Pictures
from optotype.generate.picking import deal, select
from optotype.records import Picture
from tests.generate.endpoint import Heard, brief, fill, serving


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Workbench]:
    with init(tmp_path / "bench") as bench:
        yield bench


def tags(bench: Workbench, name: str) -> list[str]:
    return [picture.tags.get(name, ("",))[0] for picture in bench.store.each(Picture)]


def test_a_model_says_yes_or_no_and_pictures_are_tagged(plain: Workbench) -> None:
    fill(plain, *["A table."] * 8)
    said = iter(["Yes.", "no", "I cannot tell.", "yes", "No", "yes", "no", "Answer: yes"])
    with serving({"writer": lambda _: next(said)}) as server:
        bench = brief(plain, server)
        limits = {"questions": {"table": "Is there a table in the picture?"}, "model": "endpoint/mine"}
        done = select(bench, **limits)  # pyright: ignore[reportArgumentType]
        assert len(server.heard) == 8
        assert all("A table." not in heard.first for heard in server.heard), "a caption would tell"
        assert sum(done.labels["table"].values()) == 8
        assert done.labels["table"]["yes"] == 4
        select(bench, **limits)  # pyright: ignore[reportArgumentType]
        assert len(server.heard) == 8, "nothing is asked twice"
    assert sorted(tags(bench, "table")) == sorted(["yes"] * 4 + ["no"] * 3 + ["dont_know"])


def test_pictures_are_taken_equally_often_from_each_value(plain: Workbench) -> None:
    fill(plain, *["x"] * 20)

    def by_question(heard: Heard) -> str:
        return "yes" if "photograph" in heard.first and next(photos) else "no" if "photograph" in heard.first else "yes"

    photos = iter([True] * 5 + [False] * 15)
    with serving({"writer": by_question}) as server:
        bench = brief(plain, server)
        asked = {"table": "Is there a table?", "photo": "Is it a photograph?"}
        done = select(bench, model="endpoint/mine", questions=asked, keep={"table": "yes"}, balance=["photo"], count=8)
    assert done.strata == {"photo=yes": (5, 4), "photo=no": (15, 4)}
    assert tags(bench, "selected").count("yes") == 8
    assert Pictures(tags={"selected": "yes"}).count(bench) == 8
    again = select(bench, questions={}, keep={"table": "yes"}, balance=["photo"], count=8)
    assert again.selected == done.selected, "the same seed takes the same"


def test_small_strata_give_what_they_have() -> None:
    assert deal({"a": 2, "b": 90, "c": 70}, 12) == {"a": 2, "c": 5, "b": 5}
    assert deal({"a": 2, "b": 3}, 100) == {"a": 2, "b": 3}
    assert sum(deal({"a": 50, "b": 50, "c": 50}, 100).values()) == 100
    assert deal({}, 3) == {}


def test_a_tag_that_no_picture_has_is_told(plain: Workbench) -> None:
    fill(plain, "x")
    with pytest.raises(OptotypeError, match="No picture has a tag called 'colour'"):
        select(plain, questions={}, balance=["colour"])


def test_nobody_to_ask_is_told(plain: Workbench) -> None:
    fill(plain, "x")
    with pytest.raises(OptotypeError, match="Nobody is there to look"):
        select(plain, questions={"table": "Is there a table?"})


def test_nothing_to_ask_is_told(plain: Workbench) -> None:
    fill(plain, "x")
    with pytest.raises(OptotypeError, match="There is nothing to ask endpoint/mine"):
        select(plain, model="endpoint/mine")


def test_numbers_are_asked_for_and_balanced_in_bands(plain: Workbench) -> None:
    fill(plain, *["x"] * 10)
    rows = iter(["3", "4 rows", "Answer: 5", "6", "12", "13", "I cannot tell.", "40", "1", "2"])
    with serving({"writer": lambda _: next(rows)}) as server:
        bench = brief(plain, server)
        asked = {"rows": "How many rows has the table?"}
        done = select(bench, model="endpoint/mine", questions={}, numbers=asked, balance=["rows:5,10"])
    assert sorted(tags(bench, "rows")) == sorted(["3", "4", "5", "6", "12", "13", "dont_know", "40", "1", "2"])
    assert done.strata == {
        "rows over 5 up to 10": (1, 1),
        "rows over 10": (3, 1),
        "rows up to 5": (5, 1),
        "number not known": (1, 0),
    }
    assert tags(bench, "selected").count("yes") == 3


@pytest.mark.parametrize("edges", ["10,5", "5,5", "nan", "5,inf"])
def test_bands_that_are_none_are_told(plain: Workbench, edges: str) -> None:
    fill(plain, "x")
    with pytest.raises(OptotypeError, match="edges of bands have to rise"):
        select(plain, questions={}, balance=[f"rows:{edges}"])


def test_a_tag_is_asked_for_once(plain: Workbench) -> None:
    fill(plain, "x")
    with pytest.raises(OptotypeError, match="'rows' is asked for twice"):
        select(plain, model="endpoint/mine", questions={"rows": "Any rows?"}, numbers={"rows": "How many rows?"})


def test_a_model_without_eyes_gets_the_caption_alone(plain: Workbench) -> None:
    fill(plain, "A table of doses.", "")
    with serving({"writer": lambda _: "yes"}) as server:
        bench = brief(plain, server, '[select]\nshown = "caption"\n')
        done = select(bench, model="endpoint/mine", questions={"table": "Is there a table?"})
        [heard] = server.heard
    assert heard.pictures == 0
    assert "A table of doses." in heard.first
    assert (done.unseen, tags(bench, "table")) == (1, ["yes", ""])


def test_a_model_that_is_never_heard_takes_no_pictures(plain: Workbench) -> None:
    fill(plain, "x", "x")
    with serving({"writer": lambda _: 400}) as server:
        bench = brief(plain, server)
        with pytest.raises(OptotypeError, match="Nothing was heard: HTTP 400: no"):
            select(bench, model="endpoint/mine", questions={"table": "Is there a table?"})
    assert set(tags(bench, "selected")) == {""}
