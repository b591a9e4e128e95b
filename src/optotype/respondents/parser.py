"""`parser/NAME`: a caption parser from `optotype.parsers`, asked for the graphs of captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import JsonValue

from optotype import parsers
from optotype.asking import Question
from optotype.records import Graph
from optotype.respondents import Batch, Failure, Lasting, Reply


@dataclass(frozen=True)
class Parser(Batch):
    """Parses what an item says."""

    kind = "network"
    costly = False
    looks = False

    @cached_property
    def parser(self) -> parsers.Parser:
        """The parser itself."""
        return parsers.named(self.model)

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The caption alone."""
        return {"parser": self.parser.called, "caption": question.item.text}

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """The graph of each caption; other questions cannot be answered so."""
        graphs = iter(self.parser.parse([question.item.text for question in questions if _asks(question)]))
        return [
            Reply(next(graphs).write(ids=question.item.form.notation == "factual_ids"))
            if isinstance(question.item.form, Graph)
            else Lasting(f"a parser answers questions for a graph, not for a {question.item.form.kind}")
            for question in questions
        ]


def _asks(question: Question) -> bool:
    return isinstance(question.item.form, Graph)
