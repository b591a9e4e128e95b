"""What the recipes share of networks that rank figures."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from optotype.training import Listener, Recipe, Trained

if TYPE_CHECKING:
    from optotype.training._figure_loop import FigureLoop


@dataclass(frozen=True)
class FigureRecipe(Recipe):
    """What decides how the training of a ranker ends."""

    encoder: str = "embedded"
    """Who sees texts and pictures: `embedded`, `resnet`, or a CLIP, `hf/PATH`."""
    hidden: Annotated[int, Field(ge=1, le=8192)] = 128
    """Numbers in the middle of the small network over pictures."""
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.3
    """Share of these that each step leaves out."""
    depth: Annotated[int, Field(ge=10, le=1202)] = 10
    """Of the residual network, with `encoder=resnet`."""
    channels: Annotated[int, Field(ge=8, le=512)] = 16
    """Of its first stage."""
    side: Annotated[int, Field(ge=32, le=1024)] = 64
    """Pixels of the sides of what it looks at."""
    epochs: Annotated[int, Field(ge=1)] = 30
    patience: Annotated[int, Field(ge=0)] = 8
    """Epochs without gain on dev after which it stops; 0: it goes on to the last."""
    batch: Annotated[int, Field(ge=2)] = 32
    rate: Annotated[float, Field(gt=0)] = 3e-4
    """Highest learning rate; 1e-6 in the paper, for a CLIP that learns itself."""
    warmup: Annotated[float, Field(ge=0, lt=1)] = 0.05
    """Share of the steps in which the rate rises."""
    floor: Annotated[float, Field(ge=0, le=1)] = 0.01
    """Share of the highest rate that is left at the end."""
    decay: Annotated[float, Field(ge=0)] = 0.05
    """Weight decay; 1e-3 in the paper."""
    mean: Annotated[float, Field(ge=0, lt=1)] = 0.99
    """How much of the running mean of the weights each step keeps."""
    seed: int = 1

    @abstractmethod
    def loop(self, data: Path, out: Path) -> FigureLoop[Any]:
        """The training, begun or taken up again."""

    def train(self, data: Path, out: Path, *, minutes: float, threads: int, listener: Listener) -> Trained:
        """Trains on the papers of a bench; `out/ranker` then has the ranker."""
        import torch

        from optotype.rankers.abs2fig import FOLDER
        from optotype.training._figure_loop import finished

        if threads:
            torch.set_num_threads(threads)
        training = self.loop(data, out)
        before = training.epoch
        training.run(minutes, listener=listener)
        files = out / FOLDER if training.epoch else None
        figures: dict[str, float] = {}
        if files is not None and (training.epoch > before or not files.exists()):
            training.take_best()
            training.export(files)
        if training.over:
            figures = finished(training)
        # one that stopped since nothing got better any more has done all that it has to do
        of = training.epoch if training.over else self.epochs
        return Trained(out, training.epoch, of, training.best, files, figures=figures, notes=training.papers.notes)
