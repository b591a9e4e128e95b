"""Exported networks: what a training of a network that answers wrote, run by onnxruntime, without torch."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from optotype import weights
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.features.arrays import Arrays, arrays
from optotype.features.memory import Memory
from optotype.features.problems import TASKS, Problem, Task
from optotype.features.senses import EMBEDDED, PIXELS, eye, reader
from optotype.settings import explain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = "network.json"
"""What says how a network is asked; its weights lie beside it."""
_NETWORK = "network.onnx"
_SCORES = ["pictures", "texts", "answers", "attention"]
"""What it gives: scores for each of `TASKS`, and where it looked."""
_TOGETHER = 64
"""Problems that are solved together."""
_KEPT = 5
"""Answers to a blank whose scores are told."""
_LARGEST = 4_000_000
"""Bytes of `network.json` that are read."""
_PACKED = resources.files("optotype") / "embedded"
_Grids = Annotated[tuple[Annotated[int, Field(ge=1, le=16)], ...], Field(min_length=1, max_length=16)]


class Told(BaseModel):
    """How a network is asked, as its training wrote it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    network: str
    """What was trained, with its settings."""
    tasks: tuple[Task, ...]
    """The sub-tasks that it learned."""
    answers: tuple[str, ...]
    """To blanks, in the order of its scores."""
    encoder: str
    """What looks at patches: `embedded`, `pixels`, or a file beside this one."""
    side: int = Field(ge=1, le=4096)
    """Pixels of the sides of a patch, where nothing but pixels is looked at."""
    grids: _Grids
    option_grids: _Grids
    words: str
    """What reads: `embedded`, or the folder of a checkpoint."""
    tokens: int = Field(ge=1, le=100_000)
    """The most that is read of a text."""
    problems: int = Field(ge=0)
    """How many it learned from."""
    figures: dict[str, float]
    """What it came to on dev, by sub-task."""


@dataclass(frozen=True)
class Said:
    """What a network says to a problem."""

    answer: str
    """A label, or the text that fills a blank."""
    scores: Mapping[str, float]
    """Of each option by its label, or of the best answers."""
    attention: NDArray[np.float32]
    """How much each patch was looked at (patches,); zeros where the network does not tell."""


def places() -> list[str]:
    """The networks that come with the package."""
    return sorted(place.name for place in _PACKED.iterdir() if _within(Path(str(place))))


def is_packed(name: str) -> bool:
    """Does a name mean a network that comes with the package? A folder of that name goes first."""
    return name in places() and not _within(Path(name))


def find(name: str) -> list[Path]:
    """The folders of exported networks, by the folder of a training or the name of one that comes with the package.

    There are several where each sub-task has a network of its own, as a study trains them: the folder then holds a
    training for each.

    Raises:
        OptotypeError: there is none.
    """
    if is_packed(name):
        return _within(Path(str(_PACKED / name)))
    path = Path(name).expanduser()
    if found := _within(path):
        return found
    known = ", ".join(places())
    if (path / "checkpoint.pt").is_file():
        raise OptotypeError(f"{name} holds a training that has not done an epoch yet. Train it further first.")
    raise OptotypeError(
        f"There is no trained network '{name}': a folder that 'optotype train' wrote was expected"
        f"{f', or what comes with the package: {known}' if known else ''}."
    )


def _within(path: Path) -> list[Path]:
    """The folders of the networks that a folder holds: one, or one for each sub-task."""
    for folders in ([path], [path / task for task in TASKS]):
        places = ((folder, folder / "network") for folder in folders)
        if found := [place for pair in places for place in pair if (place / FILE).is_file()]:
            return found
    return []


class Exported:
    """A network that can be asked. Weights are loaded when the first problem comes."""

    def __init__(self, folder: Path) -> None:
        """Reads how it is asked.

        Raises:
            OptotypeError: the folder has no network, or one that this version cannot read.
        """
        self.folder = folder
        file = folder / FILE
        try:
            with file.open("rb") as stream:
                content = stream.read(_LARGEST + 1)
            if len(content) > _LARGEST:
                raise OptotypeError(f"{file} is longer than {_LARGEST:,} bytes: no training wrote it.")
            self.told = Told.model_validate_json(content)
        except OSError as error:
            raise OptotypeError(f"{file} cannot be read: {error.strerror}.") from error
        except ValidationError as error:
            raise OptotypeError(
                f"{file} was not written by a training that this version knows: {explain(error)}."
            ) from error
        if self.told.encoder not in (EMBEDDED, PIXELS) and Path(self.told.encoder).name != self.told.encoder:
            raise OptotypeError(
                f"{file}: the encoder {self.told.encoder!r} lies elsewhere; a file beside it was expected."
            )

    @cached_property
    def digest(self) -> str:
        """Which network it is: all that decides what it says."""
        together = hashlib.sha256((self.folder / FILE).read_bytes())
        for name in (_NETWORK, self.told.encoder):
            if (file := self.folder / name).is_file():
                together.update(file.read_bytes())
        return together.hexdigest()

    def memory(self, folder: Path) -> Memory:
        """Where the vectors of what it is asked about are kept: those that a training on the same bench made, too."""
        told = self.told
        named = told.encoder if told.encoder in (EMBEDDED, PIXELS) else str(self.folder / told.encoder)
        return Memory(folder, eye(named, side=told.side), reader(told.words), told.grids, told.option_grids)

    def solve(self, problems: Sequence[Problem], memory: Memory) -> list[Said]:
        """What it says to problems whose vectors the memory has, in order.

        Raises:
            OptotypeError: the network's file cannot be loaded, or does not take what its training says.
        """
        said: list[Said] = []
        for some in batches(problems, _TOGETHER):
            scores = self._run(arrays(memory, some, tokens=self.told.tokens))
            said += [self._said(one, scores, row) for row, one in enumerate(some)]
        return said

    def _said(self, problem: Problem, scores: Sequence[NDArray[np.float32]], row: int) -> Said:
        found = scores[TASKS.index(problem.task)][row]  # (options,) or (answers,)
        blank = problem.task == "fill_in_blank"
        names = self.told.answers if blank else problem.labels
        order: list[int] = found[: len(names)].argsort(kind="stable")[::-1].tolist()
        kept = order[:_KEPT] if blank else sorted(order)
        best = names[order[0]] if order else ""
        return Said(best, {names[place]: round(float(found[place]), 4) for place in kept}, scores[3][row])

    def _run(self, taken: Arrays) -> list[NDArray[np.float32]]:
        session = self._session
        try:
            return session.run(_SCORES, dict(zip(taken._fields, taken, strict=True)))
        except Exception as error:  # what onnxruntime raises has no class of its own
            complaint = " ".join(str(error).split())[:200]
            raise OptotypeError(f"{self.folder / _NETWORK} does not take what {FILE} says: {complaint}") from error

    @cached_property
    def _session(self) -> Any:
        file = self.folder / _NETWORK
        try:
            content = file.read_bytes()
        except OSError as error:
            raise OptotypeError(f"{file} cannot be read: {error.strerror}.") from error
        return weights.session(content, file, cuda=True)
