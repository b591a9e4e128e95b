"""Another package brings a format, a metric, a respondent and a lint rule, and a bench uses them as its own.

The package is built and installed as anybody's would be, in a folder of its own; the commands run as they do in a
shell.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import not_here

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "seaside"
version = "1.0"

[tool.setuptools]
packages = ["seaside"]

[project.entry-points."optotype.formats"]
shells = "seaside:Shells"

[project.entry-points."optotype.metrics"]
first_letters = "seaside:FirstLetters"

[project.entry-points."optotype.respondents"]
gull = "seaside:Gull"

[project.entry-points."optotype.lint.rules"]
sandy = "seaside:Sandy"
"""

PARTS = '''
"""Parts for a bench by the sea, all in one file: the names are those of the entry points."""

from dataclasses import dataclass

from optotype.formats import Entry, Format, Row
from optotype.lint.rules import Question, Rule
from optotype.metrics import Mark, Metric
from optotype.records import Gold, Item, ShortText
from optotype.respondents import Batch, Reply


@dataclass(frozen=True)
class Shells(Format):
    """A question and its answer per line, with a bar between them."""

    name = "shells"
    title = "Shells"
    forms = frozenset({"short_text"})

    mark: str = "|"
    """What stands between the two."""

    def rows(self, source):
        for number, line in enumerate(source.path.read_text().splitlines(), 1):
            question, _, answer = line.partition(self.mark)
            yield Row({"question": question, "answer": answer}, source.path.name, f"line {number}", source.split)

    def entry(self, row, source):
        item = Item(
            id=f"{source.collection}/{row.data['question']}",
            collection=source.collection,
            origin=row.origin(self.name),
            form=ShortText(),
            question=row.data["question"],
            cluster=row.data["question"],
        )
        return Entry((item,), golds=(Gold(item=item.id, accepted=(row.data["answer"],), rule="imported"),))

    def row(self, entry):
        return {"question": entry.items[0].question, "answer": entry.golds[0].accepted[0]}

    def save(self, rows, target):
        lines = [f"{data['question']}{self.mark}{data['answer']}\\n" for data, _ in rows]
        (target.folder / "shells.txt").write_text("".join(lines))


@dataclass(frozen=True)
class FirstLetters(Metric):
    """One if the answer begins as gold does."""

    title = "first letters"
    forms = frozenset({"short_text"})

    count: int = 1
    """How many letters have to be the same."""

    def score(self, item, right, value):
        return Mark(float(right[: self.count] == value[: self.count]))


@dataclass(frozen=True)
class Gull(Batch):
    """Says the same to everything."""

    says: str = "mine"

    def request(self, question):
        return {"says": self.says}

    def replies(self, questions):
        return [Reply(self.says) for _ in questions]


@dataclass(frozen=True)
class Sandy(Rule):
    """The question speaks of sand, which gets everywhere."""

    group = "clarity"
    field = "question"

    word: str = "sand"
    """What is not to be spoken of."""

    def check(self, question):
        if self.word in question.text:
            yield f"it speaks of {self.word}"
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the package is installed in."""
    if find_spec("setuptools") is None:
        not_here("setuptools")
    folder = tmp_path_factory.mktemp("plugin")
    package = folder / "source" / "seaside"
    package.mkdir(parents=True)
    (folder / "source" / "pyproject.toml").write_text(PROJECT)
    (package / "__init__.py").write_text(PARTS.lstrip())
    offline = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--no-compile"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *offline, "--target", folder / "site"]
    subprocess.run([*map(str, command), str(folder / "source")], check=True, capture_output=True)
    return folder / "site"


@pytest.mark.slow
def test_a_package_adds_a_format_a_metric_a_respondent_and_a_rule_that_a_bench_uses_by_name(
    site: Path, tmp_path: Path
) -> None:
    def optotype(*arguments: str, ends: int = 0) -> str:
        paths = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
        command = [sys.executable, "-m", "optotype", *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
        )
        assert done.returncode == ends, done.stderr
        return done.stdout

    (tmp_path / "shells.txt").write_text("Whose is this chip?=mine\nWhat is in the sand?=mussels\nWho?=nobody\n")
    optotype("init", "beach")
    optotype("-b", "beach", "import", "shells", "shells.txt", "--set", "mark==")
    metric = "first_letters:count=2"
    told = json.loads(
        optotype("-b", "beach", "eval", "-m", "gull/hungry", "--set", "says=mussels", "--metric", metric, "--json")
    )
    assert told["run"]["respondent"] == "gull/hungry"
    (judged,) = told["judged"]
    assert judged["signature"] == "first_letters(count=2)/1"
    assert judged["overall"]["value"] == pytest.approx(1 / 3)
    (told,) = json.loads(optotype("-b", "beach", "lint", "--select", "sandy", "--json", ends=1))["findings"]
    assert (told["rule"], told["about"], told["message"]) == (
        "sandy",
        "shells/What is in the sand?",
        "it speaks of sand",
    )
    (listed,) = [rule for rule in json.loads(optotype("lint", "--rules", "--json")) if rule["rule"] == "sandy"]
    assert listed["stops"] == "The question speaks of sand, which gets everywhere."
    optotype("-b", "beach", "export", "shells", "back")
    assert (tmp_path / "back" / "shells.txt").read_text().splitlines()[2] == "Who?|nobody"
