"""The caption parser that writes FACTUAL-MR: how it is trained. `docs/factual.md` has the recipe and what it gave."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from optotype.progress import bar
from optotype.training import Listener, Recipe, Trained

Split = Literal["random", "length"]
"""How FACTUAL parts its captions: at random, or the longest for the test."""


@dataclass(frozen=True)
class Parser(Recipe):
    """A caption parser: what decides how its training ends."""

    split: Split = "random"
    folds: Annotated[int, Field(ge=1)] = 1
    """In how many parts the train captions are taken, by a digest of their words; of several, one is left out."""
    fold: Annotated[int, Field(ge=0)] = 0
    """The part that is left out, counted from 0: there a network shows where it errs, and what it does not know by
    heart."""
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Of the train captions that an epoch goes through, drawn anew for each: a short training sees some of all."""
    epochs: Annotated[int, Field(ge=1)] = 4
    batch: Annotated[int, Field(ge=1)] = 64
    rate: float = 3e-4
    """Highest learning rate of weights that were trained before."""
    fresh: float = 1e-3
    """Highest learning rate of new weights."""
    warmup: float = 0.06
    """Share of the steps in which the rate rises."""
    floor: float = 0.02
    """Share of the highest rate that is left at the end."""
    decay: float = 0.01
    """Weight decay."""
    dropout: float = 0.1
    smoothing: float = 0.0
    """Share of each target that is spread over the vocabulary."""
    agree: Annotated[float, Field(ge=0)] = 0.0
    """How much it counts that two readings of a caption, each with other parts of the network left out, are alike."""
    mean: float = 0.998
    """How much of the running mean of the weights each step keeps."""
    decoder: int = 3
    """Layers of the decoder."""
    again: Annotated[int, Field(ge=0)] = 0
    """How often more an epoch goes through captions of nine words and more, which are few."""
    swapped: float = 0.15
    """Share of a batch's captions in which a thing or an attribute is swapped for one like it."""
    joined: float = 0.15
    """Pairs of captions that are made one and learned too, as a share of the epoch's captions."""
    nested: float = 0.6
    """Captions of nine words and more that are learned too, each put inside others, as a share of the epoch's."""
    half: bool = False
    """Are products made in sixteen bits (bfloat16) while it learns? Faster where a processor can do that by itself."""
    encoder: str = ""
    """The folder of the encoder it begins with, a BERT or an MPNet with BERT's word pieces; else all-MiniLM-L6-v2."""
    after: str = ""
    """The folder of a training with whose best weights this one begins; else it begins with the encoder alone."""
    teacher: str = ""
    """The folder of a training whose best network teaches this one: what it holds probable at each step. Several, with
    `+` between them, vote; of those that learned with `folds`, on each caption the ones that have not learned it."""
    taught: Annotated[float, Field(ge=0, le=1)] = 0.5
    """How much what a teacher says counts beside what people wrote."""
    seed: int = 1

    def train(self, data: Path, out: Path, *, minutes: float, threads: int, listener: Listener) -> Trained:
        """Trains on the FACTUAL data; `out/parser` then holds what `optotype parse --parser factual/...` takes."""
        import torch

        from optotype.training._parser_data import examples
        from optotype.training._parser_export import export
        from optotype.training._parser_loop import Training, encoder_folder, load
        from optotype.training._parser_ranges import ENOUGH, fix_ranges

        if threads:
            torch.set_num_threads(threads)
        encoder = encoder_folder(self)
        torch.set_flush_denormal(True)  # numbers next to nothing take processors ten times as long
        try:
            with bar("getting ready"):
                training = Training(self, data, out, encoder)
            training.run(minutes, listener=listener)
        finally:
            torch.set_flush_denormal(False)
        files = None
        if training.best:
            files = out / "parser"
            export(*load(out / "best.pt", encoder), files)
            captions = [example.caption for example in examples(data, self.split, "train")[:ENOUGH]]
            fix_ranges(files, encoder / "tokenizer.json", captions)
        return Trained(out, training.epoch, self.epochs, training.best, files)
