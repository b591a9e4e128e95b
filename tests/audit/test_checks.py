"""Checks that look at stored runs, on benches of a few items."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.audit.checks import Check, Examined, Unexamined, build
from optotype.audit.checks.disputed_gold import DisputedGold
from optotype.audit.checks.extremes import Extremes
from optotype.audit.checks.gain import Gain
from optotype.audit.checks.origins import Origins, family
from optotype.audit.checks.saturation import Saturation
from optotype.audit.evidence import Evidence
from optotype.claims import number
from optotype.records import Origin, Respondent, Run, Score
from optotype.selecting import Selection
from optotype.web.words import Words
from tests.report.test_disagreeing import said


def examined(bench: Workbench, check: Check) -> Examined:
    return check.examine(Evidence(bench, Selection()))


def flawed(letters: str, places: int, wrong: str) -> str:
    """The same letters, the first of them wrong."""
    return wrong * places + letters[places:]


GOLD = "ABCD" * 25


def test_gold_that_strong_respondents_dispute_is_ranked(tmp_path: Path) -> None:
    answers = {"a/one": flawed(GOLD, 1, "D"), "a/two": flawed(GOLD, 1, "D"), "baseline/random": "A" * 100}
    found = examined(said(tmp_path, GOLD, answers), DisputedGold())
    assert (found.claim.severity, found.claim.figures["items"]) == ("notice", 1)
    assert [finding.about for finding in found.items] == ["c/0"]
    assert "a/one" in found.items[0].message


def test_gold_that_nobody_disputes_is_well(tmp_path: Path) -> None:
    answers = {"a/one": flawed(GOLD, 8, "D"), "a/two": flawed(GOLD, 8, "C")}
    found = examined(said(tmp_path, GOLD, answers), DisputedGold()).claim
    assert found.severity == "ok"
    assert found.tell(Words("en", "optotype.web")).startswith("On none of 100 items do strong respondents")


def test_items_that_nobody_solves_are_listed(tmp_path: Path) -> None:
    answers = {"a/one": flawed(GOLD, 20, "?"), "a/two": flawed(GOLD, 12, "?")}
    found = examined(said(tmp_path, GOLD, answers), Extremes())
    assert (found.claim.severity, found.claim.case) == ("warning", "nobody")
    assert found.claim.figures["nobody"] == len(found.items) == 12


def test_items_that_everybody_solves_are_counted(tmp_path: Path) -> None:
    answers = {"a/one": flawed(GOLD, 2, "?"), "a/two": GOLD}
    claim = examined(said(tmp_path, GOLD, answers), Extremes()).claim
    assert (claim.case, claim.figures["everybody"]) == ("everybody", 98)


def test_people_have_one_voice_in_whatever_rows_they_stand(tmp_path: Path) -> None:
    rows = {f"people/{row}": flawed(GOLD, 1, "D") for row in ("single", "majority", "majority-decided")}
    bench = said(tmp_path / "people", GOLD, rows)
    for check in (Extremes(), DisputedGold()):
        with pytest.raises(Unexamined, match="it takes two respondents that look"):
            examined(bench, check)
    both = said(tmp_path / "both", GOLD, rows | {"a/one": flawed(GOLD, 1, "D")})
    found = examined(both, DisputedGold())
    assert "2 strong respondents agree" in found.items[0].message
    assert found.items[0].message.endswith("people/majority, a/one")
    assert examined(both, Extremes()).claim.figures["respondents"] == 2


def test_a_model_that_is_nearly_perfect_leaves_nothing(tmp_path: Path) -> None:
    claim = examined(said(tmp_path, GOLD, {"a/one": GOLD}), Saturation()).claim
    assert (claim.severity, claim.case) == ("warning", "alone_full")


@pytest.mark.parametrize(("places", "case"), [(0, "reached"), (30, "ok")])
def test_the_best_model_is_held_against_people(tmp_path: Path, places: int, case: str) -> None:
    bench = said(tmp_path, GOLD, {"a/one": flawed(GOLD, places, "?"), "people": GOLD})
    with bench.store.event("test") as writer:
        writer.put(Respondent(id="people", kind="person", simulated=True))
    claim = examined(bench, Saturation()).claim
    assert claim.case == f"{case}_simulated"


def test_people_who_were_heard_about_most_items_come_before_a_majority_that_leaves_some_out(tmp_path: Path) -> None:
    answers = {
        "a/one": flawed(GOLD, 30, "?"),
        "people/majority": flawed(GOLD, 10, "?"),
        "people/majority-decided": GOLD,
    }
    bench = said(tmp_path, GOLD, answers)
    gone = bench.store.find(Score, {"run": "people-majority-decided"})[:10]
    with bench.store.event("test") as writer:
        writer.put(*(Respondent(id=id, kind="person") for id in answers if id.startswith("people")))
        writer.put(*(score.model_copy(update={"value": None}) for score in gone))
    claim = examined(bench, Saturation()).claim
    assert (claim.figures["people"], claim.figures["people_value"]) == ("people/majority", 0.9)


def hidden(folder: Path, answers: Mapping[str, str]) -> Workbench:
    """A bench in which the second run saw no pictures."""
    bench = said(folder, GOLD, answers)
    run = bench.store.get(Run, "a-one#none")
    assert run is not None
    with bench.store.event("test") as writer:
        writer.put(run.model_copy(update={"settings": {"asking": {"sight": "none"}}}))
    return bench


@pytest.mark.parametrize(
    ("without", "severity"),
    [(flawed(GOLD, 75, "?"), "ok"), (GOLD, "problem"), (flawed(GOLD, 15, "?"), "warning")],
)
def test_what_a_model_gains_from_seeing_is_judged(tmp_path: Path, without: str, severity: str) -> None:
    claim = examined(hidden(tmp_path, {"a/one": GOLD, "a/one#none": without}), Gain(little=0.2)).claim
    assert claim.severity == severity


def test_a_model_that_is_better_on_items_of_its_family_is_found(tmp_path: Path) -> None:
    own = GOLD[:50] + "?" * 50
    answers = {"x/gpt-9": own, "x/other": flawed(GOLD, 50, "?"), "y/third": flawed(GOLD, 50, "?")}
    bench = said(tmp_path, GOLD, answers)
    items = [
        item.model_copy(update={"origin": Origin(kind="generated", by="openai/gpt-4o"), "version": 2})
        for item in list(bench.items())[:50]
    ]
    with bench.store.event("test") as writer:
        writer.write(replace=items)
    claim = examined(bench, Origins()).claim
    assert (claim.severity, claim.figures["respondent"], claim.figures["family"]) == ("problem", "x/gpt-9", "gpt")
    assert {row["origin"] for row in claim.rows} == {"gpt", "imported"}
    assert number(claim.figures, "low") > 0


def test_families_are_told_by_names() -> None:
    assert family("openai/gpt-4o") == family("endpoint/GPT-4o-mini") == "gpt"
    assert family("hf/org/qwen2-vl") == "qwen"


def test_a_check_without_runs_says_what_it_takes(tmp_path: Path) -> None:
    bench = said(tmp_path, GOLD, {})
    for check in (DisputedGold(), Extremes(), Saturation(), Gain(), Origins()):
        with pytest.raises(Unexamined):
            examined(bench, check)


def test_checks_come_in_their_order() -> None:
    orders = [check.order for check in build({}, "here")]
    assert orders == sorted(orders)
