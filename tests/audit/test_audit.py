"""The audit finds what was planted, and is silent where nothing was."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import JsonValue
from typer.testing import CliRunner

from optotype import Workbench, claims
from optotype.asking import Question, Sight
from optotype.audit import Verdict
from optotype.audit.checks import family
from optotype.claims import Claim, number
from optotype.cli import app
from optotype.errors import OptotypeError
from optotype.records import Choice, Finding, Gold, Item, Picture, Respondent, ShortText
from optotype.respondents import Batch, Failure, Reply, Responder
from optotype.respondents import build as build_responder
from tests.audit.conftest import Plant
from tests.samples import fill

Planted = Callable[[Plant | None], Workbench]


def claim(verdict: Verdict, check: str) -> Claim:
    return next(claim for claim in verdict.claims if claim.check == check)


# --- what was planted


def longest(item: Item, gold: Gold) -> Item:
    """The right option is always the longest."""
    right = gold.accepted[0]
    if not isinstance(item.form, Choice) or not isinstance(right, tuple):
        return item
    options = tuple(
        option.model_copy(update={"text": f"{option.text}, as can be seen"}) if option.label in right else option
        for option in item.form.options
        if option.text is not None
    )
    return item.model_copy(update={"form": Choice(options=options)}) if options else item


COLOURS = {"1": "red", "2": "blue", "3": "green", "4": "gold", "5": "black", "6": "pink"}


def test_a_clean_drawn_bench_is_silent(planted: Planted) -> None:
    with planted(None) as bench:
        verdict = bench.audit()
        assert [one.severity for one in verdict.claims] == ["ok"] * len(verdict.claims)
        assert {"blind", "answer_balance", "position_balance"} <= {one.check for one in verdict.claims}
        assert verdict.items == 100
        assert not verdict.findings


def test_right_options_that_are_always_the_longest_are_found(planted: Planted) -> None:
    found = claim(planted(longest).audit(fast=True), "blind")
    assert found.severity == "problem"
    assert found.figures["respondent"] in ("baseline/longest_option", "baseline/options_only", "baseline/question_only")
    assert number(found.figures, "low") > 0.1
    assert "longest_option" in str([row["respondent"] for row in found.rows if number(row, "low") > 0])


def test_a_colour_in_the_text_that_gives_the_answer_away_is_found(bench: Workbench) -> None:
    fill(bench)
    first = bench.item("text")
    items = [
        first.model_copy(
            update={
                "id": f"mixed/colour-{place}",
                "cluster": f"cluster {place}",
                "question": f"How many are on the {list(COLOURS.values())[place * 7 % 6]} paper, sheet {place}?",
                "form": ShortText(),
            }
        )
        for place in range(120)
    ]
    golds = [
        Gold(item=item.id, accepted=(list(COLOURS)[place * 7 % 6],), rule="imported")
        for place, item in enumerate(items)
    ]
    with bench.store.event("test") as writer:
        writer.clear(Item, {})
        writer.clear(Gold, {})
        writer.write(add=[*items, *golds])
    verdict = bench.audit(fast=True)
    found = claim(verdict, "blind")
    assert found.severity == "problem"
    assert found.figures["respondent"] in ("baseline/question_only", "baseline/caption_only")
    blind = {row["respondent"]: number(row, "low") for row in found.rows}
    assert blind["baseline/options_only"] <= 0  # the question gives it away, and nothing else
    assert verdict.problems == [found]


def test_pictures_that_train_and_test_share_are_found(planted: Planted) -> None:
    with planted(None) as bench:
        pairs = list(bench.items())
        half = len(pairs) // 2
        shown = [item for item in pairs[:half] if item.pictures]
        moved = [
            item.model_copy(update={"split": "train" if place < half else "test", "version": 2})
            for place, item in enumerate(pairs)
        ]
        # ten items of the test show pictures of the train split, as files of another name
        originals = bench.store.get_all(Picture, [item.pictures[0] for item in shown[:10]])
        copies = [
            picture.model_copy(update={"id": f"{picture.collection}/copy-{place}", "name": f"copy-{place}"})
            for place, picture in enumerate(originals.values())
        ]
        moved[-10:] = [
            item.model_copy(update={"pictures": (copy.id,)}) for item, copy in zip(moved[-10:], copies, strict=True)
        ]
        with bench.store.event("test") as writer:
            writer.write(add=copies, replace=moved)
        verdict = bench.audit()
        found = claim(verdict, "picture_across_splits")
        assert found.severity == "problem"
        assert found.figures["pictures"] == 10
        assert verdict.split == "test"
        noticed = [finding for finding in verdict.findings if finding.rule == "audit.picture_across_splits"]
        assert len(noticed) == 10
        assert all("looks nearly like" in finding.message for finding in noticed)
        assert claim(verdict, "shared_source").severity == "ok"


def test_items_about_one_picture_in_two_splits_are_found(bench: Workbench) -> None:
    fill(bench)  # its items share a picture, and are in train, val and test
    found = claim(bench.audit(fast=True), "shared_source")
    assert found.severity == "problem"
    assert "test" in str(found.figures["splits"])


def test_texts_that_two_splits_share_are_found(bench: Workbench) -> None:
    fill(bench)
    first = bench.item("graph")
    texts = [
        "two men on a bench in the old park",
        "a dog runs after a red ball",
        "Two men, on a bench, in the old park!",
    ]
    items = [
        first.model_copy(update={"id": f"mixed/g{place}", "cluster": f"g{place}", "text": text, "split": split})
        for place, (text, split) in enumerate(zip(texts, ("train", "train", "test"), strict=True))
    ]
    with bench.store.event("test") as writer:
        writer.write(add=items)
    verdict = bench.audit(fast=True)
    found = claim(verdict, "text_across_splits")
    assert found.severity == "problem"
    assert [finding.about for finding in verdict.findings if finding.rule == "audit.text_across_splits"] == ["mixed/g2"]


@pytest.mark.slow
def test_a_place_that_is_right_too_often_is_found(planted: Planted) -> None:
    with planted(None) as bench:
        golds = [
            gold.model_copy(update={"accepted": (("A",),), "version": 2})
            for gold in bench.store.each(Gold)
            if isinstance(gold.accepted[0], tuple)
        ]
        with bench.store.event("test") as writer:
            writer.write(replace=golds)
        found = claim(bench.audit(fast=True), "position_balance")
    assert (found.severity, found.figures["place"]) == ("problem", "A")


# --- models


@dataclass(frozen=True)
class Eye(Batch):
    """A model that reads gold where it sees the right picture, and says A where it does not."""

    costly = True
    bench: Workbench | None = None
    knows: bool = False
    """Does it know the benchmark by heart?"""

    @property
    def name(self) -> str:
        return f"fake/{self.model}"

    def record(self) -> Respondent:
        return Respondent(id=self.name, kind="model", name=self.model)

    def request(self, question: Question) -> dict[str, JsonValue]:
        return {
            "item": question.item.id,
            "parts": [str(part) for message in question.messages for part in message.parts],
        }

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        return [Reply(self._said(question)) for question in questions]

    def _said(self, question: Question) -> str:
        assert self.bench is not None
        text = "".join(part for message in question.messages for part in message.parts if isinstance(part, str))
        if "first half" in text:
            half = text.rpartition("\n\n")[2]
            return question.item.question[len(half) :] if self.knows else "I have never seen it before in my life."
        pictures = self.bench.store.get_all(Picture, question.item.pictures)
        files = {picture.file for picture in pictures.values()}
        seen = {part.file for message in question.messages for part in message.parts if isinstance(part, Sight)}
        gold = self.bench.store.get(Gold, question.item.id)
        if gold is None or not (self.knows or (files and files <= seen)):
            return "A"
        value = gold.accepted[0]
        return ", ".join(value) if isinstance(value, tuple) else str(value)


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(name: str, settings: dict[str, object], bench: Workbench | None = None) -> Responder:
        if not name.startswith("fake/"):
            return build_responder(name, settings, bench)
        return Eye(name.partition("/")[2], bench=bench, knows=name.endswith("parrot"))

    monkeypatch.setattr("optotype.respondents.build", build)
    monkeypatch.setattr("optotype.evaluate._plain", _without_bench)


def _without_bench(settings: object) -> dict[str, JsonValue]:
    return {name: value for name, value in vars(settings).items() if isinstance(value, str | int | None)}


@pytest.mark.usefixtures("eye")
def test_a_model_that_needs_the_picture_gains_from_seeing(planted: Planted) -> None:
    verdict = planted(None).audit(["fake/owl"], sights=["none", "blank", "shuffled"], fast=True)
    found = claim(verdict, "gain")
    assert found.severity == "ok"
    assert number(found.figures, "gain") > 0.4
    assert {row["sight"] for row in found.rows} == {"none", "blank", "shuffled"}
    assert {row["tag"] for row in found.rows} >= {"", "skill"}
    assert claim(verdict, "blind").severity == "ok"
    assert claim(verdict, "contamination").severity == "ok"


@pytest.mark.usefixtures("eye")
def test_the_command_tells_what_each_way_of_not_seeing_costs(planted: Planted) -> None:
    asked = ["--bench", str(planted(None).folder), "audit", "--fast", "--model", "fake/owl"]
    told = CliRunner().invoke(app, [*asked, "--sight", "none", "--sight", "shuffled"], env={"COLUMNS": "120"}).output
    rows = re.findall(r"fake/owl \((\w+)\) +\d+ +[\d.]+ +[\d.]+ +\+[\d.]+ \[", told)
    assert rows == ["none", "shuffled"]


@pytest.mark.usefixtures("eye")
def test_a_model_that_knows_it_by_heart_gains_nothing(planted: Planted) -> None:
    verdict = planted(None).audit(["fake/parrot"], sights=["none"], fast=True)
    assert claim(verdict, "gain").severity == "problem"
    assert claim(verdict, "blind").severity == "problem"
    found = claim(verdict, "contamination")
    assert found.severity == "problem"
    assert found.figures["completed"] == found.figures["items"]


# --- what is kept


def test_claims_and_runs_are_kept_and_told_in_both_languages(bench: Workbench) -> None:
    fill(bench)
    verdict = bench.audit(fast=True)
    assert claims.claims(bench) == verdict.claims
    assert set(verdict.runs) == {run.id for run in bench.runs()}
    from optotype.web.words import Words

    for one in verdict.claims:
        texts = {one.tell(Words(language, "optotype.web")) for language in ("en", "ru")}
        assert len(texts) == 2
        assert not any("{" in text for text in texts)


def test_an_audit_forgets_what_the_last_one_found(bench: Workbench) -> None:
    fill(bench)
    bench.audit(fast=True)
    before = bench.store.count(Finding)
    bench.audit(fast=True)
    assert bench.store.count(Finding) == before


def test_a_bench_without_gold_is_not_audited(bench: Workbench) -> None:
    fill(bench)
    with bench.store.event("test") as writer:
        writer.clear(Gold, {})
    with pytest.raises(OptotypeError, match="None of these items has gold"):
        bench.audit()


def test_a_way_of_hiding_that_does_not_exist_is_told_before_anybody_is_asked(bench: Workbench) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match="blnk"):
        bench.audit(["baseline/random"], sights=["blnk"])
    assert not bench.runs()


def test_limits_are_settings(drawn: Path, planted: Planted) -> None:
    bench = planted(longest)
    toml = bench.folder / "optotype.toml"
    toml.write_text(f"{toml.read_text()}\n[audit.checks.blind]\nproblem = 0.99\nwarning = 0.98\n")
    with Workbench.open(bench.folder) as again:
        assert claim(again.audit(fast=True), "blind").severity == "notice"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("[audit.checks.blnd]\nproblem = 0.1", "Did you mean 'blind'"),
        ("[audit.checks.blind]\nprblem = 0.1", "no setting called 'prblem'"),
        ("[audit.checks.blind]\nproblem = -1", "not negative"),
    ],
)
def test_wrong_settings_are_told(bench: Workbench, lines: str, told: str) -> None:
    fill(bench)
    toml = bench.folder / "optotype.toml"
    toml.write_text(f"{toml.read_text()}\n{lines}\n")
    with Workbench.open(bench.folder) as again, pytest.raises(OptotypeError, match=told):
        again.audit()


def test_every_check_says_what_it_looks_for() -> None:
    orders = [family[name].order for name in family]
    assert len(set(orders)) == len(orders)
    for name in family:
        check = family[name]()
        assert check.name == name
        assert check.about.endswith((".", ":", "apart")) or " " in check.about
