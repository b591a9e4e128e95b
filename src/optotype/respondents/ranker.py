"""`ranker/NAME`: a ranker from `optotype.rankers`, asked which figure of a paper would serve best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype import rankers
from optotype.asking import Question
from optotype.rankers import Request, Unseen
from optotype.records import Paper, Ranking
from optotype.respondents import Batch, Failure, Lasting, Reply

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class Ranker(Batch):
    """Ranks figures by what their paper says; each option has its score."""

    kind = "network"
    costly = False
    looks = False

    @cached_property
    def ranker(self) -> rankers.Ranker:
        """The ranker itself."""
        return rankers.build(self.model)

    @cached_property
    def _benches(self) -> list[Bench]:
        return []

    def prepare(self, bench: Bench) -> None:
        """Remembers where papers are."""
        self._benches[:] = [bench]
        self.ranker.ready()  # a name that does not exist is told before anything is asked

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The item, and who ranks."""
        return {
            "item": question.item.id,
            "version": question.item.version,
            "ranker": self.model,
            "shown": list(question.shown or ()),
            **({"weights": digest} if (digest := self.ranker.digest) else {}),
        }

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """The order of each paper's figures; other questions cannot be answered so."""
        (bench,) = self._benches
        papers = bench.store.get_all(Paper, {question.item.paper or "" for question in questions})
        return [self._reply(question, papers.get(question.item.paper or ""), bench) for question in questions]

    def _reply(self, question: Question, paper: Paper | None, bench: Bench) -> Reply | Failure:
        item = question.item
        if not isinstance(item.form, Ranking):
            return Lasting(f"a ranker orders figures, and cannot answer a {item.form.kind}")
        if paper is None or len(paper.figures) != len(item.options):
            return Lasting("the paper that the figures are from is not in the bench")
        try:
            scores = {ranked.id: ranked.rated.score for ranked in self.ranker.rank(Request.of(paper, bench))}
        except Unseen as error:
            return Lasting(str(error))
        letters = [option.label for option in item.options]
        own = {option.label: scores[figure.id] for option, figure in zip(item.options, paper.figures, strict=True)}
        seen = {letter: own[label] for letter, label in zip(letters, question.shown or letters, strict=True)}
        return Reply(", ".join(sorted(seen, key=lambda letter: -seen[letter])), scores=seen)
