"""`optotype labelstudio` as a shell sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.errors import OptotypeError
from tests.labelstudio.fake import LEGACY, Fake, opened
from tests.samples import fill


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    with opened() as fake:
        monkeypatch.setenv("LABEL_STUDIO_URL", fake.address)
        monkeypatch.setenv("LABEL_STUDIO_API_KEY", LEGACY)
        yield fake


def run(bench: Workbench, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["--bench", str(bench.folder), "labelstudio", *arguments])


def answer(there: Fake, item: str, words: str) -> None:
    result = {"from_name": "answer_text", "to_name": "task", "type": "textarea", "value": {"text": [words]}}
    there.annotate(there.about(item), result)


def test_items_go_there_and_what_people_said_comes_back(bench: Workbench, there: Fake) -> None:
    fill(bench)
    shown = run(bench, "push", "--dry-run")
    assert "bench: answers: would be made; 11 tasks would be added." in shown.stdout
    shown = run(bench, "push", "--overlap", "2", "--where", "kind=text", "--where", "skill=counting")
    assert "bench: answers: made; 1 task added." in shown.stdout
    assert f"{there.address}/projects/1" in shown.stdout
    told = json.loads(run(bench, "push", "--json").stdout)
    assert (told["added"], told["there"]) == (10, 1)
    answer(there, "mixed/text", "S-shaped")
    there.annotate(there.about("mixed/text"), was_cancelled=True)
    shown = run(bench, "pull")
    assert shown.exit_code == 0
    assert "1 new answer, 0 new reviews; 0 changed, 0 there already; 1 new person." in shown.stdout
    assert "1 annotation: skipped there" in shown.stdout
    assert json.loads(run(bench, "pull", "--json").stdout)["same"] == 1


def test_a_file_is_enough(bench: Workbench, there: Fake, tmp_path: Path) -> None:
    fill(bench)
    run(bench, "push")
    answer(there, "mixed/text", "S-shaped")
    (tmp_path / "export.json").write_text(json.dumps([*there.tasks, 7]))
    asked = len(there.requests)
    shown = run(bench, "pull", "--file", str(tmp_path / "export.json"))
    assert "1 new answer" in shown.stdout
    assert shown.exit_code == 1, "something could not be read"
    assert "export.json, element 12: a task with data was expected" in shown.stderr
    assert len(there.requests) == asked


def test_a_token_is_never_shown(bench: Workbench, there: Fake) -> None:
    fill(bench)
    failed = run(bench, "push", "--token", "s3cret-and-wrong")
    assert isinstance(failed.exception, OptotypeError)
    assert "token is not accepted" in str(failed.exception)
    assert "s3cret" not in str(failed.exception) + failed.output
