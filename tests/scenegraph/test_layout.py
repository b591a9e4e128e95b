"""Layered layout: nothing on top of anything else, links as straight as can be."""

from __future__ import annotations

import pytest

from optotype.scenegraph.layout import Layout, Link, Size, arrange, spread

BOX, LABEL = Size(80, 34), Size(40, 18)


def laid(count: int, *pairs: tuple[int, int]) -> Layout:
    return arrange([BOX] * count, [Link(one, other, LABEL) for one, other in pairs])


def test_places_that_are_too_near_share_what_they_lack() -> None:
    # both want 10; six apart, each gives way by three
    assert spread([10, 10], [6], [1, 1]) == [7, 13]


def test_a_heavier_place_gives_way_less() -> None:
    # the mean of 10 (three times) and of 10 - 8: 8; so 8 and 16
    assert spread([10, 10], [8], [3, 1]) == [8, 16]


def test_places_stay_between_bounds() -> None:
    assert spread([-5, 50], [10], [1, 1], low=0, high=20) == [0, 20]


def test_a_chain_is_a_straight_line_downwards() -> None:
    layout = laid(3, (0, 1), (1, 2))
    assert len({box.left for box in layout.boxes}) == 1
    assert [box.top for box in layout.boxes] == sorted(box.top for box in layout.boxes)


def test_a_box_stands_over_the_middle_of_those_it_leads_to() -> None:
    layout = laid(3, (0, 1), (0, 2))
    middle = (layout.boxes[1].centre[0] + layout.boxes[2].centre[0]) / 2
    assert layout.boxes[0].centre[0] == pytest.approx(middle, abs=1)


def test_the_head_touches_the_target_also_of_a_link_that_leads_back() -> None:
    layout = laid(2, (0, 1), (1, 0))
    (_, forth), (_, back) = layout.routes[0].head[0], layout.routes[1].head[0]
    assert forth == layout.boxes[1].top
    assert back == layout.boxes[0].bottom


def test_parts_without_links_stand_side_by_side() -> None:
    layout = laid(2)
    assert layout.boxes[0].top == layout.boxes[1].top
    assert layout.boxes[0].right < layout.boxes[1].left


def test_a_wide_fan_is_laid_to_the_right() -> None:
    layout = laid(31, *((0, other) for other in range(1, 31)))
    assert layout.boxes[0].right < min(box.left for box in layout.boxes[1:])


def test_links_that_need_not_cross_do_not() -> None:
    # two chains that are told of crosswise
    layout = laid(4, (0, 3), (1, 2), (0, 2))
    assert (layout.boxes[0].left < layout.boxes[1].left) == (layout.boxes[3].left < layout.boxes[2].left)


def test_a_long_chain_and_a_large_graph_are_laid_out() -> None:
    assert len(laid(3000, *((number, number + 1) for number in range(2999))).boxes) == 3000
