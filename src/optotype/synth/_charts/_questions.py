"""The seven questions about a figure, as items with their gold."""

from __future__ import annotations

from typing import Any

from optotype.records import Choice, Gold, Item, Number, Option, Picture, Range, ShortText, Value, YesNo, labels
from optotype.synth import Task
from optotype.synth._charts import KINDS, About, Ask, Draft, Kind, Part, Picks, Said, Template, family
from optotype.synth._charts._across import templates
from optotype.synth._charts._figure import Figure

ALL_PARTS = -1
"""In place of the number of a part: all of them together."""

ACROSS = 0.2
"""How often a question about a figure of several parts is about how they stand together."""


def ask_all(task: Task, figure: Figure, picture: Picture) -> tuple[tuple[Item, ...], tuple[Gold, ...]] | None:
    """One question of each kind; None if the figure does not allow one of them."""
    items: list[Item] = []
    golds: list[Gold] = []
    topics: set[tuple[int, str]] = set()
    texts: set[str] = set()
    # of the two binary questions one is answered by yes and one by no
    truth = task.position(2, "truth") == 0
    for number, kind in enumerate(KINDS):
        found = _find(task, figure, kind, truth if kind == Kind.BINARY_VISUAL else not truth, topics, texts)
        if found is None:
            return None
        place, template, draft = found
        topics.add((place, template.topic))
        texts.add(draft.text)
        scene: dict[str, Any] = {
            "size": list(figure.size),
            "scale": figure.rung.scale,
            "field": figure.field.name,
            "parts": [part if number == place else _abridged(part) for number, part in enumerate(figure.parts)],
            "asked": {"part": place if place != ALL_PARTS else None, **draft.given},
        }
        form, value = _form(task, kind, draft)
        item = Item(
            id=f"{task.id}-{number + 1}",
            collection=task.collection,
            origin=task.origin,
            form=form,
            question=draft.text,
            pictures=(picture.id,),
            cluster=picture.id,
            tags={
                "kind": (kind,),
                "template": (template.name,),
                "level": (str(task.level),),
                "figure_type": (figure.parts[place]["type"],) if place != ALL_PARTS else figure.types,
            },
            scene=scene,
        )
        items.append(item)
        golds.append(Gold(item=item.id, accepted=value, unanswerable=not value, rule="drawn"))
    return tuple(items), tuple(golds)


def _find(
    task: Task, figure: Figure, kind: str, truth: bool, topics: set[tuple[int, str]], texts: set[str]
) -> tuple[int, Template, Draft] | None:
    """A question of a kind, about any part; not about what a sibling asks, if another can be had."""
    chance = task.chance
    tries: list[tuple[int, Template]] = []
    for place, part in enumerate(figure.parts):
        type_ = family[part["type"].replace(" ", "_")]
        some = [(place, template) for template in type_.templates.of(kind)]
        chance.shuffle(some)
        tries += some
    chance.shuffle(tries)
    tries.sort(key=lambda one: (one[0], one[1].topic) in topics)
    if figure.compound and chance.random() < ACROSS:
        across = [(ALL_PARTS, template) for template in templates.of(kind)]
        tries = [one for one in across if (ALL_PARTS, one[1].topic) not in topics] + tries
    for place, template in tries:
        part = {"parts": figure.parts} if place == ALL_PARTS else figure.parts[place]
        several = figure.compound and place != ALL_PARTS
        others = figure.parts[:place] + figure.parts[place + 1 :] if several else []
        ask = Ask(chance, figure.rung, figure.field, part, kind, truth, several, _shown(others))
        draft = template.ask(ask)
        if draft is not None and draft.text not in texts:
            return place, template, draft
    return None


def _form(task: Task, kind: str, draft: Draft) -> tuple[Choice | YesNo | Number | ShortText, tuple[Value, ...]]:
    """How the answer is given, and which are right."""
    match draft.answer:
        case None:
            return ShortText(unanswerable=True), ()
        case bool(truth):
            return YesNo(unanswerable=True), (truth,)
        case About(low=low, high=high):
            return Number(unanswerable=True), (Range(low=low, high=high),)
        case Said(accepted):
            return ShortText(unanswerable=True), accepted
        case Picks(right, wrong):
            return _choice(task, kind, right, wrong)


def _choice(task: Task, kind: str, right: tuple[str, ...], wrong: tuple[str, ...]) -> tuple[Choice, tuple[Value, ...]]:
    others = list(wrong)
    task.chance.shuffle(others)
    if len(right) == 1:
        others.insert(task.position(len(wrong) + 1, kind), right[0])
    else:
        others += right
        task.chance.shuffle(others)
    options = [Option(label=label, text=text) for label, text in zip(labels(len(others)), others, strict=True)]
    chosen = tuple(option.label for option in options if option.text in right)
    return Choice(options=tuple(options), several=True, unanswerable=True), (chosen,)


def _shown(parts: list[Part]) -> frozenset[str]:
    """Names, quantities and what is counted in some parts."""
    shown = {name for part in parts for name in part["names"]}
    shown |= {part[key]["name"] for part in parts for key in ("axis", "across") if key in part}
    return frozenset(shown | {part["whole"] for part in parts if "whole" in part})


def _abridged(part: Part) -> Part:
    """A part that the question is not about."""
    return {name: part[name] for name in ("type", "letter", "place", "title", "box", "names") if name in part}
