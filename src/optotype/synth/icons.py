"""Icons: problems about icons and simple shapes, as IconQA asks them (Lu et al., 2021)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, cast

from pydantic import Field, JsonValue

from optotype.formats import Content, Entry
from optotype.records import Choice, Form, Gold, Item, Option, Picture, ShortText, labels
from optotype.synth import Drawer, Task
from optotype.synth._icons.problem import Alternative, Draft, Problem, Template, side_by_side, templates
from optotype.synth._icons.rung import LADDER

if TYPE_CHECKING:
    from PIL import Image

    from optotype.synth._icons.canvas import Canvas


@dataclass(frozen=True)
class Icons(Drawer):
    """Draws three sub-tasks over thirteen skills: picture options, text options, blanks."""

    name = "icons"
    title = "Icon problems: counting, shapes, clocks, fractions and ten more skills"
    unit = "items"
    licence = (
        "CC-BY-4.0. Icons: Noto Emoji (Google, Apache-2.0), Fluent Emoji (Microsoft, MIT), "
        "Twemoji (Twitter and contributors, CC-BY-4.0), EmojiOne 2.3 (Emoji One, CC-BY-4.0)"
    )
    ladder = LADDER

    variety: Annotated[int, Field(ge=0)] = 0
    """How many kinds of problem there are for each skill in each sub-task; 0: all.

    Kinds of blank come first about whose diagram several things can be asked, then those that are first by name."""

    def draw(self, task: Task) -> Entry:
        """Draws one item: its picture, those of its options, its question and its right answer."""
        return entry(task, chosen(task, self.variety))

    def sheet(self, seed: int) -> Iterator[tuple[str, Image.Image]]:
        """An example of every template."""
        for number, template in enumerate(templates()):
            task = Task(self.name, self.name, seed, number, number % 4 + 1)
            draft = Draft(task)
            problem = template.draw(draft)
            yield template.name, _diagram(draft, problem, _alternatives(problem, draft)).image


def packed() -> Iterator[tuple[str, str, Image.Image]]:
    """Every icon that comes with the package: what it shows, its style, and its drawing with what is transparent."""
    from optotype.synth._icons.things import catalogue, stored

    for thing in catalogue().values():
        for style in thing.styles:
            yield thing.key, style, stored(thing.key, style)


def style(task: Task) -> str:
    """The style of a task's icons; at levels that mix styles, of most of them."""
    # a task's chance goes on with every drawing, so another one is asked
    return Draft(replace(task)).style


def chosen(task: Task, variety: int = 0) -> Template:
    """The template of a task: in every round each comes once, in an order of chance."""
    turn, within = divmod(task.number, len(some_templates(variety)))
    return _round(task.kind, task.seed, turn, variety)[within]


@cache
def some_templates(variety: int) -> tuple[Template, ...]:
    """So many templates of each sub-task for each skill that is the first of theirs; 0: all.

    Those about whose diagram several things can be asked come first, then those that are first by name.
    """
    if not variety:
        return templates()
    met: Counter[tuple[str, str]] = Counter()
    found: list[Template] = []
    for template in sorted(templates(), key=lambda one: not one.first):  # else in the order of their names
        about = template.kind, template.skills[0]
        met[about] += 1
        if met[about] <= variety:
            found.append(template)
    return tuple(sorted(found, key=lambda one: one.name))


@lru_cache(maxsize=16)
def _round(kind: str, seed: int, turn: int, variety: int) -> list[Template]:
    order = list(some_templates(variety))
    random.Random(f"{kind} {seed} {turn}").shuffle(order)  # noqa: S311 - not for secrets
    return order


def entry(task: Task, template: Template) -> Entry:
    """The records of one problem."""
    draft = Draft(task)
    problem = template.draw(draft)
    alternatives = _alternatives(problem, draft)
    names = labels(len(alternatives))
    diagram = Picture(id=f"{task.id}.png", collection=task.collection, name=f"{task.name}.png")
    files: dict[str, Content] = {diagram.id: _diagram(draft, problem, alternatives).png()}
    pictures = [diagram]
    options: list[Option] = []
    for name, alternative in zip(names, alternatives, strict=True):
        if alternative.canvas is None:
            options.append(Option(label=name, text=alternative.text))
            continue
        picture = Picture(
            id=f"{task.id}-{name}.png", collection=task.collection, name=f"{task.name}-{name}.png",
        )  # fmt: skip
        files[picture.id] = alternative.canvas.png()
        pictures.append(picture)
        options.append(Option(label=name, picture=picture.id))
    form: Form = Choice(options=tuple(options)) if options else ShortText(unit=problem.unit)
    scene = dict(problem.scene)
    if template.kind == "choose_img":
        scene["options"] = [alternative.scene for alternative in alternatives]
    item = Item(
        id=task.id,
        collection=task.collection,
        origin=task.origin,
        form=form,
        question=problem.question,
        text=problem.hint,
        pictures=(diagram.id,),
        cluster=diagram.id,
        tags={
            "kind": (template.kind,),
            "template": (template.name,),
            "skill": template.skills,
            "level": (str(task.level),),
        },
        scene=cast("JsonValue", scene),
    )
    right = problem.right if isinstance(problem.right, str) else ""
    accepted = (names[_place(alternatives, problem)],) if options else right
    gold = Gold(item=item.id, accepted=(accepted,), rule="drawn")
    return Entry(items=(item,), pictures=tuple(pictures), golds=(gold,), files=files)


def _alternatives(problem: Problem, draft: Draft) -> list[Alternative]:
    """The options, the right one at its place and the others in any order."""
    if not problem.wrong:
        return []
    wrong = [_alternative(option) for option in problem.wrong]
    draft.chance.shuffle(wrong)
    wrong.insert(draft.task.position(len(wrong) + 1), _alternative(problem.right))
    return wrong


def _alternative(option: str | Alternative) -> Alternative:
    return Alternative(text=option) if isinstance(option, str) else option


def _place(alternatives: list[Alternative], problem: Problem) -> int:
    right = problem.right
    if isinstance(right, str):
        return next(number for number, option in enumerate(alternatives) if option.text == right)
    return next(number for number, option in enumerate(alternatives) if option is right)


def _diagram(draft: Draft, problem: Problem, alternatives: list[Alternative]) -> Canvas:
    if problem.canvas is not None:
        return problem.canvas
    return side_by_side(draft, [option.canvas for option in alternatives if option.canvas is not None])
