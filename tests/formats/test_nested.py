"""Nested objects as one level of fields, and back."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optotype.formats._nested import below, flat, nested

names = st.text(alphabet="ab/~01", min_size=1, max_size=4).filter(lambda name: name != "optotype")
leaves = st.none() | st.booleans() | st.integers() | st.sampled_from(["", "x"]) | st.lists(st.integers(), max_size=2)
objects = st.dictionaries(
    names, st.recursive(leaves, lambda inner: st.dictionaries(names, inner, max_size=3), max_leaves=8), max_size=4
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(objects, st.integers(min_value=1, max_value=4))
def test_what_was_made_flat_is_made_whole_again(data: dict[str, Any], levels: int) -> None:
    assert nested(flat(data, levels)) == data


def test_what_lies_deeper_than_asked_stays_whole() -> None:
    assert flat({"a": {"b": {"c": 1}}, "d": {}}, 2) == {"a/b": {"c": 1}, "d": {}}


def test_the_remainder_is_never_taken_apart() -> None:
    assert flat({"optotype": {"items": []}}, 3) == {"optotype": {"items": []}}


def test_fields_go_before_a_value_at_the_same_path() -> None:
    assert nested({"meta/image/source": [], "meta/image": None}) == {"meta": {"image": {"source": []}}}
    assert nested({"meta/image": None, "meta/image/source": []}) == {"meta": {"image": {"source": []}}}


def test_the_fields_directly_below_a_path_have_their_own_names() -> None:
    assert below({"a/b~1c": 1, "a/d/e": 2, "ab": 3}, "a") == {"b/c": 1}
