"""A study of preferences on a bench: methods are hidden in a tag, sides and repeats are told."""

from __future__ import annotations

import pytest

from optotype import Workbench
from optotype.agreement.preferences import Preferred
from optotype.errors import OptotypeError
from optotype.records import Option, Preference, State
from optotype.simulating import crowd
from tests.gold.people import answer, item, person, put

PAIR = Preference(options=(Option(label="A", text="x"), Option(label="B", text="y")), factors=("layout", "topic"))


def study(bench: Workbench) -> Preferred:
    """Ten papers; `good` wins eight of them, whichever side it is on."""
    put(bench, person("ann"), person("bob"))
    for number in range(10):
        methods = ("good", "plain") if number % 2 else ("plain", "good")
        good = "A" if number % 2 else "B"
        chosen = good if number < 8 else "AB".replace(good, "")
        put(bench, item(f"p{number}", PAIR, tags={"method": methods}))
        for who, shown in (("ann", ("A", "B")), ("bob", ("B", "A"))):
            about = {"studio": {"factors": ["layout"] if number < 4 else []}}
            said = answer(who, f"p{number}", chosen, shown=shown, extra=about)
            put(bench, said.model_copy(update={"value": chosen}))
    return bench.preferences()


def test_methods_are_ranked_by_what_people_chose(bench: Workbench) -> None:
    found = study(bench)
    good, plain = found.standing.rated
    assert (good.name, good.duels, good.rate.value, plain.rate.value) == ("good", 20, 0.8, pytest.approx(0.2))
    assert found.standing.first is not None
    assert found.standing.first.value == 0.5
    assert found.factors == {"layout": {"good": 8}}
    assert found.ticked == 8


def test_what_was_asked_again_tells_how_steady_people_are(bench: Workbench) -> None:
    study(bench)
    again = answer("ann", "p1", "A", id="again", shown=("B", "A"), extra={"studio": {"role": "repeat"}})
    put(bench, again.model_copy(update={"value": "B"}))
    found = bench.preferences()
    assert found.standing.repeated is not None
    assert found.standing.repeated.value == 0.0
    assert found.standing.duels == 20


def test_who_does_not_know_has_seen_a_tie(bench: Workbench) -> None:
    study(bench)
    put(bench, person("cid"), answer("cid", "p1", "?"), answer("cid", "p2", "A", state=State.REFUSED, value=None))
    found = bench.preferences()
    assert found.standing.ties == 1
    assert found.silent == {"refused": 1}


def test_what_names_no_option_of_the_pair_is_counted_apart(bench: Workbench) -> None:
    study(bench)
    put(bench, person("cid"), answer("cid", "p1", "C"))
    assert bench.preferences().silent == {"no option of the pair": 1}


def test_without_a_tag_the_options_themselves_are_compared(bench: Workbench) -> None:
    study(bench)
    assert {one.name for one in bench.preferences(tag="nothing").standing.rated} == {"x", "y"}


def test_a_study_can_be_rehearsed_with_people_who_do_not_exist(bench: Workbench) -> None:
    put(bench, *(item(f"p{number}", PAIR, tags={"method": ("good", "plain")}) for number in range(20)))
    bench.simulate(crowd(4))
    found = bench.preferences()
    assert found.simulated == 4
    assert all("imulated" in name for name in found.names.values())
    assert found.standing.duels == 80


def test_where_there_are_no_pairs_or_no_answers_it_says_so(bench: Workbench) -> None:
    put(bench, item("one"))
    with pytest.raises(OptotypeError, match="no pairs"):
        bench.preferences()
    put(bench, item("two", PAIR))
    with pytest.raises(OptotypeError, match="optotype studio"):
        bench.preferences()


def test_far_too_many_things_are_refused_with_what_to_do(bench: Workbench) -> None:
    put(bench, person("ann"))
    for number in range(60):
        options = (Option(label="A", text=f"x{number}"), Option(label="B", text=f"y{number}"))
        said = answer("ann", f"p{number}", "A").model_copy(update={"value": "A"})
        put(bench, item(f"p{number}", Preference(options=options)), said)
    with pytest.raises(OptotypeError, match="--tag"):
        bench.preferences()
