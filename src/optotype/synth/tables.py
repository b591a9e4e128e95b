"""Tables: laboratory results, prescriptions, diaries and the like, as screenshots and as photographs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from PIL import Image
from pydantic import JsonValue

from optotype.formats import Entry
from optotype.records import Choice, Gold, Item, Option, Picture, labels
from optotype.synth import LEVELS, Drawer, Task
from optotype.synth._tables.finding import Found, as_cards, find
from optotype.synth._tables.instructions import INSTRUCTIONS
from optotype.synth._tables.language import Language
from optotype.synth._tables.looks import LOOKS, ON_PAPER, Look, dress
from optotype.synth._tables.page import Page, set_cards, set_page
from optotype.synth._tables.photo import photograph
from optotype.synth._tables.plan import OPTIONS
from optotype.synth._tables.questions import TASKS
from optotype.synth._tables.subjects import family
from optotype.synth._tables.table import Table

_SCREEN = (1300, 1440)
_PAPER = (1180, 1300)
"""The most that a page measures before it is photographed."""
_MOST_UNRULED = 22
"""Rows beyond which a tilted table without lines or stripes could not be followed by eye."""


@dataclass(frozen=True)
class _Shown:
    """A picture of a table."""

    content: bytes
    kind: Literal["photo", "screenshot"]
    look: str
    scene: dict[str, JsonValue]


@dataclass(frozen=True)
class Tables(Drawer):
    """Medical tables in Russian and in English, each with a question and seven options."""

    name = "tables"
    title = "Drawn tables: laboratory results, prescriptions, diaries, schedules; one question each"
    unit = "tables"
    ladder = (
        "2 to 8 rows, large print, plain headings, wrong options far off, photographs almost flat",
        "up to 11 rows; some headings over several columns, some sections",
        "up to 15 rows, smaller print, some empty cells, things around the table",
        "up to 20 rows and 6 columns, nearer options, bent and unevenly lit photographs",
        "up to 26 rows; options often differ in the last digits, names in them look alike",
        "up to 34 rows and 7 columns; results lie close to the limits of their ranges, folds and blur",
        "up to 46 rows and 8 columns, small print, shadows across the sheet",
        "up to 60 rows and 9 columns, smallest print, nearest options, strongest distortion",
    )

    language: Literal["ru", "en", "both"] = "both"
    """Russian, English, or both in turn."""

    def draw(self, task: Task) -> Entry:
        """One table, its picture and a question about it."""
        chance = task.chance
        language = self._language(task)
        found = find(language, task.level, chance)
        photo = chance.random() < 0.5
        shown = _show(found, photo, chance)
        return _entry(task, found, shown, chance)

    def sheet(self, seed: int) -> Iterator[tuple[str, Image.Image]]:
        """Every look on screen and on paper, every subject, and screenshots and photographs of every level."""
        for number, look in enumerate(LOOKS):
            for photo in (False, True) if look in ON_PAPER else (False,):
                chance = Random(f"{seed} {look} {photo}")  # noqa: S311
                found = find(self._other(number), 3, chance, cards=look == "cards")
                shown = _show(found, photo, chance, look=look)
                yield f"{look}, {shown.kind}", _open(shown)
        for number, name in enumerate(family.names()):
            chance = Random(f"{seed} {name}")  # noqa: S311
            found = find(self._other(number), 4, chance, subject=name)
            yield name, _open(_show(found, number % 2 == 0, chance))
        for level in range(1, LEVELS + 1):
            for photo in (False, True):
                chance = Random(f"{seed} level {level} {photo}")  # noqa: S311
                shown = _show(find(self._other(level + photo), level, chance), photo, chance)
                yield f"level {level}, {shown.kind}", _open(shown)

    def _language(self, task: Task) -> Language:
        if self.language != "both":
            return self.language
        # levels go in turn with an even period, so a language by turns would be tied to the level
        return "ru" if (task.number + task.number // LEVELS) % 2 == 0 else "en"

    def _other(self, number: int) -> Language:
        if self.language != "both":
            return self.language
        return "ru" if number % 2 == 0 else "en"


# --- a picture of it


def _show(found: Found, photo: bool, chance: Random, *, look: str | None = None) -> _Shown:
    table, plan = found.table, found.table.plan
    if look is None:
        looks = [name for name in (ON_PAPER if photo else LOOKS) if name != "cards" or as_cards(found)]
        if photo and len(table.rows) > _MOST_UNRULED:
            looks = [name for name in looks if LOOKS[name].across or LOOKS[name].stripe]
        look = plan.settings.get("look") or chance.choice(looks)
    if "look" in plan.settings:
        look = plan.settings["look"]
    dressed = dress(look, plan, chance, photo=photo)
    page = _set(table, dressed, photo, chance)
    scene = _page_scene(page, look)
    if not photo:
        stream = io.BytesIO()
        page.canvas.picture().save(stream, "PNG", compress_level=4)
        return _Shown(stream.getvalue(), "screenshot", look, scene)
    picture, shot = photograph(page.canvas, plan.rung.strain, plan.rung.clutter, chance)
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=shot.quality)
    scene["photo"] = shot.scene()
    return _Shown(stream.getvalue(), "photo", look, scene)


def _set(table: Table, look: Look, photo: bool, chance: Random) -> Page:
    size = table.plan.rung.size + chance.randint(-1, 1)
    if look.name == "cards":
        return set_cards(table, look, min(size + 2, 24), chance)
    return set_page(table, look, size + photo, _PAPER if photo else _SCREEN, chance)


def _page_scene(page: Page, look: str) -> dict[str, JsonValue]:
    return {
        "look": look,
        "print": page.size,
        "page": [page.canvas.width, page.canvas.height],
        "table": list(page.table),
        "column_edges": list(page.columns),
        "row_edges": list(page.rows),
    }


def _open(shown: _Shown) -> Image.Image:
    return Image.open(io.BytesIO(shown.content))


# --- the records


def _entry(task: Task, found: Found, shown: _Shown, chance: Random) -> Entry:
    table, template, asked = found.table, found.template, found.asked
    plan = table.plan
    ending = "jpg" if shown.kind == "photo" else "png"
    picture = Picture(
        id=f"{task.id}.{ending}",
        collection=task.collection,
        name=f"{task.name}.{ending}",
        tags={
            "source": (shown.kind,),
            "type": ("systematic",),
            "content": ("info",),
            "context": ("context" if plan.settings.get("header_shown") else "no_context",),
            "synt_source": ("optotype",),
            "rows": (str(len(table.rows)),),
            "columns": (str(len(table.columns)),),
            "look": (shown.look,),
        },
    )
    names = labels(OPTIONS)
    place = task.position(OPTIONS)
    texts = chance.sample(asked.wrong, OPTIONS - 1)
    texts.insert(place, asked.right)
    scene = found.scene()
    scene["picture"] = {"source": shown.kind, **shown.scene}
    item = Item(
        id=task.id,
        collection=task.collection,
        origin=task.origin,
        form=Choice(options=tuple(Option(label=name, text=text) for name, text in zip(names, texts, strict=True))),
        question=found.wording(chance),
        instruction=chance.choice(INSTRUCTIONS[plan.language]),
        pictures=(picture.id,),
        cluster=picture.id,
        tags={
            "kind": (template.category,),
            "template": (template.name,),
            "level": (str(task.level),),
            "language": (plan.language,),
            "subject": (table.subject,),
            "question_type": (plan.say(template.about),),
            "question_text": (plan.say(TASKS[template.task]),),
            "question_source": ("drawn",),
        },
        scene=scene,
    )
    return Entry(
        items=(item,),
        pictures=(picture,),
        golds=(Gold(item=item.id, accepted=((names[place],),), rule="drawn"),),
        files={picture.id: shown.content},
    )
