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
