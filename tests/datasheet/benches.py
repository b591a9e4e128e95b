"""A bench in which things happened, built in view: what is counted in it can be counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import sqlalchemy as sa

from optotype import Workbench, init
from optotype.claims import Claim
from optotype.records import (
    GENERATED,
    SUPPRESSED,
    Answer,
    Collection,
    Edit,
    Gold,
    Item,
    Noun,
    Option,
    Origin,
    Respondent,
    Review,
    State,
    YesNo,
)
from optotype.records import Choice as Chosen
from optotype.selecting import Selection
from optotype.store import studio
from optotype.studio.projects import Project
from tests.samples import keep_picture

EVIL = '<script>alert("owned")</script> **bold** [x](javascript:alert(1)) | a\n# heading\n\u202edesrever\x07'
"""A text that would like to be markup of any kind."""
NAMES = ("Ada Secretname", "Bob Secretname", "Cyd Secretname", "Dan Secretname")
"""People who exist here; no sheet may name them."""
LETTERS = Chosen(options=tuple(Option(label=label, text=f"option {label}") for label in "ABC"))


def happened(folder: Path) -> Workbench:
    """Drawn, imported, generated and written items; real and simulated people; gold, runs, an audit, edits."""
    with init(folder, title=f"Shapes {EVIL}") as bench:
        bench.draw("icons", count=4, seed=3, processes=1)
        with bench.store.event("import", path="/home/somebody/secret") as writer:
            writer.write(add=[*_collections(), *_pictures(bench), *_items()])
        with bench.store.event("studio") as writer:
            writer.write(add=[*_people(), *_answers()])
        _project(bench)
        bench.lint(fast=True, select=["placeholder", "personal_data"])
        bench.decide_gold("majority:least=3")
        bench.evaluate("baseline/random", metric=["accuracy"], selection=Selection(collection="foreign"), name="blind")
        bench.human(selection=Selection(collection="foreign"))
        claim = Claim("extremes", "problem", "nobody", {"nobody": 2, "nobody_share": 0.25, "respondents": 4}).finding()
        of_another_release = claim.model_copy(update={"rule": "audit.forgotten", "severity": "warning"})
        with bench.store.event("audit") as writer:
            writer.write(add=[claim, of_another_release])
        return Workbench.open(folder)


def _collections() -> list[Noun]:
    return [
        Collection(
            id="foreign",
            format="iconqa",
            title=f"Foreign {EVIL}",
            licence="CC BY-NC-SA 4.0",
            citation="Somebody: Something. 2025.",
            url="https://example.org/foreign",
        ),
        Collection(id="made", format="generate", url="javascript:alert(1)"),
    ]


def _pictures(bench: Workbench) -> list[Noun]:
    kept = keep_picture(bench, "a.png", "red")
    edit = Edit(file=str(kept.file), operation="crop_margins(tolerance=8)")
    moved = {"collection": "foreign"}
    return [
        kept.model_copy(update={**moved, "id": "foreign/a.png", "edits": (edit,), "licence": "CC0 1.0"}),
        kept.model_copy(update={**moved, "id": "foreign/b.png", "file": None, "media_type": None}),
    ]


def _item(name: str, kind: str, by: str, **more: object) -> Item:
    given: dict[str, object] = {
        "id": f"foreign/{name}",
        "collection": "foreign",
        "origin": Origin.model_validate({"kind": kind, "by": by}),
        "form": LETTERS,
        "question": f"What is {name}? {EVIL}",
        "cluster": f"foreign/{name}",
        "tags": {"language": ("en",)},
    }
    return Item.model_validate(given | more)


def _items() -> list[Noun]:
    roles = {"roles": {"generator": "openai/gpt-x", "evaluator": "openai/gpt-y"}}
    items = [_item(f"i{number}", "imported", "iconqa", split="test") for number in range(4)]
    items += [
        _item("w", "written", NAMES[0], split="train"),
        _item("g", "generated", "openai/gpt-x", split="train", extra={GENERATED: roles}),
        _item("yn", "imported", "iconqa", form=YesNo(), split="test"),
        _item("twin", "imported", "iconqa", cluster="foreign/i0", split="train"),
        _item("gone", "imported", "iconqa", excluded=f"blurred {EVIL}"),
        _item("odd", "imported", "iconqa", split="test", extra={SUPPRESSED: {"placeholder": "the axes differ"}}),
    ]
    return [*items, Gold(item="foreign/w", accepted=(("B",),), rule="imported")]


def _people() -> list[Noun]:
    real = [
        Respondent(id=f"person/p{number}", kind="person", name=name, tags={"role": ("annotator",)})
        for number, name in enumerate(NAMES)
    ]
    return [*real, Respondent(id="sim", kind="person", name="sim", simulated=True)]


def _answers() -> list[Noun]:
    """Three people agree about i0 to i2; about i3 they do not. Whoever does not exist says A to all."""
    said = {"i0": "AAA", "i1": "BBB", "i2": "CCC", "i3": "ABC"}
    found: list[Noun] = [
        _answer(f"person/p{place}", name, letter)
        for name, letters in said.items()
        for place, letter in enumerate(letters)
    ]
    found += [_answer("sim", name, "A") for name in said]
    found.append(_answer("person/p3", "i0", "B", excluded="set aside"))
    found.append(Review(id="r", item="foreign/w", reviewer="person/p3", verdict="correct", note=EVIL))
    return found


def _answer(who: str, name: str, letter: str, excluded: str | None = None) -> Answer:
    return Answer(
        id=f"{who}:{name}",
        item=f"foreign/{name}",
        respondent=who,
        state=State.GIVEN,
        value=(letter,),
        excluded=excluded,
    )


def _project(bench: Workbench) -> None:
    """A project with questions about people; three chose the same, one wrote a text, and one is alone."""
    bench.make_project(
        Project(
            id="baseline",
            title=f"Baseline {EVIL}",
            screen="answer",
            overlap=3,
            guidelines="Look, then answer.",
            background=("Field of work: physics | biology", "Town: text, optional"),
            selection={"collection": "foreign"},
        )
    )
    with bench.store.write() as connection:
        for number in range(4):
            told = {"Field of work": "biology" if number == 3 else "physics", "Town": f"Secrettown {number}"}
            row = {"project": "baseline", "person": f"p{number}", "at": 0.0, "body": json.dumps(told)}
            connection.execute(sa.insert(studio.backgrounds).values(row))
