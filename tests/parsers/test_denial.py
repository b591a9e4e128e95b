from __future__ import annotations

import pytest

from optotype.parsers._denial import denied


@pytest.mark.parametrize(
    ("caption", "absent"),
    [
        ("a tree without leaves", {"leaves"}),
        ("a tree without any green leaves on the grass", {"green", "leaves"}),
        ("man without shirt riding skateboard", {"shirt"}),
        ("no cars on the road", {"cars"}),
        ("the sky has no clouds .", {"clouds"}),
        ("a bench lacking paint, near a wall", {"paint"}),
        ("the boy isn't smiling", {"smiling"}),
        ("branches of trees do not have leaves", {"leaves"}),
        ("a no parking sign on a pole", set[str]()),
        ("a boy with a hat and a girl without a hat", set[str]()),
        ("a tree with leaves", set[str]()),
        ("without", set[str]()),
        ("", set[str]()),
    ],
)
def test_what_stands_after_a_denial_is_denied_unless_it_stands_elsewhere_too(caption: str, absent: set[str]) -> None:
    assert denied(caption) == absent
