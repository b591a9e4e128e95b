"""How the caption parser's network is read out: the tokens it writes for captions, one after another or by a beam."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from optotype.caption_parser import language
from optotype.caption_parser.encoding import UNKNOWN, Encoded, Vocabulary, batch_of, tokens_of
from optotype.scenegraph.notation import Fact
from optotype.training._parser_network import Network

_MOST = 60
"""Tokens after which writing stops."""


def probabilities(scores: Tensor, kinds: Tensor) -> Tensor:
    """Probabilities of tokens (rows, vocabulary + words); those of equal words are added up at the first of them."""
    vocabulary = scores.shape[-1] - kinds.shape[1]
    found = scores.softmax(-1)
    first = torch.arange(kinds.shape[1], device=kinds.device)
    alike = (kinds[:, :, None] == first).to(found.dtype)  # (rows, words, words)
    words = (found[:, None, vocabulary:] @ alike)[:, 0]  # (rows, words)
    return torch.cat([found[:, :vocabulary], words], -1)


@torch.inference_mode()
def write(
    networks: Sequence[Network], encoded: Sequence[Encoded], vocabulary: Vocabulary, beams: int = 1
) -> list[list[tuple[float, list[int]]]]:
    """The best writings of each caption, best first, each with the logarithm of its probability.

    Several networks vote at every step with the mean of their probabilities.
    """
    batch = batch_of(encoded, vocabulary)
    pieces, first, last, kinds, verbs = (
        torch.from_numpy(part).repeat_interleave(beams, 0)
        for part in (batch.pieces, batch.first, batch.last, batch.kinds, batch.verbs)
    )
    reads = [network.read(pieces, first, last) for network in networks]
    pasts = [read.past for read in reads]
    rows = len(encoded)
    seen = (pieces != 0)[:, None, None, :]  # (rows * beams, 1, 1, places)
    tokens = torch.zeros(rows * beams, 1, dtype=torch.long)  # the end also begins
    weights = torch.full((rows, beams), -torch.inf)
    weights[:, 0] = 0.0
    ended = torch.zeros(rows, beams, dtype=torch.bool)
    written: list[list[list[int]]] = [[[] for _ in range(beams)] for _ in range(rows)]
    for step in range(_MOST):
        seen = torch.cat([seen, torch.ones_like(seen[..., :1])], -1)
        votes: list[Tensor] = []
        for number, (network, read) in enumerate(zip(networks, reads, strict=True)):
            states, pasts[number] = network.write(network.enter(tokens, read.entering, step), pasts[number], seen)
            votes.append(probabilities(network.score(states, read.pointed, kinds, verbs)[:, 0], kinds))
        logs = torch.stack(votes).mean(0).clamp(min=1e-30).log().unflatten(0, (rows, beams))
        logs[..., vocabulary.numbers[UNKNOWN]] = -torch.inf  # it stands for words that training could not write
        # a writing that has ended goes on with its end, at no price
        logs[ended] = -torch.inf
        logs[..., 0] = torch.where(ended, 0.0, logs[..., 0])
        width = logs.shape[-1]
        weights, best = (weights[..., None] + logs).flatten(1).topk(beams)  # (rows, beams)
        origin, chosen = best // width, best % width
        ended = ended.gather(1, origin) | (chosen == 0)
        for row in range(rows):
            written[row] = [
                [*written[row][old], new] if new else written[row][old]
                for old, new in zip(origin[row].tolist(), chosen[row].tolist(), strict=True)
            ]
        if bool(ended.all()):
            break
        tokens = chosen.flatten()[:, None]
        if beams > 1:
            order = (origin + torch.arange(rows)[:, None] * beams).flatten()
            pasts = [[(keys[order], values[order]) for keys, values in past] for past in pasts]
    return [list(zip(weights[row].tolist(), written[row], strict=True)) for row in range(rows)]


def graph_of(numbers: Sequence[int], encoded: Encoded, vocabulary: Vocabulary) -> frozenset[Fact]:
    """The graph that was written."""
    return language.graph_of(language.read(tokens_of(numbers, encoded, vocabulary)))
