"""Parts that several networks are built of. Masks say what is there; nothing else is looked at."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import torch
from torch import Tensor, nn

NOWHERE = -1e4
"""The score of what does not exist: far below all others, and no infinity that could become nothing."""
_DRAWS = 2**16
"""Ways in which a draw may end that decides whether a number is left out."""


class Dropout(nn.Module):
    """Leaves numbers out while it learns, as `nn.Dropout` does, in a fraction of its time on a processor.

    That draws a number of 64 bits for each of them; here four share one.
    """

    def __init__(self, share: float) -> None:
        super().__init__()
        self.left_out = round(_DRAWS * share)
        """How many of all possible draws leave a number out."""

    def forward(self, states: Tensor) -> Tensor:
        """States with some numbers left out, and the others larger by as much."""
        if not self.training or not self.left_out:
            return states
        draws = torch.empty(-(-states.numel() // 4), dtype=torch.int64, device=states.device).random_(-(2**63), None)
        draws = draws.view(torch.int16)[: states.numel()].view(states.shape)
        return states * (draws >= self.left_out - _DRAWS // 2) * (_DRAWS / (_DRAWS - self.left_out))


class Standard(nn.Module):
    """Takes from each number its mean in what is learned from, and makes its spread one.

    Most patches are white and most words are the same from question to question: what is told apart by is little
    beside what all share, and is learned much sooner once that is gone.
    """

    mean: Tensor
    scale: Tensor

    def __init__(self, width: int) -> None:
        """Changes nothing until it has learned."""
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("scale", torch.ones(width))

    def learn(self, vectors: Tensor) -> None:
        """Takes mean and spread from vectors (any, width)."""
        self.mean.copy_(vectors.mean(0))
        self.scale.copy_(1 / vectors.std(0).clamp(min=1e-3))

    def forward(self, vectors: Tensor) -> Tensor:
        """Vectors (..., width) as they stand out from the others."""
        return (vectors - self.mean) * self.scale


class Attention(nn.Module):
    """Looks at states with several heads."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.dropout = Dropout(dropout)
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def forward(self, states: Tensor, seen: Tensor, there: Tensor | None = None, gate: Tensor | None = None) -> Tensor:
        """What states (batch, places, width) find in those seen (batch, others, width) that are there.

        A gate (batch, 1, width) says how much each number counts when queries and keys are compared.
        """
        query = self.query(states)
        key, value = self.key_value(seen).chunk(2, -1)
        if gate is not None:
            query, key = query * gate, key * gate
        # (batch, heads, places, width of a head)
        query, key, value = self._apart(query), self._apart(key), self._apart(value)
        # step by step: `scaled_dot_product_attention` takes twice as long to learn in sixteen bits on a processor
        alike = (query * query.shape[-1] ** -0.5) @ key.transpose(-1, -2)  # (batch, heads, places, others)
        shares = alike.softmax(-1) if there is None else masked_softmax(alike, there[:, None, None, :])
        found = self.dropout(shares) @ value  # (batch, heads, places, width of a head)
        return self.out(found.transpose(1, 2).flatten(2))

    def _apart(self, states: Tensor) -> Tensor:
        return states.unflatten(-1, (self.heads, -1)).transpose(1, 2)


def _thinking(width: int, inner: int, dropout: float) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(width, inner), nn.GELU(), Dropout(dropout), nn.Linear(inner, width), Dropout(dropout)
    )


class Block(nn.Module):
    """A block of a transformer that normalises first: look around, look elsewhere if there is anything, think."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float, *, elsewhere: bool = False) -> None:
        """With fresh weights.

        Args:
            width: of states.
            heads: of its attention.
            inner: width between the two steps of its thinking.
            dropout: share of numbers that are left out while it learns.
            elsewhere: does it look at other states too?
        """
        super().__init__()
        self.before = nn.LayerNorm(width)
        self.around = Attention(width, heads, dropout)
        self.between = nn.LayerNorm(width) if elsewhere else None
        self.elsewhere = Attention(width, heads, dropout) if elsewhere else None
        self.then = nn.LayerNorm(width)
        self.think = _thinking(width, inner, dropout)

    def forward(
        self, states: Tensor, there: Tensor | None = None, seen: Tensor | None = None, seen_there: Tensor | None = None
    ) -> Tensor:
        """States (batch, places, width) after it; `there` and `seen_there` say which may be looked at."""
        plain = self.before(states)
        states = states + self.around(plain, plain, there)
        if self.elsewhere is not None and self.between is not None and seen is not None:
            states = states + self.elsewhere(self.between(states), seen, seen_there)
        return states + self.think(self.then(states))


class LateBlock(nn.Module):
    """A block that normalises afterwards, as BERT does; its parts are called as those of `Block`."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.around = Attention(width, heads, dropout)
        self.before = nn.LayerNorm(width)
        self.think = _thinking(width, inner, dropout)
        self.then = nn.LayerNorm(width)

    def forward(self, states: Tensor, there: Tensor) -> Tensor:
        """States (batch, places, width) after it; `there` says which may be looked at."""
        states = self.before(states + self.around(states, states, there))
        return self.then(states + self.think(states))


class Question(nn.Module):
    """Tokens to one vector: a block over them, then the mean of those that are there."""

    def __init__(self, taken: int, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.enter = nn.Linear(taken, width)
        self.block = Block(width, heads, 2 * width, dropout)
        self.leave = nn.LayerNorm(width)

    def forward(self, words: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """The question (batch, width), and its tokens (batch, tokens, width)."""
        states = self.leave(self.block(self.enter(words), there))
        return masked_mean(states, there), states


class Entrance(nn.Module):
    """Vectors that something else made become states; each learns where it stands, if places are counted."""

    def __init__(self, taken: int, width: int, dropout: float, *, places: int = 0) -> None:
        super().__init__()
        self.enter = nn.Linear(taken, width)
        self.places = nn.Parameter(torch.randn(1, places, width) * 0.02) if places else None
        self.dropout = Dropout(dropout)

    def forward(self, vectors: Tensor) -> Tensor:
        """States (batch, places, width) of vectors (batch, places, taken)."""
        states = self.enter(vectors)
        return self.dropout(states if self.places is None else states + self.places)


class Other(nn.Module):
    """A block that looks at other states and never at its own: first that, then thinking. Normalised before."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.before, self.seen = nn.LayerNorm(width), nn.LayerNorm(width)
        self.look = Attention(width, heads, dropout)
        self.then = nn.LayerNorm(width)
        self.think = _thinking(width, inner, dropout)

    def forward(self, states: Tensor, seen: Tensor, there: Tensor | None = None) -> Tensor:
        """States (batch, places, width) after they looked at those seen (batch, others, width) that are there."""
        states = states + self.look(self.before(states), self.seen(seen), there)
        return states + self.think(self.then(states))


def masked_mean(states: Tensor, there: Tensor) -> Tensor:
    """The mean (..., width) of states (..., places, width) that are there (..., places); zero where none is."""
    mask = there.unsqueeze(-1).to(states.dtype)
    return (states * mask).sum(-2) / mask.sum(-2).clamp(min=1)


def masked_softmax(scores: Tensor, there: Tensor) -> Tensor:
    """Shares (..., places) of what is there (..., places), adding up to one."""
    return scores.masked_fill(~there, NOWHERE).softmax(-1)


def together(read: Tensor, read_there: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
    """Words (batch, words, width), then all that is seen (batch, places, width), and which of them are there."""
    return torch.cat([read, seen], 1), torch.cat([read_there, all_there(seen)], 1)


def all_there(states: Tensor) -> Tensor:
    """The mask (batch, places) of states (batch, places, width) all of which are there."""
    return torch.ones_like(states[:, :, 0], dtype=torch.bool)
