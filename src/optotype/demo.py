"""The demo: one benchmark on one bench, from pictures to a report that could be published.

Without a network. No model and nobody is at hand there, so two models and some people are simulated, and called so
wherever they are shown.
"""

from __future__ import annotations

import json
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, cast

import optotype
from optotype import looking
from optotype.errors import OptotypeError
from optotype.evaluate import Selection
from optotype.records import GENERATED, Collection, Gold, Item, Paper
from optotype.results import Grid, Result, grids
from optotype.web.words import Words
from optotype.workbench import Workbench

if TYPE_CHECKING:
    from optotype.generate.talking import Ask

SHAPES = ("circle", "square", "triangle", "star")
COLOURS = {"red": "#d1495b", "blue": "#2e6fba", "green": "#3a9b64", "yellow": "#edae49"}
MARK = ".optotype-demo"

DRAWN = {"icons": 160, "charts": 16, "tables": 40, "captions": 24, "papers": 2}
"""What is drawn, and how much of it."""

SETTINGS = {"icons": {"variety": "1"}}
"""How it is drawn: the problems about icons are of those kinds that the trained network learned."""

CAPTION = "a dog on a red sofa"
"""What is parsed for all to see."""

ROUNDS: tuple[tuple[str, tuple[str, ...], dict[str, dict[str, object]]], ...] = (
    (
        "How many red circles are there?",
        ("3", "4", "5", "7"),
        {
            "qualifier": {"good": True, "option": "5", "why": "The red circles can be counted."},
            "novice": {"option": "5", "reasoning": "I counted them."},
            "student": {"option": "5", "reasoning": "I counted them."},
            "expert": {"option": "5", "reasoning": "I counted them."},
            "evaluator": {"accept": False, "why": "One glance is enough.", "advice": "Ask for a comparison."},
        },
    ),
    (
        "How many more circles than squares are there?",
        ("1", "2", "3", "5"),
        {
            "qualifier": {"good": True, "option": "2", "why": "There are 5 circles and 3 squares."},
            "novice": {"option": "5", "reasoning": "I saw 5 circles."},
            "student": {"option": "2", "reasoning": "5 circles less 3 squares."},
            "expert": {"option": "2", "reasoning": "I counted both and took the difference."},
            "evaluator": {"accept": True, "why": "Two counts are needed; only the hurried reader erred.", "advice": ""},
        },
    ),
)
"""A conversation about a picture of 5 red circles, 3 blue squares and 4 yellow stars, written by hand: by round, the
question, its options, and what each role says; an option is named by its text."""

PLANTED = "planted"
"""The collection of items with faults, to show what lint finds."""

SIMULATED = {"simulated-sharp": 6.5, "simulated-blurred": 3.0}
"""Respondents that do not exist, and the level at which they still get half of the questions right."""

PEOPLE = {"Simulated 1": 0.95, "Simulated 2": 0.9, "Simulated 3": 0.7}
"""People who do not exist, and the share of questions that they get right."""

STUDY = {"Simulated A": 0.95, "Simulated B": 0.9, "Simulated C": 0.85, "Simulated D": 0.75, "Simulated E": 0.6}
"""Those who answer the test questions of the drawn benchmark."""

NETWORK = "patch_trm"
"""Trained networks that come with the package. They learned from icons drawn with seed 20264, not from these."""

GUIDELINES = """Look at the picture, then answer.

- **Count** every shape once.
- Say *I don't know* if you are not sure, and why.
"""


@dataclass(frozen=True)
class Step:
    """One thing that the demo did."""

    what: str
    count: str
    """How many of what."""
    insight: str
    """What is worth knowing about it, in a line."""
    seconds: float


@dataclass(frozen=True)
class Shown:
    """What the demo leaves behind for whoever looks around."""

    bench: Path
    report: Path
    recommendation: Path
    """A page about the graphical abstract of a paper."""
    best: str
    """The run that has most right of the models."""
    other: str
    board: Grid
    """Models, networks, baselines and people in one table."""


@dataclass
class _Story:
    """What later steps take from earlier ones."""

    bench: Workbench
    folder: Path
    results: list[Result] = field(default_factory=list[Result])
    """Of all who answered test questions: models, baselines, a network, people."""


def demo(
    folder: Path, told: Callable[[Step], None] = lambda _: None, begins: Callable[[str], None] = lambda _: None
) -> Shown:
    """Draws, imports, checks, answers, decides, audits, evaluates and reports one benchmark, in `bench`.

    The folder is made anew each time; one that the demo did not make is left alone.

    Args:
        folder: where it is made.
        told: called with each step when it is done.
        begins: called with the name of each step before it.

    Raises:
        OptotypeError: the folder holds something else, or cannot be made.
    """
    if folder.exists() and not (folder / MARK).exists():
        raise OptotypeError(f"{folder} was not made by the demo. Name another folder.")
    try:
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        (folder / MARK).touch()
    except OSError as error:
        raise OptotypeError(f"{folder}: the demo cannot be made there: {error.strerror}.") from error
    with Workbench.init(folder / "bench", title="Demo") as bench:
        story = _Story(bench, folder)
        for what, work in STEPS:
            begins(what)
            began = time.perf_counter()
            count, insight = work(story)
            told(Step(what, count, insight, time.perf_counter() - began))
        return Shown(
            bench=bench.folder,
            report=folder / "report" / "index.html",
            recommendation=folder / "graphical-abstract.html",
            best=next(iter(SIMULATED)),
            other=list(SIMULATED)[1],
            board=grids(story.results)[0],
        )


SHAPES_SET = "shapes"
"""The collection of the foreign set."""

_TEST, _SHAPES = Selection(split="test"), Selection(collection=SHAPES_SET)

_Told = tuple[str, str]
"""How many of what, and what is worth knowing about it."""


def _draw_items(story: _Story) -> _Told:
    done = {
        kind: story.bench.draw(kind, count=count, seed=7, settings=SETTINGS.get(kind)) for kind, count in DRAWN.items()
    }
    items = sum(drawn.items for drawn in done.values())
    pictures = sum(drawn.new["pictures"] for drawn in done.values())
    return f"{items} items", f"{pictures} pictures that nobody has seen, from easy to hard at eight levels"


def _import(story: _Story) -> _Told:
    source = story.folder / "shapes"
    _draw_problems(source, seed=7)
    done = story.bench.import_("iconqa", source, name=SHAPES_SET)
    return f"{done.items} items", f"a folder in IconQA's layout, with {done.new['pictures']} pictures and its answers"


def _split(story: _Story) -> _Told:
    done = story.bench.split("6:2:2", stratify=("kind",), seed=7)
    counts = ", ".join(f"{split} {count}" for split, count in done.counts.items())
    return f"{sum(done.counts.values())} items", f"{counts}; no picture is in two of them"


def _generate(story: _Story) -> _Told:
    """A question is written, solved and judged by a script, and becomes a candidate."""
    from optotype.generate import Pictures
    from optotype.generate.rehearsing import rehearse

    chance = random.Random(7)  # noqa: S311 - the same picture every time
    shapes = [("circle", "red")] * 5 + [("square", "blue")] * 3 + [("star", "yellow")] * 4
    source, bench = story.folder / "drawing", story.bench
    source.mkdir()
    _draw(source / "shapes.png", chance.sample(shapes, len(shapes)), chance)
    bench.import_("folder", source, name=source.name)
    only = Pictures(collection=source.name)
    script = rehearse(bench, story.folder / "recorded.jsonl", _Recorded().says, pictures=only)
    done = bench.generate(script, pictures=only)
    rounds = len(cast("list[object]", bench.item(done.items[0]).extra[GENERATED]["rounds"]))
    return f"{len(done.items)} question", f"written, solved and judged by a script; accepted in round {rounds}"


class _Recorded:
    """Says what was written for each role, round by round."""

    def __init__(self) -> None:
        self._spoken: Counter[str] = Counter()

    def says(self, ask: Ask) -> str:
        question, options, replies = ROUNDS[self._spoken[ask.role]]
        self._spoken[ask.role] += 1
        if ask.role == "generator":
            return json.dumps({"question": question, "options": options})
        reply = dict(replies[ask.role])
        if "option" in reply:
            reply["option"] = _letter(str(ask.messages[0].parts[-1]), str(reply["option"]))
        return json.dumps(reply)


def _letter(text: str, option: str) -> str:
    """The letter under which an option was shown."""
    return next(line[0] for line in text.splitlines() if line[1:] == f". {option}")


def _lint(story: _Story) -> _Told:
    """Looks at all items, and at copies of some in which faults were planted; these are left out again."""
    bench = story.bench
    planted = list(_planted(bench))
    with bench.store.event("demo") as writer:
        writer.write(add=[Collection(id=PLANTED, format="write"), *(record for pair in planted for record in pair)])
    done = bench.lint(ignore=["data"])
    found = [finding for finding in done.findings if finding.about.startswith(f"{PLANTED}/")]
    with bench.store.event("demo") as writer:
        gone = [item.model_copy(update={"excluded": "a fault was planted in it"}) for item, _ in planted]
        writer.write(replace=gone)
    caught = len({finding.about for finding in found})
    return (
        f"{done.items} items",
        f"{caught} of {len(planted)} planted faults found, such as {found[0].rule}, {found[-1].rule}",
    )


def _planted(bench: Workbench) -> Iterator[tuple[Item, Gold]]:
    """Copies of drawn items, each with a fault of another kind."""
    faults: list[Callable[[Item, int], Item]] = [
        lambda item, _: _offering(item, 1, f"The {str(item.options[0].text).upper()}."),
        lambda item, right: _offering(item, right, f"{item.options[right].text}, as far as can be told from here"),
        lambda item, right: _offering(item, right - 1, "Option D"),
        lambda item, _: _asking(item, item.question.replace(" the ", " the the ", 1)),
        lambda item, _: _asking(item, item.question.rstrip("?")),
        lambda item, _: _asking(item, item.question.replace("о", "o", 1)),  # a Latin letter in a Russian word
    ]
    count = len(faults)
    for item, gold in looking.with_gold(bench, bench.items(form="choice")):
        texts = [option.text or "" for option in item.options]
        if not faults or gold is None or not all(text.islower() and len(text) > 2 for text in texts):
            continue
        labels = [option.label for option in item.options]
        right = next((labels.index(value[0]) for value in gold.accepted if isinstance(value, tuple)), 0)
        copy = faults[0](item, right)
        if copy == item:
            continue  # nothing in it to go wrong so
        id = f"{PLANTED}/{count - len(faults) + 1}"
        faults.pop(0)
        yield (
            copy.model_copy(update={"id": id, "collection": PLANTED, "split": None, "cluster": id}),
            gold.model_copy(update={"item": id}),
        )


def _asking(item: Item, question: str) -> Item:
    return item.model_copy(update={"question": question})


def _offering(item: Item, place: int, text: str) -> Item:
    options = list(item.options)
    options[place] = options[place].model_copy(update={"text": text})
    return item.model_copy(update={"form": item.form.model_copy(update={"options": tuple(options)})})


def _evaluate(story: _Story) -> _Told:
    bench = story.bench
    models = {name: f"file/{_simulate(bench, name, middle)}" for name, middle in SIMULATED.items()}
    blind = [
        "baseline/question_only",
        "baseline/random",
    ]  # without names of their own: the audit goes on with these runs
    results = [
        bench.evaluate(respondent, metric=["accuracy"], selection=_TEST, name=name)
        for name, respondent in [*models.items(), *((None, respondent) for respondent in blind)]
    ]
    story.results += results
    sharp, blurred, unseeing, _ = (result.judged[0].overall.value for result in results)
    return (
        f"{len(results)} runs",
        f"two simulated models have {sharp:.0%} and {blurred:.0%} right, one without eyes {unseeing:.0%}",
    )


def _network(story: _Story) -> _Told:
    """What a small trained network makes of drawn icons, beside a baseline that does not look."""
    icons = Selection(split="test", collection="icons")
    results = [
        story.bench.evaluate(name, metric=["accuracy"], selection=icons, name=f"icons-{name.partition('/')[2]}")
        for name in (f"trained/{NETWORK}", "baseline/question_only")
    ]
    story.results.append(results[0])
    network, blind = (result.judged[0].overall.value for result in results)
    return (
        f"{results[0].items} icons",
        f"the small network of the package has {network:.0%} right, one without eyes {blind:.0%}",
    )


def _people(story: _Story) -> _Told:
    """A project in the studio, with the work of people who do not exist."""
    from optotype.simulating import Simulated
    from optotype.studio.projects import Project

    tasks = story.bench.make_project(
        Project(
            id="baseline",
            title="Human baseline",
            screen="answer",
            guidelines=GUIDELINES,
            overlap=len(PEOPLE) + 1,  # there is something left for whoever looks in
        ),
        _SHAPES,
    )
    done = story.bench.rehearse("baseline", [Simulated(name, skill) for name, skill in PEOPLE.items()], seed=7)
    return f"{done} answers", f"{len(PEOPLE)} simulated people did {tasks} tasks each; one turn at each is left for you"


def _gold(story: _Story) -> _Told:
    """Right answers from what these people said; those that came with the problems stay as versions."""
    decided = story.bench.decide_gold("majority:least=2", selection=_SHAPES)
    same = decided.decided - decided.changed
    return (
        f"{decided.decided} of {decided.items}",
        f"by two of three, {same} as they came, {len(decided.contested)} contested; old ones are kept",
    )


def _study(story: _Story) -> _Told:
    from optotype.simulating import Simulated

    those = [Simulated(name, skill, difficulty=1.0) for name, skill in STUDY.items()]
    done = story.bench.simulate(those, selection=_TEST, seed=7)
    decided = story.bench.decide_gold("majority:least=3", selection=_TEST, dry_run=True)
    return (
        f"{done.answers} answers",
        f"{len(those)} simulated people answer the test; three of five agree on {decided.decided} of {decided.items}",
    )


def _human(story: _Story) -> _Told:
    human = story.bench.human(metric=["accuracy"], selection=_TEST)
    found = {row.way: row.result for row in human.rows if row.way in ("single", "majority")}
    story.results += found.values()
    alone, together = (found[way].judged[0].overall.value for way in ("single", "majority"))
    return (
        f"{len(human.rows)} rows",
        f"simulated people are right {alone:.0%} of the time alone, {together:.0%} by majority",
    )


def _audit(story: _Story) -> _Told:
    verdict = story.bench.audit(split="test")
    words = Words("en", "optotype.web")
    blind = next(claim for claim in verdict.claims if claim.check == "blind")
    first, _, _ = blind.tell(words).partition(". ")
    problems = len(verdict.problems)
    return f"{len(verdict.claims)} claims", f"{problems or 'none'} of them a problem. {first}."


def _parse(story: _Story) -> _Told:
    metrics = ["set_match", "spice", "soft_spice"]
    result = story.bench.evaluate("parser/factual", metric=metrics, selection=Selection(form="graph"), name="parser")
    return f"{result.items} captions", f'"{CAPTION}" says {optotype.parse(CAPTION)}'


def _recommend(story: _Story) -> _Told:
    """Which figure of a drawn paper would serve best, on a page beside the graphical abstract of another."""
    from optotype.recommending.inspiring import Wish
    from optotype.recommending.page import write_page

    bench = story.bench
    paper = min(one.id for one in bench.store.each(Paper) if one.figures)
    found = bench.recommend(paper, corpus=bench, wish=Wish(count=1))
    write_page(found, story.folder / "graphical-abstract.html")
    best = found.choices[0]
    made = f"; its own was {'' if best.used else 'not '}made from it" if found.car is not None else ""
    named = best.label.rstrip(".: ") or best.figure
    return (
        f"{len(found.choices)} figures",
        f"{named} would serve best ({best.confidence:.0%}){made}",
    )


def _report(story: _Story) -> _Told:
    done = story.bench.report(story.folder / "report")
    return f"{done.runs} runs", f"{done.items} items with every reply to them, in pages that open from a disk"


def _export(story: _Story) -> _Told:
    done = story.bench.export("huggingface", story.folder / "exported")
    return f"{done.items} items", "as a Hugging Face data set, pictures and splits with it"


STEPS: tuple[tuple[str, Callable[[_Story], _Told]], ...] = (
    ("draw", _draw_items),
    ("import", _import),
    ("split", _split),
    ("generate", _generate),
    ("lint", _lint),
    ("studio", _people),
    ("gold", _gold),
    ("simulate", _study),
    ("eval", _evaluate),
    ("eval", _network),
    ("human", _human),
    ("audit", _audit),
    ("parse", _parse),
    ("recommend", _recommend),
    ("report", _report),
    ("export", _export),
)
"""The story, by the commands that do the same."""


def _simulate(bench: Workbench, name: str, middle: float) -> Path:
    """Predictions of a respondent that does not exist, and errs the more often the harder a question is."""
    chance = random.Random(name)  # noqa: S311 - the same answers every time
    path = bench.folder / "predictions" / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for item, gold in looking.solved(bench, "test"):
            sees = 1 / (1 + exp(float(item.tags.get("level", ("4",))[0]) - middle))
            if chance.random() < sees:
                answer = looking.say_gold(gold)
            else:
                answer = chance.choice([option.label for option in item.options] or ["yes", "no", "3", "12", "blue"])
            file.write(json.dumps({"id": item.id, "answer": answer}) + "\n")
    return path


# --- a small foreign set


def _draw_problems(folder: Path, *, seed: int) -> None:
    """Twenty-four problems: count the shapes, name the colour, choose the picture."""
    chance = random.Random(seed)  # noqa: S311 - the same pictures every time
    for number in range(24):
        shape, colour = chance.choice(SHAPES), chance.choice(list(COLOURS))
        count = chance.randint(2, 9)
        task = ("fill_in_blank", "choose_txt", "choose_img")[number % 3]
        problem = folder / task / str(number)
        problem.mkdir(parents=True)
        _draw(problem / "image.png", [(shape, colour)] * count, chance)
        data: dict[str, object] = {"ques_type": task, "grade": "demo", "label": task}
        match task:
            case "fill_in_blank":
                data |= {"question": f"Count the shapes. How many {shape}s are there?", "answer": str(count)}
            case "choose_txt":
                choices = chance.sample(list(COLOURS), 3)
                if colour not in choices:
                    choices[chance.randrange(3)] = colour
                data |= {
                    "question": f"What colour is each {shape}?",
                    "choices": choices,
                    "answer": choices.index(colour),
                }
            case _:
                options = chance.sample(SHAPES, 3)
                if shape not in options:
                    options[chance.randrange(3)] = shape
                for option, drawn in enumerate(options):
                    _draw(problem / f"choice_{option}.png", [(drawn, colour)], chance, width=120)
                data |= {
                    "question": "Which picture shows the same shape?",
                    "choices": [f"choice_{option}.png" for option in range(3)],
                    "answer": options.index(shape),
                }
        (problem / "data.json").write_text(json.dumps(data, indent=2), encoding="utf-8")


def _draw(path: Path, shapes: list[tuple[str, str]], chance: random.Random, *, width: int = 480) -> None:
    from PIL import Image, ImageDraw

    size = 40
    columns = max(1, (width - 20) // 88)
    rows = -(-len(shapes) // columns)
    picture = Image.new("RGB", (width, 20 + 88 * rows), "white")
    draw = ImageDraw.Draw(picture)
    for number, (shape, colour) in enumerate(shapes):
        x = 10 + 88 * (number % columns) + 44 + chance.randint(-3, 3)
        y = 10 + 88 * (number // columns) + 44 + chance.randint(-3, 3)
        match shape:
            case "circle":
                draw.ellipse((x - size, y - size, x + size, y + size), fill=COLOURS[colour])
            case "square":
                draw.rectangle((x - 34, y - 34, x + 34, y + 34), fill=COLOURS[colour])
            case "triangle":
                draw.regular_polygon((x, y + 6, size), 3, fill=COLOURS[colour])
            case _:
                draw.polygon(_star(x, y, size), fill=COLOURS[colour])
    picture.save(path)


def _star(x: float, y: float, size: float) -> list[tuple[float, float]]:
    from math import cos, pi, sin

    radii = [size if point % 2 == 0 else 0.45 * size for point in range(10)]
    return [(x + r * sin(pi * point / 5), y - r * cos(pi * point / 5)) for point, r in enumerate(radii)]
