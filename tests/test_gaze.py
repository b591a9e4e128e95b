from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from optotype.gaze import Gaze, fold, inside
from optotype.picture_encoder import GRIDS, cells, pyramid

FILE = "ab" * 32


def planted(patch: int, grids: tuple[int, ...] = GRIDS) -> Gaze:
    """All the attention to one patch."""
    shares = [0.0] * sum(grid * grid for grid in grids)
    shares[patch] = 1.0
    gaze = Gaze.of(FILE, grids, shares)
    assert gaze is not None
    return gaze


# --- geometry


@pytest.mark.parametrize("size", [(84, 84), (168, 84), (42, 84)])
def test_cells_are_where_the_pyramid_cuts(size: tuple[int, int]) -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (size[1], size[0], 3)).astype(np.uint8)
    longer = max(size)
    square = Image.new("RGB", (longer, longer), "white")
    square.paste(Image.fromarray(pixels), (0, 0))
    found = pyramid(Image.fromarray(pixels), GRIDS, side=longer // 84 * 12)
    for number, cell in enumerate(cells()):
        left, top, side = (float(edge * longer) for edge in cell)
        part = np.asarray(square.crop((round(left), round(top), round(left + side), round(top + side))), float)
        assert abs(part.mean() - found[number].mean()) < 6, f"patch {number} is not at {cell}"


@pytest.mark.parametrize("patch", [0, 3, 9, 29, 30, 54, 78])
def test_what_is_looked_at_is_hot_and_nothing_else(patch: int) -> None:
    cell = cells()[patch]
    folded = fold(planted(patch))
    assert folded is not None
    left, top, side = map(float, cell)
    middles = [(one + other) / 2 for one, other in zip(folded.cuts, folded.cuts[1:], strict=False)]
    hot = np.array([[left < x < left + side and top < y < top + side for x in middles] for y in middles])
    np.testing.assert_allclose(folded.heat[hot], 1 / side**2)
    assert (folded.heat[~hot] == 0).all()


def test_nothing_is_lost_in_folding_and_an_even_gaze_is_even() -> None:
    chance = np.random.default_rng(1).dirichlet(np.ones(79))
    gaze = Gaze.of(FILE, GRIDS, chance.tolist())
    assert gaze is not None
    folded = fold(gaze)
    assert folded is not None
    assert len(folded.cuts) == 13
    sides = np.diff(folded.cuts)
    assert (folded.heat * sides * sides[:, None]).sum() == pytest.approx(1, abs=0.01)
    assert sum(share for _, share in gaze.levels) == pytest.approx(sum(gaze.patches))
    even = Gaze.of(FILE, (2, 7), [0.4 / 4] * 4 + [0.6 / 49] * 49)
    assert even is not None
    level = fold(even)
    assert level is not None
    np.testing.assert_allclose(level.heat, 1, atol=0.01)


def test_white_beside_the_picture_is_told_apart() -> None:
    above, below = (fold(planted(place)) for place in (1, 3))  # quarters: top left, bottom left
    assert above is not None
    assert below is not None
    assert inside(above, 200, 100) == pytest.approx((4, 1))
    assert inside(below, 200, 100) == pytest.approx((0, 0))
    assert inside(below, 100, 200) == pytest.approx((4, 1))
    assert inside(below, 200, 150) == pytest.approx((4, 0.5))


# --- what is kept


def test_a_gaze_comes_back_as_it_was_kept() -> None:
    gaze = Gaze.of(FILE, (1, 2), [0.12345, 0.5, 0.3, 0.07654, 0.00001])
    assert gaze is not None
    assert gaze.patches == (0.123, 0.5, 0.3, 0.0765, 0.0)
    assert Gaze.read(gaze.kept()) == gaze


@pytest.mark.parametrize(
    "attention",
    [[0.0] * 5, [0.2] * 4, [0.2] * 6, [float("nan"), 1, 0, 0, 0], [2.0, -1.0, 0, 0, 0], [0.5] * 5, []],
)
def test_what_is_no_share_of_attention_is_not_kept(attention: list[float]) -> None:
    assert Gaze.of(FILE, (1, 2), attention) is None


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        "<script>",
        {"file": FILE, "grids": [1]},
        {"file": FILE, "grids": [1], "patches": [1.0], "more": 1},
        {"file": "../x", "grids": [1], "patches": [1.0]},
        {"file": FILE, "grids": [], "patches": []},
        {"file": FILE, "grids": [10**9], "patches": [1.0]},
        {"file": FILE, "grids": [1], "patches": ["1"]},
        {"file": FILE, "grids": [True], "patches": [1.0]},
        {"file": FILE, "grids": [1], "patches": [float("nan")]},
        {"file": FILE, "grids": [1, 2], "patches": [1.0]},
        {"file": FILE, "grids": [1], "patches": {"0": object()}},
    ],
)
def test_what_is_no_gaze_is_not_read(kept: object) -> None:
    assert Gaze.read(kept) is None


def test_a_pyramid_of_too_many_cuts_is_not_folded() -> None:
    grids = tuple(range(2, 18))
    even = [1 / sum(grid * grid for grid in grids)] * sum(grid * grid for grid in grids)
    gaze = Gaze(file=FILE, grids=grids, patches=tuple(even))
    assert fold(gaze) is None
