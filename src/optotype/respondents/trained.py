"""`trained/RUN`: a network that `optotype train` trained, by the folder of its training; or one that comes with us.

A folder with a training for each sub-task, as `optotype study iconqa` keeps them, answers as one. Networks run on
onnxruntime, on a GPU where that can, and need no torch: every training writes what is needed.
"""

from __future__ import annotations

import hashlib
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
    def networks(self) -> list[exported.Exported]:
        """The network itself, or one for each sub-task."""
        return [exported.Exported(folder) for folder in exported.find(self.model)]

    @cached_property
    def digest(self) -> str:
        """Which weights they are, of all networks together."""
        digests = [network.digest for network in self.networks]
        return digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()

    @property
    def name(self) -> str:
        """A network of the package by its name; another by the name of its folder and the beginning of its digest."""
        if exported.is_packed(self.model):
            return f"{self.provider}/{self.model}"
        folder = self.networks[0].folder.resolve()
        folder = folder.parent if folder.name == "network" else folder
        called = folder.parent.name if len(self.networks) > 1 else folder.name
        return f"{self.provider}/{called}@{self.digest[:8]}"

    def record(self) -> Respondent:
        """Who answers, with the digest of its weights."""
        tags = {"weights": (self.digest,), "network": (self.networks[0].told.network.partition(":")[0],)}
        return Respondent(id=self.name, kind=self.kind, name=self.name.partition("/")[2], tags=tags)

    @cached_property
    def _memories(self) -> list[Memory]:
        return []

    def prepare(self, bench: Bench) -> None:
        """Finds the networks, and where the bench keeps vectors."""
        self._memories[:] = [network.memory(bench.folder / FOLDER) for network in self.networks]

    def request(self, question: Question) -> dict[str, JsonValue]:
        """The network, the question, the options in their order, and pictures by their hash."""
        item = question.seen
        return {
            "network": self.digest,
            "question": item.question,
            "text": item.text,
            "options": [option.text for option in item.options],
            "pictures": [shown.file for shown in _shown(question)],
        }

    def replies(self, questions: Sequence[Question]) -> list[Reply | Failure]:
        """An answer to each question; one that it cannot answer fails alone."""
        heard: dict[int, Reply | Failure] = {}
        taken: dict[int, _Taken] = {}
        for place, question in enumerate(questions):
            try:
                taken[place] = self._taken(question)
            except Failure as failure:
                heard[place] = failure
        for network, memory in zip(self.networks, self._memories, strict=True):
            mine = {place: one for place, one in taken.items() if one.network is network}
            heard |= _answered(network, memory, mine)
        return [heard[place] for place in range(len(questions))]

    def _taken(self, question: Question) -> _Taken:
        """The problem of a question, its pictures, and who solves it."""
        item, shown = question.seen, _shown(question)
        ids = item.all_pictures
        if len(shown) != len(ids):
            raise Lasting("a trained network has to see every picture of an item, once")
        sights = {id: Sight(one.file, one.path) for id, one in zip(ids, shown, strict=True)}
        found = problem(item, sights, None)
        if isinstance(found, str):
            raise Lasting(f"no network learns such items: {found}")
        network = next((one for one in self.networks if found.task in one.told.tasks), None)
        if network is None:
            raise Lasting(f"this network did not learn '{found.task}'")
        return _Taken(network, found, {sight.file: sight for sight in sights.values()})


@dataclass(frozen=True)
class _Taken:
    """A question as a network takes it."""

    network: exported.Exported
    problem: Problem
    sights: Mapping[str, Sight]
    """Its pictures, by their hashes."""


def _answered(network: exported.Exported, memory: Memory, taken: dict[int, _Taken]) -> dict[int, Reply | Failure]:
    """What a network says to questions, by their places."""
    heard: dict[int, Reply | Failure] = {}
    try:
        _learn(memory, taken.values())
    except OptotypeError:  # one cannot be looked at: which?
        for place, one in list(taken.items()):
            try:
                _learn(memory, [one])
            except OptotypeError as error:
                heard[place] = Lasting(str(error))
                del taken[place]
    solved = network.solve([one.problem for one in taken.values()], memory)
    for (place, one), said in zip(taken.items(), solved, strict=True):
        gaze = Gaze.of(one.problem.diagram, network.told.grids, said.attention.tolist())
        extra = {} if gaze is None else {GAZE: dict(gaze.kept())}
        heard[place] = Reply(said.answer, scores=dict(said.scores), extra=extra)
    return heard


def _learn(memory: Memory, taken: Iterable[_Taken]) -> None:
    """Makes the vectors of what some problems show."""
    taken = list(taken)
    sights = {file: sight for one in taken for file, sight in one.sights.items()}
    learn(memory, [one.problem for one in taken], sights)


def _shown(question: Question) -> list[Shown]:
    """The pictures of a question, as they are shown: those of the item, then those of the options in their order."""
    if not question.messages:
        return []
    return [part for part in question.messages[-1].parts if isinstance(part, Shown)]
