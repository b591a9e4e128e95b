"""Laws that every agent obeys on the day its file appears."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from optotype.asking import Sight
from optotype.generate.agents import Agent, Briefing, Proposed, Subject, family
from optotype.generate.prompts import Prompts
from optotype.generate.talking import Ask, dream
from optotype.records import Picture
from optotype.respondents import Failure, Lasting, Reply
from optotype.settings import GenerateSection

BRIEF = GenerateSection(rounds=2, questions=2, categories={"sum": "needs a sum", "place": ""})
GARBAGE = ["", "I would rather not.", "{}", "[]", "null", '{"question": "?"', "{" * 5000, '{"question": null}', "\x00"]


@pytest.fixture(params=family.names())
def agent(request: pytest.FixtureRequest) -> Agent:
    return family[request.param]()


def lead(agent: Agent, answer: Callable[[Ask], Reply], language: str = "en") -> tuple[Proposed, list[Ask]]:
    picture = Picture(id="c/1.png", collection="c", name="1.png", caption="Bars {question}.")
    subject = Subject(picture, Sight("0" * 64, "image/png", Path("1.png"), 100, 100), picture.caption)
    brief = BRIEF.model_copy(update={"language": language})
    return dream(agent.propose(subject, Briefing(brief, Prompts(language))), answer)


def test_it_says_what_it_is_and_works_without_settings(agent: Agent) -> None:
    assert type(agent).__doc__
    assert len(set(agent.roles)) == len(agent.roles) > 0


@pytest.mark.parametrize("language", ["en", "ru", "Finnish"])
def test_whoever_does_as_told_is_heard_without_a_second_time(agent: Agent, language: str) -> None:
    brief, spoken = BRIEF.model_copy(update={"language": language}), list[str]()

    def answer(ask: Ask) -> Reply:
        spoken.append(ask.role)
        return Reply(agent.imagined(ask.role, spoken.count(ask.role), brief).model_dump_json())

    proposed, said = lead(agent, answer, language)
    assert not any("unusable" in str(one) or "given up" in one for one in proposed.aside)
    assert {ask.role for ask in said} == set(agent.roles)
    assert all(len(ask.messages) == 1 for ask in said)


@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_comes_to_an_end_and_to_nothing(agent: Agent, text: str) -> None:
    proposed, said = lead(agent, lambda _: Reply(text))
    assert proposed.proposals == []
    assert len(said) <= agent.most(BRIEF)


def test_silence_comes_to_an_end_and_is_told_apart(agent: Agent) -> None:
    def silence(_: Ask) -> Reply:
        failure: Failure = Lasting("nobody there")
        return failure  # type: ignore[return-value]  # pyright: ignore[reportReturnType]

    proposed, said = lead(agent, silence)
    assert proposed.proposals == []
    assert proposed.failed
    assert len(said) <= agent.most(BRIEF)


def test_a_caption_is_data_whatever_fields_it_names(agent: Agent) -> None:
    _, said = lead(agent, lambda _: Reply(""))
    assert "<caption>\nBars {question}.\n</caption>" in str(said[0].messages[0].parts[1])
