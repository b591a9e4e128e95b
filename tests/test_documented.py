"""Every command that the documentation shows is understood, and run on a small bench.

Pages are followed in a copy of one world (`tests/world.py`). Tutorials are followed to the letter elsewhere.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

import optotype
from optotype.cli import app
from tests.conftest import Once, empty_schema, library
from tests.documented import LONG, ORIGINAL, PAGES, ROOT, commands, taken, typed
from tests.generate.endpoint import WELL, Heard, serving
from tests.labelstudio.fake import LEGACY
from tests.labelstudio.fake import opened as label_studio
from tests.ready import program
from tests.world import SETS, make, make_models

ADDRESSES = ("http://localhost:8000/v1", "http://gpu-3:8000/v1")
"""Where pages find a model."""

STORES = ("postgresql://me@localhost/chart", "postgresql://optotype@localhost/chart")
"""Where pages find an empty database."""

IDS = {
    "generated/1f0c": "generated",
    "generated/8f00ce8d407e": "generated",
    "iconqa/100": "icons",
    "scivqa/12": "charts",
}
"""Items that pages name, and the collection whose first stands for them."""

NETWORK = "learned-from-bars"
"""The network that stands for the one that a page calls `trained-patches`: to write one down takes twenty seconds."""

LEFT = {
    "demo": "takes a minute: tests/cli/test_commands.py runs it",
    "demo /tmp/shapes": "takes a minute: tests/cli/test_commands.py runs it",
    "parse two men on a bench --parser factual/trained/parser": "needs a parser that began with MiniLM, which "
    "tests do not install: one that began with a tiny model knows other words",
    "map papers/ --out papers.html --by umap": "needs umap-learn, which is not among what tests install",
    "-b my_bench map --by umap --json": "needs umap-learn, which is not among what tests install",
}
"""Commands that are not run here, word for word, and why."""

LIGHT = {
    "abs2fig_caption": {"epochs": "1", "hidden": "8", "batch": "4"},
    "icons": {"epochs": "1", "views": "1", "depth": "10", "width": "8", "side": "32", "batch": "8", "problems": "4"},
    "parser": {"epochs": "1", "batch": "5", "decoder": "1"},
    "patch_trm": {
        "epochs": "1",
        "encoder": "pixels",
        "grids": "1+2",
        "width": "16",
        "inside": "32",
        "inner": "32",
        "heads": "2",
    },
    "vit": {
        "epochs": "1",
        "grids": "3",
        "width": "16",
        "inside": "32",
        "heads": "4",
        "inner": "48",
        "blocks": "2",
        "side": "4",
    },
}
"""Settings with which a network learns in a second or two, whatever a page says."""

WHOLE = (
    "study iconqa",
    "train abs2fig_caption --data papers",
    "train abs2fig_caption:encoder=hf/",
    "train icons:depth=",
    "train parser --data",
)
"""How trainings begin that are brought to their end here; the others make everything ready, and learn nothing."""

ELSEWHERE = {"looking.md"}
"""Pages that tests of their own follow."""

RATINGS = ["import flickr8k flickr8k_expert.json"]
RUNS = [
    "eval --model openai/gpt-4o --form choice",
    "eval --model baseline/random --form choice",
]
BEFORE = {
    "docs/report.md": RUNS,
    "docs/scoring.md": RUNS[:1],
    "docs/statistics.md": [f"eval --model baseline/{name} --collection icons" for name in ("random", "longest_option")],
    "docs/iconqa.md": [
        "init icons",
        "--bench icons draw icons --count 20 --set variety=1",
        "--bench icons split 6:2:2 --stratify kind,skill",
    ],
    "docs/training.md": ["init iconqa", "--bench iconqa import iconqa iconqa_data"],
    "docs/graphical_abstracts.md": ["init others", "--bench others draw papers --count 4"],
    "optotype split": ["import factual FACTUAL/random --name factual"],
    **dict.fromkeys(("optotype correlate", "optotype foil"), RATINGS),
    "optotype retrieve": [*RATINGS, "split 2:2:2 --only captions --force"],
    "optotype agreement": ["simulate --people 6 --overlap 3"],
    "optotype preferences": ["study sciga --papers 3", "simulate --project graphical-abstracts --people 3"],
    "optotype backup": ["init chart"],
    "optotype labelstudio pull": ["labelstudio push --title first"],
    "optotype generate": [
        'select --model openai/gpt-4o --ask "table=Is there a table?" --ask "photo=Is it a photograph?"',
        "select --keep table=yes --count 300",
    ],
    "optotype recommend": [
        "init papers",
        "--bench papers draw papers --count 1600 --seed 1",
        "train abs2fig_caption --data papers --out trained",
    ],
    "optotype explain": ["select", "generate --limit 2"],
    "optotype train": [
        "init bench",
        "--bench bench import iconqa iconqa_data",
        "--bench bench import papers my_papers",
        "--bench bench split 6:2:2 --only papers",
    ],
    "optotype study": ["init bench", "--bench bench import iconqa iconqa_data"],
    "optotype study iconqa": [
        "init bench",
        "--bench bench import iconqa iconqa_data",
        "init iconqa",
        "--bench iconqa import iconqa iconqa_data",
        "train icons:depth=18,loss=ldam,views=1 --data icon645/colored_icons_final --out trained-icon645",
    ],
    "optotype compare": [
        *RUNS,
        "eval --model baseline/longest_option --name run-1 --metric rouge1",
        "eval --model baseline/options_only --name run-2 --metric rouge1",
    ],
    "optotype score": ["parse --input captions.txt --output graphs.jsonl"],
    "optotype report": RUNS,
    "optotype export": RUNS[:1],
}
"""What a reader of a page has done before."""

FEW = {"--count": 4, "--people": 12, "--pictures": 4}
"""Where a page asks for many, so many do."""


@dataclass(frozen=True)
class Part:
    """What is followed at one go: a page, or what the page of all commands has about one."""

    name: str
    text: str

    @property
    def calls(self) -> list[list[str]]:
        return [words for one in typed(self.text) for words in commands(one.text, moves=True)]


def parts() -> Iterator[Part]:
    """All that is followed here: what a reader types in a bench, but for tutorials."""
    for page in PAGES:
        if page.parent.name in ("tutorials", "decisions") or page.name in ELSEWHERE:
            continue
        name, text = str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
        if page.parent.name != "reference":
            yield Part(name, text)
            continue
        for command, section in re.findall(r"^####? `([^`]+)`$(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE):
            yield Part(command, section)


FOLLOWED = [part for part in parts() if part.calls]


def shown(page: Path) -> list[list[str]]:
    """The calls on a page."""
    return [words for words in Part(page.name, page.read_text(encoding="utf-8")).calls if words[0] != "cd"]


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
    assert list(commands('optotype init x && cd x\ncd "$(mktemp -d)"', moves=True)) == [["init", "x"], ["cd", "x"]]


def test_titles_of_blocks_are_known() -> None:
    titles = {one.title for page in PAGES for one in typed(page.read_text(encoding="utf-8"))}
    assert titles <= {"", ORIGINAL, LONG}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_calls_stand_in_blocks_that_are_followed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for kind, block in re.findall(r"^ *```(\w*)[^\n]*\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE):
        if kind not in ("sh", "console"):
            lines = [line for line in block.splitlines() if re.match(r" *(\$ )?optotype ", line)]
            assert all("[OPTIONS]" in line for line in lines), f"{lines}: make it a block of 'sh' or 'console'"


def test_no_call_of_the_reference_is_passed_over() -> None:
    followed = [words for part in FOLLOWED for words in part.calls]
    assert all(words in followed for words in shown(ROOT / "docs" / "reference" / "commands.md"))


def test_what_is_left_out_is_on_a_page() -> None:
    assert set(LEFT) <= {" ".join(words) for part in FOLLOWED for words in part.calls}


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


def take(file: str, to: str) -> None:
    """Copies a file; a picture, which nobody writes into, has two names instead."""
    if file.endswith((".png", ".jpg")):
        Path(to).hardlink_to(file)
    else:
        shutil.copy(file, to)


@pytest.fixture
def world(once: Once, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the world, in whose bench one stands."""
    made = once("documented", make)
    for name in ("bench", "home"):
        shutil.copytree(made / name, tmp_path / name, copy_function=take)
    (tmp_path / "backups").mkdir()
    monkeypatch.chdir(tmp_path / "bench")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("OPENAI", "OLLAMA", "VLLM"):
        monkeypatch.setenv(f"{name}_BASE_URL", model)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("PATH", "")  # what reads text in pictures takes a second for each
    return tmp_path / "bench"


@pytest.fixture
def models(once: Once, world: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Puts models of others into the world, and what trainings begin with."""

    def put() -> None:
        torch = library("torch")
        from tests.training.planted import learned

        (world / NETWORK).symlink_to(learned(once) / "run")
        for thing in once("documented models", make_models).iterdir():
            if not thing.name.startswith(".") and not (world / thing.name).exists():
                (world / thing.name).symlink_to(thing)
        monkeypatch.setattr(torch.hub, "get_dir", lambda: str(world / "hub"))
        monkeypatch.setattr(sys, "path", [str(world), *sys.path])

    return put


@pytest.fixture
def store(request: pytest.FixtureRequest) -> Iterator[Callable[[], str]]:
    """Addresses of databases in which nothing is."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(empty_schema(request.getfixturevalue("postgres")))


LEARNED = [
    words for part in FOLLOWED if part.name.startswith("optotype") for words in part.calls if words[0] == "train"
]
"""What trainings the page of all commands has."""


def command_of(words: list[str]) -> str:
    """The name of a command: what comes first, but for where the bench is."""
    return words[2] if words[0] in ("-b", "--bench") else words[0]


def learns(words: list[str]) -> bool:
    """Does a call train a network?"""
    return words[0] == "train" or words[:2] == ["study", "iconqa"]


def needs_torch(words: list[str]) -> bool:
    """Does a call need torch, and models of others?"""
    return learns(words) or any(name in " ".join(words) for name in ("hf/", "bertscore"))


def lighter(network: str) -> str:
    """The same network, as small as it gets."""
    name, _, settings = network.partition(":")
    given = dict(setting.split("=", 1) for setting in settings.split(",") if setting)
    kept = {"encoder": given["encoder"]} if "encoder" in given else {}
    return f"{name}:{','.join(f'{key}={value}' for key, value in {**given, **LIGHT[name], **kept}.items())}"


def small_study(words: list[str]) -> list[str]:
    """The same study, of a row that learns nothing, or was taken: to write a network down takes twenty seconds."""
    found = list(words)
    if "--only" in found:
        del found[found.index("--only") : found.index("--only") + 2]
    found += ["--only", "patch_trm" if "--take" in found else "baseline/random", "--limit", "6"]
    return found


def here(words: list[str], world: Path, model: str, store: Callable[[], str]) -> list[str]:
    """The same call, for fewer, about what there is, and of the model on this machine."""
    found = [model if word in ADDRESSES else store() if word in STORES else word for word in words]
    found = [word.replace("trained-patches", NETWORK) if command_of(words) != "train" else word for word in found]
    found = [
        word.replace("~", str(world.parent / "home")).replace("/backups/", f"{world.parent}/backups/") for word in found
    ]
    for place, word in enumerate(found):
        if word in IDS:
            with optotype.open(world) as bench:
                found[place] = next(iter(bench.items(collection=IDS[word]))).id
    command = command_of(found)
    if command == "export":
        found += ["--force", *([] if "--collection" in found else ["--collection", SETS.get(found[1], "icons")])]
    if command == "split" and "--force" not in found:
        found.append("--force")
    if command in ("init", "restore"):  # what is on a page twice is done in one way or in the other
        shutil.rmtree(next(word for word in reversed(found) if "/" not in word and word[0] != "-"), ignore_errors=True)
    if command == "eval" and "hf/" in " ".join(found):
        found += ["--limit", "2"]
    if command == "train":
        found[1] = lighter(found[1])
    if " ".join(words).startswith("study iconqa"):
        found = small_study(found)
    if learns(words) and not " ".join(words).startswith(WHOLE) and "--minutes" not in words:
        found += ["--minutes", "0"]
    for place, word in enumerate(found[:-1]):
        if word in FEW and found[place + 1].isdigit():
            found[place + 1] = str(min(int(found[place + 1]), FEW[word] * (3 if "--bench" in found else 1)))
    return found


def serve(words: list[str]) -> str:
    """Starts what serves pages, asks it for one, and ends it; what it said if it gave none."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    if "--port" in words:
        words[words.index("--port") + 1] = port
    else:
        words += ["--port", port]
    process = subprocess.Popen([program(), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    page = "/health" if command_of(words) == "studio" else "/"
    status = 0
    try:
        with httpx.Client(verify=False) as client:  # to read certificates takes longer than to ask
            for _ in range(600):
                with suppress(httpx.TransportError):
                    status = client.get(f"http://127.0.0.1:{port}{page}").status_code
                    break
                if process.poll() is not None:
                    break
                time.sleep(0.05)
    finally:
        process.terminate()
        said, _ = process.communicate(timeout=60)
    return "" if status == 200 else f"{status}, {said}"


@pytest.mark.parametrize("part", FOLLOWED, ids=lambda part: part.name)
def test_the_commands_of_a_page_work(
    part: Part,
    world: Path,
    once: Once,
    model: str,
    models: Callable[[], None],
    store: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = [words for line in BEFORE.get(part.name, ()) for words in commands(f"optotype {line}")] + part.calls
    calls = [words for words in calls if " ".join(words) not in LEFT]
    if not part.name.startswith("optotype"):  # what reads the same there is learned once
        calls = [words for words in calls if words not in LEARNED]
    if ["preferences", "--collection", "graphical-abstracts"] in calls and ["studio"] in calls:  # where people answer
        people = "optotype simulate --project graphical-abstracts --people 3"
        calls[calls.index(["studio"]) + 1 : calls.index(["studio"]) + 1] = commands(people)
    if any(needs_torch(words) for words in calls):
        models()
    wrong: list[str] = []
    with ExitStack() as stack:
        if any(command_of(words) == "labelstudio" for words in calls):
            there = stack.enter_context(label_studio())
            monkeypatch.setenv("LABEL_STUDIO_URL", there.address)
            monkeypatch.setenv("LABEL_STUDIO_API_KEY", LEGACY)
        for words in calls:
            if words[0] == "cd":
                monkeypatch.chdir(words[1])
                continue
            call = here(words, world, model, store)
            said = learn(call, once) if words[0] == "train" else run(call)
            wrong += [f"optotype {' '.join(words)}: {said}"] if said else []
    assert not wrong, "\n".join(wrong)


def learn(words: list[str], once: Once) -> str:
    """Trains as a call says, or takes what came of the same call elsewhere; what went wrong."""
    name = hashlib.sha256(" ".join(words).encode()).hexdigest()
    out = Path(words[words.index("--out") + 1])
    said = ""

    def keep(folder: Path) -> None:
        nonlocal said
        said = run(words)
        assert not said, said
        shutil.copytree(out, folder / "trained")

    made = once(f"documented training {name}", keep)
    if not out.exists():
        shutil.copytree(made / "trained", out)
    return said


def run(words: list[str]) -> str:
    """What went wrong with a call; nothing if it ended well, or with findings."""
    if command_of(words) in ("studio", "view") and "--link" not in words:
        return serve(words)
    done = CliRunner().invoke(app, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return repr(done.exception)
    return "" if done.exit_code in (0, 1) else done.output


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
