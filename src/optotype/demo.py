"""The demo: a benchmark drawn from nothing, evaluated and reported, and a foreign one imported, split and exported.

Without a network. No model is at hand there, so two respondents are simulated, and called so wherever they are shown.
"""

from __future__ import annotations

import json
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import optotype
from optotype import looking
from optotype.errors import OptotypeError
from optotype.evaluate import Selection
from optotype.features.exported import places
from optotype.records import GENERATED, Collection, Gold, Item, Paper, labels
from optotype.results import Grid, grids
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

CAPTION = "two men reading books on a bench"
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
"""A trained network that comes with the package. It learned from icons drawn with seed 20262, not from these."""

GUIDELINES = """Look at the picture, then answer.

- **Count** every shape once.
- Say *I don't know* if you are not sure, and why.
"""


@dataclass(frozen=True)
class Step:
    """One thing that the demo did."""

    what: str
    insight: str
    """What is worth knowing about it, in a line."""
    seconds: float
    grids: tuple[Grid, ...] = ()
    """Tables that belong to it."""


def demo(folder: Path, told: Callable[[Step], None] = lambda _: None) -> Workbench:
    """Imports, splits and exports a small foreign set in `bench`; draws, evaluates and reports a mixed one in `drawn`.

    The folder is made anew each time; one that the demo did not make is left alone.

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
    for what, work in _steps(folder):
        began = time.perf_counter()
        insight, *grids = work()
        told(Step(what, insight, time.perf_counter() - began, tuple(grids)))
    return Workbench.open(folder / "bench")


_TEST = Selection(split="test")

_Told = tuple[str, *tuple[Grid, ...]]
"""An insight, and tables that belong to it."""


def _steps(folder: Path) -> Iterator[tuple[str, Callable[[], _Told]]]:
    drawn, bench = folder / "drawn", folder / "bench"
    yield "import", lambda: (_import(folder / "shapes", bench),)
    yield "split", lambda: (_split(bench),)
    yield "export", lambda: (_export(bench, folder / "exported"),)
    yield "draw", lambda: (_draw_bench(drawn),)
    yield "split", lambda: (_split(drawn),)
    yield "generate", lambda: _generate(folder / "drawing", folder / "written")
    yield "lint", lambda: _lint(drawn)
    yield "eval", lambda: _evaluate(drawn)
    if NETWORK in places():
        yield "eval", lambda: _network(drawn)
    yield "simulate", lambda: (_study(drawn),)
    yield "gold", lambda: _gold(drawn)
    yield "human", lambda: _human(drawn)
    yield "audit", lambda: _audit(drawn)
    yield "parse", lambda: _parse(drawn)
    yield "recommend", lambda: (_recommend(drawn, folder / "graphical-abstract.html"),)
    yield "studio", lambda: (_people(bench),)
    yield "gold", lambda: (_decide(bench),)
    yield "report", lambda: (_report(drawn, folder / "report"),)


def _draw_bench(folder: Path) -> str:
    with Workbench.init(folder, title="Drawn") as bench:
        done = {
            kind: bench.draw(kind, count=count, seed=7, settings=SETTINGS.get(kind)) for kind, count in DRAWN.items()
        }
        items = sum(drawn.items for drawn in done.values())
        pictures = sum(drawn.new["pictures"] for drawn in done.values())
        return f"{items} items about {pictures} pictures that nobody has seen, at eight levels"


def _generate(source: Path, folder: Path) -> _Told:
    """A question is written, solved and judged, by a script; the candidate lies in a bench of its own."""
    from optotype.generate.rehearsing import rehearse

    chance = random.Random(7)  # noqa: S311 - the same picture every time
    shapes = [("circle", "red")] * 5 + [("square", "blue")] * 3 + [("star", "yellow")] * 4
    source.mkdir()
    _draw(source / "shapes.png", chance.sample(shapes, len(shapes)), chance)
    with Workbench.init(folder, title="Written") as bench:
        bench.import_("folder", source)
        done = bench.generate(rehearse(bench, folder / "recorded.jsonl", _Recorded().says))
        item = bench.item(done.items[0])
        rounds = cast("list[dict[str, Any]]", item.extra[GENERATED]["rounds"])
        rows = [row for number, one in enumerate(rounds, 1) for row in _said(number, one)]
        told = f"accepted in round {len(rounds)}; scripted: the replies were written by hand"
        return told, Grid("", ("round", "role", "what it said"), rows)


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


def _said(number: int, one: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What was said in a round, a row for each role."""
    letters = labels(len(one["options"]))
    offered = ", ".join(f"{letter} {text}" for letter, text in zip(letters, one["options"], strict=True))
    yield str(number), "generator", f"{one['question']} ({offered})"
    yield "", "qualifier", f"{one['qualifier']['option']} is right: {one['qualifier']['why']}"
    for solver in one["solvers"]:
        yield "", solver["level"], f"{solver['option']}: {solver['reasoning']}"
    verdict = "accepted" if one["evaluator"]["accept"] else "not accepted"
    yield "", "evaluator", f"{verdict}: {one['evaluator']['why']} {one['evaluator']['advice']}".rstrip()


def _lint(folder: Path) -> _Told:
    """Looks at what was drawn, and at copies of some of it in which faults were planted; these are left out again."""
    with Workbench.open(folder) as bench:
        planted = list(_planted(bench))
        with bench.store.event("demo") as writer:
            writer.write(add=[Collection(id=PLANTED, format="write"), *(record for pair in planted for record in pair)])
        done = bench.lint(ignore=["data"])
        found = [finding for finding in done.findings if finding.about.startswith(f"{PLANTED}/")]
        with bench.store.event("demo") as writer:
            gone = [item.model_copy(update={"excluded": "a fault was planted in it"}) for item, _ in planted]
            writer.write(replace=gone)
        rows = [(finding.about, finding.rule, finding.message) for finding in found]
        caught = len({finding.about for finding in found})
        told = f"{caught} of {len(planted)} planted faults were found among {done.items} items"
        return told, Grid("", ("item", "rule", "what was noticed"), rows)


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


def _evaluate(folder: Path) -> _Told:
    with Workbench.open(folder) as bench:
        results = [
            bench.evaluate(f"file/{_simulate(bench, name, middle)}", metric=["accuracy"], selection=_TEST, name=name)
            for name, middle in SIMULATED.items()
        ]
        best, other = (result.judged[0].overall.value for result in results)
        told = f"two simulated models get {best:.0%} and {other:.0%} of {results[0].items} test questions right"
        return told, *grids(results)


def _network(folder: Path) -> _Told:
    """What a small trained network makes of drawn icons, beside respondents that do not look."""
    with Workbench.open(folder) as bench:
        icons = Selection(split="test", collection="icons")
        results = [
            bench.evaluate(name, metric=["accuracy"], selection=icons, name=f"icons-{name.partition('/')[2]}")
            for name in (f"trained/{NETWORK}", "baseline/question_only", "baseline/random")
        ]
        network, blind = (result.judged[0].overall.value for result in results[:2])
        told = f"a small network that looks gets {network:.0%} of {results[0].items} icon questions right, one that "
        return told + f"does not look {blind:.0%}; where it looked is drawn in the report", *grids(results)


def _study(folder: Path) -> str:
    from optotype.simulating import Simulated

    with Workbench.open(folder) as bench:
        those = [Simulated(name, skill, difficulty=1.0) for name, skill in STUDY.items()]
        done = bench.simulate(those, selection=_TEST, seed=7)
        return f"{len(those)} simulated people gave {done.answers} answers to {done.items} test questions"


def _gold(folder: Path) -> _Told:
    """What people would decide; the answers that are known stay."""
    with Workbench.open(folder) as bench:
        decided = bench.decide_gold("majority:least=3", selection=_TEST, dry_run=True)
        agreed = bench.agreement(selection=_TEST)
        told = (
            f"three of five would decide {decided.decided} of {decided.items} questions, "
            f"{decided.decided - decided.changed} as they were drawn; {len(decided.contested)} are contested"
        )
        return told, agreed.grids()[0]


def _human(folder: Path) -> _Told:
    with Workbench.open(folder) as bench:
        human = bench.human(metric=["accuracy"], selection=_TEST)
        ways = {row.way: row.result.judged[0].overall.value for row in human.rows}
        told = f"simulated people are right {ways['single']:.0%} of the time alone, {ways['majority']:.0%} by majority"
        return told, human.grids()[0]


def _audit(folder: Path) -> _Told:
    with Workbench.open(folder) as bench:
        verdict = bench.audit(split="test")
        words = Words("en", "optotype.web")
        rows = [(claim.check, claim.severity, claim.tell(words)) for claim in verdict.claims]
        problems = len(verdict.problems)
        told = f"{len(rows)} claims about {verdict.items} questions, {problems or 'none'} of them a problem"
        return told, Grid("", ("check", "verdict", "what it says"), rows)


def _parse(folder: Path) -> _Told:
    with Workbench.open(folder) as bench:
        metrics = ["set_match", "spice", "soft_spice"]
        result = bench.evaluate("parser/factual", metric=metrics, selection=Selection(form="graph"), name="parser")
        graph = optotype.parse(CAPTION)
        return f'"{CAPTION}" says {graph}', *grids([result])


def _recommend(folder: Path, page: Path) -> str:
    """Which figure of a drawn paper would serve best, on a page beside the graphical abstract of another."""
    from optotype.recommending.inspiring import Wish
    from optotype.recommending.page import write_page

    with Workbench.open(folder) as bench:
        paper = min(one.id for one in bench.store.each(Paper) if one.figures)
        found = bench.recommend(paper, corpus=bench, wish=Wish(count=1))
        write_page(found, page)
        best = found.choices[0]
        made = f", and its own was {'' if best.used else 'not '}made from it" if found.car is not None else ""
        return (
            f"of {len(found.choices)} figures, {best.label.rstrip('.: ') or best.figure} would be the best graphical "
            f"abstract ({best.confidence:.0%}){made}: {page}"
        )


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


def _report(folder: Path, target: Path) -> str:
    with Workbench.open(folder) as bench:
        done = bench.report(target)
        return f"{done.items} items with every reply to them, {done.runs} runs compared, in pages that open from a disk"


def _people(folder: Path) -> str:
    """A project in the studio, with the work of people who do not exist."""
    from optotype.simulating import Simulated
    from optotype.studio.projects import Project

    with Workbench.open(folder) as bench:
        tasks = bench.make_project(
            Project(
                id="baseline",
                title="Human baseline",
                screen="answer",
                guidelines=GUIDELINES,
                overlap=len(PEOPLE) + 1,  # there is something left for whoever looks in
            )
        )
        done = bench.rehearse("baseline", [Simulated(name, skill) for name, skill in PEOPLE.items()], seed=7)
        return f"{len(PEOPLE)} simulated people did {tasks} tasks each, {done} in all; one turn at each is left for you"


def _decide(folder: Path) -> str:
    """Right answers from what these people said; those that came with the problems stay as versions."""
    with Workbench.open(folder) as bench:
        decided = bench.decide_gold("majority:least=2")
        same = decided.decided - decided.changed
        return (
            f"two of three decided {decided.decided} of {decided.items} problems, {same} as they came; "
            f"{len(decided.contested)} are contested; the old answers stay as versions"
        )


def _import(source: Path, folder: Path) -> str:
    _draw_problems(source, seed=7)
    with Workbench.init(folder, title="Shapes") as bench:
        done = bench.import_("iconqa", source, name="shapes")
        return f"{done.items} problems in IconQA's layout, with {done.new['pictures']} pictures and their right answers"


def _split(folder: Path) -> str:
    with Workbench.open(folder) as bench:
        done = bench.split("6:2:2", stratify=("kind",), seed=7)
        return ", ".join(f"{split} {count}" for split, count in done.counts.items()) + "; no picture in two of them"


def _export(folder: Path, target: Path) -> str:
    with Workbench.open(folder) as bench:
        done = bench.export("huggingface", target)
        return f"{done.items} items as a Hugging Face data set; importing it again gives the same records"


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
