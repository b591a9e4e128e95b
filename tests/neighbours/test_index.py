"""The index: kept up to date by adding what is new."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from optotype.errors import OptotypeError
from optotype.neighbours import Vectors, unit
from optotype.neighbours.index import Index, Only, Thing, Updated, known_as

WIDTH = 16


class Coder:
    """Vectors from the letters of a text; counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        seeds = [int.from_bytes(blake2b(text.encode(), digest_size=4).digest()) for text in texts]
        return unit(np.stack([np.random.default_rng(seed).normal(size=WIDTH) for seed in seeds]))


def papers(*names: str) -> list[Thing]:
    return [Thing(name, (f"about {name}",), (("cs.CV", "math.NA")[len(name) % 2],), 2000 + len(name)) for name in names]


def found(index: Index, k: int = 50, only: Only | None = None) -> list[tuple[str, float]]:
    query = Coder()(["what is asked"])[0]
    return [(one.id, one.score) for one in index.search(query, k, only)]


def test_adding_equals_building_anew(tmp_path: Path) -> None:
    names = [f"p{number}" for number in range(150)]
    with Index(tmp_path / "grown.db", "x", WIDTH) as grown, Index(None, "x", WIDTH) as whole:
        for count in (0, 1, 70, 150):
            grown.update(papers(*names[:count]), Coder())
        whole.update(papers(*reversed(names)), Coder())
        assert found(grown) == found(whole)
        assert len(found(grown)) == 50


def test_only_what_is_new_or_changed_is_encoded_and_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    with Index(tmp_path / "i.db", "x", WIDTH) as index:
        index.update(papers("a", "b", "c"), Coder(), stamp="1")
        coder = Coder()
        changed = Thing("b", ("something else",))
        assert index.update([*papers("a"), changed, *papers("d")], coder, stamp="2") == Updated(1, 1, 1, 1)
        assert coder.asked == ["something else", "about d"]
        assert index.stamp == "2"
        assert {id for id, _ in found(index)} == {"a", "b", "d"}
    with Index(None, "x", WIDTH) as anew:
        anew.update([*papers("a"), changed, *papers("d")], Coder())
        with Index(tmp_path / "i.db", "x", WIDTH) as index:
            assert found(index) == found(anew)


def test_whoever_is_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    things = papers(*(f"p{number}" for number in range(200)))

    class Dies(Coder):
        def __call__(self, texts: Sequence[str]) -> Vectors:
            if len(self.asked) == 100:
                raise KeyboardInterrupt
            return super().__call__(texts)

    with Index(tmp_path / "i.db", "x", WIDTH) as index, pytest.raises(KeyboardInterrupt):
        index.update(things, Dies(), stamp="whole")
    with Index(tmp_path / "i.db", "x", WIDTH) as index:
        assert index.stamp is None
        coder = Coder()
        index.update(things, coder)
        assert len(coder.asked) == 200 - 64  # a batch was done
        assert len(index) == 200


def test_vectors_of_another_encoder_are_thrown_away(tmp_path: Path) -> None:
    with Index(tmp_path / "i.db", "x", WIDTH) as index:
        index.update(papers("a"), Coder(), stamp="1")
    with Index(tmp_path / "i.db", "y", WIDTH) as index:
        assert (len(index), index.stamp) == (0, None)


def test_fields_and_years_are_minded() -> None:
    things = papers("a", "bb", "ccc", "dddd")
    with Index(None, "x", WIDTH) as index:
        index.update(things, Coder())
        for only in (
            Only(("cs",)),
            Only(("CS.cv", "q")),
            Only(years=(2002, 2003)),
            Only(("math",), (2003, 9999)),
            Only(("c",)),
            Only(("cs' or 1=1 --",)),
        ):
            assert {id for id, _ in found(index, only=only)} == {thing.id for thing in things if only.takes(thing)}
        assert {id for id, _ in found(index, only=Only(("cs",)))} == {"bb", "dddd"}
        assert {id for id, _ in found(index, only=Only(years=(2002, 2003)))} == {"bb", "ccc"}
        assert found(index, only=Only(("c",))) == []


def test_a_field_is_known_by_its_code_and_by_what_is_above_it() -> None:
    assert known_as(["cs.CV", "H.5.2", ""]) == ["cs.cv", "cs", "h.5.2", "h.5", "h"]


def test_things_without_a_word_and_strange_ids_break_nothing() -> None:
    with Index(None, "x", WIDTH) as index:
        index.update(
            [Thing("\ud800", ("", " ")), Thing("'; drop table things", ("a\ud800b",))],
            lambda texts: Coder()([text.encode(errors="replace").decode() for text in texts]),
        )
        assert {id for id, _ in found(index)} == {"\ud800", "'; drop table things"}
        assert dict(found(index))["\ud800"] == 0


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "i.db").write_bytes(b"no database" * 100)
    with pytest.raises(OptotypeError, match="Delete the file"):
        Index(tmp_path / "i.db", "x", WIDTH)


def test_two_may_write_at_once(tmp_path: Path) -> None:
    with Index(tmp_path / "i.db", "x", WIDTH) as one, Index(tmp_path / "i.db", "x", WIDTH) as other:
        one.update(papers("a", "b"), Coder())
        other.update(papers("a", "b", "c"), Coder())
        assert found(one) == found(other)
    with sqlite3.connect(tmp_path / "i.db") as base:
        assert base.execute("select count(*) from things").fetchone() == (3,)
