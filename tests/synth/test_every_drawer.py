"""Laws that every drawer obeys on the day its file appears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.drawing import draw_sheet
from optotype.errors import OptotypeError, UnknownPart
from optotype.formats import Entry, misfit
from optotype.pictures import examine
from optotype.records import Gold, Item, Picture
from optotype.synth import LEVELS, Drawer, Task, family
from tests.synth.blind import blind_accuracy, unseen

KINDS = family.names()


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def entries(kind: str) -> list[Entry]:
    """Two of each level."""
    drawer = family[kind]()
    return [drawer.draw(Task(kind, kind, 5, number, number % LEVELS + 1)) for number in range(2 * LEVELS)]


def test_the_same_task_gives_the_same_records_and_pixels(kind: str, entries: list[Entry]) -> None:
    drawer = family[kind]()
    for number in (3, 8):
        again = drawer.draw(Task(kind, kind, 5, number, number % LEVELS + 1))
        assert again == entries[number]
        assert again.files == entries[number].files


def test_another_seed_gives_something_else(kind: str, entries: list[Entry]) -> None:
    other = family[kind]().draw(Task(kind, kind, 6, 0, 1))
    assert [item.scene for item in other.items] != [item.scene for item in entries[0].items]


def test_every_item_has_its_scene_its_level_its_template_and_its_gold(kind: str, entries: list[Entry]) -> None:
    for number, entry in enumerate(entries):
        golds = {gold.item: gold for gold in entry.golds}
        assert entry.items
        for item in entry.items:
            assert item.scene
            assert item.tags["level"] == (str(number % LEVELS + 1),)
            assert item.tags["template"]
            assert item.origin.kind == "drawn"
            assert item.id.startswith(f"{kind}/5-{number:06d}")
            if gold := golds.get(item.id):
                assert gold.rule == "drawn"
                assert [problem for value in gold.accepted if (problem := misfit(item, value))] == []
            else:
                assert kind == "papers", "only a paper whose graphical abstract is original has no right figure"


def test_every_picture_is_whole(entries: list[Entry]) -> None:
    for entry in entries:
        shown = {id for item in entry.items for id in item.pictures}
        shown |= {option.picture for item in entry.items for option in item.options if option.picture}
        assert shown <= {picture.id for picture in entry.pictures}
        for picture in entry.pictures:
            content = entry.files[picture.id]
            assert isinstance(content, bytes)
            examine(content)


def test_options_are_told_apart(entries: list[Entry]) -> None:
    for entry in entries:
        for item in entry.items:
            texts = [option.text for option in item.options if option.text is not None]
            assert len({text.casefold().strip() for text in texts}) == len(texts), item.id
            pictures = [entry.files[option.picture] for option in item.options if option.picture is not None]
            assert item.form.kind != "choice" or len(set(pictures)) == len(pictures), item.id


def test_there_is_a_rung_for_each_level(kind: str) -> None:
    assert len(family[kind].ladder) == LEVELS
    assert len(set(family[kind].ladder)) == LEVELS


def test_one_process_and_two_draw_the_same(kind: str, tmp_path: Path) -> None:
    found: list[list[object]] = []
    for processes in (1, 2):
        with init(tmp_path / str(processes)) as bench:
            bench.draw(kind, count=4, seed=3, processes=processes)
            found.append([*bench.store.each(Item), *bench.store.each(Picture), *bench.store.each(Gold)])
    assert found[0] == found[1]


def test_another_process_is_started_where_each_has_enough_to_draw(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def draw_all(_: Drawer, tasks: Sequence[Task], processes: int) -> Iterator[Entry]:
        asked.append(processes)
        return iter(())

    monkeypatch.setattr(Drawer, "draw_all", draw_all)
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    for count in (1, 16, 31, 32, 47, 48, 1600):
        bench.draw("icons", count=count)
    assert asked == [1, 1, 1, 2, 2, 3, 3]


def test_drawing_again_adds_nothing_and_more_goes_on(kind: str, bench: Workbench) -> None:
    first = bench.draw(kind, count=3, seed=3, processes=1)
    again = bench.draw(kind, count=5, seed=3, processes=1)
    assert again.same == first.items
    assert again.units == 5
    assert bench.store.count(Item) == first.items + again.items


def test_a_contact_sheet_shows_examples(kind: str, tmp_path: Path) -> None:
    assert draw_sheet(kind, tmp_path / "sheet.png", seed=1) > 3
    assert examine((tmp_path / "sheet.png").read_bytes()).width > 500


# enough to see a leak of a few points, in seconds
BLIND = {"icons": 2000, "charts": 120, "tables": 300}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind in BLIND])
def test_who_sees_nothing_answers_by_chance(kind: str) -> None:
    drawer = family[kind]()
    with unseen():
        drawn = [drawer.draw(Task(kind, kind, 11, number, number % LEVELS + 1)) for number in range(BLIND[kind])]
    golds = {gold.item: gold for entry in drawn for gold in entry.golds}
    answered: list[tuple[Item, str]] = []
    positions: Counter[str] = Counter()
    free: Counter[str] = Counter()
    for item in (item for entry in drawn for item in entry.items):
        accepted = golds[item.id].accepted
        if item.options and isinstance(accepted[0], tuple) and len(accepted[0]) == 1:
            answered.append((item, accepted[0][0]))
            positions[f"{accepted[0][0]} of {len(item.options)}"] += 1
        elif accepted:
            free[str(accepted[0])] += 1
    accuracy, chance, error = blind_accuracy(answered)
    assert accuracy < chance + 3 * error, f"{accuracy:.3f} without eyes, {chance:.3f} by chance (±{error:.3f})"
    for place, count in positions.items():
        options = int(place.split(" of ")[1])
        total = sum(other for name, other in positions.items() if name.endswith(f" of {options}"))
        assert count < total / options + 4 * (total / options) ** 0.5 + 3, f"{place}: {count} of {total}"
    if free.total() > 200:
        ((answer, count),) = free.most_common(1)
        assert count < free.total() * (0.6 if answer in ("True", "False") else 0.2), f"{answer!r} is right too often"


@pytest.mark.parametrize("count", [0, -3, 10_000_000])
def test_a_count_that_makes_no_sense_is_refused(bench: Workbench, count: int) -> None:
    with pytest.raises(OptotypeError, match="A count of"):
        bench.draw("captions", count=count)


def test_a_level_that_does_not_exist_is_refused(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="levels go from 1 to 8"):
        bench.draw("captions", count=1, level=9)


def test_an_unknown_kind_lists_what_there_is(bench: Workbench) -> None:
    with pytest.raises(UnknownPart, match="captions"):
        bench.draw("sculptures", count=1)


def test_a_full_disk_leaves_a_bench_that_opens(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("optotype.pictures.Cabinet.put", full)
        with pytest.raises(OptotypeError, match="No space is left"):
            bench.draw("icons", count=2, processes=1)
    assert list(bench.items()) == []
    assert bench.draw("icons", count=2, processes=1).items == 2
