"""The trained caption parser as files that onnxruntime reads: one that reads captions, one that writes a token.

Matrices are kept in eight bits, each column with its own scale, and the table of word pieces in a file of its own.
"""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import json
from pathlib import Path

import torch
from torch import Tensor, nn

from optotype.caption_parser.encoding import Vocabulary
from optotype.training._export import write_onnx
from optotype.training._parser_decoding import probabilities
from optotype.training._parser_network import Network
from optotype.word_pieces import WordPieces


class Reading(nn.Module):
    """Reads captions: everything that is done once."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, pieces: Tensor, embedded: Tensor, first: Tensor, last: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What the decoder's layers see (2 * layers, batch, heads, pieces, width of a head), and the words, twice."""
        read = self.network.read(pieces, first, last, embedded)
        past = torch.stack([part for pair in read.past for part in pair])
        return past, read.entering, read.pointed


class Writing(nn.Module):
    """Writes one token. What was seen before is not handed back, only what is new: it is never copied."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        tokens: Tensor,
        step: Tensor,
        unseen: Tensor,
        entering: Tensor,
        pointed: Tensor,
        kinds: Tensor,
        verbs: Tensor,
        *past: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Probabilities (batch, vocabulary + words) of the next token, and its keys and values in each layer.

        Args:
            tokens: the last token (batch, 1).
            step: how many were written before it (1,).
            unseen: a large negative number at places of the past that hold nothing (batch, places), else 0.
            entering: the caption's words as the decoder takes them in.
            pointed: the caption's words as they are pointed at.
            kinds: for each word the first of the same text (batch, words).
            verbs: for each word the verb of which it is a form (batch, words, active and passive).
            past: keys and values of each layer in turn (batch, heads, places, width of a head).
        """
        states = self.network.enter(tokens, entering, step)
        new: list[Tensor] = []
        for number, layer in enumerate(self.network.decoder):
            key, value = layer.keys(states)  # (batch, heads, 1, width of a head)
            new += [key, value]
            states = layer.step(states, key, value, past[2 * number], past[2 * number + 1], unseen[:, None, None, :])
        found = probabilities(self.network.score(states, pointed, kinds, verbs)[:, 0], kinds)
        return found, torch.stack(new)


def export(network: Network, vocabulary: Vocabulary, folder: Path, *, quantised: bool = True) -> None:
    """Write `read.onnx`, `write.onnx`, `words.npz` and `tokens.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    network.eval()
    shape = network.shape
    pieces = torch.tensor([[1, 2, 3, 4], [1, 2, 3, 0]])
    words = torch.tensor([[1, 2, 2], [1, 2, 2]])
    kinds = torch.tensor([[0, 1, 2], [0, 1, -1]])
    verbs = torch.stack([kinds, kinds], -1)
    reading, writing = Reading(network), Writing(network)
    with torch.no_grad():
        embedded = network.pieces(pieces)
        past, entering, pointed = reading(pieces, embedded, words, words)
    unseen = torch.zeros(2, 4)
    tokens = torch.tensor([[0], [shape.vocabulary]])
    batch, length, word, place = (torch.export.Dim(name) for name in ("batch", "length", "words", "places"))
    write_onnx(
        reading,
        (pieces, embedded, words, words),
        {
            "pieces": {0: batch, 1: length},
            "embedded": {0: batch, 1: length},
            "first": {0: batch, 1: word},
            "last": {0: batch, 1: word},
        },
        ["past", "entering", "pointed"],
        folder / "read.onnx",
        quantised=quantised,
    )
    write_onnx(
        writing,
        (tokens, torch.tensor([0]), unseen, entering, pointed, kinds, verbs, *past),
        {
            "tokens": {0: batch},
            "step": None,
            "unseen": {0: batch, 1: place},
            "entering": {0: batch, 1: word},
            "pointed": {0: batch, 1: word},
            "kinds": {0: batch, 1: word},
            "verbs": {0: batch, 1: word},
            "past": tuple({0: batch, 2: place} for _ in past),
        },
        ["probabilities", "new"],
        folder / "write.onnx",
        quantised=quantised,
    )
    WordPieces.of(network.pieces.weight.detach().numpy()).save(folder)
    (folder / "tokens.json").write_text(
        json.dumps(list(vocabulary.tokens), ensure_ascii=False) + "\n", encoding="utf-8"
    )
