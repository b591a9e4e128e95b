"""The datasheet: every section has its numbers, gaps are marked and filled, and no text becomes markup."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Page
from typer.testing import CliRunner

from optotype import Workbench
from optotype.cli import app
from optotype.datasheet import FORMATS, Datasheet, Format
from optotype.datasheet.questions import AUTHORS, SECTIONS
from optotype.datasheet.sheet import Entry, Sheet
from optotype.errors import BadSettings, BadTarget
from optotype.web.words import LANGUAGES, Language
from tests.browsing import OVERFLOW, serious
from tests.conftest import library
from tests.datasheet.benches import EVIL, NAMES
from tests.samples import fill


@pytest.fixture(scope="module")
def written(made: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[Language, Datasheet]:
    """Sheets of the bench in which things happened, by language, with a word of its author; tests only look at them."""
    folder = tmp_path_factory.mktemp("sheets")
    shutil.copytree(made, folder / "bench")
    (folder / "bench" / "datasheet.toml").write_text(f"[motivation]\nmakers = {json.dumps(EVIL)}\n")
    with Workbench.open(folder / "bench") as bench:
        return {language: bench.datasheet(folder / language, language=language) for language in LANGUAGES}


@pytest.fixture
def sheet(written: dict[Language, Datasheet]) -> Sheet:
    """The one in English."""
    return written["en"].sheet


def text_of(done: Datasheet, end: str) -> str:
    """What was written into the file whose name ends so."""
    return next(file for file in done.files if file.name == f"datasheet{end}").read_text()


def sheet_of(bench: Workbench, tmp_path: Path, language: Language = "en") -> Sheet:
    return bench.datasheet(tmp_path / "out", language=language).sheet


def entry(sheet: Sheet, key: str) -> Entry:
    return next(one for one in sheet.entries if one.key == key)


def rows(sheet: Sheet, key: str, table: int = 0) -> list[tuple[str, ...]]:
    return entry(sheet, key).grids[table].rows


def test_every_section_has_its_numbers(sheet: Sheet) -> None:
    figures = sheet.figures
    # four were drawn, nine are foreign, and one of these is left out
    assert figures.items.count == 13
    assert sum(figures.items.excluded.values()) == 1
    assert figures.items.torn == 1
    assert figures.pictures.missing == 1
    assert figures.pictures.edits == {"crop_margins": 1}
    assert rows(sheet, "composition.splits")[:2] == [("train", "3"), ("test", "6")]
    assert ("imported", "iconqa", "7") in rows(sheet, "collection.origins")
    assert ("drawn", "icons, seed 3", "4") in rows(sheet, "collection.origins")
    assert ("generated", "openai/gpt-x", "1") in rows(sheet, "collection.origins")
    assert ("human-written", "", "1") in rows(sheet, "collection.origins")
    assert rows(sheet, "collection.models") == [
        ("evaluator", "openai/gpt-y", "1"),
        ("generator", "openai/gpt-x", "1"),
    ]
    assert ("annotator", "4", "0") in rows(sheet, "collection.people")
    assert ("not told", "0", "1") in rows(sheet, "collection.people")
    assert ("placeholder", "the axes differ", "1") in rows(sheet, "composition.errors", -1)
    assert entry(sheet, "uses.audit").grids[0].rows[0][0] == "problem"


def test_answers_filters_gold_and_agreement_are_counted(sheet: Sheet) -> None:
    answers = sheet.figures.answers
    # twelve of three people, four of somebody who does not exist, one set aside
    assert (answers.count, answers.counted, answers.counted_simulated) == (17, 12, 0)
    left_out = {one.filter: one.answers for one in answers.filters if one.answers}
    assert left_out == {"invalidated": 1, "simulated": 4}
    assert (answers.fewest, answers.median, answers.most, answers.items) == (3, 3.0, 3, 4)
    decided = {(one.rule, one.branch): (one.items, one.counted) for one in sheet.figures.gold.decided}
    assert next(value for (rule, _), value in decided.items() if rule.startswith("majority")) == (3, 9)
    assert sheet.figures.gold.contested == 1
    agreed = next(one for one in sheet.figures.agreement if one.form == "choice")
    # of four items with three pairs each, all agree about three items and nobody about the fourth
    assert agreed.same == pytest.approx(0.75)
    assert agreed.alpha is not None
    *counted, alpha = rows(sheet, "labelling.agreement")[0]
    assert counted == ["choice", "3", "12", "4", "75.0"]
    assert alpha.endswith(" (no interval: too few items have another value)")
    assert any("Gwet's coefficient has one" in text for text in entry(sheet, "labelling.agreement").told)


def test_the_numbers_are_those_that_the_commands_print(happening: Workbench, tmp_path: Path) -> None:
    measured = happening.agreement().parts[0].agreement
    human = next(row for row in happening.human().rows if row.way == "majority")
    sheet = sheet_of(happening, tmp_path)
    assert sheet.figures.agreement[0].alpha == measured.alpha
    run = next(run for run in sheet.figures.runs if run.run == human.run)
    assert run.value == human.result.judged[0].overall.value
    assert (run.kind, run.simulated) == ("people", False)
    assert next(run.kind for run in sheet.figures.runs if run.run == "blind") == "blind"


def test_people_are_counted_and_never_named(written: dict[Language, Datasheet]) -> None:
    assert all("Secretname" in name for name in NAMES)
    for done in written.values():
        for file in done.files:
            text = file.read_text()
            assert "Secretname" not in text
            assert "/home/somebody" not in text
            assert "Secrettown" not in text  # a free text
            assert "biology" not in text  # a group of one
    background = written["en"].sheet.figures.people.background
    assert background["Field of work"] == {"physics": 3, "fewer": 1}


def test_simulated_people_are_called_simulated(bench: Workbench, tmp_path: Path) -> None:
    from optotype.simulating import Simulated

    bench.draw("icons", count=4, seed=3, processes=1)
    bench.simulate([Simulated(name, 0.9) for name in ("one", "two", "three")])
    bench.decide_gold("majority:least=2")
    bench.human()
    sheet = sheet_of(bench, tmp_path)
    told = "\n".join(text for one in sheet.entries for text in one.told)
    assert "All people whose answers count are simulated" in told
    assert "Right answers for which simulated people were counted" in told
    assert (sheet.figures.people.count, sheet.figures.people.simulated) == (0, 3)
    human = next(fact for fact in sheet.facts if fact.name.startswith("Human"))
    assert human.parts
    assert all("simulated" in name for name, _ in human.parts)
    assert "simulated people" in entry(sheet, "labelling.agreement").grids[0].columns[1]


def test_rows_of_the_same_people_about_different_items_are_told_apart(bench: Workbench, tmp_path: Path) -> None:
    from optotype.selecting import Selection
    from optotype.simulating import Simulated

    bench.draw("icons", count=6, seed=3, processes=1)
    bench.simulate([Simulated(name, 0.9) for name in ("one", "two", "three")])
    bench.human()
    bench.human(selection=Selection(limit=4))
    human = next(fact for fact in sheet_of(bench, tmp_path).facts if fact.name.startswith("Human"))
    names = [name for name, _ in human.parts]
    assert len(set(names)) == len(names)
    assert {"people, single (simulated), items: 6", "people, single (simulated), items: 4"} <= set(names)


def test_the_facts_label_counts(sheet: Sheet) -> None:
    facts = {fact.name: fact for fact in sheet.facts}
    assert facts["Items"].value == "13"
    assert facts["Items"].parts == (("left out", "1"),)
    assert facts["People"].value == "4"
    assert facts["Answers of people"].parts == (("that count", "12"),)
    assert dict(facts["Languages"].parts) == {"en": "9"}
    assert facts["Right answers"].parts == (("contested", "1"),)
    assert facts["Audit"].parts == (("problem", "2"),)
    assert facts["Without eyes, %"].parts[0][0] == "random"
    assert {"CC BY-NC-SA 4.0", "CC0 1.0"} <= {name for name, _ in facts["Licences"].parts}
    assert facts["Open questions"].value == f"{len(AUTHORS) - 1} / {sum(map(len, SECTIONS.values()))}"


def test_every_kind_of_store_has_a_sheet(stored_bench: Workbench, tmp_path: Path) -> None:
    from optotype.studio.projects import Project

    fill(stored_bench)
    stored_bench.make_project(Project(id="p", title="P", screen="answer", overlap=2))
    sheet = sheet_of(stored_bench, tmp_path)
    assert sheet.figures.items.count == 11
    assert sheet.figures.people.roles == {"expert": 1}
    assert rows(sheet, "labelling.projects")[0][:3] == ("P", "answer", "2")


def test_an_empty_bench_has_a_sheet_of_gaps(bench: Workbench, tmp_path: Path) -> None:
    sheet = sheet_of(bench, tmp_path)
    assert len(sheet.gaps) == len(AUTHORS)
    assert sheet.figures.items.count == 0
    assert entry(sheet, "uses.audit").told == [
        "No audit was made, so it is not known whether it can be solved without looking."
    ]


def test_gaps_are_marked_in_all_that_people_read(written: dict[Language, Datasheet]) -> None:
    gaps = len(AUTHORS) - 1
    assert text_of(written["en"], ".md").count("> **Gap: for the author to fill in.**") == gaps
    assert text_of(written["ru"], ".html").count('class="gap"') == gaps
    # no program shall take a hint for an answer
    assert "Grants" not in text_of(written["en"], ".croissant.json")


# --- what the author writes


def test_a_template_has_every_question_and_changes_nothing(happening: Workbench, tmp_path: Path) -> None:
    before = sheet_of(happening, tmp_path)
    path = happening.datasheet_template()
    text = path.read_text()
    assert all(f'{key} = ""' in text for keys in SECTIONS.values() for key in keys)
    assert sheet_of(happening, tmp_path) == before


def test_what_the_author_wrote_is_kept(happening: Workbench, tmp_path: Path) -> None:
    path = happening.datasheet_template()
    said = path.read_text().replace('purpose = ""', f"purpose = {json.dumps('To see. ' + EVIL)}", 1)
    said = said.replace('intended = ""', 'intended = """First.\n\nSecond."""', 1)
    path.write_text(said)
    for _ in range(2):
        sheet = sheet_of(happening, tmp_path)
        assert entry(sheet, "motivation.purpose").author[0].startswith("To see.")
        assert not entry(sheet, "motivation.purpose").gap
        assert entry(sheet, "uses.intended").author == ["First.", "Second."]
        assert len(sheet.gaps) == len(AUTHORS) - 2
    assert path.read_text() == said
    with pytest.raises(BadTarget, match="what you wrote stays"):
        happening.datasheet_template()
    rai = json.loads((tmp_path / "out" / "datasheet.croissant.json").read_text())
    assert rai["rai:dataUseCases"] == ["First. Second."]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[motivaton]\npurpose = "x"\n', r"no section \[motivaton\].*Did you mean 'motivation'"),
        ('[motivation]\npurpse = "x"\n', r"no question 'purpse'.*Did you mean 'purpose', in \[motivation\]"),
        ('[uses]\nfunding = "x"\n', r"no question 'funding'.*in \[motivation\]"),
        ("[motivation]\npurpose = 3\n", "motivation.purpose: a text in quotes was expected"),
        ('motivation = "x"\n', r"written as \[motivation\]"),
        ("[motivation\n", "not TOML"),
    ],
)
def test_a_slip_in_the_authors_file_is_told(bench: Workbench, tmp_path: Path, text: str, complaint: str) -> None:
    (bench.folder / "datasheet.toml").write_text(text)
    with pytest.raises(BadSettings, match=complaint):
        bench.datasheet(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_too_large_or_no_text_is_told(bench: Workbench, tmp_path: Path) -> None:
    path = bench.folder / "datasheet.toml"
    path.write_text(f'[motivation]\npurpose = "{"x" * (1 << 20)}"\n')
    with pytest.raises(BadSettings, match="larger than"):
        bench.datasheet(tmp_path / "out")
    path.write_bytes(b'[motivation]\npurpose = "\xff"\n')
    with pytest.raises(BadSettings, match="not UTF-8"):
        bench.datasheet(tmp_path / "out")


# --- what is written


def test_the_same_bench_gives_the_same_bytes(happening: Workbench, tmp_path: Path) -> None:
    first = [file.read_bytes() for file in happening.datasheet(tmp_path / "a").files]
    second = [file.read_bytes() for file in happening.datasheet(tmp_path / "b").files]
    assert first == second
    assert len(first) == len(FORMATS)


@pytest.mark.parametrize(
    ("out", "format", "written"),
    [
        ("sheet", None, ["datasheet.md", "datasheet.html", "datasheet.croissant.json", "datasheet.json"]),
        ("sheet", "html", ["datasheet.html"]),
        ("SHEET.md", None, ["SHEET.md"]),
        ("rai.json", "croissant", ["rai.json"]),
    ],
)
def test_it_is_written_where_it_is_asked_for(
    bench: Workbench, tmp_path: Path, out: str, format: Format | None, written: list[str]
) -> None:
    done = bench.datasheet(tmp_path / "new" / out, format=format)
    assert [file.name for file in done.files] == written
    assert all(file.read_text().strip() for file in done.files)


def test_it_never_takes_the_place_of_what_the_author_wrote(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(BadTarget, match="author's answers"):
        bench.datasheet(bench.folder / "datasheet.toml", format="markdown")
    with pytest.raises(BadTarget, match="Name a folder"):
        bench.datasheet(tmp_path / "sheet.docx")


class _Seen(HTMLParser):
    """The elements of a page, with what they hold."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.unbalanced: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_becomes_markup_of_the_page(written: dict[Language, Datasheet], language: Language) -> None:
    text = text_of(written[language], ".html")
    seen = _Seen()
    seen.feed(text)
    assert not seen.unbalanced
    assert not seen.open
    assert not [tag for tag, _ in seen.tags if tag in ("script", "img", "iframe", "link")]
    links = {str(attributes["href"]) for tag, attributes in seen.tags if tag == "a"}
    assert "https://example.org/foreign" in links
    assert all(link.startswith(("#", "https://")) for link in links)
    assert not [name for _, attributes in seen.tags for name in attributes if name.startswith("on")]
    assert "owned" in text
    assert not re.search("[\u202a-\u202e\x07]", text)


def test_no_text_becomes_markup_of_markdown(written: dict[Language, Datasheet]) -> None:
    text = text_of(written["en"], ".md")
    assert "owned" in text
    assert "<" not in text
    assert not re.search(r"(?<!\\)\[", text)
    assert len(re.findall("^# ", text, re.MULTILINE)) == 1
    assert "**bold**" not in text
    assert not re.search("[\u202a-\u202e\x07]", text)
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert tables
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1, block


def test_markdown_is_read_as_it_is_meant(written: dict[Language, Datasheet]) -> None:
    markdown_it = library("markdown_it")
    html = markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(text_of(written["en"], ".md"))
    assert "<script" not in html
    assert "javascript:" not in re.findall('href="([^"]*)"', html)
    assert html.count("<h1>") == 1
    assert html.count("<h2>") == len(SECTIONS)
    assert html.count("<h3>") == sum(map(len, SECTIONS.values()))


def test_a_huge_text_is_cut(bench: Workbench, tmp_path: Path) -> None:
    from optotype.records import Collection

    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="huge", format="draw", title="x" * 5_000_000, citation="y" * 5_000_000)])
    for file in bench.datasheet(tmp_path / "out").files:
        if file.suffix != ".json" or "croissant" in file.name:
            assert file.stat().st_size < 300_000, file


# --- the responsible-AI part


def test_the_responsible_part_speaks_the_vocabulary(written: dict[Language, Datasheet]) -> None:
    said = json.loads(text_of(written["en"], ".croissant.json"))
    assert said["dct:conformsTo"] == "http://mlcommons.org/croissant/RAI/1.0"
    assert said["rai:machineAnnotationTools"] == ["openai/gpt-x", "openai/gpt-y"]
    assert said["rai:dataAnnotationPlatform"] == ["Optotype studio"]
    assert "3 in the median" in said["rai:annotationsPerItem"]
    assert "annotator (people: 4" in said["rai:annotatorDemographics"][0]
    assert any("Items that none of" in text for text in said["rai:dataLimitations"])
    assert len(said["rai:dataCollectionTimeframe"]) == 2
    assert set(said["rai:dataCollectionType"]) == {
        "Secondary Data Analysis",
        "Software Collection",
        "Others: written by models",
        "Manual Human Curator",
    }


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # mlcroissant calls parts of rdflib that are about to go
def test_an_exported_croissant_file_carries_it(happening: Workbench, tmp_path: Path) -> None:
    mlcroissant = library("mlcroissant")
    happening.export("croissant", tmp_path / "all")
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "all" / "croissant.json")
    metadata = dataset.metadata
    assert not metadata.ctx.issues.errors
    assert metadata.ctx.conforms_to.value == "http://mlcommons.org/croissant/1.1"
    assert metadata.annotations_per_item.startswith("Answers that count")
    assert metadata.machine_annotation_tools == ["openai/gpt-x", "openai/gpt-y"]
    assert "about the whole bench" not in (tmp_path / "all" / "croissant.json").read_text()
    happening.export("croissant", tmp_path / "part", split="test")
    assert "about the whole bench of 13 items" in (tmp_path / "part" / "croissant.json").read_text()


# --- the command, and the page in a browser


def test_the_command_tells_what_it_wrote(happening: Workbench, tmp_path: Path) -> None:
    run = CliRunner()
    here = ["--bench", str(happening.folder), "datasheet"]
    done = run.invoke(app, [*here, "--out", str(tmp_path / "S.md"), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["figures"]["items"]["count"] == 13
    assert told["files"] == [str(tmp_path / "S.md")]
    shown = run.invoke(app, [*here, "--out", str(tmp_path / "S.md")])
    assert "Benchmark facts" in shown.stdout
    assert "--template" in shown.stdout
    assert run.invoke(app, [*here, "--template"]).exit_code == 0
    assert (happening.folder / "datasheet.toml").exists()


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_the_page_can_be_read_by_everybody(
    written: dict[Language, Datasheet], page: Page, width: int, theme: str
) -> None:
    done = written["en" if theme == "light" else "ru"]
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto(next(file for file in done.files if file.suffix == ".html").as_uri())
    assert not serious(page)
    assert page.evaluate(OVERFLOW) <= 0
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground == ("rgb(17, 22, 28)" if theme == "dark" else "rgb(255, 255, 255)")
    assert page.evaluate("document.fonts.check('16px Inter')")
    page.emulate_media(media="print")
    assert page.locator(".facts").is_visible()
    assert not page.locator(".nav").is_visible()
