"""The picture classifier: is this a graphical abstract, or a figure like others?"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.rankers.abs2fig import NETWORK
from optotype.training._export import write_onnx
from optotype.training._figure_data import Lesson
from optotype.training._figure_loop import FigureLoop, evenly, papers_of
from optotype.training._figure_network import Eye, head
from optotype.training.ga_bc import GaBc

Example = tuple[int, bool]
"""The place of a sight, and whether it is right."""


class Classifier(nn.Module):
    """Pictures to how probably they are graphical abstracts."""

    def __init__(self, recipe: GaBc, shape: tuple[int, ...]) -> None:
        super().__init__()
        self.eye = Eye(recipe, shape)
        self.head = head(self.eye.width, recipe.hidden, 2, recipe.dropout)

    def classes(self, pictures: Tensor) -> Tensor:
        """Scores of both classes (pictures, 2): a figure, a graphical abstract."""
        return self.head(self.eye(pictures))

    def forward(self, pictures: Tensor) -> Tensor:
        """Probabilities (pictures,)."""
        return self.classes(pictures).softmax(1)[:, 1]


class Training(FigureLoop[list[Example]]):
    """The training of a picture classifier."""

    recipe: GaBc
    network: Classifier

    def __init__(self, recipe: GaBc, data: Path, out: Path) -> None:
        papers = papers_of(recipe, data)
        torch.manual_seed(recipe.seed)
        self.shape = papers.encoders.shape
        self._examples = [
            (place, right)
            for lesson in papers.split("train")
            for place, right in zip(lesson.sights, lesson.right, strict=True)
        ]
        rights = sum(right for _, right in self._examples)
        # as rare as a class is, so much does an example of it count
        counts = torch.tensor([len(self._examples) - rights, rights], dtype=torch.float32)
        self._weight = counts.sum() / (2 * counts)
        super().__init__(recipe, papers, out, Classifier(recipe, self.shape))

    def order(self) -> Sequence[list[Example]]:
        """The sights of each batch."""
        chance = np.random.default_rng([self.recipe.seed, self.epoch])
        order = [self._examples[place] for place in chance.permutation(len(self._examples))]
        return evenly(order, self.recipe.batch)

    def loss(self, chosen: list[Example]) -> Tensor:
        """Cross entropy, with inverse-frequency weights."""
        pictures, _ = self.papers.pictures([place for place, _ in chosen])
        classes = torch.tensor([int(right) for _, right in chosen], device=self.device)
        scores = self.network.classes(pictures.to(self.device))
        weight = self._weight.to(self.device)
        # divided by the number of pictures, not by their weights: in a small batch without the rare class these differ
        return functional.cross_entropy(scores, classes, weight, reduction="sum") / len(chosen)

    def scores(self, lessons: Sequence[Lesson]) -> Iterator[tuple[Lesson, list[float | None]]]:
        """Probabilities."""
        pictures, _ = self.papers.pictures([place for lesson in lessons for place in lesson.sights])
        found = iter(self.network(pictures.to(self.device)).tolist())
        for lesson in lessons:
            yield lesson, list(islice(found, len(lesson.sights)))

    def export(self, folder: Path) -> None:
        """Writes the classifier for onnxruntime."""
        self.write(folder)
        pictures, _ = self.papers.pictures(range(2))
        shapes = {"pictures": {0: torch.export.Dim("count")}}
        write_onnx(self.network.cpu(), (pictures,), shapes, ["scores"], folder / NETWORK)
        self.network.to(self.device)
