"""Benches that reports are written of: an item of every form asked of people, models and baselines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from optotype import Workbench, init, metrics
from optotype.claims import Claim, Figure
from optotype.metrics import Case
from optotype.records import (
    Answer,
    Choice,
    Collection,
    Finding,
    Gold,
    Graph,
    Item,
    Noun,
    Number,
    Option,
    Origin,
    Picture,
    Preference,
    Ranking,
    Respondent,
    Run,
    Score,
    ShortText,
    State,
    Value,
    YesNo,
    labels,
)
from tests.samples import png

HOSTILE = (
    "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>&amp;\"'`${1}`</textarea>"
)
"""A text that would do harm if a page took it for markup."""

RESPONDENTS = {
    "people/crowd": ("person", 0.93),
    "acme/vision-large": ("model", 0.84),
    "acme/vision-small": ("model", 0.62),
    "acme/vision-mini": ("model", 0.60),
    "trained/patch-trm": ("network", 0.55),
    "baseline/random": ("baseline", 0.22),
}
"""Who answers, of which kind, and how often it is right."""

FORMS = ("choice", "pictures", "several", "yes_no", "number", "text", "cannot", "ranking", "graph", "preference")
SKILLS = ("counting", "geometry", "time")
WHEN = datetime(2026, 3, 1, 12, tzinfo=UTC)

_FIGURES: dict[str, Figure] = {
    "value": 0.6,
    "value_low": 0.5,
    "value_high": 0.7,
    "floor": 0.3,
    "items": 120,
    "excess": 0.3,
    "low": 0.2,
    "high": 0.4,
    "comparisons": 6,
    "seeing": 0.8,
    "without": 0.6,
    "gain": 0.2,
}

CLAIMS = (
    Claim(
        "blind",
        "problem",
        "found",
        {**_FIGURES, "respondent": HOSTILE},
        tuple(
            {**_FIGURES, "respondent": name, "run": HOSTILE, "sight": sight, "part": part}
            for name, sight, part in (
                ("baseline/question_only", "full", ""),
                (HOSTILE, "none", ""),
                ("baseline/random", "full", ""),
                ("baseline/question_only", "full", f"mixed: {HOSTILE}"),
            )
        ),
    ),
    Claim(
        "gain",
        "warning",
        "little",
        {**_FIGURES, "respondent": HOSTILE, "sight": "blank", "little": 0.3},
        tuple(
            {**_FIGURES, "respondent": HOSTILE, "run": "r", "sight": "blank", "tag": tag, "value": value}
            for tag, value in (("", ""), ("skill", HOSTILE), ("skill", "time"))
        ),
    ),
    Claim(
        "origins",
        "ok",
        "shown",
        {"families": HOSTILE, "respondents": 3},
        ({**_FIGURES, "respondent": HOSTILE, "kind": "person", "simulated": 1, "run": "r", "origin": "written"},),
    ),
    Claim("disputed_gold", "notice", "found", {"items": 1, "share": 0.01, "first": HOSTILE}),
)
"""What an audit may have said."""


def made(
    folder: Path,
    items: int = 120,
    *,
    metric: tuple[str, ...] = ("accuracy", "exact_match"),
    respondents: Sequence[str] = tuple(RESPONDENTS),
) -> Workbench:
    """A bench with items of every form, eight levels, two languages, and a run of each respondent."""
    bench = init(folder, title="Eye <chart> & more")
    chance = random.Random(7)
    pictures = [_picture(bench, number) for number in range(12)]
    questions = [_item(number, pictures) for number in range(items)]
    golds = {item.id: gold for item, gold in questions}
    nouns: list[Noun] = [
        Collection(
            id="mixed", format="draw", title="Mixed", licence="CC BY 4.0", citation="@misc{mixed, title={Mixed}}"
        ),
        *pictures,
        *(item for item, _ in questions),
        *golds.values(),
        Finding(rule="longest_choice", about="mixed/0", severity="warning", message=f"stands out {HOSTILE}"),
        Answer(id="own-1", item="mixed/0", respondent="expert-1", state=State.GIVEN, value=("A",), note="by hand"),
        Respondent(id="expert-1", kind="person"),
        *(claim.finding() for claim in CLAIMS),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=nouns)
    judges = [metrics.build(name) for name in metric]
    for name in respondents:
        kind, skill = RESPONDENTS[name]
        run = Run(
            id=name.replace("/", "-"),
            respondent=name,
            settings={"asking": {"language": "en"}, "respondent": {"temperature": 0}},
            bench_version="0123abcd",
            started=WHEN,
            ended=WHEN,
            totals={"cost": round(0.5 * skill, 3) if kind == "model" else 0.0, "seconds": 61.5},
        )
        respondent = Respondent.model_validate({"id": name, "kind": kind, "simulated": kind == "person"})
        answers = [_answer(item, golds[item.id], run, skill, chance) for item, _ in questions]
        cases = [Case(item, golds[item.id], answer) for (item, _), answer in zip(questions, answers, strict=True)]
        scores = [
            Score(
                item=case.item.id,
                run=run.id,
                metric=judge.name,
                signature=judge.signature,
                value=mark.value,
                note=mark.note,
                parts=dict(mark.parts),
            )
            for judge in judges
            for case in [case for case in cases if judge.fits(case.item)]
            for mark in judge.marks([case])
        ]
        with bench.store.event("eval") as writer:
            writer.write(add=[respondent, run, *answers, *scores])
    return bench


def pages_of(bench: Workbench, folder: Path | None = None) -> Path:
    """A report for those who look at its pages: its plots are drawn, and their files left empty, which is faster."""

    def empty(_figure: object, file: object, **_: object) -> None:
        if isinstance(file, Path):
            file.touch()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("matplotlib.figure.Figure.savefig", empty)
        return bench.report(folder).folder


def _picture(bench: Workbench, number: int) -> Picture:
    facts = bench.cabinet.keep(png(f"hsl({number * 30}, 70%, 55%)", (160 + 8 * number, 120)))
    name = f"{number} {HOSTILE}.png"
    return Picture(
        id=f"mixed/{name}",
        collection="mixed",
        name=name,
        file=facts.file,
        media_type=facts.media_type,
        width=facts.width,
        height=facts.height,
        size=facts.size,
        caption=HOSTILE if number == 0 else f"Figure {number}",
    )


def _item(number: int, pictures: list[Picture]) -> tuple[Item, Gold]:
    kind = FORMS[number % len(FORMS)]
    texts = tuple(
        Option(label=label, text=f"{label.lower()} {HOSTILE if number == 0 else number}") for label in labels(4)
    )
    pictured = tuple(Option(label=label, picture=p.id) for label, p in zip(labels(4), pictures[1:], strict=False))
    forms = {
        "choice": (Choice(options=texts), ("B",)),
        "pictures": (Choice(options=pictured), ("C",)),
        "several": (Choice(options=texts, several=True), ("A", "C")),
        "yes_no": (YesNo(), number % 4 == 3),
        "number": (Number(unit="kg"), 12.5),
        "text": (ShortText(unanswerable=True), f"blue {number}"),
        "cannot": (ShortText(unanswerable=True), None),
        "ranking": (Ranking(options=pictured), ("B", "A", "C", "D")),
        "graph": (Graph(), "( man , hold , umbrella ) , ( umbrella , is , red ) , ( man , is , tall )"),
        "preference": (Preference(options=pictured[:2]), ("A",)),
    }
    form, right = forms[kind]
    picture = pictures[number % len(pictures)]
    question = HOSTILE if number == 0 else f"Question {number}: what is it? Сколько?"
    item = Item(
        id=f"mixed/{number}",
        collection="mixed",
        origin=Origin(kind="written" if number % 3 == 0 else "generated", by="test"),
        form=form,
        question="" if kind == "graph" else question,
        text=f"a tall man holds a red umbrella {number}" if kind in ("graph", "preference") else "",
        pictures=() if kind == "graph" else (picture.id,),
        cluster=picture.id,
        split="test" if number % 4 else "val",
        tags={
            "kind": (kind,),
            "skill": (SKILLS[number % 3], *((SKILLS[1],) if number % 5 == 0 and number % 3 != 1 else ())),
            "level": (str(1 + number % 8),),
            "language": ("ru" if number % 2 else "en",),
        },
    )
    if right is None:
        return item, Gold(item=item.id, unanswerable=True, rule="imported")
    return item, Gold(item=item.id, accepted=(right,), rule="majority", branch="2 of 3", counted=("a", "b"))


def _answer(item: Item, gold: Gold, run: Run, skill: float, chance: random.Random) -> Answer:
    level = int(item.tags["level"][0])
    told: dict[str, object] = {
        "id": f"{run.id}:{item.id}",
        "item": item.id,
        "respondent": run.respondent,
        "run": run.id,
        "seconds": 0.25,
        "cost": 0.001,
        "at": WHEN,
    }
    if chance.random() < skill + 0.03 * (4 - level):
        if gold.unanswerable:
            return Answer.model_validate(told | {"state": State.UNANSWERABLE, "raw": "It cannot be answered."})
        value = gold.accepted[0]
        return Answer.model_validate(told | {"state": State.GIVEN, "value": value, "raw": f"The answer is {value}."})
    luck = chance.random()
    if luck < 0.1:
        return Answer.model_validate(told | {"state": State.UNREAD, "raw": f"Hm. {HOSTILE}", "note": "names no option"})
    if luck < 0.15:
        return Answer.model_validate(told | {"state": State.REFUSED, "raw": "I cannot help with that."})
    if luck < 0.2:
        failed = {"state": State.FAILED, "note": "timed out", "raw": None, "seconds": None, "cost": None}
        return Answer.model_validate(told | failed)
    wrong = _wrong(item, gold, chance)
    return Answer.model_validate(told | {"state": State.GIVEN, "value": wrong, "raw": f"I think {wrong}"})


def _wrong(item: Item, gold: Gold, chance: random.Random) -> Value:
    match item.form:
        case YesNo():
            return not gold.accepted[0]
        case Number():
            return float(chance.randint(20, 30))
        case Graph():
            return "( man , hold , bag )"
        case Ranking():
            order = list(labels(4))
            chance.shuffle(order)
            return tuple(order)
        case Choice() | Preference():
            right = set(gold.accepted[0]) if isinstance(gold.accepted[0], tuple) else set[str]()
            others = [option.label for option in item.options if option.label not in right]
            return (chance.choice(others),)
        case _:
            return chance.choice(("green", "seven", "a cat"))
