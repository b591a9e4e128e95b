from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.records import Choice, Collection, Edit, Item, Noun, Option, Origin, Picture, ShortText


def item(name: str, **fields: object) -> Item:
    given: dict[str, object] = {"id": f"x/{name}", "collection": "x", "form": ShortText(), "cluster": name}
    return Item.model_validate({"origin": Origin(kind="written", by="test"), **given, **fields})


def picture(name: str, content: str | None, **fields: object) -> Picture:
    file = None if content is None else content * 64
    known = {"file": file, "media_type": "image/png"}
    return Picture.model_validate({"id": f"x/{name}", "collection": "x", "name": name, **known, **fields})


def put(bench: Workbench, records: Sequence[Noun]) -> None:
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="x", format="draw"), *records])


def splits(bench: Workbench) -> dict[str, str | None]:
    return {item.id: item.split for item in bench.items(excluded=True)}


def together(bench: Workbench, *groups: Sequence[Noun], strict: bool = False) -> bool:
    """Do items stay together, whatever the seed? Others stand beside them, so that there is something to deal."""
    put(bench, [*(record for group in groups for record in group), *(item(f"other{n}") for n in range(20))])
    ids = [record.id for group in groups for record in group if isinstance(record, Item)]
    for seed in range(12):
        bench.split("1:1", seed=seed, strict=strict, force=True)
        found = splits(bench)
        if len({found[id] for id in ids}) > 1:
            return False
    return True


def test_items_are_dealt_out_in_proportion(bench: Workbench) -> None:
    put(bench, [item(str(n)) for n in range(100)])
    done = bench.split("6:2:2")
    assert done.counts == {"train": 60, "val": 20, "test": 20}
    assert Counter(splits(bench).values()) == done.counts


@pytest.mark.parametrize("ratio", ["6:2:2", "8:1:1", "9:1", "7:3", "1:1:1", "98:1:1"])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 10, 99, 1001])
def test_no_split_is_off_by_an_item_or_more(bench: Workbench, ratio: str, count: int) -> None:
    put(bench, [item(str(n)) for n in range(count)])
    done = bench.split(ratio)
    parts = [float(part) for part in ratio.split(":")]
    for found, part in zip(done.counts.values(), parts, strict=True):
        assert abs(found - count * part / sum(parts)) < 1


def test_a_cluster_is_never_in_two_splits(bench: Workbench) -> None:
    assert together(bench, [item("1", cluster="c"), item("2", cluster="c"), item("3", cluster="c")])


def test_a_paper_is_never_in_two_splits(bench: Workbench) -> None:
    assert together(bench, [item("1", paper="x/p"), item("2", paper="x/p")])


def test_a_picture_under_two_names_is_never_in_two_splits(bench: Workbench) -> None:
    pictures = [picture("a", "1"), picture("b", "1")]
    assert together(bench, [*pictures, item("1", pictures=("x/a",)), item("2", pictures=("x/b",))])


def test_a_picture_that_was_cropped_is_still_the_same(bench: Workbench) -> None:
    cropped = picture("b", "2", edits=(Edit(file="1" * 64, operation="crop_margins()"),))
    assert together(bench, [picture("a", "1"), cropped, item("1", pictures=("x/a",)), item("2", pictures=("x/b",))])


def test_a_picture_without_a_file_binds_by_its_id(bench: Workbench) -> None:
    shown = {"pictures": ("x/a",)}
    assert together(bench, [picture("a", None), item("1", **shown), item("2", **shown)])


def test_a_judgement_stays_with_what_it_judges(bench: Workbench) -> None:
    assert together(bench, [item("1"), item("2", about="x/1")])


def test_a_chain_of_shared_things_holds_together(bench: Workbench) -> None:
    a, b = {"pictures": ("x/a",)}, {"pictures": ("x/b",)}
    links = [item("1", **a), item("2", **a, cluster="c"), item("3", cluster="c", paper="p"), item("4", paper="p", **b)]
    assert together(bench, [picture("a", "1"), picture("b", "2"), *links, item("5", **b)])


def test_a_picture_among_options_binds_only_where_that_is_asked_for(bench: Workbench, tmp_path: Path) -> None:
    offered = Choice(options=(Option(label="A", picture="x/icon"), Option(label="B", text="none")))
    records = [picture("icon", "1"), item("1", form=offered), item("2", form=offered)]
    assert not together(bench, records)
    with init(tmp_path / "strict") as other:
        assert together(other, records, strict=True)


def test_the_order_in_which_items_came_changes_nothing(bench: Workbench, tmp_path: Path) -> None:
    chance = random.Random(5)
    tags = [{"kind": (chance.choice("abc"),), "skill": tuple(chance.sample("uvwxyz", 2))} for _ in range(300)]
    records = [item(str(n), cluster=str(chance.randrange(120)), tags=tags[n]) for n in range(300)]
    put(bench, records)
    bench.split("6:2:2", stratify=("kind", "skill"), seed=3)
    with init(tmp_path / "shuffled") as other:
        chance.shuffle(records)
        put(other, records)
        other.split("6:2:2", stratify=("kind", "skill"), seed=3)
        assert splits(other) == splits(bench)


def test_another_seed_deals_otherwise(bench: Workbench) -> None:
    put(bench, [item(str(n)) for n in range(100)])
    bench.split("1:1", seed=1)
    before = splits(bench)
    bench.split("1:1", seed=2, force=True)
    assert splits(bench) != before


def test_values_of_tags_are_spread_evenly(bench: Workbench) -> None:
    put(bench, [item(str(n), tags={"kind": ("rare" if n % 10 == 0 else "common",)}) for n in range(200)])
    done = bench.split("6:2:2", stratify=("kind",))
    assert done.strata == {
        "kind=common": {"train": 108, "val": 36, "test": 36},
        "kind=rare": {"train": 12, "val": 4, "test": 4},
    }


def test_values_are_spread_as_evenly_as_clusters_allow(bench: Workbench) -> None:
    chance = random.Random(2)
    records = [
        item(
            f"{cluster}-{n}",
            cluster=str(cluster),
            tags={"kind": (chance.choice("aab"),), "level": (chance.choice("12"),)},
        )
        for cluster in range(200)
        for n in range(chance.randint(1, 9))
    ]
    put(bench, records)
    done = bench.split("8:1:1", stratify=("kind", "level"))
    assert max(abs(done.counts[name] - len(records) * share) for name, share in (("val", 0.1), ("test", 0.1))) <= 2
    for numbers in done.strata.values():
        whole = sum(numbers.values())
        assert abs(numbers["val"] - whole / 10) <= 3
        assert abs(numbers["test"] - whole / 10) <= 3


def test_many_rare_values_do_not_fill_one_split(bench: Workbench) -> None:
    put(bench, [item(str(n), tags={"label": (f"L{n}",)}) for n in range(100)])
    assert bench.split("6:2:2", stratify=("label",)).counts == {"train": 60, "val": 20, "test": 20}


def test_the_longest_texts_are_in_the_last_split(bench: Workbench) -> None:
    put(bench, [item(str(n), text=" ".join(["word"] * (n % 20 + 1))) for n in range(200)])
    done = bench.split("8:1:1", by="length")
    assert done.counts == {"train": 160, "val": 20, "test": 20}
    assert done.words["test"] == (19, 20)
    assert done.words["train"][1] <= 18


def test_a_group_is_as_long_as_its_longest_text(bench: Workbench) -> None:
    short = [item(str(n), text="a b") for n in range(18)]
    put(bench, [*short, item("long", text="a b c d e", cluster="c"), item("sibling", text="a", cluster="c")])
    bench.split("9:1", by="length")
    assert {id for id, split in splits(bench).items() if split == "test"} == {"x/long", "x/sibling"}


def test_splits_that_are_there_are_not_replaced_unasked(bench: Workbench) -> None:
    put(bench, [item(str(n), split="train") for n in range(10)])
    with pytest.raises(OptotypeError, match=r"items have another split already. Replace it with --force"):
        bench.split("1:1")
    assert set(splits(bench).values()) == {"train"}
    assert bench.split("1:1", force=True).counts == {"train": 5, "test": 5}


def test_a_split_that_was_interrupted_goes_on(bench: Workbench) -> None:
    put(bench, [item(str(n)) for n in range(50)])
    bench.split("6:2:2", seed=1)
    whole = splits(bench)
    with bench.store.event("test") as writer:
        half = [item for number, item in enumerate(bench.items()) if number % 2]
        writer.write(replace=[item.model_copy(update={"split": None}) for item in half])
    assert bench.split("6:2:2", seed=1).changed == 25
    assert splits(bench) == whole


def test_a_dry_run_writes_nothing(bench: Workbench) -> None:
    put(bench, [item(str(n), split="train" if n else None) for n in range(10)])
    events = len(bench.store.events())
    done = bench.split("1:1", dry=True)
    assert done.dry
    assert done.replaced in (4, 5)
    assert set(splits(bench).values()) == {"train", None}
    assert len(bench.store.events()) == events


def test_versions_do_not_rise(bench: Workbench) -> None:
    put(bench, [item("1"), item("2")])
    bench.split("1:1")
    assert {item.version for item in bench.items()} == {1}
    assert bench.store.past(Item, "x/1") == []


def test_one_collection_can_be_split_alone(bench: Workbench) -> None:
    put(bench, [item(str(n)) for n in range(10)])
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="y", format="draw")])
        writer.write(add=[item(str(n), id=f"y/{n}", collection="y", cluster=f"y{n}") for n in range(4)])
    done = bench.split("1:1", only="y")
    assert sum(done.counts.values()) == 4
    assert {split for id, split in splits(bench).items() if id.startswith("x/")} == {None}


def test_items_follow_those_of_other_collections_with_the_same_picture(bench: Workbench) -> None:
    put(bench, [picture("a", "1"), picture("b", "1"), item("1", pictures=("x/a",), split="test")])
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="y", format="draw")])
        writer.write(add=[item("1", id="y/1", collection="y", cluster="y1", pictures=("x/b",))])
        writer.write(add=[item(str(n), id=f"y/{n}", collection="y", cluster=f"y{n}") for n in range(2, 10)])
    for seed in range(8):
        bench.split("1:1", only="y", seed=seed, force=True)
        assert splits(bench)["y/1"] == "test"


def test_a_split_that_does_not_exist_here_cannot_be_followed(bench: Workbench) -> None:
    put(bench, [picture("a", "1"), item("1", pictures=("x/a",), split="validation")])
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="y", format="draw")])
        writer.write(add=[item("1", id="y/1", collection="y", cluster="y1", pictures=("x/a",))])
    with pytest.raises(OptotypeError, match="would have to follow it into the split 'validation'"):
        bench.split("1:1", only="y")


def test_an_item_that_is_left_out_follows_its_group_and_counts_nowhere(bench: Workbench) -> None:
    left_out = [item(f"out{n}", cluster=str(n), excluded="blurred") for n in range(5)]
    put(bench, [*(item(str(n)) for n in range(10)), *left_out, item("alone", excluded="blurred")])
    done = bench.split("1:1")
    assert done.counts == {"train": 5, "test": 5}
    found = splits(bench)
    assert all(found[f"x/out{n}"] == found[f"x/{n}"] for n in range(5))
    assert found["x/alone"] is None


@pytest.mark.parametrize("ratio", ["6", "6:0:2", "a:b", "", "1:-1", "1:inf", "1:nan", "::"])
def test_a_ratio_that_is_none_is_told(bench: Workbench, ratio: str) -> None:
    put(bench, [item("1")])
    with pytest.raises(OptotypeError, match="positive numbers were expected, such as 6:2:2"):
        bench.split(ratio)


def test_four_parts_need_names(bench: Workbench) -> None:
    put(bench, [item(str(n)) for n in range(8)])
    with pytest.raises(OptotypeError, match="4 parts need names"):
        bench.split("1:1:1:1")
    with pytest.raises(OptotypeError, match="4 different names were expected"):
        bench.split("1:1:1:1", names=("a", "b", "b", "c"))
    assert bench.split("1:1:1:1", names=("a", "b", "c", "d")).counts == {"a": 2, "b": 2, "c": 2, "d": 2}


def test_an_unknown_tag_or_collection_is_told(bench: Workbench) -> None:
    put(bench, [item("1", tags={"kind": ("a",)})])
    with pytest.raises(OptotypeError, match=r"no tag called 'kinds'. Did you mean 'kind'"):
        bench.split("1:1", stratify=("kinds",))
    with pytest.raises(OptotypeError, match="no collection called 'y'"):
        bench.split("1:1", only="y")


def test_an_empty_bench_cannot_be_split(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="no items to split"):
        bench.split("1:1")


def test_the_event_remembers_how_it_was_split(bench: Workbench) -> None:
    put(bench, [item(str(n)) for n in range(4)])
    bench.split("1:1", seed=9)
    event = bench.store.events()[-1]
    assert event.command == "split"
    assert event.settings["seed"] == 9
    assert event.settings["ratio"] == "1:1"
    assert event.totals["items replaced"] == 4


def test_splits_do_not_depend_on_the_store(stored_bench: Workbench) -> None:
    put(stored_bench, [item(str(n), tags={"kind": ("ab"[n % 2],)}) for n in range(20)])
    assert stored_bench.split("6:2:2", stratify=("kind",), seed=4).counts == {"train": 12, "val": 4, "test": 4}
    test = {id for id, split in splits(stored_bench).items() if split == "test"}
    assert test == {"x/7", "x/8", "x/12", "x/17"}  # the same on every machine, and in every later version


def test_scivqa_keeps_every_figure_and_every_paper_together(bench: Workbench, shared: Callable[[str], Path]) -> None:
    bench.import_("scivqa", shared("scivqa/validation.json"))
    done = bench.split("8:1:1", stratify=("kind",), seed=1, force=True)
    assert sum(done.counts.values()) == 1680
    for thing in ("cluster", "paper"):
        seen: dict[str, set[str | None]] = {}
        for found in bench.items():
            seen.setdefault(str(getattr(found, thing)), set()).add(found.split)
        assert all(len(found) == 1 for found in seen.values())
        assert len(seen) == {"cluster": 240, "paper": 235}[thing]
    for numbers in done.strata.values():
        assert numbers == {"train": 192, "val": 24, "test": 24}
