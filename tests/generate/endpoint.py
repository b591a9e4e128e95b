"""A model on loopback that plays every role, well or badly, as a test tells it to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from optotype import Workbench
from optotype.records import Collection
from tests import loopback
from tests.samples import keep_picture

Says = Callable[["Heard"], object]
"""What is replied: a text as it is, anything else as JSON; an exception becomes an error of the server."""


class Heard:
    """What came to the model."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.messages: list[dict[str, Any]] = body["messages"]
        self.model: str = body["model"]
        self.schema: dict[str, Any] | None = body.get("response_format", {}).get("json_schema", {}).get("schema")
        """The schema that the server is asked to hold the model to."""

    @property
    def first(self) -> str:
        """The text of the first message."""
        content = self.messages[0]["content"]
        return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)

    @property
    def last(self) -> str:
        """The text of the last message."""
        content = self.messages[-1]["content"]
        return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)

    @property
    def role(self) -> str:
        """Who is spoken to: each is asked for another object."""
        example = self.first.rpartition("\n")[2] if not self.first.endswith("</caption>") else self.first
        marks = {"good": "qualifier", "reasoning": "solver", "accept": "evaluator", "compound": "classifier"}
        for mark, role in marks.items():
            if f'"{mark}"' in example:
                return role
        return "generator" if "Do not say which" in self.first or "Не сообщайте" in self.first else "writer"

    @property
    def pictures(self) -> int:
        """How many messages show a picture."""
        return sum("image_url" in str(message["content"])[:200] for message in self.messages)

    def option(self, text: str) -> str:
        """The letter of an option."""
        found = re.search(rf"^([A-Z])\. {re.escape(text)}$", self.first, re.MULTILINE)
        assert found is not None, self.first
        return found[1]


class Model(loopback.Model):
    """The server."""

    def __init__(self, roles: Mapping[str, Says]) -> None:
        super().__init__()
        self.roles = dict(roles)
        self.heard: list[Heard] = []

    def says(self, body: dict[str, Any]) -> str | int:
        heard = Heard(body)
        self.heard.append(heard)
        said = self.roles[heard.role](heard)
        return said if isinstance(said, str | int) else json.dumps(said, ensure_ascii=False)

    def asked(self, role: str) -> list[Heard]:
        return [heard for heard in self.heard if heard.role == role]


def serving(roles: Mapping[str, Says]) -> AbstractContextManager[Model]:
    return loopback.served(Model(roles))


QUESTION = "Which of the bars in the picture is the tallest?"
OPTIONS = ["the red bar", "the blue bar", "the green bar", "the black bar"]

WELL: dict[str, Says] = {
    "generator": lambda heard: {
        "question": f"{QUESTION[:-1]} by far, in {sum(map(ord, heard.last))}?",
        "options": OPTIONS,
    },
    "qualifier": lambda heard: {"good": True, "option": heard.option("the blue bar"), "why": "It is the tallest."},
    "solver": lambda heard: {"reasoning": "I looked.", "option": heard.option("the blue bar"), "feedback": ""},
    "evaluator": lambda _: {"accept": True, "why": "All careful readers found it.", "advice": ""},
    "classifier": lambda _: {"types": ["bar chart"], "compound": False, "figures": 1},
}
"""How a model behaves that does as it is told."""


def fill(bench: Workbench, *captions: str) -> None:
    """Puts a picture for each caption into a bench."""
    with bench.store.event("test") as writer:
        pictures = [
            keep_picture(bench, f"{number}.png", f"rgb({number}, 0, 99)", caption)
            for number, caption in enumerate(captions)
        ]
        writer.write(add=[Collection(id="mixed", format="folder"), *pictures])


def brief(bench: Workbench, server: Model, more: str = "", before: str = "") -> Workbench:
    """The bench with settings that name the server, opened anew."""
    (bench.folder / "optotype.toml").write_text(
        f'[endpoints.mine]\nurl = "{server.url}"\n{before}\n[generate]\nmodel = "endpoint/mine"\n{more}\n',
        encoding="utf-8",
    )
    return Workbench.open(bench.folder)
