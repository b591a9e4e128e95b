"""What all networks share that answer questions about pictures: their settings, and how they are trained.

A network of this kind is two files. `training/NAME.py` has its recipe, a `VqaRecipe` with settings of its own, which is
read without torch. `training/_NAME_network.py` has its `Network`, which makes one vector of question and diagram; the
heads that make answers of it, the data, the features and the loop are shared. `docs/training.md` shows one.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from optotype.errors import OptotypeError
from optotype.features.problems import TASKS, Task
from optotype.training import Listener, Recipe, Trained

if TYPE_CHECKING:
    from optotype.training._vqa_heads import Network, Widths

Size = Literal["small", "paper"]
"""For a processor in an hour, or as in the paper, for a GPU."""

_RATES = {"small": dict.fromkeys(("all", *TASKS), 2e-3), "paper": {"all": 7e-4, "choose_img": 7e-4,
          "choose_txt": 8e-4, "fill_in_blank": 2e-3}}  # fmt: skip
_GRIDS = re.compile(r"\d{1,2}(\+\d{1,2}){0,15}")


@dataclass(frozen=True)
class VqaRecipe(Recipe):
    """A network that answers questions about pictures: what decides how its training ends."""

    size: Size = "small"
    """`small` for a processor, `paper` for a GPU; what is 0 below is as the size has it."""
    task: Literal["all", "choose_img", "choose_txt", "fill_in_blank"] = "all"
    """The sub-task that is learned; the paper has a network for each, `all` is one network for the three."""
    encoder: str = "embedded"
    """What looks at patches: `embedded`; a folder of `optotype train icons`, or its `encoder.onnx`; `imagenet` or a
    checkpoint of a residual network (see `depth`); `untrained`, a network that learned nothing; `pixels`, none."""
    depth: Annotated[int, Field(ge=10, le=1202)] = 101
    """Of the residual network whose checkpoint `encoder` names; it has the shape of the papers, and sees 224 pixels."""
    side: Annotated[int, Field(ge=4, le=64)] = 16
    """Pixels of a patch's sides, where `encoder` is `pixels`."""
    grids: str = "1+2+3+4+7"
    """Patches per side on each level of a diagram's pyramid; these make 79."""
    option_grids: str = "1+2"
    """The same for the pictures of options."""
    words: str = "embedded"
    """What reads questions and options: `embedded`, or the folder of a checkpoint of BERT. It does not learn."""
    tokens: Annotated[int, Field(ge=4, le=256)] = 64
    """The most that is read of a text."""
    options: Annotated[int, Field(ge=2, le=100)] = 12
    """Items that let choose from more are left out of the training."""
    most: Annotated[int, Field(ge=0)] = 0
    """Train items that are learned from, the first so many, and a third as many to stop by; 0: all."""
    width: Annotated[int, Field(ge=0, le=8192)] = 0
    """Numbers of the vector of question and diagram; 192, or the paper's 1024."""
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.15
    begin: str = ""
    """The folder of a training of the same network, with whose best weights this one begins."""
    epochs: Annotated[int, Field(ge=1)] = 50
    patience: Annotated[int, Field(ge=0)] = 5
    """Epochs without gain on dev after which it stops; 0: it goes on to the last."""
    batch: Annotated[int, Field(ge=1)] = 64
    half: bool = False
    """Are products made in sixteen bits (bfloat16) while it learns? Faster where a processor can do that by itself."""
    rate: Annotated[float, Field(ge=0)] = 0.0
    """Highest learning rate; 0.002, or the paper's for the sub-task."""
    warmup: Annotated[float, Field(ge=0, lt=1)] = 0.02
    """Share of the steps in which the rate rises."""
    floor: Annotated[float, Field(ge=0, le=1)] = 0.05
    """Share of the highest rate that is left at the end."""
    decay: Annotated[float, Field(ge=0)] = 0.0
    """Weight decay."""
    mean: Annotated[float, Field(ge=0, lt=1)] = 0.99
    """How much of the running mean of the weights each step keeps."""
    seed: int = 1

    @abstractmethod
    def network(self, widths: Widths) -> Network:
        """The network with fresh weights, for vectors of these widths."""

    def train(self, data: Path, out: Path, *, minutes: float, threads: int, listener: Listener) -> Trained:
        """Trains on the bench in a folder; `out/network` then has what `optotype eval --model trained/OUT` takes."""
        from optotype.training._vqa_loop import run

        return run(self, data, out, minutes=minutes, threads=threads, listener=listener)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The sub-tasks that are learned."""
        return TASKS if self.task == "all" else (self.task,)

    @property
    def joint(self) -> int:
        """Numbers of the vector of question and diagram."""
        return self.width or {"small": 192, "paper": 1024}[self.size]

    @property
    def highest(self) -> float:
        """The highest learning rate."""
        return self.rate or _RATES[self.size][self.task]

    def pyramid(self, setting: Literal["grids", "option_grids"]) -> tuple[int, ...]:
        """Patches per side on each level.

        Raises:
            OptotypeError: the setting is no list of numbers.
        """
        text: str = getattr(self, setting)
        grids = tuple(int(grid) for grid in text.split("+")) if _GRIDS.fullmatch(text) else ()
        if not grids or not all(0 < grid <= 16 for grid in grids):
            raise OptotypeError(
                f"{setting}={text}: a pyramid was expected, as patches per side on each level, at most 16: 1+2+3+4+7"
            )
        return grids
