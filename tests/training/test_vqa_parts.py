"""Parts that networks are built of, held against torch's own."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import torch
from torch.nn import functional

from optotype.training._vqa_parts import Attention, Dropout, Standard


def test_dropout_leaves_out_the_share_it_is_told_and_keeps_the_mean() -> None:
    torch.manual_seed(1)
    left = Dropout(0.15)(torch.ones(601, 999))
    assert abs(float((left == 0).float().mean()) - 0.15) < 0.003
    assert abs(float(left.mean()) - 1) < 0.005
    assert left.unique().numel() == 2  # what is kept is larger by one factor


def test_dropout_depends_on_the_seed_alone() -> None:
    def drawn() -> torch.Tensor:
        torch.manual_seed(7)
        return Dropout(0.5)(torch.ones(3, 5, 7))

    assert torch.equal(drawn(), drawn())


def test_nothing_is_left_out_of_what_is_no_longer_learned_from() -> None:
    states = torch.randn(4, 9)
    assert Dropout(0.9).eval()(states) is states
    assert Dropout(0.0)(states) is states


def test_attention_finds_what_torch_finds_and_minds_the_mask() -> None:
    torch.manual_seed(2)
    attention = Attention(32, 4, 0.3).eval()
    states, seen = torch.randn(3, 5, 32), torch.randn(3, 7, 32)
    there = torch.tensor([[True] * 7, [True] * 3 + [False] * 4, [True] + [False] * 6])

    def apart(vectors: torch.Tensor) -> torch.Tensor:
        return vectors.unflatten(-1, (4, 8)).transpose(1, 2)

    key, value = attention.key_value(seen).chunk(2, -1)
    found = functional.scaled_dot_product_attention(
        apart(attention.query(states)), apart(key), apart(value), there[:, None, None, :]
    )
    wanted = attention.out(found.transpose(1, 2).flatten(2))
    torch.testing.assert_close(attention(states, seen, there), wanted)


def test_numbers_stand_out_from_their_mean_by_their_spread() -> None:
    torch.manual_seed(3)
    vectors = torch.randn(500, 3) * torch.tensor([5.0, 0.1, 0.0]) + torch.tensor([100.0, -1.0, 2.0])
    standard = Standard(3)
    assert torch.equal(standard(vectors), vectors)  # until it has learned
    standard.learn(vectors)
    found = standard(vectors.view(5, 100, 3)).flatten(0, 1)
    torch.testing.assert_close(found.mean(0), torch.zeros(3), atol=1e-3, rtol=0)
    torch.testing.assert_close(found.std(0), torch.tensor([1.0, 1.0, 0.0]), atol=1e-3, rtol=0)
