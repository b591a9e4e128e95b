"""Two encoders that learn to put the right figure of a paper next to its abstract."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype import weights
from optotype.figure_vectors import LOCAL
from optotype.rankers.abs2fig import MODEL, NETWORK
from optotype.training._export import write_onnx
from optotype.training._figure_data import Encoded, Lesson, Papers, open_papers
from optotype.training._figure_loop import FigureLoop, evenly, local, papers_of
from optotype.training._figure_losses import inter, intra
from optotype.training._figure_network import ClipTowers, Heads, Towers, temperature
from optotype.training.abs2fig import Abs2fig

_STEEPEST = 100.0
"""What cosines are multiplied by at most, as in CLIP."""


class Comparer(nn.Module):
    """Abstracts and figures to how near they are."""

    def __init__(self, towers: Towers, recipe: Abs2fig) -> None:
        super().__init__()
        self.towers = towers
        self.captioned = recipe.captioned
        self.scale = temperature(towers, recipe.temperature)
        if self.captioned and isinstance(towers, Heads):
            # a picture begins as ones, so that what is compared at first is the caption
            last = cast("nn.Linear", towers.picture[-1])
            nn.init.normal_(last.weight, std=1e-3)
            nn.init.ones_(last.bias)

    @property
    def steepness(self) -> Tensor:
        """What cosines are multiplied by: one divided by the temperature."""
        return self.scale.exp().clamp(max=_STEEPEST)

    def abstracts(self, given: Any) -> Tensor:
        """Vectors of length one (papers, width)."""
        return functional.normalize(self.towers.texts(given), dim=-1)

    def figures(self, pictures: Any, captions: Any) -> Tensor:
        """Vectors of length one (figures, width): of pictures, times those of captions where these count."""
        found = self.towers.pictures(pictures)
        if self.captioned:
            found = found * self.towers.texts(captions)
        return functional.normalize(found, dim=-1)


class Scores(nn.Module):
    """The figures of one paper to their cosines with its abstract."""

    def __init__(self, comparer: Comparer) -> None:
        super().__init__()
        self.comparer = comparer

    def forward(self, abstract: Tensor, pictures: Tensor) -> Tensor:
        """Cosines (figures,) of an abstract (1, width) and pictures (figures, ...)."""
        return (self.comparer.figures(pictures, None) * self.comparer.abstracts(abstract)).sum(1)


class CaptionedScores(nn.Module):
    """The same, where captions count."""

    def __init__(self, comparer: Comparer) -> None:
        super().__init__()
        self.comparer = comparer

    def forward(self, abstract: Tensor, captions: Tensor, pictures: Tensor) -> Tensor:
        """Cosines (figures,) of an abstract (1, width), captions (figures, width) and pictures (figures, ...)."""
        return (self.comparer.figures(pictures, captions) * self.comparer.abstracts(abstract)).sum(1)


class Training(FigureLoop[list[Lesson]]):
    """The training of two encoders."""

    recipe: Abs2fig
    network: Comparer

    def __init__(self, recipe: Abs2fig, data: Path, out: Path) -> None:
        papers: Papers
        torch.manual_seed(recipe.seed)
        if recipe.tune:
            from optotype.clip import read

            found = weights.find(local(recipe))
            papers = open_papers(data, f"{LOCAL}{found.called}")
            towers: Towers = ClipTowers(read(found, "Training"))
        else:
            papers = papers_of(recipe, data)
            towers = Heads(recipe, papers.encoders.width, papers.encoders.shape)
        super().__init__(recipe, papers, out, Comparer(towers, recipe))

    def order(self) -> Sequence[list[Lesson]]:
        """The papers of each batch."""
        lessons = self.papers.split("train")
        chance = np.random.default_rng([self.recipe.seed, self.epoch])
        order = [lessons[place] for place in chance.permutation(len(lessons))]
        return evenly(order, self.recipe.batch)

    def loss(self, chosen: list[Lesson]) -> Tensor:
        """InfoNCE against other figures of the paper, against other papers of the batch, or both."""
        recipe, network = self.recipe, self.network
        chance = np.random.default_rng([recipe.seed, self.epoch, self.step])
        drawn = [drawn_from(lesson, recipe.figures, chance) for lesson in chosen]  # the right one first
        cells = [(row, column) for row, places in enumerate(drawn) for column in range(len(places))]
        pictures, seen = self.papers.pictures(
            [lesson.first + place for lesson, places in zip(chosen, drawn, strict=True) for place in places]
        )
        captions = self.papers.texts(
            [lesson.captions[place] for lesson, places in zip(chosen, drawn, strict=True) for place in places]
        )
        rows, columns = (torch.tensor(part, device=self.device) for part in zip(*cells, strict=True))
        figures = network.figures(_put(pictures, self.device), _put(captions, self.device))  # (cells, width)
        abstracts = network.abstracts(_put(self.papers.texts([lesson.abstract for lesson in chosen]), self.device))
        near = (figures * abstracts[rows]).sum(1) * network.steepness  # (cells,)
        scores = torch.zeros(len(chosen), 1 + recipe.figures, device=self.device).index_put((rows, columns), near)
        there = torch.zeros(len(chosen), 1 + recipe.figures, dtype=torch.bool, device=self.device)
        there[rows, columns] = torch.tensor(seen, device=self.device)
        # papers whose right figure cannot be looked at teach nothing
        kept = there[:, 0]
        if not kept.any():
            return near.sum() * 0.0
        loss = torch.zeros((), device=self.device)
        if recipe.loss in ("intra", "both"):
            loss = loss + intra(scores[kept], there[kept])
        if recipe.loss in ("inter", "both"):
            right = figures[columns == 0]  # (papers, width)
            loss = loss + inter(network.steepness * abstracts[kept] @ right[kept].T)
        return loss

    def scores(self, lessons: Sequence[Lesson]) -> Iterator[tuple[Lesson, list[float | None]]]:
        """Cosines."""
        pictures, seen = self.papers.pictures([place for lesson in lessons for place in lesson.sights])
        captions = self.papers.texts([place for lesson in lessons for place in lesson.captions])
        whose = [row for row, lesson in enumerate(lessons) for _ in lesson.sights]
        figures = self.network.figures(_put(pictures, self.device), _put(captions, self.device))
        abstracts = self.network.abstracts(_put(self.papers.texts([one.abstract for one in lessons]), self.device))
        near = (figures * abstracts[whose]).sum(1).tolist()
        found = iter([score if can else None for score, can in zip(near, seen, strict=True)])
        for lesson in lessons:
            yield lesson, list(islice(found, len(lesson.sights)))

    def export(self, folder: Path) -> None:
        """Writes the network for onnxruntime; a CLIP that learned, as a folder of transformers."""
        if not isinstance(self.papers, Encoded):
            vars(self.network.towers)["clip"].save(folder / MODEL)
            self.write(folder)
            return
        self.write(folder)
        pictures, _ = self.papers.pictures(range(2))
        texts = self.papers.texts(range(2))
        count = torch.export.Dim("count")
        shapes: dict[str, Any] = {"abstract": None, "pictures": {0: count}}
        inputs: tuple[Tensor, ...] = (texts[:1], pictures)
        module: nn.Module = Scores(self.network.cpu())
        if self.recipe.captioned:
            shapes = {"abstract": None, "captions": {0: count}, "pictures": {0: count}}
            inputs, module = (texts[:1], texts, pictures), CaptionedScores(self.network)
        write_onnx(module, inputs, shapes, ["scores"], folder / NETWORK)
        self.network.to(self.device)


def drawn_from(lesson: Lesson, count: int, chance: np.random.Generator) -> list[int]:
    """One of the right sights of a paper, then at most so many of the others, as places within the paper."""
    right = [place for place, mark in enumerate(lesson.right) if mark]
    others = [place for place, mark in enumerate(lesson.right) if not mark]
    taken = chance.permutation(len(others))[:count]
    return [right[int(chance.integers(len(right)))], *(others[place] for place in taken)]


def _put(given: Any, device: Any) -> Any:
    """Tensors where the network computes; what is none stays where it is."""
    return given.to(device) if isinstance(given, Tensor) else given
