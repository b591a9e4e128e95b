from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import pytest

from optotype import Workbench
from optotype.comparing import Corners, LeftOut, compare, left_out_lines
from optotype.errors import OptotypeError, UnknownPart
from optotype.looking import find_run
from optotype.records import Collection, Item, Respondent, Run, Score, YesNo
from tests.items import an_item

WHEN = datetime(2026, 1, 31, 10, 0, tzinfo=UTC)


def item(name: str, cluster: str, **fields: object) -> Item:
    return an_item(f"set/{name}", **{"form": YesNo(), "question": "Is it red?", "cluster": cluster} | fields)


def put(bench: Workbench, items: Sequence[Item]) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="draw"), *items])


def put_run(
    bench: Workbench,
    id: str,
    values: Mapping[str, float | None],
    *,
    respondent: str | None = None,
    metric: str = "accuracy",
    signature: str = "accuracy/1",
    **fields: object,
) -> None:
    given = {"id": id, "respondent": respondent or f"model/{id}", "bench_version": "v1", "ended": WHEN}
    run = Run.model_validate(given | fields)
    scores = [
        Score(item=f"set/{name}", run=id, metric=metric, signature=signature, value=value)
        for name, value in values.items()
    ]
    with bench.store.event("eval") as writer:
        writer.write(add=[run, *scores])


def figures(values: str) -> dict[str, float | None]:
    """`"10-"`: item 0 right, item 1 wrong, item 2 never heard."""
    return {str(place): None if value == "-" else float(value) for place, value in enumerate(values)}


def test_a_tiny_comparison_as_worked_by_hand(stored_bench: Workbench) -> None:
    # ten pictures, one question each: B wins seven, A wins none, both fail one, both are right twice
    put(stored_bench, [item(str(place), f"picture {place}") for place in range(10)])
    put_run(stored_bench, "a", figures("0000000110"))
    put_run(stored_bench, "b", figures("1111111110"))
    found = compare(stored_bench, "a", "b")
    assert found.corners == Corners(both=2, only_a=0, only_b=7, neither=1)
    assert (found.difference.value, found.difference.count, found.difference.clusters) == (0.7, 10, 10)
    assert (found.difference.wins, found.difference.losses, found.difference.ties) == (7, 0, 3)
    assert found.difference.p == pytest.approx(2 / 2**7)  # seven of seven coins on one side, either side
    assert found.better == "b"
    assert (found.a.score.value, found.b.score.value) == (0.2, 0.9)
    assert found.sentence.startswith("model/b is better by 70.0 points (95 % interval ")
    assert found.sentence.endswith(", p = .016).")
    assert (found.metric, found.signature) == ("accuracy", "accuracy/1")
    assert (found.left_out, found.warnings, found.parts) == (LeftOut(0, 0, 0, 0, 0, 0), [], [])


def test_the_other_way_round_says_the_same(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}") for place in range(10)])
    put_run(bench, "a", figures("0000000110"))
    put_run(bench, "b", figures("1111111110"))
    there, back = compare(bench, "a", "b"), compare(bench, "b", "a")
    assert (back.better, back.sentence) == ("a", there.sentence)
    assert back.difference.value == -there.difference.value


def test_questions_about_one_picture_count_once(bench: Workbench) -> None:
    put(bench, [item(str(place), "the only picture") for place in range(10)])
    put_run(bench, "a", figures("0000000110"))
    put_run(bench, "b", figures("1111111110"))
    found = compare(bench, "a", "b")
    assert (found.difference.p, found.better) == (1.0, None)
    assert found.sentence.endswith("this bench is too small to show any.")


def test_no_difference_is_said_with_what_could_have_been_shown(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}") for place in range(400)])
    put_run(bench, "a", figures("1011" * 100))
    put_run(bench, "b", figures("1101" * 100))
    found = compare(bench, "a", "b")
    # half of the pairs differ, by one either way: the error is sqrt(200 / 399 / 400) = 0.0354; 2.81 times that
    assert found.detectable == pytest.approx(2.808 * 0.0354, rel=0.005)
    assert found.sentence == (
        "No difference can be shown (95 % interval -7.0 to 7.0, p = 1.000); "
        "this bench could show one of 9.9 points or more."
    )


def test_parts_are_compared_with_corrected_p_values(bench: Workbench) -> None:
    tags = [{"kind": ("bars",)}, {"kind": ("lines", "both")}, {}]
    put(bench, [item(str(place), f"picture {place}", tags=tags[place % 3]) for place in range(30)])
    put_run(bench, "a", figures("000" * 10))
    put_run(bench, "b", figures("110" * 10))
    parts = {part.value: part for part in compare(bench, "a", "b", by=["kind"]).parts}
    assert list(parts) == ["bars", "both", "lines", "without"]
    assert {value: part.difference.count for value, part in parts.items()} == dict.fromkeys(parts, 10)
    assert parts["bars"].difference.p == pytest.approx(2 / 2**10)
    assert [part.p for part in parts.values()] == [pytest.approx(4 * 2 / 2**10)] * 3 + [1.0]
    assert (parts["lines"].a, parts["lines"].b) == (0.0, 1.0)


def test_levels_are_compared_without_being_asked_for(bench: Workbench) -> None:
    levels = [item(str(place), f"picture {place}", tags={"level": (str(place % 11 + 1),)}) for place in range(33)]
    put(bench, levels)
    put_run(bench, "a", figures("0" * 33))
    put_run(bench, "b", figures("1" * 33))
    found = compare(bench, "a", "b")
    assert [part.value for part in found.parts] == [str(level) for level in range(1, 12)]
    assert {part.tag for part in compare(bench, "a", "b", by=["form"]).parts} == {"form"}


def test_a_tag_that_nobody_has_is_an_error(bench: Workbench) -> None:
    put(bench, [item("0", "p", tags={"skill": ("counting",)})])
    put_run(bench, "a", figures("0"))
    put_run(bench, "b", figures("1"))
    with pytest.raises(UnknownPart, match="Did you mean 'skill'"):
        compare(bench, "a", "b", by=["skil"])


def test_what_is_not_compared_is_counted_by_reason(bench: Workbench) -> None:
    some = [item(str(place), f"picture {place}") for place in range(7)]
    put(bench, [*some, item("7", "picture 7", excluded="a black and white picture")])
    put_run(bench, "a", {**figures("1-1-1"), "5": 1.0, "7": 1.0, "8": 1.0})
    put_run(bench, "b", {**figures("1--1"), "6": 1.0, "7": 0.0, "8": 1.0})
    found = compare(bench, "a", "b")
    assert found.difference.count == 1
    # 7 is excluded, and no item is called 8
    assert found.left_out == LeftOut(only_a=2, only_b=1, unheard_a=1, unheard_b=1, unheard_both=1, gone=2)
    assert "2 items: scored in A only" in left_out_lines(found.left_out)


def test_runs_without_a_common_item_cannot_be_compared(bench: Workbench) -> None:
    put(bench, [item("0", "p"), item("1", "q")])
    put_run(bench, "a", {"0": 1.0})
    put_run(bench, "b", {"1": 1.0})
    with pytest.raises(OptotypeError, match=r"no item in common.*1 item: scored in a only"):
        compare(bench, "a", "b")


def test_graded_scores_have_no_corners(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}") for place in range(3)])
    put_run(bench, "a", {"0": 0.5, "1": 0.25, "2": 1.0}, metric="rouge1", signature="rouge1/1")
    put_run(bench, "b", {"0": 0.75, "1": 0.5, "2": 1.0}, metric="rouge1", signature="rouge1/1")
    found = compare(bench, "a", "b")
    assert (found.metric, found.corners) == ("rouge1", None)
    assert found.difference.value == pytest.approx(0.5 / 3)


def test_scores_by_different_settings_are_refused(bench: Workbench) -> None:
    put(bench, [item("0", "p")])
    put_run(bench, "a", figures("1"), metric="number", signature="number(tolerance=0.05)/1")
    put_run(bench, "b", figures("1"), metric="number", signature="number(tolerance=0.1)/1")
    with pytest.raises(OptotypeError, match=r"tolerance=0\.05.*tolerance=0\.1.*nothing is asked twice"):
        compare(bench, "a", "b", metric="number")


def test_of_several_settings_the_common_one_is_compared(bench: Workbench) -> None:
    put(bench, [item("0", "p")])
    put_run(bench, "a", figures("1"), metric="number", signature="number(tolerance=0.05)/1")
    put_run(bench, "b", figures("1"), metric="number", signature="number(tolerance=0.1)/1")
    put_run(bench, "b", figures("0"), metric="number", signature="number(tolerance=0.05)/1")
    assert compare(bench, "a", "b").difference.value == -1.0
    put_run(bench, "a", figures("1"), metric="number", signature="number(tolerance=0.1)/1")
    with pytest.raises(OptotypeError, match="in several ways"):
        compare(bench, "a", "b", metric="number")
    assert compare(bench, "a", "b", metric="number(tolerance=0.1)/1").difference.value == 0.0


def test_a_metric_that_a_run_lacks_is_an_error_that_lists_what_it_has(bench: Workbench) -> None:
    put(bench, [item("0", "p")])
    put_run(bench, "a", figures("1"))
    put_run(bench, "b", figures("1"), metric="anls", signature="anls/1")
    with pytest.raises(OptotypeError, match=r"'a' was not scored by 'anls'\. It has: accuracy"):
        compare(bench, "a", "b", metric="anls")
    with pytest.raises(OptotypeError, match="no metric in common"):
        compare(bench, "a", "b")
    for run in ("a", "b"):
        put_run(bench, run, figures("1"), metric="rouge1", signature="rouge1/1")
        put_run(bench, run, figures("1"), metric="rougel", signature="rougel/1")
    with pytest.raises(OptotypeError, match="Name one with --metric: rouge1, rougel"):
        compare(bench, "a", "b")


def test_a_run_may_be_named_by_its_respondent(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Respondent(id="openai/gpt-4o", kind="model", name="gpt-4o")])
    put_run(bench, "gpt-1", {}, respondent="openai/gpt-4o")
    assert find_run(bench, "gpt-1").id == "gpt-1"
    assert find_run(bench, "openai/gpt-4o").id == "gpt-1"
    assert find_run(bench, "gpt-4o").id == "gpt-1"
    put_run(bench, "gpt-2", {}, respondent="openai/gpt-4o", started=WHEN)
    with pytest.raises(OptotypeError, match=r"2 runs: 'gpt-1', 'gpt-2' \(2026-01-31 10:00\)\. Name the one"):
        find_run(bench, "gpt-4o")


def test_runs_that_are_not_there_are_errors(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="no runs in this bench yet"):
        compare(bench, "a", "b")
    put_run(bench, "gpt-1", {}, respondent="openai/gpt-4o")
    with pytest.raises(UnknownPart, match=r"no run called 'openai/gpt-4'\. Did you mean 'openai/gpt-4o'"):
        compare(bench, "openai/gpt-4", "gpt-1")
    with pytest.raises(OptotypeError, match="are the same run, 'gpt-1'"):
        compare(bench, "openai/gpt-4o", "gpt-1")


def test_two_runs_of_one_respondent_are_told_apart_by_their_ids(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}") for place in range(10)])
    put_run(bench, "first", figures("0" * 10), respondent="m")
    put_run(bench, "second", figures("1" * 10), respondent="m")
    assert compare(bench, "first", "second").sentence.startswith("second is better by 100.0 points")


def test_what_to_keep_in_mind_is_said(bench: Workbench) -> None:
    put(bench, [item("0", "p")])
    with bench.store.event("test") as writer:
        writer.write(add=[Respondent(id="crowd-1", kind="person", simulated=True)])
    put_run(bench, "a", figures("1"), bench_version="v2", ended=None)
    put_run(bench, "b", figures("1"), respondent="crowd-1")
    versions, unfinished, simulated = compare(bench, "a", "b").warnings
    assert "(v2 and v1): items are paired by their id" in versions
    assert "'a' has not come to its end" in unfinished
    assert "'crowd-1' is simulated" in simulated


def test_a_confidence_that_makes_no_sense_is_an_error(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match=r"such as 0\.95"):
        compare(bench, "a", "b", confidence=95)


def test_a_higher_confidence_widens_the_interval(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}") for place in range(100)])
    put_run(bench, "a", figures("10" * 50))
    put_run(bench, "b", figures("11" * 45 + "10" * 5))
    usual, strict = compare(bench, "a", "b"), compare(bench, "a", "b", confidence=0.99)
    assert strict.difference.low < usual.difference.low
    assert strict.detectable > usual.detectable
    assert "99 % interval" in strict.sentence


def test_a_notebook_shows_the_tables_with_foreign_text_made_harmless(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}", tags={"kind": ("<b>",)}) for place in range(3)])
    put_run(bench, "a", figures("000"), respondent="<script>")
    put_run(bench, "b", figures("111"))
    shown = compare(bench, "a", "b", by=["kind"])._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert "&lt;script&gt;" in shown
    assert "<script>" not in shown
    assert "<b></b>" not in shown
