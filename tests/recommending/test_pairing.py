"""The study of SciGA with users: pairs of what methods choose, through the studio, to who wins."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from optotype.errors import OptotypeError
from optotype.records import Answer, Gold, Item, Paper, Picture, Preference
from optotype.simulating import Simulated
from optotype.workbench import Workbench


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn") / "bench"
    with Workbench.init(folder) as bench:
        bench.draw("papers", count=6, seed=5)
    return folder


@pytest.fixture
def bench(drawn: Path, tmp_path: Path) -> Iterator[Workbench]:
    with Workbench.open(shutil.copytree(drawn, tmp_path / "bench")) as bench:
        yield bench


def test_a_study_goes_from_papers_through_the_studio_to_who_wins(bench: Workbench) -> None:
    made = bench.study_sciga("study", papers=6, people=2, repeats=3, seed=1)
    items = list(bench.items(collection="study"))
    assert made.methods == ("both", "abstract", "caption", "random")
    assert (len(items), made.papers) == (made.items, 6)
    assert made.items + made.same == 6 * 6
    for item in items:
        assert isinstance(item.form, Preference)
        assert item.form.factors[:2] == ("clarity", "layout")
        files = [bench.store.get(Picture, option.picture or "") for option in item.options]
        assert files[0] is not None
        assert files[1] is not None
        assert files[0].file != files[1].file
        own = bench.store.get(Paper, item.paper or "")
        assert own is not None
        assert own.graphical_abstract is not None
        assert not {option.picture for option in item.options} & set(own.graphical_abstract.pictures)
    _prefer(bench, items, "both")
    people = [Simulated("Simulated 1", 1.0), Simulated("Simulated 2", 1.0)]
    assert bench.rehearse("study", people) == 2 * (made.items + 3)
    _balanced(bench, items)
    found = bench.preferences(filters=[])
    rates = {one.name: one.rate.value for one in found.standing.rated}
    assert rates.pop("both") == 1.0
    assert max(rates.values()) < 1.0
    assert found.simulated == 2
    assert found.standing.repeated is not None
    assert found.standing.repeated.value == 1.0
    assert sum(sum(counts.values()) for counts in found.factors.values()) > 0


def _prefer(bench: Workbench, items: list[Item], method: str) -> None:
    """Makes the simulated people like one method: what they say is planted, and says nothing about methods."""
    with bench.store.event("test") as writer:
        for item in items:
            if method in item.tags["method"]:
                liked = item.options[item.tags["method"].index(method)].label
                writer.write(add=[Gold(item=item.id, accepted=(liked,), rule="simulated")])


def _balanced(bench: Workbench, items: list[Item]) -> None:
    """Everybody sees each method of each pair on the left as often as on the right, but for one."""
    left: Counter[tuple[str, str, str]] = Counter()
    known = {item.id: item for item in items}
    firsts: set[tuple[str, str]] = set()
    for answer in bench.store.find(Answer, {"item": list(known)}):
        if answer.shown is None or (answer.respondent, answer.item) in firsts:
            continue  # what is asked again stands the other way round
        firsts.add((answer.respondent, answer.item))
        item = known[answer.item]
        first = item.tags["method"][[option.label for option in item.options].index(answer.shown[0])]
        left[answer.respondent, item.tags["balanced"][0], first] += 1
    pairs = {(person, pair) for person, pair, _ in left}
    assert len(pairs) == 2 * len({item.tags["balanced"][0] for item in items})
    for person, pair in pairs:
        one, other = (left[person, pair, method] for method in pair.split(" against "))
        assert abs(one - other) <= 1


def test_figures_of_the_paper_are_compared_with_its_own_graphical_abstract(bench: Workbench) -> None:
    made = bench.study_sciga("own", methods=("abs2cap", "random", "own"), within=True, papers=2, language="ru")
    assert made.within
    for item in bench.items(collection="own"):
        paper = bench.store.get(Paper, item.paper or "")
        assert paper is not None
        shown = {picture for figure in paper.figures for picture in figure.pictures}
        shown |= {picture for figure in paper.figures for part in figure.subfigures for picture in part.pictures}
        assert paper.graphical_abstract is not None
        shown |= set(paper.graphical_abstract.pictures)
        assert {option.picture for option in item.options} <= shown
        assert "аннотация" in item.question


def test_the_same_seed_gives_the_same_study_and_a_name_is_taken_once(bench: Workbench) -> None:
    for name in ("one", "two"):
        bench.study_sciga(name, methods=("random", "own"), papers=3, seed=9)
    one, two = ([(i.paper, i.options, i.tags) for i in bench.items(collection=name)] for name in ("one", "two"))
    assert one == two
    with pytest.raises(OptotypeError, match="already"):
        bench.study_sciga("one", methods=("random", "own"))
    with pytest.raises(OptotypeError, match="address"):
        bench.study_sciga("No address", methods=("random", "own"))
    with pytest.raises(OptotypeError, match="two to eight"):
        bench.study_sciga("three", methods=("random",))
    with pytest.raises(OptotypeError, match="way of finding"):
        bench.study_sciga("three", methods=("random", "abs2cap"))
