"""`trained/RUN`: a network that `optotype train` trained, by the folder of its training; or one that comes with us.

It runs on onnxruntime, on a GPU where that can, and needs no torch: every training writes what is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.asking import Question
from optotype.asking import Sight as Shown
from optotype.errors import OptotypeError
from optotype.features import exported
from optotype.features.memory import FOLDER, Memory
from optotype.features.problems import Problem, Sight, learn, problem
from optotype.gaze import GAZE, Gaze
from optotype.records import Respondent
from optotype.respondents import Batch, Failure, Lasting, Reply

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class Trained(Batch):
    """Looks at a diagram and at the options, or fills a blank with an answer that its training showed."""

    kind = "network"
    costly = False

    @cached_property
    def network(self) -> exported.Exported:
        """The network itself."""
        return exported.Exported(exported.find(self.model))

    @property
    def name(self) -> str:
        """A network of the package by its name; another by the name of its folder and the beginning of its digest."""
        folder = self.network.folder
        if self.model in exported.places() and folder.name == self.model:
            return f"{self.provider}/{self.model}"
        called = folder.resolve().parent.name if folder.name == "network" else folder.resolve().name
        return f"{self.provider}/{called}@{self.network.digest[:8]}"

    def record(self) -> Respondent:
        """Who answers, with the digest of its weights."""
        tags = {"weights": (self.network.digest,), "network": (self.network.told.network.partition(":")[0],)}
        return Respondent(id=self.name, kind=self.kind, name=self.name.partition("/")[2], tags=tags)

    @cached_property
    def _memories(self) -> list[Memory]:
        return []

    def prepare(self, bench: Bench) -> None:
        """Finds the network, and where the bench keeps vectors."""
        self._memories[:] = [self.network.memory(bench.folder / FOLDER)]

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The network, the question, the options in their order, and pictures by their hash."""
        item = question.seen
        return {
            "network": self.network.digest,
            "question": item.question,
            "text": item.text,
            "options": [option.text for option in item.options],
            "pictures": [shown.file for shown in _shown(question)],
        }

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """An answer to each question; one that it cannot answer fails alone."""
        (memory,) = self._memories
        heard: dict[int, Reply | Failure] = {}
        taken: dict[int, tuple[Problem, dict[str, Sight]]] = {}
        for place, question in enumerate(questions):
            try:
                taken[place] = self._taken(question)
            except Failure as failure:
                heard[place] = failure
        try:
            _learn(memory, taken.values())
        except OptotypeError:  # one cannot be looked at: which?
            for place, one in list(taken.items()):
                try:
                    _learn(memory, [one])
                except OptotypeError as error:
                    heard[place] = Lasting(str(error))
                    del taken[place]
        solved = self.network.solve([one for one, _ in taken.values()], memory)
        for place, said in zip(taken, solved, strict=True):
            gaze = Gaze.of(taken[place][0].diagram, self.network.told.grids, said.attention.tolist())
            extra = {} if gaze is None else {GAZE: dict(gaze.kept())}
            heard[place] = Reply(said.answer, scores=dict(said.scores), extra=extra)
        return [heard[place] for place in range(len(questions))]

    def _taken(self, question: Question) -> tuple[Problem, dict[str, Sight]]:
        """The problem of a question, and its pictures by their hashes."""
        item, shown = question.seen, _shown(question)
        ids = [*item.pictures, *(option.picture for option in item.options if option.picture is not None)]
        if len(shown) != len(ids):
            raise Lasting("a trained network has to see every picture of an item, once")
        sights = {id: Sight(one.file, one.path) for id, one in zip(ids, shown, strict=True)}
        found = problem(item, sights, None)
        if isinstance(found, str):
            raise Lasting(f"no network learns such items: {found}")
        if found.task not in self.network.told.tasks:
            raise Lasting(f"this network did not learn '{found.task}'")
        return found, {sight.file: sight for sight in sights.values()}


def _learn(memory: Memory, taken: Iterable[tuple[Problem, Mapping[str, Sight]]]) -> None:
    """Makes the vectors of what some problems show."""
    taken = list(taken)
    learn(memory, [one for one, _ in taken], {file: sight for _, sights in taken for file, sight in sights.items()})


def _shown(question: Question) -> list[Shown]:
    """The pictures of a question, as they are shown: those of the item, then those of the options in their order."""
    if not question.messages:
        return []
    return [part for part in question.messages[-1].parts if isinstance(part, Shown)]
