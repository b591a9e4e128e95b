"""Laws that every network obeys that answers questions about pictures."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from pathlib import Path
from typing import cast

import numpy as np
import pytest

from tests.conftest import library

torch = library("torch")
pytestmark = pytest.mark.usefixtures("one_thread")

from torch import Tensor  # noqa: E402
from torch.export import Dim  # noqa: E402

from optotype.errors import OptotypeError  # noqa: E402
from optotype.training import family  # noqa: E402
from optotype.training._export import write_onnx  # noqa: E402
from optotype.training._vqa_heads import Given, Scores, Solver, Widths, loss_of  # noqa: E402
from optotype.training._vqa_loop import solver  # noqa: E402
from optotype.training._vqa_recipe import VqaRecipe  # noqa: E402

NETWORKS = [name for name in family.names() if issubclass(family[name], VqaRecipe)]
SIDE, PATCHES, READER, ROWS, WORDS, OPTIONS = 4, 9, 24, 4, 5, 3
EYE = 3 * SIDE * SIDE
SMALL = {"inside": 32, "heads": 4, "inner": 48, "width": 40, "grids": "3", "option_grids": "1", "side": SIDE}


def built(name: str, **settings: object) -> Solver:
    recipe = family.build(name, {**SMALL, "blocks": 2, "dropout": 0.0, **settings})
    assert isinstance(recipe, VqaRecipe)
    torch.manual_seed(1)
    return solver(recipe, Widths(PATCHES, EYE, READER, recipe.joint), ("1", "2", "3")).eval()


def given() -> Given:
    chance = torch.Generator().manual_seed(2)

    def rand(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=chance)

    there = torch.ones(ROWS, WORDS, dtype=torch.bool)
    there[0, 3:] = False
    return Given(
        rand(ROWS, PATCHES, EYE),
        rand(ROWS, WORDS, READER),
        there,
        rand(ROWS, OPTIONS, 1, EYE),
        rand(ROWS, OPTIONS, 2, READER),
        torch.ones(ROWS, OPTIONS, 2, dtype=torch.bool),
        torch.ones(ROWS, OPTIONS, dtype=torch.bool),
    )


def asked(network: Solver, given: Given) -> Scores:
    with torch.no_grad():
        return cast("Scores", network(*given))


@pytest.fixture(params=NETWORKS)
def network(request: pytest.FixtureRequest) -> Solver:
    return built(request.param)


def test_all_of_the_paper_are_there() -> None:
    attention, transformers = {"top_down", "ban", "mcan", "dfaf"}, {"vilbert", "uniter", "vit", "vilt"}
    assert {"patch_trm", "question_only", "image_only"} | attention | transformers <= set(NETWORKS)


def test_question_and_diagram_become_one_vector_and_looks_add_up_to_one(network: Solver) -> None:
    with torch.no_grad():
        joint, states, there, attention = network.network.encode(*given()[:3])
    assert joint.shape == (ROWS, 40)
    assert states.shape == (*there.shape, network.network.shown)
    assert torch.isfinite(joint).all()
    assert joint.std(0).max() > 0  # different problems are understood differently
    if attention is not None:
        assert attention.shape == (ROWS, PATCHES)
        assert torch.allclose(attention.sum(1), torch.ones(ROWS), atol=1e-5)


def test_what_is_padded_changes_nothing(network: Solver) -> None:
    plain = given()
    longer = plain._replace(
        words=torch.cat([plain.words, torch.full((ROWS, 4, READER), 7.0)], 1),
        words_there=torch.cat([plain.words_there, torch.zeros(ROWS, 4, dtype=torch.bool)], 1),
    )
    for one, other in zip(asked(network, plain), asked(network, longer), strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_a_step_down_the_gradient_lowers_the_loss(network: Solver) -> None:
    tasks = torch.tensor([0, 1, 2, 2])
    right = torch.eye(OPTIONS)[torch.tensor([0, 1, 2, 0])]

    def loss() -> Tensor:
        return loss_of(network.by_task(given(), tasks), given().options_there, right, right)

    before = loss()
    before.backward()
    with torch.no_grad():
        for part in network.parameters():
            if part.grad is not None:
                part -= 0.01 * part.grad
        assert loss() < before


def test_a_head_says_the_same_to_its_own_problems_alone(network: Solver) -> None:
    with torch.no_grad():
        heads = list(network.by_task(given(), torch.tensor([0, 1, 2, 2])))
    whole = asked(network, given())
    assert [(head.task, head.rows.tolist()) for head in heads] == [(0, [0]), (1, [1]), (2, [2, 3])]
    for head in heads:
        assert torch.allclose(head.scores, whole[head.task][head.rows], atol=1e-5)


def test_a_problem_without_options_spoils_no_weights(network: Solver) -> None:
    plain = given()
    bare = plain._replace(options_there=torch.zeros_like(plain.options_there))
    torch.stack([part.sum() for part in network(*bare)[:3]]).sum().backward()
    assert all(torch.isfinite(part.grad).all() for part in network.parameters() if part.grad is not None)


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_is_blind_or_cannot_read_to_the_last_digit_if_that_is_its_name(name: str) -> None:
    network, plain = built(name), given()
    seen = plain._replace(patches=plain.patches.flip(0) + 1)
    read = plain._replace(words=plain.words.flip(0) + 1)
    for changed, ignored in ((seen, name == "question_only"), (read, name == "image_only")):
        pairs = list(zip(asked(network, plain), asked(network, changed), strict=True))
        assert all(torch.equal(one, other) for one, other in pairs) == ignored


@pytest.mark.parametrize("name", NETWORKS)
def test_what_a_network_may_not_see_of_options_decides_nothing(name: str) -> None:
    network, plain = built(name), given()
    seen = plain._replace(option_patches=plain.option_patches.flip(0) + 1)
    read = plain._replace(option_words=plain.option_words.flip(0) + 1)
    blind = name in ("question_only", "image_only")
    assert torch.equal(asked(network, plain).pictures, asked(network, seen).pictures) == blind
    assert torch.equal(asked(network, plain).texts, asked(network, read).texts) == (name == "image_only")


EXPORTED = ["ban", "vilt"]
"""One of each kind: exporting takes five seconds for each. Patch-TRM's is tested with its training."""


class Together(torch.nn.Module):
    """Networks side by side, to be exported at once."""

    def __init__(self) -> None:
        super().__init__()
        self.solvers = torch.nn.ModuleList(built(name, blocks=1) for name in EXPORTED)

    def forward(self, patches: Tensor, words: Tensor, words_there: Tensor) -> tuple[Tensor, ...]:
        return tuple(cast("Solver", one).network.encode(patches, words, words_there).joint for one in self.solvers)


def test_what_is_exported_understands_the_same(tmp_path: Path) -> None:
    import onnxruntime

    together, taken = Together(), given()[:3]
    shapes = {
        "patches": {0: Dim("problems")},
        "words": {0: Dim("problems"), 1: Dim("tokens")},
        "words_there": {0: Dim("problems"), 1: Dim("tokens")},
    }
    write_onnx(together, taken, shapes, EXPORTED, tmp_path / "all.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "all.onnx")
    names = [one.name for one in session.get_inputs()]
    for few in (taken, tuple(part[:1] for part in taken), (taken[0], taken[1][:, :2], taken[2][:, :2])):
        said = session.run(EXPORTED, dict(zip(names, (part.numpy() for part in few), strict=True)))
        for name, one, wanted in zip(EXPORTED, said, together(*few), strict=True):
            np.testing.assert_allclose(np.asarray(one), wanted.detach().numpy(), atol=1e-4, err_msg=name)


# --- checkpoints of others


def layers(parts: dict[str, tuple[int, ...]], layer: str) -> dict[str, Tensor]:
    torch.manual_seed(3)
    return {
        f"{layer.format(number)}{name}.{kind}": torch.randn(shape if kind == "weight" else shape[:1])
        for number in range(2)
        for name, shape in parts.items()
        for kind in ("weight", "bias")
    }


def timm() -> dict[str, Tensor]:
    parts = {"attn.qkv": (96, 32), "attn.proj": (32, 32), "norm1": (32,), "norm2": (32,), "mlp.fc1": (48, 32)}
    found = layers({**parts, "mlp.fc2": (32, 48)}, "blocks.{}.")
    patches = {"patch_embed.proj.weight": torch.randn(32, 3, SIDE, SIDE), "patch_embed.proj.bias": torch.randn(32)}
    places = {
        "cls_token": torch.randn(1, 1, 32),
        "pos_embed": torch.randn(1, 10, 32),
        "head.weight": torch.randn(5, 32),
    }
    return {**found, **patches, **places, "norm.weight": torch.randn(32), "norm.bias": torch.randn(32)}


def bert() -> dict[str, Tensor]:
    parts = {f"attention.self.{name}": (32, 32) for name in ("query", "key", "value")}
    norms = {"attention.output.LayerNorm": (32,), "output.LayerNorm": (32,)}
    more = {"attention.output.dense": (32, 32), "intermediate.dense": (48, 32), "output.dense": (32, 48)}
    found = layers({**parts, **norms, **more}, "bert.encoder.layer.{}.")
    return {
        **found,
        "bert.embeddings.LayerNorm.gamma": torch.randn(32),
        "bert.embeddings.LayerNorm.beta": torch.randn(32),
    }


def saved(weights: dict[str, Tensor], file: Path) -> str:
    torch.save(weights, file)
    return str(file)


def test_a_checkpoint_of_timm_becomes_blocks_patches_and_places(tmp_path: Path) -> None:
    weights = timm()
    network = built(
        "vit", checkpoint=saved({f"module.{name}": part for name, part in weights.items()}, tmp_path / "a.pth")
    )
    own = network.network.state_dict()
    query, key, value = weights["blocks.1.attn.qkv.weight"].chunk(3)
    assert own["blocks.1.around.query.weight"].equal(query)
    assert own["blocks.1.around.key_value.weight"].equal(torch.cat([key, value]))
    assert own["places"].equal(weights["pos_embed"])
    picture = torch.rand(1, SIDE, SIDE, 3)  # a patch seen by a convolution, and as a row of pixels
    wanted = torch.nn.functional.conv2d(picture.permute(0, 3, 1, 2), weights["patch_embed.proj.weight"]).flatten()
    assert torch.allclose(own["pixels.weight"] @ picture.flatten(), wanted, atol=1e-4)


def test_places_of_another_grid_are_stretched(tmp_path: Path) -> None:
    weights = timm() | {"pos_embed": torch.ones(1, 26, 32)}
    network = built("vilt", checkpoint=saved(weights, tmp_path / "pytorch_model.bin").removesuffix("pytorch_model.bin"))
    assert torch.allclose(network.network.state_dict()["places"], torch.ones(1, 10, 32), atol=1e-5)


def test_a_checkpoint_of_bert_becomes_blocks(tmp_path: Path) -> None:
    weights = bert()
    own = built("uniter", checkpoint=saved(weights, tmp_path / "bert.bin")).network.state_dict()
    assert own["blocks.0.think.3.bias"].equal(weights["bert.encoder.layer.0.output.dense.bias"])
    assert own["enter.weight"].equal(weights["bert.embeddings.LayerNorm.gamma"])
    own = built("vilbert", checkpoint=str(tmp_path / "bert.bin")).network.state_dict()
    assert own["word.blocks.1.around.query.weight"].equal(
        weights["bert.encoder.layer.1.attention.self.query.weight"]
    )  # its stream of words


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"inner": 64}, r"'blocks.0.think.0.weight' has shape \(48, 32\), but this network needs \(64, 32\)"),
        ({"blocks": 3}, r"has no 'blocks.2.attn.qkv.weight'. Set blocks"),
    ],
)
def test_a_checkpoint_of_another_shape_is_told_by_its_part(settings: dict[str, int], said: str, tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=said):
        built("vit", checkpoint=saved(timm(), tmp_path / "a.pth"), **settings)


def test_a_checkpoint_of_another_kind_or_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"it has no 'blocks.0.norm1.weight' \(timm\) or"):
        built("vit", checkpoint=saved(bert(), tmp_path / "a.pth"))
    with pytest.raises(OptotypeError, match="there is no such file, and no folder with one"):
        built("vit", checkpoint=str(tmp_path / "nowhere"))
