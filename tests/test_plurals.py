"""Things that are counted."""

from optotype.plurals import so_many


def test_one_thing_is_named_in_the_singular() -> None:
    assert [so_many(count, "new items") for count in (0, 1, 2, 1200)] == [
        "0 new items",
        "1 new item",
        "2 new items",
        "1,200 new items",
    ]
    assert so_many(1, "simulated people") == "1 simulated person"
    assert so_many(1, "classes") == "1 class"


def test_what_things_do_goes_with_how_many_there_are() -> None:
    assert so_many(1, "items", "has", "have") == "1 item has"
    assert so_many(2, "items", "has", "have") == "2 items have"
