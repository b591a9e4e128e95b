"""Metrics by their names and by their signatures."""

from __future__ import annotations

from optotype.metrics import build, signed


def test_a_metric_may_be_called_as_papers_write_it() -> None:
    assert build("rougeL") == build("rougel")
    assert build("ANLS").name == "anls"


def test_a_metric_that_is_gone_is_told_of_by_its_name() -> None:
    gone = signed("closeness(weight=0.5)/3")
    assert (gone.title, gone.signature) == ("closeness", "closeness(weight=0.5)/3")
