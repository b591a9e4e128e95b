"""Against a real Label Studio, started from its package.

It is large and pins what others use, so it lies in a virtual environment of its own, which
`python benchmarks/studio.py --install` makes, with a database in which nothing is.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from optotype import Workbench
from optotype.labelstudio.server import BadServer, Server
from optotype.records import Answer, Review, State
from optotype.selecting import Selection
from tests.conftest import not_here
from tests.labelstudio.test_pulling import said
from tests.samples import fill
from tests.studio.house import opened
from tests.studio.test_exports import hand_in

PROGRAM = Path(__file__).parents[2] / "benchmarks" / ".venvs" / "label-studio" / "bin" / "label-studio"
TOKEN = "0123456789abcdef0123456789abcdef01234567"
FRESH = PROGRAM.parents[1] / "fresh.sqlite3"
PATIENCE = 300
"""Seconds."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A Label Studio with one user, who is signed in."""
    if not FRESH.exists():
        not_here("label-studio in benchmarks/.venvs")
    folder = tmp_path_factory.mktemp("label-studio")
    shutil.copy(FRESH, folder / "label_studio.sqlite3")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    known = {
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "false",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
        "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
        "LABEL_STUDIO_BASE_DATA_DIR": str(folder),
    }
    who = ["--username", "ann@example.org", "--password", "correct horse battery", "--user-token", TOKEN]
    command = [str(PROGRAM), "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", port, *who]
    with (folder / "log").open("wb") as log:
        program = subprocess.Popen(
            [*command, "--data-dir", str(folder)], env=os.environ | known, cwd=folder, stdout=log, stderr=log
        )
        try:
            headers = {"Authorization": f"Token {TOKEN}"}
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as client:
                _await(client, program, folder / "log")
                yield client
        finally:
            program.terminate()
            program.wait(30)


def _await(client: httpx.Client, program: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if client.get("/health").status_code == 200:
                return
        except httpx.TransportError:
            pass
        if program.poll() is not None or time.monotonic() > until:
            pytest.fail(f"Label Studio did not start:\n{log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.5)


@pytest.fixture
def server(real: httpx.Client) -> Server:
    return Server(str(real.base_url), TOKEN)


def annotate(real: httpx.Client, project: int, item: str, *results: dict[str, Any], **more: Any) -> int:
    """Fills a task in, as its page does."""
    tasks = real.get("/api/tasks", params={"project": project, "page_size": 100}).json()["tasks"]
    task = next(task["id"] for task in tasks if task["data"]["optotype_id"] == item)
    body = {"result": list(results), "lead_time": 2.5, **more}
    reply = real.post(f"/api/tasks/{task}/annotations/", json=body)
    assert reply.status_code == 201, reply.text
    return reply.json()["id"]


def test_answers_go_the_whole_way_there_and_back(bench: Workbench, real: httpx.Client, server: Server) -> None:
    fill(bench)
    done = bench.push_to_label_studio(server=server, title="Answers", overlap=2)
    assert (done.made, done.added) == (True, 11)
    again = bench.push_to_label_studio(server=server, title="Answers")
    assert (again.made, again.added, again.there) == (False, 0, 11)
    assert done.project is not None
    project = real.get(f"/api/projects/{done.project}").json()
    assert (project["task_number"], project["maximum_annotations"]) == (11, 2)
    annotate(real, done.project, "mixed/choice-pictures", said("answer", "choices", ["C"]))
    first = annotate(real, done.project, "mixed/number", said("answer_number", "number", 3))
    annotate(real, done.project, "mixed/text", said("state", "choices", ["unanswerable"]))
    annotate(real, done.project, "mixed/yes-no", was_cancelled=True)
    pulled = bench.pull_from_label_studio(server=server)
    assert (pulled.answers, pulled.cancelled, pulled.faulty, pulled.unknown) == (3, 1, 0, 0)
    answers = {one.item: one for one in bench.store.each(Answer) if one.id.startswith("labelstudio:")}
    assert {item: (one.state, one.value) for item, one in answers.items()} == {
        "mixed/choice-pictures": (State.GIVEN, ("C",)),
        "mixed/number": (State.GIVEN, 3.0),
        "mixed/text": (State.UNANSWERABLE, None),
    }
    assert {one.respondent for one in answers.values()} == {"labelstudio/1"}
    changed = {"result": [said("answer_number", "number", 4)]}
    assert real.patch(f"/api/annotations/{first}/", json=changed).status_code == 200
    pulled = bench.pull_from_label_studio(server=server)
    assert (pulled.answers, pulled.changed, pulled.same) == (0, 1, 2)


def test_reviews_go_the_whole_way_too(bench: Workbench, real: httpx.Client, server: Server) -> None:
    fill(bench)
    done = bench.push_to_label_studio(server=server, title="Reviews", ask="review")
    assert done.project is not None
    edit = [said("verdict", "choices", ["Incorrect"]), said("question", "textarea", ["How many?"])]
    annotate(real, done.project, "mixed/number", *edit, said("answer_number", "number", 5))
    assert bench.pull_from_label_studio(server=server).reviews == 1
    (review,) = bench.store.each(Review)
    assert (review.verdict, review.gold_after) == ("edited", (5.0,))


def test_forms_that_come_later_are_asked_for_beside_the_others(
    bench: Workbench, real: httpx.Client, server: Server
) -> None:
    fill(bench)
    bench.push_to_label_studio(server=server, title="Growing", selection=Selection(form="choice"))
    done = bench.push_to_label_studio(server=server, title="Growing")
    assert (done.added, done.there) == (8, 3)
    config = real.get(f"/api/projects/{done.project}").json()["label_config"]
    assert all(f'name="{name}"' in config for name in ("answer", "answer_number", "answer_text"))


def test_a_personal_access_token_works_and_a_wrong_one_is_told(bench: Workbench, real: httpx.Client) -> None:
    fill(bench)
    personal = real.post("/api/token/").json()["token"]
    done = bench.push_to_label_studio(server=Server(str(real.base_url), personal), title="Personal")
    assert done.added == 11
    for wrong in ("0" * 40, personal[:-4] + "AAAA"):
        with pytest.raises(BadServer, match="the token is not accepted"):
            bench.push_to_label_studio(server=Server(str(real.base_url), wrong), title="Personal")


def test_what_is_not_a_label_studio_is_told(bench: Workbench, real: httpx.Client) -> None:
    fill(bench)
    with pytest.raises(BadServer, match="no such thing"):
        bench.push_to_label_studio(server=Server(f"{real.base_url}/user/login", TOKEN))
    with pytest.raises(BadServer, match="no such thing"):
        bench.push_to_label_studio(server=Server(str(real.base_url), TOKEN), project=999_999)


def test_what_the_studio_exports_is_imported_there(tmp_path: Path, real: httpx.Client) -> None:
    with opened(tmp_path / "bench") as house:
        hand_in(house.client("Anna"))
        tasks = house.client("Ada").get("/board/projects/baseline/export.json").json()
    project = real.post("/api/projects/", json={"title": "From the studio"}).json()["id"]
    reply = real.post(f"/api/projects/{project}/import", json=tasks).json()
    assert (reply["task_count"], reply["annotation_count"]) == (11, 11)
    back = real.get(f"/api/projects/{project}/export", params={"exportType": "JSON"}).json()
    sent = {json.dumps(task["annotations"][0]["result"], sort_keys=True) for task in tasks}
    assert {json.dumps(task["annotations"][0]["result"], sort_keys=True) for task in back} == sent
