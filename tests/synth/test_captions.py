"""Captions mean what their graphs say, in the conventions of FACTUAL."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from optotype import Workbench, init
from optotype.records import Graph, Item
from optotype.scenegraph.notation import parse, recognise, write
from optotype.synth import LEVELS, Task
from optotype.synth._captions import lexicon
from optotype.synth._captions.composer import Composer
from optotype.synth._captions.constructions import constructions
from optotype.synth._captions.meaning import Attribute, Meaning, Relation, Thing
from optotype.synth._captions.words import article, noun, verb
from optotype.synth.captions import Captions
from tests.synth.recompute_captions import graph_of

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


@cache
def drawn(count: int = 2400, seed: int = 11) -> list[tuple[Item, str]]:
    """Captions of all levels, each with its gold graph."""
    drawer = Captions()
    entries = [drawer.draw(Task("captions", "captions", seed, n, n % LEVELS + 1)) for n in range(count)]
    return [(entry.items[0], cast("str", entry.golds[0].accepted[0])) for entry in entries]


def scene(item: Item) -> dict[str, Any]:
    return cast("dict[str, Any]", item.scene)


def test_the_same_task_gives_the_same_caption() -> None:
    task = Task("captions", "captions", 5, 17, 6)
    assert Captions().draw(task) == Captions().draw(Task("captions", "captions", 5, 17, 6))


def test_the_graph_follows_from_the_meaning_representation() -> None:
    for item, graph in drawn():
        assert sorted(parse(graph)) == graph_of(scene(item)["mr"]), item.text


def test_every_construction_is_drawn_and_every_level_has_its_length() -> None:
    templates = Counter(item.tags["template"][0] for item, _ in drawn())
    assert set(templates) == set(constructions())
    lengths: dict[str, list[int]] = {}
    for item, _ in drawn():
        lengths.setdefault(item.tags["level"][0], []).append(len(item.text.split()))
    means = [sum(lengths[str(level)]) / len(lengths[str(level)]) for level in range(1, LEVELS + 1)]
    assert means == sorted(means)
    assert all(4 <= length <= 20 for level in lengths.values() for length in level)


@pytest.mark.parametrize("name", list(constructions()))
def test_every_construction_composes_what_recomputes(name: str) -> None:
    from optotype.synth._captions.composer import DeadEnd

    built, seen = constructions()[name], 0
    chance = Task("captions", "captions", 3, 0, built.level).chance
    while seen < 40:
        composer = Composer(chance, built.level)
        try:
            caption = built.compose(composer)
        except DeadEnd:
            continue
        seen += 1
        graph, mr = (composer.meaning.write(notation) for notation in ("factual", "factual_mr"))
        assert sorted(parse(graph)) == graph_of(mr)
        assert re.fullmatch(r"[a-z0-9][a-z0-9 ',-]*", caption), caption
        assert "  " not in caption


def test_every_thing_and_number_of_the_graph_stands_in_the_caption() -> None:
    for item, _ in drawn():
        for thing in scene(item)["things"]:
            said = thing["said"]
            if "each other" not in item.text and not thing["index"]:
                found = said in item.text or all(word in item.text.split() for word in said.split())
                assert found or "compound" in item.tags["feature"], (item.text, said)
            number = int(thing["quantity"].rstrip("aglprs") or 1)
            if number > 1:
                words = {str(number), _NUMBERS[number], "both" if number == 2 else ""}
                assert words & set(item.text.split()), item.text


def test_every_attribute_stands_in_the_caption() -> None:
    others = {"wooden": "wood", "blonde": "blond", "baby": "baby"}
    for item, _ in drawn():
        for fact in scene(item)["facts"]:
            if "attribute" in fact:
                value = fact["attribute"]
                assert value in item.text or others[value] in item.text, (item.text, value)


_UNSAID = ("have", "wear", "on", "in", "for", "with")
_SAID_OTHERWISE = {
    "lay": ("lay", "lie", "lying"),
    "talk": ("talk", "spe"),
    "cut": ("cut", "chop"),
    "fix": ("repair",),
    "fill": ("fill", "full"),
    "fly": ("fl",),
    "behind": ("in",),
    "write": ("wri",),
    "make": ("made",),
    "feed": ("fe",),
    "hold": ("h",),
    "catch": ("c",),
    "stick": ("st",),
    "lead": ("le",),
    "build": ("bui",),
    "under": ("below", "beneath", "underneath"),
    "at": ("to", "left"),
    "in": ("in", "on", "at"),
    "on": ("on", "in", "at", "to"),
}


def test_every_relation_is_said_or_is_one_that_the_data_does_not_say() -> None:
    for item, _ in drawn():
        for fact in scene(item)["facts"]:
            if "attribute" in fact or "compound" in item.tags.get("feature", ()):
                continue
            word = cast("str", fact["verb"] or fact["preposition"]).split()[0]
            said = (word[:3].rstrip("e") if fact["verb"] else word, *_SAID_OTHERWISE.get(word, ()))
            assert word in _UNSAID or any(one.startswith(said) for one in item.text.split()), (item.text, fact)


def test_notations_can_be_chosen_and_are_recognised() -> None:
    tasks = [Task("captions", "captions", 2, number, 8) for number in range(200)]
    for notation in ("factual", "factual_ids", "factual_mr"):
        entries = [Captions(notation=notation).draw(task) for task in tasks]
        graphs = [cast("str", entry.golds[0].accepted[0]) for entry in entries]
        assert recognise(graphs) == notation
        forms = {cast("Graph", entry.items[0].form).notation for entry in entries}
        assert forms == {notation}
        assert all(write(parse(graph)) == graph for graph in graphs)


def test_ids_notation_marks_verbs_voices_and_equal_names() -> None:
    meaning = Meaning()
    cup, table, other = (meaning.add(Thing(name, name)) for name in ("cup", "table", "cup"))
    meaning.facts += [
        Relation(cup, "place", "on", table, passive=True),
        Relation(table, "hold", "", other),
        Relation(cup, "", "next to", other),
        Attribute(other, "red"),
    ]
    assert meaning.write("factual_ids") == (
        "( cup , pv:place on , table ) , ( table , v:hold , cup:1 ) , ( cup , next to , cup:1 ) , ( cup:1 , is , red )"
    )
    assert meaning.write("factual").startswith("( cup , place on , table ) , ( table , hold , cup )")


@pytest.mark.parametrize(
    ("number", "modifier", "mr", "graph"),
    [
        (2, "", "( 2 , birds )", "( birds , is , 2 )"),
        (1, "gr", "( 1gr , birds )", "( birds , is , group of )"),
        (1, "pr", "( 1pr , birds )", "( birds )"),
        (2, "pr", "( 2pr , birds )", "( birds , is , pair of ) , ( birds , is , 2 )"),
        (2, "sl", "( 2sl , birds )", "( birds , is , slice ) , ( birds , is , 2 )"),
        (1, "pa", "( 1pa , birds )", "( birds , is , part )"),
        (1, "", "( birds )", "( birds )"),
    ],
)
def test_quantities_are_written_as_in_the_data(number: int, modifier: Any, mr: str, graph: str) -> None:
    meaning = Meaning()
    meaning.add(Thing("birds", "birds", number=number, modifier=modifier))
    assert meaning.write("factual_mr") == mr
    assert meaning.write("factual") == graph


def test_words_are_inflected() -> None:
    assert [verb(word).doing for word in ("ride", "sit", "lie>lay", "see", "take photo")] == [
        "riding",
        "sitting",
        "lying",
        "seeing",
        "taking photo",
    ]
    assert [verb(word).done for word in ("ride", "carry", "wrap", "park")] == ["ridden", "carried", "wrapped", "parked"]
    assert [verb(word).does for word in ("have", "carry", "watch", "ride")] == ["has", "carries", "watches", "rides"]
    assert noun("cell phone>cellphone", "hold").named == ("cellphone", "cellphones")
    assert [article(word) for word in ("apple", "uniform", "man")] == ["an", "a", "a"]


def test_negated_things_are_not_things_of_the_graph() -> None:
    negated = [(item, graph) for item, graph in drawn() if "negation" in item.tags.get("feature", ())]
    assert negated
    for item, graph in negated:
        absent = re.search(r"(?:without|with no|that has no) (?:a )?(\w+)", item.text)
        assert absent is not None
        assert absent[1] not in graph


def test_pronouns_are_resolved() -> None:
    for item, graph in drawn():
        assert not {"he", "she", "they", "it", "his", "her", "their", "its"} & set(graph.split()), item.text


def test_tables_name_kinds_that_exist() -> None:
    assert lexicon.actions()
    assert lexicon.places()
    assert lexicon.passives()
    assert lexicon.coverings()
    assert all(lexicon.adjectives(subject) is not None for action in lexicon.actions() for subject in action.subjects)


def test_drawn_captions_are_captions_of_factual_and_come_back(bench: Workbench, tmp_path: Path) -> None:
    bench.draw("captions", count=40, seed=5, processes=1)
    bench.export("factual", tmp_path / "out")
    found = {row["caption"]: row["scene_graph"] for row in rows(tmp_path / "out" / "factual.csv")}
    assert found == {item.text: cast("str", bench.gold(item).accepted[0]) for item in bench.items()}  # pyright: ignore[reportOptionalMemberAccess]
    with init(tmp_path / "other") as other:
        other.import_("factual", tmp_path / "out", name="captions")
        assert list(other.items()) == list(bench.items())


def test_the_sheet_shows_every_construction() -> None:
    examples = list(Captions().sheet(1))
    assert len(examples) == len(constructions())
    assert all(picture.size == (300, 300) for _, picture in examples)


# --- beside the real data


def rows(path: Path) -> Iterable[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def types(graphs: Iterable[str]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Objects, attributes and predicates, counted."""
    objects, attributes, predicates = Counter[str](), Counter[str](), Counter[str]()
    for graph in graphs:
        for fact in parse(graph):
            objects[fact[0]] += 1
            if len(fact) == 3:
                (attributes if fact[1] == "is" else objects)[fact[2]] += 1
                if fact[1] != "is":
                    predicates[fact[1]] += 1
    return objects, attributes, predicates


def test_the_words_are_those_of_the_real_data(shared: Callable[[str], Path]) -> None:
    real = types(row["scene_graph"] for row in rows(shared("factual/random/train.csv")))
    ours = types(graph for _, graph in drawn())
    for found, known, least in zip(ours, real, (0.95, 0.98, 0.98), strict=True):
        assert sum(count for word, count in found.items() if word in known) / found.total() > least
    for found, known, least in zip(types(graph for _, graph in drawn(8000, 4)), real, (0.85, 0.75, 0.85), strict=True):
        assert sum(count for word, count in known.items() if word in found) / known.total() > least


def test_the_conventions_are_those_of_the_real_data(shared: Callable[[str], Path]) -> None:
    published = {
        (row["image_id"], row["region_id"], row["caption"]): row["scene_graph"]
        for part in ("train", "dev")
        for row in rows(shared(f"factual/random/{part}.csv"))
    }
    right = total = 0
    for row in rows(shared("factual/mr/train_and_dev.csv")):
        graph = published[row["image_id"], row["region_id"], row["caption"]]
        total += 1
        right += set(graph_of(row["scene_graph"])) == set(parse(graph))
    assert right / total > 0.998


def test_prepositions_are_named_as_in_the_real_data(shared: Callable[[str], Path]) -> None:
    real = types(row["scene_graph"] for row in rows(shared("factual/random/train.csv")))[2]
    assert all(real[named] for named in lexicon.PREPOSITIONS.values())
    assert "on top of" in real
    assert "on top of" in types(graph for _, graph in drawn())[2]
