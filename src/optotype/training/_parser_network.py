"""The network of the caption parser: a fine-tuned encoder, and a decoder that writes tokens or copies words.

The decoder's layers begin as copies of the encoder's last layers and look at the caption as those do: a layer's keys
are the caption as it enters the encoder's layer of the same height, followed by what was written so far. So nothing but
the first and the last step has to be learned from scratch.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

_TOGETHER = 256
"""Tokens whose texts are read together."""

_NAMES = {
    "attention.attn.q": "attention.self.query",
    "attention.attn.k": "attention.self.key",
    "attention.attn.v": "attention.self.value",
    "attention.attn.o": "attention.output.dense",
    "attention.LayerNorm": "attention.output.LayerNorm",
}
"""What an MPNet calls the parts of a layer, and what a BERT does."""
_BERT = re.compile("|".join(map(re.escape, _NAMES)))

Past = list[tuple[Tensor, Tensor]]
"""Keys and values of a decoder's layers, each (batch, heads, places, width of a head)."""


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    vocabulary: int
    """Tokens that are written without being copied."""
    pieces: int = 30_522
    """Word pieces that the encoder knows."""
    width: int = 384
    layers: int = 6
    """Layers of the encoder."""
    decoder: int = 3
    """Layers of the decoder."""
    heads: int = 12
    inner: int = 1_536
    """Width between the two steps of a layer."""
    places: int = 512
    """Pieces that a caption may have."""
    distances: int = 0
    """Kinds of distances between pieces that the encoder's layers heed; none in a BERT, 32 in an MPNet."""
    steps: int = 96
    """Tokens that may be written."""
    dropout: float = 0.1


class Layer(nn.Module):
    """One layer: look around, then think. Keys may come from elsewhere too."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.dropout = shape.dropout
        self.query = nn.Linear(shape.width, shape.width)
        self.key_value = nn.Linear(shape.width, 2 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.looked = nn.LayerNorm(shape.width, eps=1e-12)
        self.wide = nn.Linear(shape.width, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.width)
        self.thought = nn.LayerNorm(shape.width, eps=1e-12)

    def keys(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of states."""
        keys, values = self.key_value(states).chunk(2, -1)  # (batch, places, width) each
        return self._apart(keys), self._apart(values)

    def forward(self, states: Tensor, keys: Tensor, values: Tensor, mask: Tensor) -> Tensor:
        query = self._apart(self.query(states))  # (batch, heads, steps, width of a head)
        dropout = self.dropout if self.training else 0.0
        mask = mask if mask.dtype == torch.bool else mask.to(query.dtype)
        seen = functional.scaled_dot_product_attention(query, keys, values, mask, dropout)
        return self._think(states, seen)

    def step(self, states: Tensor, key: Tensor, value: Tensor, keys: Tensor, values: Tensor, unseen: Tensor) -> Tensor:
        """The same for a single step, its own key and value apart from those before it, so that nothing is joined."""
        query = self._apart(self.query(states)) / math.sqrt(keys.shape[-1])  # (batch, heads, 1, width of a head)
        before = query @ keys.transpose(2, 3) + unseen  # (batch, heads, 1, places)
        weights = torch.cat([before, (query * key).sum(-1, keepdim=True)], -1).softmax(-1)
        return self._think(states, weights[..., :-1] @ values + weights[..., -1:] * value)

    def _think(self, states: Tensor, seen: Tensor) -> Tensor:
        dropout = self.dropout if self.training else 0.0
        seen = self.out(seen.transpose(1, 2).flatten(2))  # (batch, steps, width)
        states = self.looked(states + functional.dropout(seen, dropout, self.training))
        thought = self.narrow(functional.gelu(self.wide(states)))
        return self.thought(states + functional.dropout(thought, dropout, self.training))

    def _apart(self, states: Tensor) -> Tensor:
        return states.unflatten(-1, (self.heads, -1)).transpose(1, 2)  # (batch, heads, places, width of a head)


def _layers(shape: Shape, number: int) -> Sequence[Layer]:
    """Layers that torch knows of, with their type."""
    return cast("Sequence[Layer]", nn.ModuleList(Layer(shape) for _ in range(number)))


@dataclass(frozen=True)
class Read:
    """A caption that was read."""

    past: Past
    """What the decoder's layers see of it."""
    entering: Tensor
    """Its words as the decoder takes them in: (batch, words, width)."""
    pointed: Tensor
    """Its words as they are pointed at: (batch, words, width)."""


class Network(nn.Module):
    """Caption in, tokens out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.pieces = nn.Embedding(shape.pieces, shape.width)
        self.places = nn.Embedding(shape.places, shape.width)
        self.first = nn.LayerNorm(shape.width, eps=1e-12)
        self.near = nn.Embedding(shape.distances, shape.heads) if shape.distances else None
        self.encoder = _layers(shape, shape.layers)
        self.tokens = nn.Embedding(shape.vocabulary, shape.width)
        self.steps = nn.Embedding(shape.steps, shape.width)
        self.entered = nn.LayerNorm(shape.width, eps=1e-12)
        self.decoder = _layers(shape, shape.decoder)
        self.choose = nn.Linear(shape.width, shape.width)
        self.names = nn.Linear(shape.width, shape.vocabulary)
        self.point = nn.Linear(shape.width, shape.width)
        self.pointed = nn.Linear(shape.width, shape.width)
        self.form = nn.Linear(shape.width, 2 * shape.width)
        self.voice = nn.Parameter(torch.zeros(2))
        for part in (self.tokens, self.steps):
            nn.init.normal_(part.weight, std=0.02)

    def read(self, pieces: Tensor, first: Tensor, last: Tensor, embedded: Tensor | None = None) -> Read:
        """Read captions: pieces (batch, pieces), first and last piece of each word (batch, words).

        The pieces may be handed over embedded (batch, pieces, width), by a table that is kept elsewhere.
        """
        mask = (pieces != 0)[:, None, None, :]  # (batch, 1, 1, pieces)
        if self.near is not None:
            near = self.near(_distances(pieces.shape[1], self.shape.distances)).permute(2, 0, 1)
            mask = torch.where(mask, near, -1e4)  # (batch, heads, pieces, pieces)
        given = self.pieces(pieces) if embedded is None else embedded
        states = self.first(given + self.places.weight[: pieces.shape[1]])  # (batch, pieces, width)
        states = functional.dropout(states, self.shape.dropout, self.training)
        enters = self.shape.layers - self.shape.decoder
        past: Past = []
        entering = states
        for number, layer in enumerate(self.encoder):
            if number == enters:
                entering = states
            if number >= enters:
                past.append(self.decoder[number - enters].keys(states))
            keys, values = layer.keys(states)
            states = layer(states, keys, values, mask)
        return Read(past, self._words(entering, first, last), self.pointed(self._words(states, first, last)))

    def enter(self, tokens: Tensor, entering: Tensor, start: int | Tensor = 0) -> Tensor:
        """Tokens (batch, steps) as the decoder's states (batch, steps, width); beyond the vocabulary stand copies."""
        copied = tokens - self.shape.vocabulary
        words = copied.clamp(min=0)[..., None].expand(-1, -1, self.shape.width)
        states = torch.where(
            (copied >= 0)[..., None],
            entering.gather(1, words),
            self.tokens(tokens.clamp(max=self.shape.vocabulary - 1)),
        )
        places = torch.arange(tokens.shape[1], device=tokens.device) + start
        return functional.dropout(self.entered(states + self.steps(places)), self.shape.dropout, self.training)

    def write(self, states: Tensor, past: Past, mask: Tensor) -> tuple[Tensor, Past]:
        """The decoder's last states, and its keys and values with these states added.

        Args:
            states: (batch, steps, width).
            past: what was seen before.
            mask: may a step (batch, 1, steps, places) see a place of the past or of these states?
        """
        grown: Past = []
        for layer, (keys, values) in zip(self.decoder, past, strict=True):
            new_keys, new_values = layer.keys(states)
            keys, values = torch.cat([keys, new_keys], 2), torch.cat([values, new_values], 2)
            grown.append((keys, values))
            states = layer(states, keys, values, mask)
        return states, grown

    def score(self, states: Tensor, pointed: Tensor, kinds: Tensor, verbs: Tensor) -> Tensor:
        """Scores of the vocabulary's tokens and of the caption's words: (batch, steps, vocabulary + words)."""
        names = self.names(functional.gelu(self.choose(states)))  # (batch, steps, vocabulary)
        forms = self.form(states).unflatten(-1, (2, -1)).transpose(1, 2)  # (batch, 2, steps, width)
        forms = forms @ pointed[:, None].transpose(2, 3) / math.sqrt(self.shape.width)  # (batch, 2, steps, words)
        found = (forms + self.voice[:, None, None]).permute(0, 2, 3, 1)  # (batch, steps, words, 2)
        found = found.masked_fill((verbs < 0)[:, None], 0.0).flatten(2)
        tokens = verbs.clamp(min=0).flatten(1)[:, None].expand(-1, states.shape[1], -1)
        names = names.scatter_add(-1, tokens, found)
        words = self.point(states) @ pointed.transpose(1, 2) / math.sqrt(self.shape.width)  # (batch, steps, words)
        words = words.masked_fill((kinds < 0)[:, None, :], -1e4)
        return torch.cat([names, words], -1)

    def forward(
        self, pieces: Tensor, first: Tensor, last: Tensor, kinds: Tensor, verbs: Tensor, targets: Tensor
    ) -> Tensor:
        """Scores at each step (batch, steps, vocabulary + words), when what stands before is known."""
        read = self.read(pieces, first, last)
        before = functional.pad(targets[:, :-1], (1, 0)).clamp(min=0)  # the end also begins: its number is 0
        steps = targets.shape[1]
        causal = torch.ones(steps, steps, dtype=torch.bool, device=pieces.device).tril()
        mask = torch.cat([(pieces != 0)[:, None, :].expand(-1, steps, -1), causal.expand(len(pieces), -1, -1)], -1)[
            :, None
        ]
        states, _ = self.write(self.enter(before, read.entering), read.past, mask)
        with torch.autocast(
            pieces.device.type, enabled=False
        ):  # scores are the one place where sixteen bits are too few
            return self.score(states.float(), read.pointed.float(), kinds, verbs)

    @staticmethod
    def _words(states: Tensor, first: Tensor, last: Tensor) -> Tensor:
        """The mean of each word's first and last piece: (batch, words, width)."""
        width = states.shape[-1]
        ends = [states.gather(1, end[..., None].expand(-1, -1, width)) for end in (first, last)]
        return (ends[0] + ends[1]) / 2


def loss_of(scores: Tensor, kinds: Tensor, targets: Tensor, smoothing: float = 0.0) -> Tensor:
    """Mean surprise at the tokens wanted; a word that stands twice in the caption may be copied from either place."""
    vocabulary = scores.shape[-1] - kinds.shape[1]
    steps = targets >= 0  # (batch, steps)
    total = scores.logsumexp(-1)
    named = scores.gather(-1, targets.clamp(0, vocabulary - 1)[..., None])[..., 0]
    alike = kinds[:, None, :] == (targets - vocabulary)[..., None]  # (batch, steps, words)
    copied = scores[..., vocabulary:].masked_fill(~alike, -1e4).logsumexp(-1)
    surprise = total - torch.where(targets >= vocabulary, copied, named)
    if smoothing:
        spread = total - scores[..., :vocabulary].mean(-1)
        surprise = (1 - smoothing) * surprise + smoothing * spread
    return surprise[steps].mean()


def apart(scores: Tensor, targets: Tensor) -> Tensor:
    """How far two readings of the same captions, one half of the batch each, are from each other: R-Drop.

    The mean of both Kullback-Leibler divergences, KL(p|q) = sum p (log p - log q), at each step (Liang et al., *R-Drop:
    Regularized Dropout for Neural Networks*, NeurIPS 2021, formula 2).
    """
    one, other = scores.log_softmax(-1)[targets >= 0].chunk(2)  # (steps, vocabulary + words) each
    return ((one.exp() - other.exp()) * (one - other)).sum(-1).mean() / 2


def unlike(scores: Tensor, held: Tensor, targets: Tensor) -> Tensor:
    """Mean surprise at what a teacher holds probable at each step: cross entropy, -sum p log q.

    Hinton et al., *Distilling the Knowledge in a Neural Network* (2015), with a temperature of 1.
    """
    steps = targets >= 0
    return -(held[steps] * scores[steps].log_softmax(-1)).sum(-1).mean()


def _distances(pieces: int, kinds: int) -> Tensor:
    """The kind of distance from each piece to each other (pieces, pieces), as T5 and MPNet tell them apart.

    Half of the kinds for what stands behind; of these, half one by one and half in growing steps up to 128 pieces.
    """
    places = torch.arange(pieces)
    behind = places[None, :] - places[:, None]  # (pieces, pieces)
    half, exact = kinds // 2, kinds // 4
    far = behind.abs()
    grown = exact + (far.clamp(min=1) / exact).log() / math.log(128 / exact) * (half - exact)
    return half * (behind > 0) + torch.where(far < exact, far, grown.long().clamp(max=half - 1))


def start_from(network: Network, folder: Path, texts: list[list[int]]) -> None:
    """Take the weights of a BERT or an MPNet; each token begins as what its text becomes on the way up.

    Args:
        network: the network to fill.
        folder: where `model.safetensors` lies.
        texts: the pieces of each token's text.
    """
    weights = _as_bert(load_file(folder / "model.safetensors"), folder)
    shape = network.shape
    with torch.no_grad():
        network.pieces.weight.copy_(weights["embeddings.word_embeddings.weight"])
        kind = weights["embeddings.token_type_embeddings.weight"][0]
        network.places.weight.copy_(weights["embeddings.position_embeddings.weight"][: shape.places] + kind)
        if network.near is not None:
            network.near.weight.copy_(weights["encoder.relative_attention_bias.weight"])
        _take(network.first, weights, "embeddings.LayerNorm")
        for number in range(shape.layers):
            _take_layer(network.encoder[number], weights, number)
        for number in range(shape.decoder):
            _take_layer(network.decoder[number], weights, shape.layers - shape.decoder + number)
        lower = shape.layers - shape.decoder - 1
        _take(
            network.entered,
            weights,
            f"encoder.layer.{lower}.output.LayerNorm" if lower >= 0 else "embeddings.LayerNorm",
        )
        scale, shift = network.entered.weight, network.entered.bias
        network.eval()
        for start in range(0, len(texts), _TOGETHER):
            rows = texts[start : start + _TOGETHER]
            width = max(map(len, rows))
            pieces = torch.tensor([row + [0] * (width - len(row)) for row in rows])  # (batch, pieces)
            inside = torch.tensor([[1.0] * (len(row) - 2) + [0.0] * (width - len(row)) for row in rows])[..., None]
            words = torch.arange(1, width - 1).expand(len(rows), -1)
            entering = (network.read(pieces, words, words).entering * inside).sum(1) / inside.sum(1)
            plain = (entering - shift) / scale  # (batch, width), of mean 0 and variance about 1
            network.tokens.weight[start : start + _TOGETHER] = plain
            network.names.weight[start : start + _TOGETHER] = plain / math.sqrt(shape.width)
        network.names.bias.zero_()


def _as_bert(weights: dict[str, Tensor], folder: Path) -> dict[str, Tensor]:
    """The weights of an MPNet under the names of a BERT, its pieces in BERT's order; those of a BERT as they are."""
    if "encoder.relative_attention_bias.weight" not in weights:
        return weights
    renamed = {_BERT.sub(lambda found: _NAMES[found[0]], name): part for name, part in weights.items()}
    pieces = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    places = {piece: place for place, piece in enumerate(pieces)}
    # four pieces of its own come first, and one last; in between stand BERT's, of which it uses two others instead
    order = list(range(4, len(pieces) - 1))
    for piece, own in (("[CLS]", "<s>"), ("[SEP]", "</s>")):
        order[places[piece] - 4] = places[own]
    table = renamed["embeddings.word_embeddings.weight"]
    renamed["embeddings.word_embeddings.weight"] = table[order]
    renamed["embeddings.token_type_embeddings.weight"] = torch.zeros(1, table.shape[1])
    # places are counted from behind the number of the padding, which is 1
    renamed["embeddings.position_embeddings.weight"] = renamed["embeddings.position_embeddings.weight"][2:]
    return renamed


def _take(part: nn.Linear | nn.LayerNorm, weights: dict[str, Tensor], name: str) -> None:
    part.weight.copy_(weights[f"{name}.weight"])
    part.bias.copy_(weights[f"{name}.bias"])


def _take_layer(layer: Layer, weights: dict[str, Tensor], number: int) -> None:
    name = f"encoder.layer.{number}"
    _take(layer.query, weights, f"{name}.attention.self.query")
    for end in ("weight", "bias"):
        both = [weights[f"{name}.attention.self.{kind}.{end}"] for kind in ("key", "value")]
        getattr(layer.key_value, end).copy_(torch.cat(both))
    _take(layer.out, weights, f"{name}.attention.output.dense")
    _take(layer.looked, weights, f"{name}.attention.output.LayerNorm")
    _take(layer.wide, weights, f"{name}.intermediate.dense")
    _take(layer.narrow, weights, f"{name}.output.dense")
    _take(layer.thought, weights, f"{name}.output.LayerNorm")
