"""The icon classifier, and the picture encoder that comes of it. `docs/training.md` has the figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field

import optotype
from optotype.training import Listener, Recipe, Trained


@dataclass(frozen=True)
class Icons(Recipe):
    """An icon classifier: what decides how its training ends. As it stands, it makes the picture encoder."""

    own: ClassVar[Path | None] = Path(optotype.__file__).parent / "embedded" / "icons"

    depth: Annotated[int, Field(ge=10, le=1202)] = 10
    """Of the residual network: 18, 34, 50, 101, 152, or what adds up."""
    width: Annotated[int, Field(ge=4, le=512)] = 24
    """Channels of its first stage; 64 in the papers."""
    stem: Literal["large", "small"] = "small"
    """How pictures come in: `large` as in the papers, `small` for small pictures."""
    pool: Literal["mean", "grid"] = "grid"
    """How places become a vector: by their `mean` as in the papers, or side by side, in a `grid`."""
    vector: Annotated[int, Field(ge=0, le=4096)] = 256
    """Numbers of a picture's vector; 0: as many as the last stage gives, as in the papers."""
    side: Annotated[int, Field(ge=32, le=1024)] = 64
    """Pixels of a picture's sides; 224 in the papers."""
    begin: str = ""
    """Weights to begin with: a file, a folder that has one, or `imagenet`."""
    loss: Literal["cross_entropy", "class_balanced", "focal", "ldam"] = "cross_entropy"
    deferred: Annotated[float, Field(ge=0, le=1)] = 1.0
    """Share of the training after which classes are weighed by their sizes; 0.8 in the paper of LDAM, 1 is never."""
    dev: str = ""
    """The style of icon that is held out for dev; empty: the train icons, seen plain. Packed icons alone."""
    test: str = "emojione"
    """The style of icon that is held out for the test; empty: none is. Packed icons alone."""
    crowds: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Crowds of icons beside each batch, as a share of it."""
    patches: Annotated[float, Field(ge=0, le=4)] = 0.5
    """Patches of drawn problems beside each batch, as a share of it."""
    problems: Annotated[int, Field(ge=1, le=100_000)] = 3000
    """Drawn problems that patches are cut from."""
    views: Annotated[int, Field(ge=1)] = 20
    """How often an epoch shows each picture, each time in another view."""
    epochs: Annotated[int, Field(ge=1)] = 8
    batch: Annotated[int, Field(ge=2)] = 64
    rate: Annotated[float, Field(gt=0)] = 2e-3
    """Highest learning rate."""
    warmup: float = 0.05
    """Share of the steps in which the rate rises."""
    floor: float = 0.01
    """Share of the highest rate that is left at the end."""
    decay: float = 0.02
    """Weight decay."""
    mean: float = 0.998
    """How much of the running mean of the weights each step keeps."""
    head: int = 1000
    """Train pictures from which on a class is of the head."""
    tail: int = 300
    """Train pictures below which a class is of the tail."""
    seed: int = 1

    def train(self, data: Path, out: Path, *, minutes: float, threads: int, listener: Listener) -> Trained:
        """Trains on a folder of class folders or on the packed icons; `out/encoder` then has the picture encoder."""
        import torch

        from optotype.training._icon_loop import Training, finished
        from optotype.training._icon_network import export

        if threads:
            torch.set_num_threads(threads)
        torch.set_flush_denormal(True)  # numbers next to nothing take processors ten times as long
        try:
            training = Training(self, data, out)
            before = training.epoch
            training.run(minutes, listener=listener)
            files = out / "encoder" if training.epoch else None
            if files is not None and (training.epoch > before or not files.exists()):
                export(training.kept(), files)
            figures = finished(training) if training.over else {}
        finally:
            torch.set_flush_denormal(False)
        return Trained(
            out,
            training.epoch,
            self.epochs,
            training.best,
            files,
            figures=figures,
            notes=(*training.begun, *training.source.notes),
        )
