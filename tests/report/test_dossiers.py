"""Dossiers: each item with all that belongs to it, and nothing that belongs to another."""

from __future__ import annotations

from pathlib import Path

from optotype import init
from optotype.records import Answer, Collection, Finding, Gold, Item, Noun, Origin, Picture, Review, Score, State, YesNo
from optotype.report.dossiers import Dossier, dossiers, respondents_of

COUNT = 1201
"""Items of more than two batches."""


def item(number: int) -> Item:
    origin = Origin(kind="written", by="test")
    picture = f"c/{number % 7}.png"
    return Item(id=f"c/{number}", collection="c", origin=origin, form=YesNo(), cluster="c", pictures=(picture,))


def test_every_item_has_what_belongs_to_it(tmp_path: Path) -> None:
    items = [item(number) for number in range(COUNT)]
    nouns: list[Noun] = [Collection(id="c", format="test"), *items]
    nouns += [Picture(id=f"c/{number}.png", collection="c", name=f"{number}.png") for number in range(6)]
    for number, one in enumerate(items):
        nouns.append(Gold(item=one.id, accepted=(True,), rule="imported"))
        said = {"item": one.id, "state": State.GIVEN, "value": True}
        for run in ("r", "s", None):
            owner = {"id": f"{run}:{one.id}", "respondent": run or "ann", "run": run}
            nouns.append(Answer.model_validate(said | owner))
        nouns.append(Score(item=one.id, run="r", metric="m", signature="m/1", value=number / COUNT))
        if number % 3 == 0:
            nouns += [
                Review(id=f"{who}:{one.id}", item=one.id, reviewer=who, verdict="rejected", note=one.id)
                for who in ("ann", "bob")
            ]
    nouns += [
        Finding(rule="rule", about="c/5", message="about an item"),
        Finding(rule="rule", about="c/2.png", message="about a picture"),
    ]
    with init(tmp_path / "bench") as bench:
        with bench.store.event("test") as writer:
            writer.write(add=nouns)
        found = list(dossiers(bench, bench.store.each(Item), ["r"]))
    assert [dossier.item.id for dossier in found] == [one.id for one in items]
    for number, dossier in enumerate(found):
        id = dossier.item.id
        assert dossier.gold is not None
        assert dossier.gold.item == id
        assert [[answer.id for answer in some] for some in dossier.answers.values()] == [[f"r:{id}"]]
        assert [answer.id for answer in dossier.others] == [f"None:{id}"]
        assert [score.value for score in dossier.scores["r"]] == [number / COUNT]
        assert list(dossier.pictures) == ([f"c/{number % 7}.png"] if number % 7 < 6 else [])
        reviewers = [(review.reviewer, review.note) for review in dossier.reviews]
        assert reviewers == ([("ann", id), ("bob", id)] if number % 3 == 0 else [])
        messages = ["about an item"] * (number == 5) + ["about a picture"] * (number % 7 == 2)
        assert [finding.message for finding in dossier.findings] == messages


def test_a_picture_without_a_licence_of_its_own_is_under_that_of_its_collection(tmp_path: Path) -> None:
    free = Picture(id="c/0.png", collection="c", name="0.png", licence="CC0")
    pictures = [free, Picture(id="c/1.png", collection="c", name="1.png")]
    nouns: list[Noun] = [Collection(id="c", format="test", licence="CC BY 4.0"), item(0), item(1), *pictures]
    with init(tmp_path / "bench") as bench:
        with bench.store.event("test") as writer:
            writer.write(add=nouns)
        found = list(dossiers(bench, bench.store.each(Item), []))
    told = [dossier.licence(picture) for dossier in found for picture in dossier.pictures.values()]
    assert told == ["CC0", "CC BY 4.0"]
    assert Dossier(item(1), None, {}).licence(pictures[1]) is None


def test_who_is_not_on_record_is_taken_for_a_model(tmp_path: Path) -> None:
    with init(tmp_path / "bench") as bench:
        (found,) = respondents_of(bench, ["nobody", "nobody"]).values()
    assert (found.id, found.kind) == ("nobody", "model")
