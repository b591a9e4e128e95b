"""Captions with their FACTUAL-MR and scene graph, from a grammar whose meaning is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from pydantic import JsonValue

from optotype.formats import Entry
from optotype.records import Gold, Graph, Item
from optotype.synth import Drawer, Task
from optotype.synth._captions.composer import Composer, DeadEnd
from optotype.synth._captions.constructions import Construction, constructions

if TYPE_CHECKING:
    from PIL import Image

KIND = "scene_graph"

_LENGTHS = ((4, 6), (4, 7), (4, 9), (5, 10), (5, 11), (6, 13), (7, 15), (9, 20))
"""Fewest and most words, by level."""

_STOPPED = 0.15
"""Share of captions that end with a full stop."""

_FADING = 0.75
"""How much rarer a construction becomes with each level above its own."""


@dataclass(frozen=True)
class Captions(Drawer):
    """Short captions in the style of picture regions, each with the graph that it means."""

    name = "captions"
    title = "Captions with their scene graphs"
    unit = "captions"
    worth_a_process = 1_000_000  # drawn faster than they are handed over
    ladder = (
        "one fact in four to six words: a thing, what it is, does, has, or where it stands",
        "numbers, amounts that are not kept, clothes; up to seven words",
        "two adjectives, parts, owners, groups, words that graphs say as attributes",
        "several things joined, pairs, slices, cups and pieces, passives without an agent",
        "passives turned round, chains of places, two facts about one thing",
        "pronouns resolved, negation, equal names; up to thirteen words",
        "each other, each with its own, several facts about one thing",
        "long captions of nine to twenty words that mix all of this",
    )

    notation: Literal["factual", "factual_ids", "factual_mr"] = "factual"
    """How the graph that is asked for is written; the scene has FACTUAL-MR in any case."""

    def draw(self, task: Task) -> Entry:
        """A caption, and the graph as gold."""
        built, caption, composer = _compose(task)
        item = Item(
            id=task.id,
            collection=task.collection,
            origin=task.origin,
            form=Graph(notation=self.notation),
            text=caption,
            cluster=task.id,
            tags={
                "kind": (KIND,),
                "template": (built.name,),
                "level": (str(task.level),),
                **({"feature": tuple(composer.features)} if composer.features else {}),
            },
            scene=cast("JsonValue", {"mr": composer.meaning.write("factual_mr"), **composer.meaning.scene()}),
        )
        gold = Gold(item=item.id, accepted=(composer.meaning.write(self.notation),), rule="drawn")
        return Entry(items=(item,), golds=(gold,))

    def sheet(self, seed: int) -> Iterator[tuple[str, Image.Image]]:
        """A caption of every construction, with its graph as a picture."""
        from optotype.synth._captions.picture import picture_of

        for number, name in enumerate(constructions()):
            built = constructions()[name]
            task = Task(self.name, self.name, seed, number, built.level)
            caption, composer = _compose_with(task, built)
            yield f"{name}, level {built.level}", picture_of(caption, composer.meaning)


def _compose(task: Task) -> tuple[Construction, str, Composer]:
    possible = [built for built in constructions().values() if built.level <= task.level]
    weights = [built.weight * _FADING ** (task.level - built.level) for built in possible]
    low, high = _LENGTHS[task.level - 1]
    while True:
        built = task.chance.choices(possible, weights)[0]
        caption, composer = _compose_with(task, built)
        if low <= len(caption.split()) <= high:
            return built, caption, composer


def _compose_with(task: Task, built: Construction) -> tuple[str, Composer]:
    while True:
        composer = Composer(task.chance, task.level)
        try:
            caption = built.compose(composer)
        except DeadEnd:
            continue
        return caption + (" ." if task.chance.random() < _STOPPED else ""), composer
