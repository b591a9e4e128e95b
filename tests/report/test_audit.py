"""The verdict of an audit as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.claims import Claim, Figure, Severity, part_called
from optotype.report.board import Asked, Entry, gather
from optotype.report.pages.audit import Audit, answer
from optotype.report.site import Site
from optotype.web.words import LANGUAGES, Language, Words
from tests.report.benches import CLAIMS
from tests.samples import fill


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_stands_on_the_page_the_worst_first(bench_of_all: Workbench, language: Language) -> None:
    words = Words(language, "optotype.report")
    shown = Audit().show(gather(bench_of_all, Asked()), words)
    assert shown is not None
    assert [told.name for told in shown.context["claims"]] == ["blind", "gain", "disputed_gold", "origins"]
    assert shown.context["answer"] == words("audit.answer_problem")
    silent = shown.context["unexamined"].split("; ")
    assert len(silent) == 8
    assert words("claims.contamination").lower() in silent
    assert words("claims.blind").lower() not in silent
    assert [table.name for table in shown.tables] == ["audit-blind", "audit-gain", "audit-gain-by-tag", "audit-origins"]


def test_who_does_not_exist_is_called_simulated(bench_of_all: Workbench) -> None:
    shown = Audit().show(gather(bench_of_all, Asked()), Words("en", "optotype.report"))
    assert shown is not None
    origins = shown.tables[-1]
    assert origins.rows[0][0].text.endswith("(simulated)")


def test_a_bench_that_was_not_audited_has_no_such_page(bench: Workbench) -> None:
    fill(bench)
    board = gather(bench, Asked())
    assert "audit" not in [page.name for page, _ in Site(board).pages]


def test_every_text_of_a_claim_can_be_told_in_both_languages(tmp_path: Path) -> None:
    english, russian = (Words(language, "optotype.web") for language in LANGUAGES)
    keys = {key for key in english.table if key.startswith("claims.")}
    assert keys == {key for key in russian.table if key.startswith("claims.")}
    for key in keys:
        fields = [
            sorted(part.partition("}")[0] for part in words.table[key].split("{")[1:]) for words in (english, russian)
        ]
        assert fields[0] == fields[1], key


def test_items_of_one_form_are_called_in_the_language_of_the_page() -> None:
    figures: dict[str, Figure] = {"respondent": "baseline/random", "items": 57, "part": "icons: choice of texts"}
    shares: dict[str, Figure] = dict.fromkeys(("value", "floor", "excess", "low", "high"), 0.5)
    found = Claim("blind", "problem", "found_part", {**figures, **shares, "comparisons": 16})
    assert "(icons: выбор из текстов)" in found.tell(Words("ru", "optotype.web"))
    assert "(icons: choice of texts)" in found.tell(Words("en", "optotype.web"))
    assert part_called("of a kind that nobody knows", Words("ru", "optotype.web")) == "of a kind that nobody knows"


def test_a_finding_that_is_no_claim_is_left_alone(tmp_path: Path) -> None:
    from optotype.claims import claims
    from optotype.records import Finding

    with init(tmp_path / "bench") as bench:
        fill(bench)
        with bench.store.event("test") as writer:
            strange = Finding(
                rule="audit.blind", about="", message="?", figures={"severity": "dreadful", "figures": {}}
            )
            writer.write(add=[strange, Finding(rule="lint", about="", message="?")])
        assert claims(bench) == []
        with bench.store.event("test") as writer:
            writer.clear(Finding, {"rule": "audit.blind"})
            writer.write(add=[CLAIMS[0].finding()])
        assert claims(bench) == [CLAIMS[0]]
        assert isinstance(claims(bench)[0], Claim)


def test_what_was_noticed_about_single_items_stands_under_the_claim(tmp_path: Path) -> None:
    from optotype.records import Finding

    with init(tmp_path / "bench") as bench:
        fill(bench)
        found = [Finding(rule="audit.disputed_gold", about=f"mixed/{n}", message="others agree") for n in range(14)]
        found.append(Finding(rule="audit.disputed_gold", about="mixed/text", message="others agree"))
        with bench.store.event("test") as writer:
            writer.write(add=[CLAIMS[3].finding(), found[-1], *found[:-1]])
        shown = Audit().show(gather(bench, Asked()), Words("en", "optotype.report"))
    assert shown is not None
    (told,) = shown.context["claims"]
    assert told.findings[0] == ("mixed/text", "others agree", True)
    assert told.findings[1].item is False
    assert (len(told.findings), told.left) == (12, "3")


def test_a_run_without_pictures_says_so_and_has_no_say(bench: Workbench) -> None:
    fill(bench)
    result = bench.evaluate("baseline/first_option", metric=["accuracy"])
    asking = {"sight": "none"}
    with bench.store.event("test") as writer:
        writer.put(result.run.model_copy(update={"settings": {"asking": asking}}))
    (entry,) = gather(bench, Asked()).entries
    assert isinstance(entry, Entry)
    assert entry.blind
    assert entry.called(Words("en", "optotype.report")) == "first_option (without the picture)"
    assert entry.called(Words("ru", "optotype.report")) == "first_option (без картинки)"


@pytest.mark.parametrize(
    ("claims", "wanted"),
    [
        ((("blind", "ok"), ("shared_source", "ok")), "ok"),
        ((("blind", "ok"), ("disputed_gold", "warning")), "elsewhere"),
        ((("blind", "warning"), ("shared_source", "ok")), "warning"),
        ((("blind", "ok"), ("gain", "notice")), "notice"),
        ((("blind", "ok"), ("shared_source", "problem")), "problem"),
        ((("shared_source", "warning"),), "warning"),
    ],
)
def test_what_is_wrong_elsewhere_does_not_mean_that_it_can_be_solved_blind(
    claims: tuple[tuple[str, Severity], ...], wanted: str
) -> None:
    assert answer([Claim(check, severity) for check, severity in claims]) == wanted
    assert Words("en", "optotype.report")(f"audit.answer_{wanted}")
