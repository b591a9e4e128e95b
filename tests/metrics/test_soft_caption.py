"""SoftCaption: phrases and the caption as a whole."""

from __future__ import annotations

import pytest

from optotype.metrics import build
from optotype.records import ShortText, State
from tests.metrics.cases import case

FORM = ShortText()


def test_a_caption_is_as_near_as_can_be_to_itself() -> None:
    mark = build("soft_caption").mark(case(FORM, "a man reads a book", "a man reads a book"))
    assert mark.value == pytest.approx(1, abs=1e-3)
    assert mark.parts == pytest.approx({"phrases": 1, "whole": 1}, abs=1e-3)


def test_who_does_what_to_whom_counts_more_than_in_soft_spice() -> None:
    asked = case(FORM, "a dog chases a cat", "a cat chases a dog")
    near = build("soft_caption").mark(asked)
    assert near.value is not None
    assert near.parts["whole"] < 1
    assert near.value == pytest.approx(0.2 * near.parts["phrases"] + 0.8 * near.parts["whole"])
    assert near.parts["phrases"] == build("soft_spice:parser=factual").mark(asked).value


def test_the_share_of_the_whole_is_a_setting() -> None:
    asked = case(FORM, "two men on a bench", "a red car")
    phrases, whole = (build(f"soft_caption:whole={share}").mark(asked).value for share in (0, 1))
    assert phrases == build("soft_spice:parser=factual").mark(asked).value
    assert build("soft_caption:whole=0.5").mark(asked).value == pytest.approx(((phrases or 0) + (whole or 0)) / 2)


def test_where_nothing_was_said_there_is_nothing_near() -> None:
    refused = case(FORM, "two men", State.REFUSED)
    assert build("soft_caption").mark(refused).value == build("soft_spice:parser=factual").mark(refused).value
