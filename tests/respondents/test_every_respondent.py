"""Laws that every respondent obeys on the day its file appears."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from pathlib import Path

import pytest

from optotype.asking import Message, Question
from optotype.errors import OptotypeError
from optotype.records import Choice, Item, Option, Origin
from optotype.respondents import Batch, Live, Responder, build, family
from tests.respondents import tiny

SECRET = "sk-do-not-tell-anybody"
EXAMPLES = {"baseline": "random", "parser": "rules", "ranker": "blend"}
"""Models of those respondents that have not any model; those that are files are made by `models`."""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """By provider, a model that it has."""
    file = tmp_path_factory.mktemp("respondents") / "answers.csv"
    file.write_text("id,answer\nmixed/1,B\nmixed/2,A\n")
    network = {"network": "patch_trm", "tasks": ["choose_txt"], "answers": [], "encoder": "embedded", "side": 16}
    network |= {"grids": [1], "option_grids": [1], "words": "embedded", "tokens": 8, "problems": 0, "figures": {}}
    (file.parent / "network.json").write_text(json.dumps(network))
    return dict.fromkeys(family, "some/model") | EXAMPLES | {"file": str(file), "trained": str(file.parent)}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model on this machine."""
    return tiny.llama(tmp_path_factory.mktemp("local") / "tiny")


@pytest.fixture(params=family.names())
def responder(request: pytest.FixtureRequest, models: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Responder:
    provider: str = request.param
    monkeypatch.setenv(f"{provider.upper()}_API_KEY", SECRET)
    monkeypatch.setenv("ENDPOINT_BASE_URL", "http://localhost:1/v1")
    if provider == "hf":
        return build(f"hf/{request.getfixturevalue('local')}", {})
    return build(f"{provider}/{models[provider]}", {})


def question(text: str = "Which is it?", name: str = "mixed/1") -> Question:
    options = (Option(label="A", text="a cat"), Option(label="B", text="a dog"))
    origin = Origin(kind="drawn", by="test")
    item = Item(
        id=name,
        collection="mixed",
        origin=origin,
        form=Choice(options=options),
        question=text,
        text=text,
        cluster="mixed",
    )
    return Question(item, (Message("user", (text,)),), shown=("A", "B"))


@pytest.mark.parametrize("name", family.names())
def test_it_says_what_it_is_and_works_without_settings(name: str) -> None:
    part = family[name]
    assert part.__doc__
    assert family.name_of(part) == name
    assert [one.name for one in fields(part) if one.default is MISSING and one.default_factory is MISSING] == []


@pytest.mark.parametrize("name", family.names())
def test_a_setting_that_it_does_not_have_is_refused(name: str) -> None:
    with pytest.raises(OptotypeError, match=r"has no setting called 'colour'. It has: model"):
        build(
            f"{name}/m", {"colour": "red", "base_url": "http://localhost:1/v1"} if name == "endpoint" else {"colour": 1}
        )


def test_it_is_asked_all_at_once_or_some_at_a_time(responder: Responder) -> None:
    assert isinstance(responder, Live) != isinstance(responder, Batch)


def test_it_is_kept_under_the_name_it_is_called_by(responder: Responder) -> None:
    record = responder.record()
    assert record.id == responder.name
    assert record.kind == responder.kind
    assert responder.name.startswith(f"{responder.provider}/")
    assert str(Path.home()) not in record.model_dump_json()


def test_the_same_question_is_remembered_by_the_same_key_and_another_by_another(responder: Responder) -> None:
    asked = question()
    assert responder.key(asked) == responder.key(question())
    assert responder.key(asked) != responder.key(question("Which is it not?", "mixed/2"))


def test_what_a_reply_is_remembered_by_is_json_and_holds_no_secret(responder: Responder) -> None:
    request = json.dumps(responder.request(question()), allow_nan=False)
    assert SECRET not in request


def test_a_setting_that_changes_replies_changes_what_they_are_remembered_by(responder: Responder) -> None:
    if "temperature" not in {one.name for one in fields(responder)}:
        assert not responder.costly, "whoever is remembered can be told apart by how it is asked"
        return
    warmer = replace(responder, temperature=0.7)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    assert warmer.key(question()) != responder.key(question())
