"""Checkpoints of transformers that others trained, by the names that are usual for them.

The layers of a checkpoint become the blocks of a network: the first layer the first block. Its patches and its places
come along where the network has such; words are read by `words`, so a checkpoint's own are left behind.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isqrt
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from optotype.errors import OptotypeError
from optotype.training._resnet import weights_in

_FILES = ("model.safetensors", "pytorch_model.bin", "*.safetensors", "*.pth", "*.pt", "*.bin")
"""What a checkpoint is called in its folder, the usual first."""
_BEFORE = re.compile(r"(?:module\.|model\.|transformer\.|vit\.|vilt\.|uniter\.|bert\.|deit\.)*")
"""What the names in a checkpoint may begin with."""


@dataclass(frozen=True)
class Dialect:
    """How a kind of checkpoint calls its parts."""

    name: str
    layer: str
    """What a layer's parts begin with; `N` stands for its number."""
    parts: Mapping[str, str]
    """Parts of a layer, by the names of a block's; `query key value` where these are one part."""
    rest: Mapping[str, str]
    """Other parts, by the names that networks give them."""


TIMM = Dialect(
    "timm",
    "blocks.N.",
    {
        "query key value": "attn.qkv",
        "around.out": "attn.proj",
        "before": "norm1",
        "then": "norm2",
        "think.0": "mlp.fc1",
        "think.3": "mlp.fc2",
    },
    {
        "first": "cls_token",
        "places": "pos_embed",
        "pixels.weight": "patch_embed.proj.weight",
        "pixels.bias": "patch_embed.proj.bias",
        "norm.weight": "norm.weight",
        "norm.bias": "norm.bias",
    },
)
TRANSFORMERS = Dialect(
    "transformers",
    "encoder.layer.N.",
    {
        "query": "attention.attention.query",
        "key": "attention.attention.key",
        "value": "attention.attention.value",
        "around.out": "attention.output.dense",
        "before": "layernorm_before",
        "then": "layernorm_after",
        "think.0": "intermediate.dense",
        "think.3": "output.dense",
    },
    {
        "first": "embeddings.cls_token",
        "places": "embeddings.position_embeddings",
        "pixels.weight": "embeddings.patch_embeddings.projection.weight",
        "pixels.bias": "embeddings.patch_embeddings.projection.bias",
        "norm.weight": "layernorm.weight",
        "norm.bias": "layernorm.bias",
    },
)
BERT = Dialect(
    "BERT",
    "encoder.layer.N.",
    {
        "query": "attention.self.query",
        "key": "attention.self.key",
        "value": "attention.self.value",
        "around.out": "attention.output.dense",
        "before": "attention.output.LayerNorm",
        "then": "output.LayerNorm",
        "think.0": "intermediate.dense",
        "think.3": "output.dense",
    },
    {"enter.weight": "embeddings.LayerNorm.weight", "enter.bias": "embeddings.LayerNorm.bias"},
)


def begin_with(network: nn.Module, named: str, *dialects: Dialect) -> None:
    """Puts the layers of a checkpoint into the blocks of a network.

    Args:
        network: has `blocks`, and may have patches and places.
        named: a file, or a folder in which a file of a usual name lies.
        dialects: those that the checkpoint may speak.

    Raises:
        OptotypeError: there is no such file, it cannot be read, or it is of another shape.
    """
    file = _found(named)
    weights = {_plain(name): part for name, part in weights_in(file, ()).items()}
    said = next((one for one in dialects if _name(one, 0, "before", "weight") in weights), None)
    if said is None:
        expected = " or ".join(f"'{_name(one, 0, 'before', 'weight')}' ({one.name})" for one in dialects)
        raise OptotypeError(f"{file} is no checkpoint of such a network: it has no {expected}.")
    own = network.state_dict()
    taken: dict[str, Tensor] = {}
    for name, part in _translated(own, weights, said, file):
        if part.shape != own[name].shape:
            raise OptotypeError(
                f"{file}: what becomes '{name}' has shape {tuple(part.shape)}, but this network needs "
                f"{tuple(own[name].shape)}. Set inside, heads, inner, blocks, side and grids to what it has."
            )
        taken[name] = part
    network.load_state_dict(taken, strict=False)


def _translated(
    own: Mapping[str, Tensor], weights: Mapping[str, Tensor], said: Dialect, file: Path
) -> Iterator[tuple[str, Tensor]]:
    """By the names of a network, the weights of a checkpoint that belong there."""
    blocks = {int(found[1]) for name in own if (found := re.match(r"blocks\.(\d+)\.", name))}
    for block in sorted(blocks):
        for kind in ("weight", "bias"):
            layer = {name: _part(weights, _name(said, block, name, kind), file) for name in said.parts}
            together = layer.pop("query key value", None)
            thirds = [layer.pop(name) for name in ("query", "key", "value")] if together is None else together.chunk(3)
            yield f"blocks.{block}.around.query.{kind}", thirds[0]
            yield f"blocks.{block}.around.key_value.{kind}", torch.cat([thirds[1], thirds[2]])
            for name, part in layer.items():
                yield f"blocks.{block}.{name}.{kind}", part
    for name, called in said.rest.items():
        if name not in own:
            continue
        part = _part(weights, called, file)
        if name == "pixels.weight" and part.ndim == 4:
            part = part.permute(0, 2, 3, 1).flatten(1)  # pixels lie row by row, red, green and blue of each together
        elif name == "places":
            part = _placed(part, own[name].shape[1])
        yield name, part


def _placed(places: Tensor, count: int) -> Tensor:
    """Places (1, 1 + patches, width) for a grid of another size, as far as both are squares."""
    had, wanted = isqrt(places.shape[1] - 1), isqrt(count - 1)
    if places.shape[1] == count or had * had != places.shape[1] - 1 or wanted * wanted != count - 1:
        return places
    grid = places[:, 1:].unflatten(1, (had, had)).permute(0, 3, 1, 2)  # (1, width, side, side)
    grid = functional.interpolate(grid, size=(wanted, wanted), mode="bicubic", align_corners=False)
    return torch.cat([places[:, :1], grid.permute(0, 2, 3, 1).flatten(1, 2)], 1)


def _name(said: Dialect, number: int, part: str, kind: str) -> str:
    return f"{said.layer.replace('N', str(number))}{said.parts[part]}.{kind}"


def _part(weights: Mapping[str, Tensor], name: str, file: Path) -> Tensor:
    if name not in weights:
        raise OptotypeError(f"{file} has no '{name}'. Set blocks to the number of its layers, or to fewer.")
    return weights[name]


def _plain(name: str) -> str:
    """A name without what stands before it; BERT's first checkpoints called weights gamma, and biases beta."""
    return (
        _BEFORE.sub("", name, count=1)
        .replace("LayerNorm.gamma", "LayerNorm.weight")
        .replace("LayerNorm.beta", "LayerNorm.bias")
    )


def _found(named: str) -> Path:
    path = Path(named).expanduser()
    if path.is_file():
        return path
    for pattern in _FILES:
        for file in sorted(path.glob(pattern)):
            if file.is_file():
                return file
    raise OptotypeError(
        f"checkpoint={named}: there is no such file, and no folder with one that is called {', '.join(_FILES)}."
    )
