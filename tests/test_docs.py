"""What the documentation shows is true: its code runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from optotype import (
    Workbench,
    baselines,
    formats,
    init,
    metrics,
    parsers,
    predictions,
    respondents,
    synth,
    training,
    web,
)
from optotype.evaluate import Selection
from optotype.generate import Limits, agents
from optotype.lint import rules
from optotype.pipeline import STAGES
from optotype.records import Answer, Gold
from optotype.report.board import Asked, gather
from optotype.web.words import Words
from tests.conftest import library
from tests.generate import test_every_agent as every_agent
from tests.generate.endpoint import Heard, brief, serving
from tests.generate.endpoint import fill as fill_with_pictures
from tests.samples import fill, write_png

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not link.startswith(("http://", "https://")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_exist(page: Path) -> None:
    known = {command for stage in STAGES for command in stage.commands}
    for block in re.findall(r"```(?:sh|console)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for command in re.findall(r"^(?:\$ )?optotype (?:-b \S+ |--bench \S+ )?([a-z]+)", block, re.MULTILINE):
            assert command in known, f"{page.name}: optotype {command}"


def test_every_format_has_its_section() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for name in formats.family:
        assert f"\n## `{name}`" in text, name


@pytest.fixture
def plugged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The parts on the page about adding parts, as the packages of somebody else would bring them."""
    text = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    parts = {
        "riddles": formats.family,
        "initial": metrics.family,
        "parrot": respondents.family,
        "last": baselines.family,
        "dots": synth.family,
        "nouns": parsers.family,
        "length": training.family,
        "ballots": predictions.family,
        "shouting": rules.family,
        "twice": agents.family,
    }
    package = tmp_path / "package"
    for code, (name, family) in zip(re.findall(r"```python\n(.*?)```", text, re.DOTALL), parts.items(), strict=True):
        facts = package / f"{name}-1.0.dist-info"
        facts.mkdir(parents=True)
        (package / f"{name}.py").write_text(code)
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text(f"[{family.package}]\n{name} = {name}:{name.capitalize()}\n")
    monkeypatch.setattr(sys, "path", [str(package), *sys.path])
    for family in parts.values():
        family.__dict__.pop("_plugins", None)
    yield
    for name, family in parts.items():
        family.__dict__.pop("_plugins", None)
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("plugged_in")
def test_the_format_on_the_page_about_adding_parts_works(bench: Workbench, tmp_path: Path) -> None:
    row = {"id": "1", "picture": "sun.png", "riddle": "What shines?", "solution": "the sun", "author": "A. N."}
    write_png(tmp_path / "set" / "sun.png")
    (tmp_path / "set" / "riddles.jsonl").write_text(json.dumps(row) + "\n")
    assert bench.import_("riddles", tmp_path / "set").items == 1
    bench.export("riddles", tmp_path / "out")
    assert json.loads((tmp_path / "out" / "riddles.jsonl").read_text()) == row
    with init(tmp_path / "again") as again:
        assert again.import_("riddles", tmp_path / "out").pictures_missing == 0


@pytest.mark.usefixtures("plugged_in")
def test_the_metric_and_the_respondent_on_that_page_work(bench: Workbench) -> None:
    fill(bench)
    only = Selection(form="short_text")
    result = bench.evaluate("parrot/loud", settings={"times": "2"}, metric=["initial:letters=3"], selection=only)
    assert result.run.respondent == "parrot/loud"
    assert result.judged[0].signature == "initial(letters=3)/1"
    assert result.judged[0].overall.value == 0


@pytest.mark.usefixtures("plugged_in")
def test_the_baseline_on_that_page_works(bench: Workbench) -> None:
    fill(bench)
    result = bench.evaluate("baseline/last", selection=Selection(form="choice"))
    assert [answer.value for answer in bench.store.each(Answer, {"run": result.run.id})] == [("D",), ("G",), ("G",)]


@pytest.mark.usefixtures("plugged_in")
def test_the_kind_of_drawing_on_that_page_works(bench: Workbench) -> None:
    bench.draw("dots", count=8, settings={"colour": "red"}, processes=1)
    counts = [float(str(gold.accepted[0])) for gold in bench.store.each(Gold)]
    assert counts == sorted(counts)
    assert len([*synth.family["dots"]().sheet(seed=1)]) == 8


@pytest.mark.usefixtures("plugged_in")
def test_the_parser_on_that_page_works() -> None:
    graphs = parsers.named("nouns:known=dog sofa").parse(["a dog on a sofa", "nothing at all"])
    assert [str(graph) for graph in graphs] == ["( dog ) , ( sofa )", ""]


@pytest.mark.usefixtures("plugged_in")
def test_the_lint_rule_on_that_page_works(bench: Workbench) -> None:
    (bench.folder / "optotype.toml").write_text("[lint.rules.shouting]\nletters = 5\n")
    fill(bench)
    item = bench.item("mixed/text")
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"question": "WHY?!"})])
    with Workbench.open(bench.folder) as again:
        found = again.lint(select=["shouting"]).findings
    assert [(finding.about, finding.rule, finding.field) for finding in found] == [
        ("mixed/text", "shouting", "question")
    ]


@pytest.mark.usefixtures("plugged_in")
def test_the_agent_on_that_page_works_and_obeys_the_laws(bench: Workbench) -> None:
    fill_with_pictures(bench, "Bars.", "Lines.")
    answers = iter([True, False])

    def says(heard: Heard) -> object:
        if heard.first.startswith("Answer"):
            return {"answer": next(answers)}
        return {"question": "Is the number in the first row the largest?", "answer": True}

    with serving({"writer": says}) as server, brief(bench, server, 'agent = "twice:about=a date"') as opened:
        done = opened.generate(limits=Limits(connections=1))
        assert "about a date in the picture" in server.heard[0].first
    assert len(done.items) == 1
    assert [why for whys in done.aside.values() for why in whys] == [
        "writer and reader do not agree: Is the number in the first row the largest?"
    ]
    agent = agents.family["twice"]()
    for text in every_agent.GARBAGE:
        every_agent.test_garbage_comes_to_an_end_and_to_nothing(agent, text)
    every_agent.test_silence_comes_to_an_end_and_is_told_apart(agent)
    every_agent.test_whoever_does_as_told_is_heard_without_a_second_time(agent, "en")


@pytest.mark.usefixtures("plugged_in")
def test_the_network_on_that_page_learns_and_goes_on(tmp_path: Path) -> None:
    library("torch")
    (tmp_path / "captions.csv").write_text("words,facts\n4,1\n8,2\n12,3\n")
    first = training.train("length", tmp_path, tmp_path / "out")
    more = training.train("length:epochs=8", tmp_path, tmp_path / "out")
    assert (first.epochs, more.epochs) == (5, 8)
    assert first.dev < more.dev


def test_the_page_on_that_page_is_shown(bench: Workbench, tmp_path: Path) -> None:
    """The files of a page belong to the package, so that the page is shown by hand."""
    text = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```py\n(.*?)```", text, re.DOTALL)
    (words,) = re.findall(r"`src/optotype/report/words/patience.toml`:\n\n```toml\n(.*?)```", text, re.DOTALL)
    (template,) = re.findall(r"```html\n(.*?)```", text, re.DOTALL)
    fill(bench)
    bench.evaluate("baseline/first_option", selection=Selection(form="choice"))
    known: dict[str, Any] = {"__name__": "patience"}
    exec(compile(code, "patience.py", "exec"), known)
    told = {f"patience.{key}": text["ru"] for key, text in tomllib.loads(words).items()}
    russian = Words("ru", "optotype.report")
    russian.table.update(told)
    try:
        shown = known["Patience"]().show(gather(bench, Asked()), russian)
        assert [column.title for column in shown.tables[0].columns] == ["кто отвечал", "секунды"]
        environment = web.environment("optotype.report")
        page = environment.from_string(template.replace('{% extends "base.html" %}', ""))
        assert "first_option" in page.render(shown.context, words=russian, title="Терпение")
    finally:
        for key in told:
            del russian.table[key]


@pytest.mark.usefixtures("plugged_in")
def test_the_shape_on_that_page_works(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    run = bench.evaluate("baseline/first_option", selection=Selection(form="choice")).run.id
    path = bench.export_run("ballots", tmp_path / "votes.jsonl", run=run).path
    assert json.loads(path.read_text().splitlines()[0]) == {"number": "mixed/choice-pictures", "vote": "A"}
    assert predictions.recognise(path) == "ballots"
    assert bench.evaluate(f"file/{path}", selection=Selection(form="choice")).states["given"] == 3
