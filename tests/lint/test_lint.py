"""The stage: which rules look, what is kept, what is forgotten, what is suppressed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.records import (
    SUPPRESSED,
    Choice,
    Collection,
    Finding,
    Gold,
    Item,
    Noun,
    Option,
    Origin,
    Picture,
    ShortText,
    YesNo,
    labels,
)
from optotype.selecting import Selection
from tests.samples import fill, png


def question(number: int, text: str, *options: str, right: str = "A", **fields: object) -> list[Noun]:
    """An item of options, or one that asks for a text where there are none, with its gold."""
    id = f"set/{number}"
    made = tuple(Option(label=label, text=one) for label, one in zip(labels(len(options)), options, strict=True))
    given: dict[str, object] = {
        "id": id,
        "collection": "set",
        "origin": Origin(kind="written", by="test"),
        "form": Choice(options=made) if options else ShortText(),
        "question": text,
        "cluster": f"set/figure {number}",
    }
    value = (right,) if options else right
    return [Item.model_validate(given | fields), Gold(item=id, accepted=(value,), rule="written")]


def put(bench: Workbench, *records: list[Noun]) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="test"), *(one for some in records for one in some)])


def told(bench: Workbench) -> set[tuple[str, str]]:
    return {(finding.about, finding.rule) for finding in bench.store.each(Finding)}


def test_findings_are_given_and_kept_with_the_field_they_concern(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    done = bench.lint(fast=True)
    found = {finding.rule: finding for finding in done.findings}
    assert (done.items, set(found)) == (1, {"repeated_option", "punctuation_slip"})
    assert (found["repeated_option"].field, found["repeated_option"].severity) == ("options", "error")
    assert found["punctuation_slip"].about == "set/1"
    assert list(bench.findings()) == done.findings


def test_a_second_look_says_the_same_and_keeps_nothing_twice(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    first = bench.lint(fast=True).findings
    assert bench.lint(fast=True).findings == first
    assert list(bench.findings()) == first


def test_what_was_mended_is_forgotten(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    bench.lint(fast=True)
    item = bench.item("set/1")
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"question": "Which line is highest?", "version": 2})])
    bench.lint(fast=True)
    assert told(bench) == {("set/1", "repeated_option")}


def test_findings_about_items_that_were_left_out_are_forgotten(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"), question(2, "Which?", "a1", "b1", "c1"))
    bench.lint(fast=True)
    with bench.store.event("test") as writer:
        writer.write(replace=[bench.item("set/1").model_copy(update={"excluded": "a test"})])
    assert bench.lint(fast=True).findings == []
    assert told(bench) == set()


def test_findings_of_others_stay(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest?", "red", "green", "blue"))
    other = Finding(rule="import_fault", about="set.json, row 1", message="cut off")
    with bench.store.event("test") as writer:
        writer.write(add=[other])
    bench.lint(fast=True)
    assert list(bench.findings()) == [other]


def test_a_part_of_the_bench_leaves_the_findings_about_the_rest_alone(bench: Workbench) -> None:
    put(
        bench,
        question(1, "Which line is highest", "red", "Red", "blue", split="train"),
        question(2, "Which line is lowest", "red", "Red", "blue", split="test"),
    )
    bench.lint(fast=True)
    done = bench.lint(fast=True, selection=Selection(split="test"))
    assert {finding.about for finding in done.findings} == {"set/2"}
    assert {about for about, _ in told(bench)} == {"set/1", "set/2"}


def test_some_rules_leave_the_findings_of_others_alone(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    bench.lint(fast=True)
    done = bench.lint(select=["punctuation_slip"])
    assert [finding.rule for finding in done.findings] == ["punctuation_slip"]
    assert told(bench) == {("set/1", "repeated_option"), ("set/1", "punctuation_slip")}


def test_a_group_selects_and_ignores_its_rules(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    assert {finding.rule for finding in bench.lint(select=["form"]).findings} == {"repeated_option"}
    assert {finding.rule for finding in bench.lint(ignore=["form"], fast=True).findings} == {"punctuation_slip"}


def settle(bench: Workbench, text: str) -> Workbench:
    path = bench.folder / "optotype.toml"
    path.write_text(path.read_text() + text)
    return Workbench.open(bench.folder)


def test_settings_choose_rules_and_give_them_settings(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    bench.lint(fast=True)
    text = '\n[lint]\nignore = ["repeated_option"]\n\n[lint.rules.option_count]\noptions = 4\n'
    with settle(bench, text) as again:
        again.lint(fast=True)
        assert told(again) == {("set/1", "punctuation_slip"), ("set/1", "option_count")}
        assert [finding.rule for finding in again.lint(select=["repeated_option"]).findings] == ["repeated_option"]


def test_the_number_of_options_is_the_briefs_for_what_was_generated(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest?", "red", "green", "blue"))
    with settle(bench, "\n[generate]\noptions = 7\n") as other:
        assert other.lint(select=["option_count"]).findings == []
    with settle(bench, 'collection = "set"\n') as again:
        [finding] = again.lint(select=["option_count"]).findings
    assert finding.message == "3 options, but 7 were expected"
    with settle(bench, "\n[lint.rules.option_count]\noptions = 3\n") as last:
        assert last.lint(select=["option_count"]).findings == [], "a setting of the rule itself counts first"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[lint]\nselect = ["repeted_option"]\n',
            "lint.select: There is no rule or group called 'repeted_option'. Did",
        ),
        ('[lint]\nignore = ["forms"]\n', "lint.ignore: There is no rule or group called 'forms'. Did you mean 'form'?"),
        (
            "[lint.rules.option_cuont]\n",
            "[lint.rules.option_cuont]: There is no rule called 'option_cuont'. Did you mean",
        ),
        (
            "[lint.rules.option_count]\noption = 4\n",
            "[lint.rules.option_count]: The rule 'option_count' has no setting",
        ),
        ('[lint.rules.option_count]\noptions = "many"\n', "options: Input should be a valid integer"),
        ("[lint.rules.longest_option]\nratio = -2.0\n", "ratio is -2.0, but a finite number that is not negative"),
    ],
)
def test_wrong_settings_are_told_with_their_place(bench: Workbench, text: str, message: str) -> None:
    with settle(bench, f"\n{text}") as again, pytest.raises(OptotypeError, match=re.escape(message)) as told:
        again.lint()
    assert "optotype.toml" in str(told.value)


def test_an_unknown_rule_is_told_with_what_may_be_meant(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match=r"--select: There is no rule or group called 'near_repeet'\. Did you mean"):
        bench.lint(select=["near_repeet"])


def test_an_empty_bench_is_well_and_a_misspelt_split_is_not(bench: Workbench) -> None:
    done = bench.lint()
    assert (done.items, done.findings) == (0, [])
    put(bench, question(1, "Which line is highest?", "red", "green", "blue", split="test"))
    with pytest.raises(OptotypeError, match="Did you mean 'test'"):
        bench.lint(selection=Selection(split="tset"))


def test_every_form_and_odd_texts_are_looked_at(bench: Workbench) -> None:
    fill(bench)
    done = bench.lint()
    assert done.items == 11
    known = {"mixed", *(item.id for item in bench.items()), *(picture.id for picture in bench.store.each(Picture))}
    assert {finding.about for finding in done.findings} <= known


def test_what_cannot_look_is_told(bench: Workbench) -> None:
    skipped = bench.lint(fast=True).skipped
    assert "has to be fast" in skipped["near_repeat"]
    assert "looks into pictures" in skipped["picture_bad"]
    assert bench.lint().skipped["answerable_blind"] == "no model is named in [lint.rules.answerable_blind]"


# --- pictures


def test_a_picture_is_told_of_once_however_many_items_show_it(bench: Workbench) -> None:
    picture = Picture(id="set/figure.png", collection="set", name="figure.png", caption="Figure 1: All of it.")
    first, last = (
        question(number, text, pictures=(picture.id,), cluster=picture.id)
        for number, text in enumerate(("Which is first?", "Which is last?"))
    )
    put(bench, [picture], first, last)
    found = bench.lint(select=["data"]).findings
    assert [(finding.rule, finding.about, finding.field) for finding in found] == [
        ("caption_tag", "set/figure.png", "picture"),
        ("picture_missing", "set/figure.png", "picture"),
    ]


def test_a_picture_that_the_bench_has_no_record_of_is_missing(bench: Workbench) -> None:
    put(bench, question(1, "Which is first?", pictures=("set/nowhere.png",)))
    assert told_by(bench, "picture_missing") == {"set/nowhere.png"}


def told_by(bench: Workbench, rule: str) -> set[str]:
    return {finding.about for finding in bench.lint(select=[rule]).findings}


def test_a_file_that_was_spoilt_since_is_found(bench: Workbench) -> None:
    facts = bench.cabinet.keep(png(size=(200, 100)))
    picture = Picture(id="set/figure.png", collection="set", name="figure.png", **vars(facts))
    put(bench, [picture], question(1, "Which is first?", pictures=(picture.id,)))
    assert told_by(bench, "picture_bad") == set()
    path = bench.path(picture)
    assert path is not None
    path.write_bytes(path.read_bytes()[:40])
    assert told_by(bench, "picture_bad") == {"set/figure.png"}


# --- suppressing


def test_a_finding_that_is_suppressed_goes_and_stays_away_until_it_counts_again(bench: Workbench) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    bench.lint(fast=True)
    bench.suppress_finding("set/1", "repeated_option", "case tells the curves apart")
    assert told(bench) == {("set/1", "punctuation_slip")}
    done = bench.lint(fast=True)
    assert ([finding.rule for finding in done.findings], done.suppressed) == (["punctuation_slip"], 1)
    assert bench.item("set/1").extra[SUPPRESSED] == {"repeated_option": "case tells the curves apart"}
    bench.suppress_finding("set/1", "repeated_option", None)
    assert SUPPRESSED not in bench.item("set/1").extra
    assert bench.lint(fast=True).suppressed == 0


def test_findings_about_pictures_and_collections_can_be_suppressed(bench: Workbench) -> None:
    picture = Picture(id="set/figure.png", collection="set", name="figure.png")
    asked = [question(n, f"Is {n} shown?", form=YesNo(), pictures=(picture.id,))[0] for n in range(40)]
    golds: list[Noun] = [Gold(item=f"set/{n}", accepted=(True,), rule="written") for n in range(40)]
    put(bench, [picture], asked, golds)
    rules = ["picture_missing", "yes_no_balance"]
    assert {finding.about for finding in bench.lint(select=rules).findings} == {"set/figure.png", "set"}
    bench.suppress_finding("set/figure.png", "picture_missing", "it is on the other disk")
    bench.suppress_finding("set", "yes_no_balance", "a test of saying yes")
    done = bench.lint(select=rules)
    assert (done.findings, done.suppressed) == ([], 2)


@pytest.mark.parametrize(
    ("about", "rule", "reason", "message"),
    [
        ("set/9", "near_repeat", "x", "There is no item, picture or collection called 'set/9'"),
        ("set/1", "near_repeet", "x", "There is no rule called 'near_repeet'. Did you mean 'near_repeat'?"),
        ("set/1", "near_repeat", " ", "Give a reason"),
    ],
)
def test_what_cannot_be_suppressed_is_told(bench: Workbench, about: str, rule: str, reason: str, message: str) -> None:
    put(bench, question(1, "Which?", "a", "b"))
    with pytest.raises(OptotypeError, match=re.escape(message)):
        bench.suppress_finding(about, rule, reason)


@pytest.mark.parametrize("name", ["scivqa", "parquet", "mera", "huggingface"])
def test_a_reason_travels_with_an_export_and_survives_an_import(bench: Workbench, tmp_path: Path, name: str) -> None:
    put(bench, question(1, "Which line is highest", "red", "Red", "blue"))
    bench.suppress_finding("set/1", "repeated_option", "case tells the curves apart")
    bench.export(name, tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("parquet" if name == "huggingface" else name, tmp_path / "out", name="set")
        assert again.lint(select=["repeated_option"]).suppressed == 1


def test_importing_the_source_again_keeps_what_was_suppressed(bench: Workbench, tmp_path: Path) -> None:
    source = tmp_path / "set.json"
    row = '[{"instance_id": "1", "image_file": "a.png", "qa_pair_type": "unanswerable", "question": "%s"}]'
    source.write_text(row % "Why is is it so?")
    bench.import_("scivqa", source, name="set")
    bench.suppress_finding("set/1", "grammar_slip", "a quotation")
    assert bench.import_("scivqa", source, name="set").changed == []
    source.write_text(row % "Why was was it so?")
    bench.import_("scivqa", source, name="set", update=True)
    assert bench.item("set/1").question == "Why was was it so?"
    assert bench.lint(select=["grammar_slip"]).suppressed == 1


def test_hostile_reasons_suppress_nothing(bench: Workbench) -> None:
    extra = {SUPPRESSED: {"repeated_option": ["no text"], "punctuation_slip": ""}}
    put(bench, question(1, "Which line is highest", "red", "Red", "blue", extra=extra))
    assert len(bench.lint(fast=True).findings) == 2
