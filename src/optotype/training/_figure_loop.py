"""The training of a ranker of figures: what those share that look alone and those that compare with the abstract."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import nn

from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.figure_vectors import LOCAL, encoders
from optotype.rankers.abs2fig import Card, write_card
from optotype.statistics.ranking import Queries, car, recall, reciprocal_rank
from optotype.training import family
from optotype.training._figure_data import Encoded, Lesson, Papers, read_papers
from optotype.training._figure_recipe import FigureRecipe
from optotype.training._loop import Chosen, Loop, adamw, read_state
from optotype.weights import chosen_device

_TOGETHER = 32
"""Papers that are judged together."""


class FigureLoop(Loop[Chosen]):
    """The training of a ranker of figures."""

    def __init__(self, recipe: FigureRecipe, papers: Papers, out: Path, network: nn.Module) -> None:
        self.papers = papers
        self.device = chosen_device()
        self.patience = recipe.patience
        self._shared = recipe
        network.to(self.device)
        super().__init__(recipe, out, network, adamw(network, recipe.rate, recipe.decay))

    @abstractmethod
    def scores(self, lessons: Sequence[Lesson]) -> Iterator[tuple[Lesson, list[float | None]]]:
        """For each paper the scores of its sights; None for one that cannot be looked at."""

    @abstractmethod
    def export(self, folder: Path) -> None:
        """Writes what the package ranks with."""

    def facts(self) -> dict[str, Any]:
        """Which papers they are, and who sees them."""
        return {"papers": self.papers.key}

    def measure(self) -> dict[str, float]:
        """How well the figures of the dev papers are ranked; by the reciprocal rank, weights are kept."""
        found = self.judged("dev")
        return {"dev": found["mrr"], **found}

    def judged(self, split: str) -> dict[str, float]:
        """How well the figures of papers are ranked; a figure has the score of its best sight."""
        asked: list[tuple[list[float], list[bool]]] = []
        self.network.eval()
        for some in batches(self.papers.split(split), _TOGETHER):
            with torch.no_grad():
                asked += filter(lambda query: any(query[1]), (_query(*one) for one in self.scores(some)))
        if not asked:
            return {"mrr": 0.0}
        queries = Queries.of(asked)
        values = {"mrr": reciprocal_rank(queries), "car": car(queries), "recall at 1": recall(queries, 1)}
        return {name: round(float(value.mean()), 5) for name, value in values.items()}

    def take_best(self) -> None:
        """Puts the weights with the best score on dev into the network.

        Raises:
            OptotypeError: they are those of another network.
        """
        state = read_state(self.out / "best.pt", "recipe", "network")
        try:
            self.network.load_state_dict(state["network"])
        except RuntimeError as error:
            raise OptotypeError(f"{self.out / 'best.pt'} holds another network than this training's.") from error
        self.network.eval()

    def card(self) -> Card:
        """What the ranker says about itself."""
        count = len(self.papers.split("train"))
        name = family.name_of(type(self._shared))
        encoded = self.papers if isinstance(self.papers, Encoded) else None
        return Card(
            ranker=name,
            encoder="" if encoded is None else self._shared.encoder,
            weights="" if encoded is None else encoded.encoders.name,
            side=self._shared.side,
            trained=f"{count} papers, {self.epoch} epochs, reciprocal rank on dev {self.best:.3f}",
        )

    def write(self, folder: Path) -> None:
        """Writes the card."""
        write_card(self.card(), folder)


def papers_of(recipe: FigureRecipe, data: Path) -> Encoded:
    """The papers of a bench as the encoders of a recipe see them.

    Raises:
        OptotypeError: there is no bench, nothing to learn from, or no such encoder.
    """
    return read_papers(data, encoders(recipe.encoder, recipe.side))


def local(recipe: FigureRecipe) -> str:
    """The CLIP that a recipe names.

    Raises:
        OptotypeError: it names none.
    """
    if not recipe.encoder.startswith(LOCAL):
        raise OptotypeError(
            f"With tune=true a CLIP learns itself, but the encoder is '{recipe.encoder}'. Name one: encoder=hf/PATH."
        )
    return recipe.encoder.removeprefix(LOCAL)


def finished(training: FigureLoop[Any]) -> dict[str, float]:
    """What the best weights come to on dev and test; written to `figures.json` too."""
    training.take_best()
    found: dict[str, float] = {}
    for split in ("dev", "test"):
        if training.papers.split(split):
            found |= {f"{split} {name}": value for name, value in training.judged(split).items()}
    (training.out / "figures.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return found


Example = TypeVar("Example")


def evenly(examples: Sequence[Example], size: int) -> list[list[Example]]:
    """Batches of at least this size, if there are so many: nothing can be normalised over one example."""
    ends = [round(len(examples) * part / max(1, len(examples) // size)) for part in range(len(examples) // size + 1)]
    return [list(examples[begin:end]) for begin, end in pairwise(ends)] or [list(examples)]


def _query(lesson: Lesson, scores: Sequence[float | None]) -> tuple[list[float], list[bool]]:
    """For each figure of a paper its best score, and whether it is right."""
    best: dict[int, float] = {}
    right: dict[int, bool] = {}
    for number, mark, score in zip(lesson.figures, lesson.right, scores, strict=True):
        if score is not None:
            best[number] = max(score, best.get(number, -np.inf))
            right[number] = mark or right.get(number, False)
    return list(best.values()), [right[number] for number in best]
