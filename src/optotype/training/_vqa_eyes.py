"""What looks at patches in a training: encoders that come with the package, were trained here, or elsewhere."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from optotype.errors import OptotypeError
from optotype.features.senses import EMBEDDED, PIXELS, Eye, eye
from optotype.picture_encoder import SIDE, WIDTH
from optotype.training._icon_loop import load
from optotype.training._icon_network import Eye as Module
from optotype.training._icon_network import export
from optotype.training._resnet import ResNet, Shape, begin_with
from optotype.training._vqa_recipe import VqaRecipe
from optotype.weights import chosen_device

EMBEDDED_SHAPE = Shape(10, 24, "small", "grid", SIDE, WIDTH)
"""Of the encoder that comes with the package."""
_TOGETHER = 256


class TorchEye:
    """A residual network that looks where torch computes fastest; its weights are those of an exported file."""

    def __init__(self, net: ResNet, file: Path, device: Any) -> None:
        self._module = Module(net.eval()).to(device)
        self._device = device
        self.side, self.width = net.shape.side, net.shape.out
        self.digest = eye(str(file)).digest

    def encode(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """A vector for each patch."""
        found: list[NDArray[np.float32]] = []
        with torch.no_grad():
            for start in range(0, len(patches), _TOGETHER):
                some = torch.from_numpy(patches[start : start + _TOGETHER]).to(self._device)
                found.append(self._module(some).float().cpu().numpy())
        return np.concatenate(found) if found else np.empty((0, self.width), np.float32)


def opened(recipe: VqaRecipe, out: Path, threads: int) -> Eye:
    """The eye of a training; one that does not come with the package lies in `out/encoder` afterwards.

    Raises:
        OptotypeError: there is no such encoder.
    """
    named = recipe.encoder
    if named in (EMBEDDED, PIXELS):
        return eye(named, side=recipe.side, threads=threads)
    file = out / "encoder" / "encoder.onnx"
    path = Path(named).expanduser()
    exported = [place for place in (path, path / "encoder.onnx", path / "encoder" / "encoder.onnx") if place.is_file()]
    device = chosen_device()
    if exported and exported[0].suffix == ".onnx":
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(exported[0].read_bytes())
        if device.type == "cpu" or not (path / "best.pt").is_file():
            return eye(str(file), threads=threads)
        return TorchEye(load(path / "best.pt"), file, device)
    torch.manual_seed(0)  # what learned nothing is the same in every training, so that its features are kept once
    net = ResNet(EMBEDDED_SHAPE if recipe.size == "small" and named == "untrained" else Shape(recipe.depth), 1)
    if named != "untrained":
        if named != "imagenet" and not path.exists():
            raise OptotypeError(
                f"encoder={named}: there is no such file or folder. Name '{EMBEDDED}', '{PIXELS}', 'untrained', "
                "'imagenet', a folder of 'optotype train icons', or a checkpoint of a residual network."
            )
        begin_with(net, named)
    if not file.exists():
        export(net, file.parent)
    return eye(str(file), threads=threads) if device.type == "cpu" else TorchEye(net, file, device)
