"""The icon classifier: a residual network, and what else its vectors are asked so that they know scenes."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from optotype.training._export import write_onnx
from optotype.training._icon_views import MOST
from optotype.training._resnet import ResNet, Shape

SKETCH = 16
"""Pixels of the sides of the sketch that a vector is asked for."""


class Classifier(nn.Module):
    """Pictures to vectors; vectors to classes, to what a crowd is made of, and to a sketch of what was seen."""

    def __init__(self, shape: Shape, classes: int, templates: int, *, cosine: bool) -> None:
        super().__init__()
        self.net = ResNet(shape, classes, cosine=cosine)
        width = shape.out
        self.shares = nn.Linear(width, classes)
        self.count = nn.Linear(width, MOST + 1)
        self.template = nn.Linear(width, max(1, templates))
        self.sketch = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, 3 * SKETCH**2))


class Eye(nn.Module):
    """Patches as they lie in memory to vectors."""

    def __init__(self, net: ResNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, patches: Tensor) -> Tensor:
        """Vectors (patches, width) of red, green and blue from 0 to 255 (patches, side, side, 3)."""
        return self.net.encode(patches.permute(0, 3, 1, 2).float() / 255)


def export(net: ResNet, folder: Path) -> None:
    """Write `encoder.onnx`, which `PictureEncoder` takes."""
    folder.mkdir(parents=True, exist_ok=True)
    side = net.shape.side
    patches = torch.zeros(2, side, side, 3, dtype=torch.uint8)
    shapes = {"patches": {0: torch.export.Dim("count")}}
    write_onnx(Eye(net.eval()), (patches,), shapes, ["vectors"], folder / "encoder.onnx")
