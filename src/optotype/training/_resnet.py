"""Residual networks of any depth (He et al., 2016), and how they begin with weights that others trained.

Their parts are called as torchvision calls them, so that checkpoints of the world fit.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.errors import OptotypeError
from optotype.training._loop import read_state

Stem = Literal["large", "small"]
"""How a picture comes in: as in the paper, for 224 pixels, or by two small convolutions, for 64."""
Pool = Literal["mean", "grid"]
"""How places become one vector: by their mean, or side by side, so that what is where is not lost."""

MEAN = (0.485, 0.456, 0.406)
DEVIATION = (0.229, 0.224, 0.225)
"""Of red, green and blue in the pictures of ImageNet; the checkpoints of the world expect to be fed so."""

_DEEP = 50
"""From this depth on, blocks have three convolutions and a narrow middle."""
_KNOWN = {
    10: (1, 1, 1, 1),
    18: (2, 2, 2, 2),
    34: (3, 4, 6, 3),
    50: (3, 4, 6, 3),
    101: (3, 4, 23, 3),
    152: (3, 8, 36, 3),
}


@dataclass(frozen=True)
class Shape:
    """What decides the shapes of all weights but the last layer's."""

    depth: int = 18
    width: int = 64
    """Channels of the first stage; each stage after it has twice as many."""
    stem: Stem = "large"
    pool: Pool = "mean"
    side: int = 224
    """Pixels of the sides of a picture; decides nothing where places are pooled by their mean."""
    vector: int = 0
    """Numbers of a picture's vector; 0: as many as the last stage gives."""

    @property
    def deep(self) -> bool:
        """Do its blocks have three convolutions?"""
        return self.depth >= _DEEP

    @property
    def blocks(self) -> tuple[int, ...]:
        """Blocks of each of the four stages.

        Raises:
            OptotypeError: no blocks add up to the depth.
        """
        if self.depth in _KNOWN:
            return _KNOWN[self.depth]
        count, rest = divmod(self.depth - 2, 3 if self.deep else 2)
        if rest or count < 4:
            raise OptotypeError(
                f"No residual network has depth {self.depth}: below {_DEEP} it is 2 more than a multiple of 2, from "
                f"{_DEEP} on 2 more than a multiple of 3, and at least 10. Usual are {', '.join(map(str, _KNOWN))}."
            )
        each, more = divmod(count, 4)
        # the third stage is the largest of the paper's, too
        return (each, each + (more > 1), each + (more > 0), each + (more > 2))

    def check(self) -> None:
        """Makes sure that there is such a network.

        Raises:
            OptotypeError: no blocks add up to the depth.
        """
        _ = self.blocks

    @property
    def given(self) -> int:
        """Numbers that the stages give."""
        channels = self.width * 8 * (4 if self.deep else 1)
        return channels * (-(-self.side // 32)) ** 2 if self.pool == "grid" else channels

    @property
    def out(self) -> int:
        """Numbers of a picture's vector."""
        return self.vector or self.given


class Basic(nn.Module):
    """A block of two convolutions."""

    widens = 1

    def __init__(self, taken: int, width: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(taken, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample = _shortcut(taken, width, stride)

    def forward(self, states: Tensor) -> Tensor:
        """(batch, taken, side, side) to (batch, width, side / stride, side / stride)."""
        new = functional.relu(self.bn1(self.conv1(states)))
        new = self.bn2(self.conv2(new))
        return functional.relu(new + (states if self.downsample is None else self.downsample(states)))


class Bottleneck(nn.Module):
    """A block of three convolutions, the middle one narrow; the stride is at the middle one, as in torchvision."""

    widens = 4

    def __init__(self, taken: int, width: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(taken, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, width * self.widens, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(width * self.widens)
        self.downsample = _shortcut(taken, width * self.widens, stride)

    def forward(self, states: Tensor) -> Tensor:
        """(batch, taken, side, side) to (batch, 4 * width, side / stride, side / stride)."""
        new = functional.relu(self.bn1(self.conv1(states)))
        new = functional.relu(self.bn2(self.conv2(new)))
        new = self.bn3(self.conv3(new))
        return functional.relu(new + (states if self.downsample is None else self.downsample(states)))


def _shortcut(taken: int, given: int, stride: int) -> nn.Sequential | None:
    if stride == 1 and taken == given:
        return None
    return nn.Sequential(nn.Conv2d(taken, given, 1, stride, bias=False), nn.BatchNorm2d(given))


class ResNet(nn.Module):
    """Pictures to vectors, and vectors to scores of classes."""

    def __init__(self, shape: Shape, classes: int, *, cosine: bool = False) -> None:
        """With fresh weights.

        Args:
            shape: of everything but the last layer.
            classes: how many are told apart.
            cosine: are vectors compared with those of the classes by their angle alone?
        """
        super().__init__()
        self.shape = shape
        block = Bottleneck if shape.deep else Basic
        first = shape.width if shape.stem == "large" else max(8, shape.width // 2)
        self.conv1 = nn.Conv2d(
            3, first, 7 if shape.stem == "large" else 3, 2, 3 if shape.stem == "large" else 1, bias=False
        )
        self.bn1 = nn.BatchNorm2d(first)
        self.narrow = (
            nn.MaxPool2d(3, 2, 1)
            if shape.stem == "large"
            else nn.Sequential(
                nn.Conv2d(first, shape.width, 3, 2, 1, bias=False), nn.BatchNorm2d(shape.width), nn.ReLU()
            )
        )
        taken = shape.width
        stages: list[nn.Sequential] = []
        for number, count in enumerate(shape.blocks):
            width = shape.width * 2**number
            made: list[nn.Module] = []
            for place in range(count):
                made.append(block(taken, width, 2 if number and not place else 1))
                taken = width * block.widens
            stages.append(nn.Sequential(*made))
        self.layer1, self.layer2, self.layer3, self.layer4 = stages
        self.vector = nn.Linear(shape.given, shape.vector) if shape.vector else None
        self.fc = Cosine(shape.out, classes) if cosine else nn.Linear(shape.out, classes)
        for part in self.modules():
            if isinstance(part, nn.Conv2d):
                nn.init.kaiming_normal_(part.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(part, Basic | Bottleneck):
                # a block begins as its shortcut: deep networks start to learn sooner
                last = part.bn3 if isinstance(part, Bottleneck) else part.bn2
                nn.init.zeros_(last.weight)
        self._mean: Tensor
        self._deviation: Tensor
        self.register_buffer("_mean", torch.tensor(MEAN).view(3, 1, 1), persistent=False)
        self.register_buffer("_deviation", torch.tensor(DEVIATION).view(3, 1, 1), persistent=False)

    def encode(self, pixels: Tensor) -> Tensor:
        """Vectors (batch, out) of pictures (batch, 3, side, side) whose red, green and blue go from 0 to 1."""
        states = (pixels - self._mean) / self._deviation
        states = self.narrow(functional.relu(self.bn1(self.conv1(states))))  # (batch, width, side / 4, side / 4)
        states = self.layer4(self.layer3(self.layer2(self.layer1(states))))  # (batch, channels, side / 32, side / 32)
        states = states.flatten(1) if self.shape.pool == "grid" else states.mean((2, 3))
        return states if self.vector is None else self.vector(states)

    def forward(self, pixels: Tensor) -> Tensor:
        """Scores (batch, classes)."""
        return self.fc(self.encode(pixels))


class Cosine(nn.Module):
    """Scores by the angle between a vector and that of a class."""

    def __init__(self, width: int, classes: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(functional.normalize(torch.randn(classes, width), dim=1))

    def forward(self, vectors: Tensor) -> Tensor:
        """Cosines (batch, classes)."""
        return functional.normalize(vectors, dim=1) @ functional.normalize(self.weight, dim=1).T


# --- weights that others trained

_WRAPPERS = ("state_dict", "model_state_dict", "model", "network", "net")
_PREFIXES = ("module.", "backbone.", "resnet.", "encoder.", "net.")
_USUAL = ("resnet{depth}-*.pth", "resnet{depth}*.safetensors", "model.safetensors", "best.pt", "ckpt.best.pth.tar",
          "pytorch_model.bin", "*.safetensors", "*.pth", "*.pth.tar")  # fmt: skip


def begin_with(network: ResNet, named: str) -> tuple[Path, list[str]]:
    """Puts the weights of a checkpoint into a network; the file, and which layers stay fresh since classes differ.

    Args:
        network: to put them into.
        named: a file; a folder, in which a file of a usual name is looked for; or `imagenet`, for the file that
            torchvision once downloaded.

    Raises:
        OptotypeError: there is no such file, it cannot be read, or it is of another shape.
    """
    file = _found(named, network.shape.depth)
    weights = weights_in(file)
    own = network.state_dict()
    head = [name for name in weights if name.startswith("fc.")]
    classes = next((len(weights[name]) for name in head if weights[name].ndim == 1), None)
    # some heads that compare by angle lie on their side
    if "fc.weight" in weights and "fc.bias" not in weights and weights["fc.weight"].T.shape == own["fc.weight"].shape:
        weights["fc.weight"] = weights["fc.weight"].T
    fresh: list[str] = []
    if any(name not in own or own[name].shape != weights[name].shape for name in head) or not head:
        weights = {name: part for name, part in weights.items() if name not in head}
        fresh = [name for name in own if name.startswith("fc.")]
    if network.vector is not None and not any(name.startswith("vector.") for name in weights):
        fresh += [name for name in own if name.startswith("vector.")]
    for name, part in own.items():
        if name in fresh or name.endswith("num_batches_tracked"):
            continue
        if name not in weights:
            raise OptotypeError(
                f"{file} is not of a residual network of depth {network.shape.depth}: it has no '{name}'"
                f"{'' if classes is None else f' (it tells {classes} classes apart)'}. "
                "Set depth, width and stem to those of the checkpoint."
            )
        if weights[name].shape != part.shape:
            raise OptotypeError(
                f"{file}: '{name}' has shape {tuple(weights[name].shape)}, but this network needs {tuple(part.shape)}. "
                "Set depth, width and stem to those of the checkpoint."
            )
    strange = [name for name in weights if name not in own]
    if strange:
        raise OptotypeError(
            f"{file} has '{strange[0]}', which a residual network of depth {network.shape.depth} has not. "
            "Set depth, width and stem to those of the checkpoint."
        )
    network.load_state_dict(weights, strict=False)
    return file, fresh


def _found(named: str, depth: int) -> Path:
    path = Path(torch.hub.get_dir()) / "checkpoints" if named == "imagenet" else Path(named).expanduser()
    if path.is_file():
        return path
    patterns = _USUAL[:1] if named == "imagenet" else _USUAL
    for pattern in patterns:
        for file in sorted(path.glob(pattern.format(depth=depth))):
            if file.is_file():
                return file
    raise OptotypeError(
        f"There are no weights to begin with: {path} is no file, and has none that is called "
        f"{', '.join(pattern.format(depth=depth) for pattern in patterns)}."
    )


def weights_in(file: Path, prefixes: Sequence[str] = _PREFIXES) -> dict[str, Tensor]:
    """The weights in a file by their names, without what those begin with; so torchvision's are its own.

    Raises:
        OptotypeError: it cannot be read, or holds no weights.
    """
    found: Mapping[object, object]
    if file.suffix == ".safetensors":
        from safetensors import SafetensorError
        from safetensors.torch import load_file

        try:
            found = cast("Mapping[object, object]", load_file(file))
        except (SafetensorError, OSError, ValueError, KeyError) as error:
            raise OptotypeError(f"{file} cannot be read as weights: {error}. Name another file.") from error
    else:
        found = cast("Mapping[object, object]", read_state(file))
    for wrapper in _WRAPPERS:
        inner = found.get(wrapper)
        if isinstance(inner, Mapping):
            found = cast("Mapping[object, object]", inner)
            break
    weights: dict[str, Tensor] = {}
    ours = any(isinstance(name, str) and name.startswith("net.") for name in found)  # other layers ask other questions
    for name, part in found.items():
        if isinstance(name, str) and isinstance(part, Tensor) and (not ours or name.startswith("net.")):
            for prefix in prefixes:
                name = name.removeprefix(prefix)
            weights[name] = part.float() if part.is_floating_point() else part
    if not weights:
        raise OptotypeError(f"{file} holds no weights by name. Name another file.")
    return weights
