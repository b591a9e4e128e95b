"""Every command that the documentation shows is understood, and run on a small bench wherever that can be done here.

Pages are followed in a copy of one world: a bench of a few drawn items, people who do not exist, runs, files by the
names that pages give them, and a model that answers on this machine. Tutorials are followed to the letter elsewhere.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import JsonValue
from typer.testing import CliRunner

import optotype
from optotype.cli import app
from optotype.evaluate import Selection
from optotype.simulating import crowd
from tests.conftest import Once
from tests.documented import LONG, ORIGINAL, PAGES, ROOT, Typed, commands, taken, typed
from tests.generate.endpoint import WELL, Heard, serving

ADDRESS = "http://localhost:8000/v1"
"""Where pages find a model."""

SERVING = {"studio", "view", "labelstudio"}
"""Commands that serve until they are ended, or need a server of others: their own tests run them."""

LEARNING = {"train", "study iconqa"}
"""Commands that take minutes to hours: their own tests run them, on less."""

ABSENT = (
    "2401.13641",
    "ChartQA Dataset",
    "MMBench_DEV_EN.tsv",
    "SciGA-145k",
    "ScienceQA",
    "annotations/captions_val2014.json",
    "foilv1.0_test_2017.json",
    "generated/8f00ce8d407e",
    "hf/",
    "my_paper",
    "ollama/",
    "paper.html",
    "preferences --collection",
    "project-7-export.json",
    "random/train.csv",
    "run=trained",
    "scans",
    "scivqa/12",
    "test_answers_and_skills.json",
    "trained/trained",
    "umap",
    "vllm/",
    "~/my_questions",
)
"""What is on a page and not here: data sets of others, models, papers, ids, answers that a reader brings."""

ELSEWHERE = {"looking.md"}
"""Pages that tests of their own follow."""

BEFORE = {
    "report.md": ["eval --model openai/gpt-4o --form choice", "eval --model baseline/random --form choice"],
    "scoring.md": ["eval --model openai/gpt-4o --form choice"],
    "statistics.md": [f"eval --model baseline/{name} --collection icons" for name in ("random", "longest_option")],
}
"""What a reader of a page has done before."""

FEW = {"--count": 4, "--people": 12, "--pictures": 4}
"""Where a page asks for many, so many do."""


def followed() -> list[Path]:
    """The pages whose commands are run here: those that a reader follows in a bench."""
    return [
        page
        for page in PAGES
        if page.parent.name not in ("tutorials", "reference", "decisions") and page.name not in ELSEWHERE
    ]


def reason(words: list[str]) -> str:
    """Why a command is not run here; nothing if it is."""
    line = " ".join(words)
    if words[0] in SERVING:
        return "serves"
    if words[0] in LEARNING or line.startswith(tuple(LEARNING)):
        return "learns"
    return next((name for name in ABSENT if name in line), "")


def shown(page: Path) -> list[list[str]]:
    """The calls on a page."""
    blocks: list[Typed] = typed(page.read_text(encoding="utf-8"))
    return [words for one in blocks for words in commands(one.text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_on_a_page_is_understood(page: Path) -> None:
    for words in shown(page):
        try:
            taken(words)
        except Exception as error:
            pytest.fail(f"optotype {' '.join(words)}: {error}")


@pytest.mark.parametrize(
    "line", ["optotype lint --fsat", "optotype lnit", "optotype eval --model", "optotype study iconqua --out here"]
)
def test_what_is_misspelt_is_not_understood(line: str) -> None:
    (words,) = commands(line)
    with pytest.raises(Exception, match=r"(?i)no such|requires|option"):
        taken(words)


def test_calls_are_found_wherever_they_stand() -> None:
    text = "cd x && optotype lint | tail -3  # a word\noptotype stats --by \\\n  kind > out\npip install optotype\n"
    assert list(commands(text)) == [["lint"], ["stats", "--by", "kind"]]
    assert list(commands("cat <<'END'\noptotype nonsense\nEND\n")) == []


def test_titles_of_blocks_are_known() -> None:
    titles = {one.title for page in PAGES for one in typed(page.read_text(encoding="utf-8"))}
    assert titles <= {"", ORIGINAL, LONG}


def test_what_is_said_to_be_absent_is_on_a_page() -> None:
    lines = [" ".join(words) for page in followed() for words in shown(page)]
    for name in (*ABSENT, *SERVING, *LEARNING):
        assert any(name in line for line in lines), name


def says(heard: Heard) -> str:
    """What the model answers."""
    if "How many rows" in heard.first:
        return "7"
    return "yes" if "Is there a table" in heard.first or "Is it a photograph" in heard.first else "B"


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    """A model that sees tables everywhere, else says B, and plays the roles of those who write questions."""
    with serving({**WELL, "writer": says}) as server:
        yield f"http://127.0.0.1:{server.server_port}/v1"


def make(folder: Path) -> None:
    """The world: a bench that has been worked on, and files beside its settings."""
    with optotype.init(folder / "bench") as bench:
        bench.draw("icons", count=20, settings={"variety": "1"}, processes=1)
        bench.draw("charts", count=2, processes=1)
        bench.draw("tables", count=4, settings={"language": "ru"}, processes=1)
        bench.draw("papers", count=3, processes=1)
        bench.draw("captions", count=6, processes=1)
        bench.simulate(crowd(7), overlap=5, selection=Selection(collection="icons"))
        bench.study_sciga(name="rehearsed", papers=3)
        bench.rehearse("rehearsed", crowd(3), seed=1)
        ids = [item.id for item in bench.items(collection="icons")]
        for format, collection in SETS.items():
            bench.export(format, folder / format, collection=collection)
        bench.split("8:1:1")
    here = folder / "bench"
    shutil.copytree(folder / "iconqa", here / "iconqa_data")
    shutil.copytree(folder / "mera", here / "labtabvqa_folder")
    shutil.copytree(folder / "mera", here / "labtabvqa")
    shutil.move(here / "labtabvqa" / "mera.json", here / "labtabvqa" / "test.json")
    shutil.copytree(folder / "factual", here / "FACTUAL" / "random")
    shutil.copytree(folder / "sciga", here / "sciga_folder")
    shutil.copytree(folder / "sciga", here, dirs_exist_ok=True)
    shutil.move(next(here.glob("*.json")), here / "papers.json")
    shutil.copy(folder / "scivqa" / "scivqa.json", here / "validation.json")
    shutil.copytree(folder / "scivqa" / "images", here / "images_validation")
    shutil.copytree(folder / "scivqa" / "images", here / "my_pictures")
    with (here / "optotype.toml").open("a") as settings:
        settings.write('[select]\nmodel = "openai/gpt-4o"\n[generate]\nmodel = "openai/gpt-4o"\noptions = 4\n')
    (here / "predictions.csv").write_text("id,prediction\n" + "".join(f"{id},B\n" for id in ids))
    asked = json.loads((here / "validation.json").read_text())
    rows = "".join(f"{one['instance_id']},Yes\n" for one in asked)
    (here / "answers.csv").write_text(f"instance_id,answer_pred\n{rows}")
    for folder_of_others in ("logs", "Flicker8k_Dataset"):
        (here / folder_of_others).mkdir()
    (here / "captions.txt").write_text("a dog on a sofa\ntwo men reading books\n")
    graphs = 'a dog on a sofa,"( dog , on , sofa )"\ntwo men reading books,"( men , is , 2 )"\n'
    (here / "dev.csv").write_text(f"caption,scene_graph\n{graphs}")
    (here / "prices.toml").write_text('[models."openai/gpt-4o"]\ninput = 2.5\noutput = 10.0\n')
    (here / "pairs.csv").write_text("picture,caption,foil,references\n1,a dog runs,a cat runs,a dog is running\n")
    ranked = {"paper_id": "a", "scores": {"F1": 0.3, "F2": 0.7}, "ground_truth": ["F2"], "fields": ["cs"]}
    (here / "rankings.jsonl").write_text(json.dumps(ranked) + "\n")
    (here / "flickr8k_expert.json").write_text(json.dumps({name: rated(name, what) for name, what in RATED.items()}))


SETS = {"iconqa": "icons", "scivqa": "charts", "mera": "tables", "sciga": "papers", "factual": "captions"}
"""Formats in which pages have data sets, and what was drawn to stand for them."""

RATED = {"1": "dog", "2": "cat", "3": "man", "4": "bus"}
"""Pictures with captions that people rated, and what is on them."""


def rated(name: str, what: str) -> dict[str, JsonValue]:
    """A picture of Flickr8k with its references and four captions, the better the higher."""
    path = f"{name}.jpg"
    captions = [f"a {what} on the grass", f"a {what}", "something on the grass", "two red boats"]
    judged: list[JsonValue] = [
        {"image_id": name, "image_path": path, "caption": caption, "rating": 4 - place}
        for place, caption in enumerate(captions)
    ]
    references: list[JsonValue] = [f"a {what} on {colour} grass" for colour in ("green", "dry", "wet", "short", "tall")]
    return {"human_judgement": judged, "image_id": name, "image_path": path, "ground_truth": references}


@pytest.fixture
def world(once: Once, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the world, in whose bench one stands."""
    here = tmp_path / "bench"
    shutil.copytree(once("documented", make) / "bench", here)
    monkeypatch.chdir(here)
    monkeypatch.setenv("OPENAI_BASE_URL", model)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("PATH", "")  # what reads text in pictures takes a second for each
    return here


def fewer(words: list[str], model: str) -> list[str]:
    """The same call, for fewer, of one collection, and of the model on this machine."""
    found = [model if word == ADDRESS else word for word in words]
    if found[0] == "export":
        found.append("--force")
        found += [] if "--collection" in found else ["--collection", SETS.get(found[1], "icons")]
    for place, word in enumerate(found[:-1]):
        if word in FEW and found[place + 1].isdigit():
            found[place + 1] = str(min(int(found[place + 1]), FEW[word]))
    return found


@pytest.mark.parametrize(
    "page",
    [page for page in followed() if any(not reason(words) for words in shown(page))],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_the_commands_of_a_page_work(page: Path, world: Path, model: str) -> None:
    calls = [words for line in BEFORE.get(page.name, ()) for words in commands(f"optotype {line}")] + shown(page)
    for words in calls:
        if reason(words):
            continue
        done = CliRunner().invoke(app, fewer(words, model))
        assert done.exit_code in (0, 1), f"optotype {' '.join(words)}\n{done.output}"
        assert done.exception is None or isinstance(done.exception, SystemExit), f"{words}: {done.exception!r}"


def test_figures_of_the_systems_in_readme_stand_in_their_tutorials() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Five systems")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")][2:]
    tutorial = ""
    for row in rows:
        for place in re.findall(r"\[tutorial\]\(([^)]+)\)", row[-1]):
            tutorial = (ROOT / place).read_text(encoding="utf-8")
        for figure in re.findall(r"\d*\.\d+", f"{row[2]} {row[3]}"):
            assert figure in tutorial, f"{row[0]}: {figure}"
    assert len(rows) == 8
