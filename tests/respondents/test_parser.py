from __future__ import annotations

from pathlib import Path

import optotype
from optotype.records import Answer, Collection, Gold, Graph, Item, Origin, State, YesNo

ASKED = {
    "plain": ("man on bench", Graph(), "( man , on , bench )"),
    "other": ("Is there a man?", YesNo(), True),
}


def test_a_parser_answers_for_graphs_and_says_of_other_questions_that_it_cannot(tmp_path: Path) -> None:
    made = Origin(kind="drawn", by="test")
    items = [
        Item(id=name, collection="c", origin=made, form=form, text=text, cluster=name)
        for name, (text, form, _) in ASKED.items()
    ]
    golds = [Gold(item=name, accepted=(right,), rule="drawn") for name, (*_, right) in ASKED.items()]
    with optotype.init(tmp_path / "bench") as bench:
        with bench.store.event("test") as writer:
            writer.write(add=[Collection(id="c", format="draw"), *items, *golds])
        result = bench.evaluate("parser/factual", metric=["set_match"])
        answers = {answer.item: answer for answer in bench.store.each(Answer)}
    assert answers["plain"].value == "( man , on , bench )"
    assert answers["other"].state is State.FAILED
    assert "not for a yes_no" in answers["other"].note
    assert result.judged[0].overall.value == 1.0
